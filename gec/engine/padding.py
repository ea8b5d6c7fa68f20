"""The shape of the int8 engine's input: packed tokens in padded rows, closed places, and the bias of each distance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gec.engine import with_room
from gec.engine.session import Floats
from gec.model.config import Config
from gec.model.relative_position import relative_buckets

Ints = NDArray[np.int64]

CLOSED = np.float32(-1e9)  # added to a score, which makes the weight exactly zero


def closed(lengths: Ints, width: int) -> Floats:
    """[B] -> [B, 1, 1, width], closed beyond each row's length."""
    return np.where(np.arange(width) < lengths[:, None], np.float32(0), CLOSED)[:, None, None]


@dataclass(frozen=True, slots=True)
class Spots:
    """The conversion between packed tokens and padded rows. Rows have a width of at least two, because the kernels add
    in another order for a single query."""

    rows: int
    width: int
    even: bool
    spread: Ints  # for each padded place, the number of a packed token
    pack: Ints  # for each packed token, its padded place

    @classmethod
    def of(cls, sizes: Sequence[int]) -> Spots:
        rows, width = len(sizes), max(2, *sizes)
        if min(sizes) == width:
            every = np.arange(rows * width)
            return cls(rows, width, True, every, every)
        columns = np.arange(width)
        real = columns < np.array(sizes)[:, None]
        pack = real.ravel().nonzero()[0]
        spread = np.zeros(rows * width, np.int64)
        spread[pack] = np.arange(len(pack))
        return cls(rows, width, False, spread, pack)

    def feed(self) -> dict[str, Any]:
        return {"rows": np.array([self.rows]), "spread": self.spread, "pack": self.pack}


class Bias:
    """The bias of each distance for each head, for all pairs of places up to some width."""

    def __init__(self, config: Config, table: Floats, *, both_ways: bool) -> None:
        self.config, self.table, self.both_ways = config, table, both_ways
        self.full = np.zeros((config.num_heads, 0, 0), np.float32)

    def square(self, width: int) -> Floats:
        """The bias [1, H, width, width]."""
        return np.ascontiguousarray(self._upto(width)[None, :, :width, :width])

    def rows(self, starts: Sequence[int], width: int, reach: int) -> Floats:
        """The bias [B, H, width, reach] for `width` queries from `starts` on. Keys after a query are closed."""
        full = self._upto(max(starts) + width)
        if len(starts) == 1:
            return np.ascontiguousarray(full[None, :, starts[0] : starts[0] + width, :reach])
        places = np.array(starts)[:, None] + np.arange(width)
        return np.ascontiguousarray(full[:, places, :reach].transpose(1, 0, 2, 3))

    def _upto(self, width: int) -> Floats:
        if self.full.shape[1] < width:
            places = np.arange(with_room(width))
            distance = places[None, :] - places[:, None]
            buckets = relative_buckets(
                distance, self.config.buckets, self.config.max_distance, both_ways=self.both_ways
            )
            full = self.table[buckets].transpose(2, 0, 1)
            self.full = full if self.both_ways else full + np.where(distance > 0, CLOSED, np.float32(0))
        return self.full
