"""The labels of each token of a pair, from an alignment: thousands of pairs at a time, as arrays.

The alignment is the same as in `gec/edits/align.py` (a test compares them), but computed for all pairs of a block at
once, because a Python loop over every cell of every table would keep a GPU waiting. `objective.py` decides how the
labels enter the loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from gec.model.edited import DELETE, KEEP, REPLACE

NONE = -100  # a label that does not count
BLOCK = 512  # pairs whose tables are filled together
SUBSTITUTED, DELETED, INSERTED = 1, 2, 3

Ints = NDArray[np.int32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of N pairs: rows padded with 0, labels with NONE."""

    source: Ints  # [N, S]: marks, ids, end
    lengths: Ints  # [N]
    target: Ints  # [N, T]: ids, end
    target_lengths: Ints  # [N]
    changed: Flags  # [N, T]: whether a token is not a copy, or follows a deletion
    operation: Ints  # [N, S]: the target of the edit head
    replacement: Ints  # [N, S]
    insertion: Ints  # [N, S]: the token to insert before this one


def label(sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]], marks: Sequence[int]) -> Labels:
    """Labels of pairs of ids that end in the end token. The first `marks` ids of each source are the task's mark."""
    source, lengths = padded(sources)
    target, target_lengths = padded(targets)
    skip = np.asarray(marks, dtype=np.int32)
    operation = np.where(np.arange(source.shape[1]) < lengths[:, None], np.int32(KEEP), np.int32(NONE))
    replacement = np.full_like(source, NONE)
    insertion = np.full_like(source, NONE)
    changed = np.zeros(target.shape, dtype=np.bool_)

    text = _shifted(source, skip, source.shape[1])
    row, i, j, step = _steps(text, lengths - skip, target, target_lengths)
    if len(row):
        run, starts, old, new = _runs(row, i, j, step)
        base = skip[row[starts]]
        # source tokens of a stretch are replaced in order; remaining ones are deleted, remaining new ones inserted
        used = step != INSERTED
        offset = i - i[starts][run]
        place, here = (row[used], i[used] + base[run][used]), run[used]
        replaced = offset[used] < new[here]
        operation[place] = np.where(replaced, REPLACE, DELETE)
        partner = np.minimum((j[starts][run] + offset)[used], target.shape[1] - 1)
        replacement[place] = np.where(replaced, target[row[used], partner], NONE)
        more = new > old
        ends = i[starts] + old + base
        insertion[row[starts][more], ends[more]] = target[row[starts][more], (j[starts] + old)[more]]
        said = step != DELETED
        changed[row[said], j[said]] = True
        changed[row[starts], j[starts]] = True
    return Labels(source, lengths, target, target_lengths, changed, operation, replacement, insertion)


def padded(rows: Sequence[Sequence[int]], grain: int = 1) -> tuple[Ints, Ints]:
    """Rows of ids as one array, as wide as the longest or the next multiple of `grain`, and their lengths."""
    lengths = np.fromiter(map(len, rows), dtype=np.int32, count=len(rows))
    out = np.zeros((len(rows), -(-int(lengths.max()) // grain) * grain), dtype=np.int32)
    inside = np.arange(out.shape[1]) < lengths[:, None]
    out[inside] = np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(lengths.sum()))
    return out, lengths


def _shifted(rows: Ints, by: Ints, width: int) -> Ints:
    """Each row from an offset on."""
    places = np.minimum(np.arange(width) + by[:, None], rows.shape[1] - 1)
    return np.take_along_axis(rows, places, axis=1)


def _runs(row: Ints, i: Ints, j: Ints, step: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Join adjacent steps to stretches: each step's stretch, and each stretch's first step and two lengths."""
    source_end = i + (step != INSERTED)
    target_end = j + (step != DELETED)
    opens = np.ones(len(row), dtype=np.bool_)
    opens[1:] = (row[1:] != row[:-1]) | (i[1:] != source_end[:-1]) | (j[1:] != target_end[:-1])
    run = np.cumsum(opens) - 1
    starts = np.flatnonzero(opens)
    old = np.bincount(run, weights=step != INSERTED).astype(np.int32)
    new = np.bincount(run, weights=step != DELETED).astype(np.int32)
    return run.astype(np.int32), starts.astype(np.int32), old, new


def _steps(a: Ints, a_lengths: Ints, b: Ints, b_lengths: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """All steps of the cheapest alignments except matches, left to right: row, place in a, place in b, kind."""
    width = min(a.shape[1], b.shape[1])
    shorter = np.minimum(a_lengths, b_lengths)
    ahead = np.arange(width)
    same = (a[:, :width] == b[:, :width]) & (ahead < shorter[:, None])
    head = np.cumprod(same, axis=1, dtype=np.int32).sum(1, dtype=np.int32)
    from_end_a = np.take_along_axis(a, np.maximum(a_lengths[:, None] - 1 - ahead, 0), axis=1)
    from_end_b = np.take_along_axis(b, np.maximum(b_lengths[:, None] - 1 - ahead, 0), axis=1)
    same = (from_end_a == from_end_b) & (ahead < (shorter - head)[:, None])
    tail = np.cumprod(same, axis=1, dtype=np.int32).sum(1, dtype=np.int32)
    la, lb = a_lengths - head - tail, b_lengths - head - tail
    differ = np.flatnonzero(la + lb)
    differ = differ[np.argsort(la[differ] + lb[differ], kind="stable")]
    found: list[tuple[Ints, Ints, Ints, Ints]] = []
    for first in range(0, len(differ), BLOCK):
        rows = differ[first : first + BLOCK]
        inner_a = _shifted(a[rows], head[rows], max(1, int(la[rows].max())))
        inner_b = _shifted(b[rows], head[rows], max(1, int(lb[rows].max())))
        row, i, j, step = _traced(inner_a.T, la[rows], inner_b.T, lb[rows])
        numbers: Ints = rows.astype(np.int32)
        found.append((numbers[row], i + head[rows][row], j + head[rows][row], step))
    if not found:
        empty = np.zeros(0, dtype=np.int32)
        return empty, empty, empty, empty
    row, i, j, step = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.lexsort((i + j, row))
    return row[order], i[order], j[order], step[order]


def _traced(a: Ints, la: Ints, b: Ints, lb: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Fill the tables of all rows with unit costs, and trace them back from the right. A match is preferred to a
    substitution, and that to a deletion."""
    (n, rows), m = a.shape, b.shape[0]
    columns = np.arange(m + 1, dtype=np.int16)[:, None]
    table = np.empty((n + 1, m + 1, rows), dtype=np.int16)
    table[0] = columns
    for place in range(n):
        above, row = table[place], table[place + 1]
        row[0] = place + 1
        np.minimum(above[:-1] + (b != a[place]), above[1:] + 1, out=row[1:], casting="unsafe")
        row -= columns
        np.minimum.accumulate(row, axis=0, out=row)
        row += columns
    alive = np.arange(rows)
    i, j = la.copy(), lb.copy()
    found: list[tuple[Ints, Ints, Ints, Ints]] = []
    while len(alive):
        i_before, j_before = np.maximum(i - 1, 0), np.maximum(j - 1, 0)
        cost = table[i, j, alive]
        both = (i > 0) & (j > 0)
        corner = table[i_before, j_before, alive]
        match = both & (a[i_before, alive] == b[j_before, alive]) & (corner == cost)
        substituted = both & ~match & (corner + 1 == cost)
        deleted = ~match & ~substituted & (i > 0) & (table[i_before, j, alive] + 1 == cost)
        inserted = ~match & ~substituted & ~deleted
        i = i - ~inserted
        j = j - ~deleted
        step = (substituted * SUBSTITUTED + deleted * DELETED + inserted * INSERTED).astype(np.int32)
        real = ~match
        found.append((alive[real].astype(np.int32), i[real], j[real], step[real]))
        going = (i > 0) | (j > 0)
        alive, i, j = alive[going], i[going], j[going]
    row, i, j, step = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return row, i, j, step
