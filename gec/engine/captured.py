"""The float engine on a GPU. With such a small network, the GPU would mostly wait for Python to launch kernels. So
shapes are rounded up to a few sizes. When a size occurs a second time, it is captured as a CUDA graph, and from then on
launched as a whole.

A pass sends one integer tensor to the device and gets one back. Tokens that only fill a shape use an extra slot and an
extra padded row, which are never read. All but the capturing also works on a CPU. It is no faster than `float.py`
there, and only tests use it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, Self, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gec.engine import EXACT, EncodedSources, Lenience, Verdict
from gec.engine.float import FloatBoard, FloatEngine, Memory
from gec.model.cache import KeyValueCache, Ragged
from gec.model.checkpoint import Checkpoint
from gec.model.network import padding_mask

Found = TypeVar("Found")
Numbers = NDArray[np.int64]
BEGIN = 128  # positions of a new cache; growing it loses the captured graphs
CAPTURED = 4096  # tokens; with more, computing takes longer than launching
MOST = 256  # graphs per cache; each takes memory of the device
KEPT = 8  # states that are kept, each with its cache and graphs; batches of similar sizes share one


def rounded(size: int, least: int = 1) -> int:
    """The next power of two, or one and a half times a power of two."""
    power = 1 << max(0, size - 1).bit_length()
    return max(least, power * 3 // 4 if size <= power * 3 // 4 else power)


class Launch(Generic[Found]):
    """A computation on an integer tensor of a fixed size. A result is valid until the next call."""

    def __init__(self, run: Callable[[Tensor], Found], size: int, device: torch.device, pool: Any) -> None:
        """`pool` is the memory pool for graphs; None means that nothing is captured."""
        self.given = torch.zeros(size, dtype=torch.long, device=device)
        self.run, self.pool = run, pool
        self.graph: torch.cuda.CUDAGraph | None = None
        self.calls = 0

    def __call__(self, numbers: Numbers) -> Found:
        self.given.copy_(torch.from_numpy(numbers))
        if self.pool is None or not self.calls:  # the first call initialises libraries
            found = self.run(self.given)
            self.calls += 1
            return found
        if self.graph is None:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool, capture_error_mode="thread_local"):
                self.found = self.run(self.given)
            self.graph = graph
        self.graph.replay()
        self.calls += 1
        return self.found


@dataclass(eq=False)
class BoardState:
    """What is kept after a board is gone, because graphs refer to its addresses. The next board of the same size uses
    it."""

    slots: int
    cache: KeyValueCache | None = None
    pointer_feed: Tensor | None = None
    launches: dict[PassShape, Launch[Judged]] = field(default_factory=dict)


class PassShape(NamedTuple):
    """The rounded shape of a pass: packed tokens, rows, tokens in a padded row, attended positions."""

    tokens: int
    rows: int
    width: int
    reach: int


class Judged(NamedTuple):
    states: Tensor  # [tokens, d]
    verdicts: Tensor  # [3, tokens] of int32: the best token, whether another is close, and the bits of the odds


class CapturedEngine(FloatEngine):
    def __init__(self, checkpoint: Checkpoint, device: torch.device, dtype: torch.dtype = torch.float32) -> None:
        super().__init__(checkpoint, device, dtype)
        self.pool = torch.cuda.graph_pool_handle() if device.type == "cuda" else None
        self.unused: list[BoardState] = []  # not used by a board, the last one used at the end
        self._readings: dict[tuple[int, int], Launch[tuple[Memory, Tensor | None]]] = {}

    def unbiased(self) -> Self:
        made = super().unbiased()
        made.unused = []  # captured graphs have the bias in them
        return made

    def read(self, sources: list[list[int]]) -> tuple[Memory, Tensor | None]:
        rows, width = shape = rounded(len(sources)), rounded(max(map(len, sources)), 16)
        numbers = np.full(rows * width + rows, self.config.pad, dtype=np.int64)
        ids, lengths = numbers[: rows * width].reshape(rows, width), numbers[rows * width :]
        lengths[:] = 1  # also of rows that only fill the shape
        for row, source in enumerate(sources):
            ids[row, : len(source)], lengths[row] = source, len(source)
        return self.retried_if_full(partial(self._kept, shape, numbers))

    def _kept(self, shape: tuple[int, int], numbers: Numbers) -> tuple[Memory, Tensor | None]:
        launch = self._readings.get(shape)
        if launch is None:
            pool = self.pool if shape[0] * shape[1] <= CAPTURED and len(self._readings) < MOST else None
            launch = Launch(partial(self._encode_padded, shape), len(numbers), self.device, pool)
            self._readings[shape] = launch
        memory, guesses = launch(numbers)
        kept = [(keys.clone(), values.clone()) for keys, values in memory.layers]
        return Memory(kept, None if memory.pointer_feed is None else memory.pointer_feed.clone()), guesses

    def _encode_padded(self, shape: tuple[int, int], given: Tensor) -> tuple[Memory, Tensor | None]:
        rows, width = shape
        ids, lengths = given[: rows * width].view(rows, width), given[rows * width :]
        return self.encode_padded(ids, lengths, everywhere=rows * width <= CAPTURED)

    def board(self, slots: int, lenience: Lenience = EXACT) -> FloatBoard:
        if not lenience.lossless:
            return super().board(slots, lenience)
        slots = rounded(slots)
        kept = next((one for one in reversed(self.unused) if one.slots == slots), None)
        if kept is None:
            kept = BoardState(slots)
        else:
            self.unused.remove(kept)
        del self.unused[: 1 - KEPT]  # here, because a board may be garbage-collected in the lines above
        board = CapturedBoard(self, slots + 1, kept=kept)
        weakref.finalize(board, self.unused.append, kept).atexit = False
        return board

    def retried_if_full(self, work: Callable[[], Found]) -> Found:
        """Call `work`. If the device's memory is full, free what is only kept for later, and try again."""
        try:
            return work()
        except torch.OutOfMemoryError:
            if not (self.unused or self._readings):
                raise
        # Outside the handler, because its traceback keeps the tensors alive.
        self.unused.clear()
        self._readings.clear()
        return work()


@dataclass
class CapturedBoard(FloatBoard):
    """A board with one more slot, for tokens that only fill a shape."""

    engine: CapturedEngine
    kept: BoardState = field(kw_only=True)

    def __post_init__(self) -> None:
        self.cache, self.pointer_feed = self.kept.cache, self.kept.pointer_feed

    @torch.inference_mode()
    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        self.engine.retried_if_full(partial(super().seat, slots, encoded, rows))
        if self.pointer_feed is not self.kept.pointer_feed:
            self.kept.pointer_feed = self.pointer_feed
            self.kept.launches.clear()

    def room(self, positions: int = 1, sources: int = 1) -> KeyValueCache:
        size = rounded(max(positions, sources), BEGIN)
        cache = super().room(size, size)
        if cache is not self.kept.cache:
            self.kept.cache = cache
            self.kept.launches.clear()
        return cache

    @torch.inference_mode()
    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]
    ) -> list[Verdict]:
        sizes = np.array([len(tokens) for tokens in fed])
        ends = sizes.cumsum()
        firsts = ends - sizes
        self.first = dict(zip(slots, firsts.tolist(), strict=True))
        longest = max(len(self.sources[slot]) for slot in slots)
        reach = rounded(max(longest, int((np.array(starts) + sizes).max())), 32)
        shape = PassShape(rounded(int(ends[-1])), rounded(len(slots)), rounded(int(sizes.max())), reach)
        keeps = [
            [self.sources[slot][at] if at >= 0 else -1 for at in places]
            for slot, places in zip(slots, pointers, strict=True)
        ]
        numbers = _sent(shape, slots, starts, sizes, (fed, keeps, pointers))
        self.states, verdicts = self.engine.retried_if_full(partial(self._judged, shape, longest, numbers))
        best, close, odds = verdicts.cpu().numpy()
        odds = odds.view(np.float32)
        return [
            Verdict(best[a:b].tolist(), close[a:b].astype(bool).tolist(), odds[a:b].tolist())
            for a, b in zip(firsts, ends, strict=True)
        ]

    def _judged(self, shape: PassShape, longest: int, numbers: Numbers) -> Judged:
        cache = self.room(shape.reach, longest)
        known, engine = self.kept.launches, self.engine
        if shape not in known:
            pool = engine.pool if shape.tokens <= CAPTURED and len(known) < MOST else None
            known[shape] = Launch(
                partial(judged, engine, cache, self.pointer_feed, shape), len(numbers), engine.device, pool
            )
        return known[shape](numbers)


def _sent(
    shape: PassShape, slots: list[int], starts: list[int], sizes: Numbers, parts: tuple[list[list[int]], ...]
) -> Numbers:
    """The input of `judged`. For each token: slot, position, place in the padded rows, token, the token to copy, and
    pointer. For each row: slot and start."""
    count, rows = int(sizes.sum()), len(slots)
    numbers = np.zeros(6 * shape.tokens + 2 * (shape.rows + 1), dtype=np.int64)
    each = numbers[: 6 * shape.tokens].reshape(6, shape.tokens)
    row = np.repeat(np.arange(rows), sizes)
    column = np.arange(count) - np.repeat(sizes.cumsum() - sizes, sizes)
    each[0] = -1  # the extra slot
    each[0, :count] = np.array(slots)[row]
    each[1, :count] = np.array(starts)[row] + column
    each[2] = shape.rows * shape.width  # the extra row
    each[2, :count] = row * shape.width + column
    for line, part in zip(each[3:], parts, strict=True):
        line[:count] = [number for numbers in part for number in numbers]
    by_row = numbers[6 * shape.tokens :].reshape(2, shape.rows + 1)
    by_row[0] = -1
    by_row[:, :rows] = slots, starts
    return numbers


def judged(
    engine: FloatEngine, cache: KeyValueCache, pointer_feed: Tensor | None, shape: PassShape, given: Tensor
) -> Judged:
    """A pass of the decoder on the output of `_sent`. It reads no value back, so nothing waits for the device."""
    slot, position, place, tokens, keep, at = given[: 6 * shape.tokens].view(6, -1)
    row_slot, start = given[6 * shape.tokens :].view(2, -1)
    ragged = Ragged(
        rows=shape.rows + 1,
        width=shape.width,
        reach=shape.reach,
        slot=slot,
        position=position,
        place=place,
        row_slot=row_slot,
        padded_position=start[:, None] + torch.arange(shape.width, device=given.device),
        source_mask=padding_mask(cache.source_length[row_slot], shape.reach),
    )
    states = engine.network.extend(
        tokens, cache, ragged, None if pointer_feed is None else pointer_feed[slot, at.clamp(min=0)]
    )
    _, best, close, odds = engine.judged(states, keep)
    return Judged(states, torch.stack((best.int(), close.int(), odds.float().view(torch.int32))))
