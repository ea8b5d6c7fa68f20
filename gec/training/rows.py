"""Puts pairs into the rows of a batch, with the labels for each place of a row.

A row is one pair, padded to the batch's width (`alone`), or as many pairs as fit into a row of a fixed width
(`packed`). Packed rows have little padding and one shape, which is fast on a GPU. A mask separates their sentences
(`gec.model.network.Sight`), so the loss of a pair is the same. `pairs.py` chooses the labels of a batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gec.training.labels import NONE, Ints, Labels


@dataclass(frozen=True, slots=True)
class Rows:
    """Arrays of B rows, sources [B, S] and targets [B, T]."""

    source: Any
    lengths: Any  # [B]: real source positions, from the first on
    target: Any
    inputs: Any  # input of the decoder: the target one place later
    pointers: Any  # [B, T]; [0, 0] for networks without a pointer feed
    real: Any  # [B, T]: no padding
    changed: Any  # [B, T]; this and the next three as in `Labels`
    operation: Any
    replacement: Any
    insertion: Any
    source_part: Any  # [B, S]: number of the pair in its row, from 1; 0: padding; [0, 0] if every row is one pair
    input_part: Any  # [B, T]
    pairs: int
    tokens: int  # real source and target tokens


def alone(labels: Labels, pointers: Ints | None, chosen: Any, *, start: int, pad: int) -> Rows:
    """A row for each of the chosen pairs."""
    lengths, target_lengths = labels.lengths[chosen], labels.target_lengths[chosen]
    s, t = int(lengths.max()), int(target_lengths.max())
    target = _cut(labels.target[chosen], t, pad)
    inputs = np.full_like(target, start)
    inputs[:, 1:] = target[:, :-1]
    none = np.zeros((0, 0), np.int32)
    return Rows(
        _cut(labels.source[chosen], s, pad),
        lengths,
        target,
        inputs,
        none if pointers is None else _cut(pointers[chosen], t, 0),
        np.arange(t) < target_lengths[:, None],
        _cut(labels.changed[chosen], t, False),
        _cut(labels.operation[chosen], s, NONE),
        _cut(labels.replacement[chosen], s, NONE),
        _cut(labels.insertion[chosen], s, NONE),
        none,
        none,
        len(chosen),
        int(lengths.sum() + target_lengths.sum()),
    )


def packed(
    labels: Labels,
    pointers: Ints | None,
    bins: Sequence[Sequence[int]],
    *,
    height: int,
    width: int,
    start: int,
    pad: int,
) -> Rows:
    """The pairs of each bin in one row of this width. Rows up to the height are filled with padding."""
    chosen = np.array([pair for one in bins for pair in one], dtype=np.int64)
    row = np.repeat(np.arange(len(bins)), [len(one) for one in bins])
    part = np.concatenate([np.arange(1, len(one) + 1) for one in bins])
    sources = _TokenPlaces.of(labels.lengths[chosen], row, part, height, width)
    targets = _TokenPlaces.of(labels.target_lengths[chosen], row, part, height, width)
    before = np.full_like(labels.target[chosen], start)
    before[:, 1:] = labels.target[chosen][:, :-1]
    led = np.zeros((0, 0), np.int32)
    if pointers is not None:
        led = targets.filled(_cut(pointers[chosen], before.shape[1], 0) + sources.first[:, None], 0)
    lengths = np.bincount(row, labels.lengths[chosen], minlength=height)
    return Rows(
        sources.filled(labels.source[chosen], pad),
        np.maximum(lengths, 1).astype(np.int32),
        targets.filled(labels.target[chosen], pad),
        targets.filled(before, start),
        led,
        targets.part > 0,
        targets.filled(labels.changed[chosen], False),
        sources.filled(labels.operation[chosen], NONE),
        sources.filled(labels.replacement[chosen], NONE),
        sources.filled(labels.insertion[chosen], NONE),
        sources.part,
        targets.part,
        len(chosen),
        int(labels.lengths[chosen].sum() + labels.target_lengths[chosen].sum()),
    )


def binned(lengths: Any, target_lengths: Any, width: int) -> list[list[int]]:
    """Groups of pairs of which neither side is longer than the width together: the longest pair first, each in the
    first bin with room."""
    order = np.argsort(-np.maximum(lengths, target_lengths), kind="stable").tolist()
    room = np.zeros((2, 64), np.int64)
    bins: list[list[int]] = []
    first = 0  # the bins before it are full
    least = int(min(lengths.min(), target_lengths.min())) if len(lengths) else 0
    for pair in order:
        need = (int(lengths[pair]), int(target_lengths[pair]))
        fits = (room[0, first : len(bins)] >= need[0]) & (room[1, first : len(bins)] >= need[1])
        at = first + int(fits.argmax()) if fits.any() else len(bins)
        if at == len(bins):
            if at == room.shape[1]:
                room = np.concatenate([room, np.zeros_like(room)], 1)
            bins.append([])
            room[:, at] = width
        bins[at].append(pair)
        room[:, at] -= need
        while first < len(bins) and room[:, first].min() < least:
            first += 1
    return bins


@dataclass(frozen=True, slots=True)
class _TokenPlaces:
    """The places of the tokens of chosen pairs in packed rows."""

    inside: Any  # [N, L]: which of the pairs' padded tokens are real
    at: Any  # flat places of these
    first: Any  # [N]: the place in its row where a pair begins
    part: Any  # [height, width]

    @classmethod
    def of(cls, lengths: Any, row: Any, part: Any, height: int, width: int) -> _TokenPlaces:
        behind = np.cumsum(lengths)
        opens = np.searchsorted(row, row)  # for each pair the first pair of its row
        first = behind - lengths - (behind - lengths)[opens]
        along = np.arange(int(lengths.max()))
        inside = along < lengths[:, None]
        at = (row * width + first)[:, None] + along
        parts = np.zeros(height * width, np.int32)
        parts[at[inside]] = np.repeat(part, lengths)
        return cls(inside, at[inside], first, parts.reshape(height, width))

    def filled(self, values: Any, filler: int | bool) -> Any:
        out = np.full(self.part.size, filler, dtype=values.dtype)
        out[self.at] = _cut(values, self.inside.shape[1], filler)[self.inside]
        return out.reshape(self.part.shape)


def _cut(rows: Any, width: int, filler: int | bool) -> Any:
    """The rows cut or padded to a width."""
    out = np.full((len(rows), width), filler, dtype=rows.dtype)
    across = min(width, rows.shape[1])
    out[:, :across] = rows[:, :across]
    return out
