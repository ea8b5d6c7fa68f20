"""The decoder's cache of keys and values, and the positions of a pass's tokens in it."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from gec.model.config import Config
from gec.model.network import padding_mask


@dataclass
class KeyValueCache:
    """Keys and values of every layer. The caller keeps the length of each slot."""

    keys: list[Tensor]  # one per layer: [slots, H, positions, D]
    values: list[Tensor]
    source_keys: list[Tensor]  # one per layer: [slots, H, source positions, D]
    source_values: list[Tensor]
    source_length: Tensor  # [slots]

    @classmethod
    def empty(cls, config: Config, slots: int, positions: int, sources: int, like: Tensor) -> KeyValueCache:
        def room(size: int) -> list[Tensor]:
            shape = (slots, config.num_heads, size, config.d_kv)
            return [like.new_zeros(shape) for _ in range(config.num_decoder_layers)]

        lengths = torch.zeros(slots, dtype=torch.long, device=like.device)
        return cls(room(positions), room(positions), room(sources), room(sources), lengths)

    def take(self, old: KeyValueCache) -> None:
        """Copy the contents of a smaller cache."""
        for new, was in zip(
            (*self.keys, *self.values, *self.source_keys, *self.source_values),
            (*old.keys, *old.values, *old.source_keys, *old.source_values),
            strict=True,
        ):
            new[:, :, : was.shape[2]] = was
        self.source_length = old.source_length


@dataclass
class Ragged:
    """The positions of one pass's packed tokens, and the conversion between packed tokens and padded rows."""

    rows: int
    width: int  # of the padded rows
    reach: int  # number of positions that are attended to
    slot: Tensor  # of each packed token [N]
    position: Tensor  # of each packed token [N]
    place: Tensor  # of each packed token in the padded rows [N]
    row_slot: Tensor  # [rows]
    padded_position: Tensor  # [rows, width]
    source_mask: Tensor  # [rows, 1, 1, source positions]
    even: bool = False  # no row needs padding
    every_slot: bool = False  # the rows are all slots, in order

    @classmethod
    def of(cls, slots: list[int], starts: list[int], sizes: list[int], cache: KeyValueCache) -> Ragged:
        device = cache.source_length.device
        width = max(sizes)
        columns = torch.arange(width, device=device)
        here = torch.tensor(slots, device=device)
        real = columns < torch.tensor(sizes, device=device)[:, None]
        place = real.flatten().nonzero()[:, 0]
        padded = torch.tensor(starts, device=device)[:, None] + columns
        lengths = cache.source_length[here]
        return cls(
            rows=len(slots),
            width=width,
            reach=max(start + size for start, size in zip(starts, sizes, strict=True)),
            slot=here.repeat_interleave(width)[place],
            position=padded.flatten()[place],
            place=place,
            row_slot=here,
            padded_position=padded,
            source_mask=padding_mask(lengths, int(lengths.max())),
            even=all(size == width for size in sizes),
            every_slot=slots == list(range(len(cache.source_length))),
        )

    def seen(self, cached: Tensor, size: int) -> Tensor:
        """The first `size` positions of the slots in this pass [rows, H, size, D]."""
        cached = cached[:, :, :size]
        return cached if self.every_slot else cached[self.row_slot]

    def pad(self, packed: Tensor) -> Tensor:
        """[N, H, D] -> [rows, H, width, D]."""
        if not self.even:
            padded = packed.new_zeros(self.rows * self.width, *packed.shape[1:])
            padded[self.place] = packed
            packed = padded
        return packed.view(self.rows, self.width, *packed.shape[1:]).transpose(1, 2)

    def pack(self, padded: Tensor) -> Tensor:
        """[rows, H, width, D] -> [N, H * D]."""
        flat = padded.transpose(1, 2).flatten(2).flatten(0, 1)
        return flat if self.even else flat[self.place]
