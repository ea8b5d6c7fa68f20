"""The float engine on a GPU. With such a small network, the GPU would mostly wait for Python to launch kernels. So
shapes are rounded up to a few sizes. When a size occurs a second time, it is captured as a CUDA graph, and from then on
launched at once.

A pass sends one tensor of whole numbers to the device and gets one back. The tokens that only fill a shape go to a slot
and to a padded row of their own, which nobody reads. All but the capturing itself runs on a CPU as well; there it is no
faster than `float.py`, and only tests use it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from gec.engine import EXACT, Encoded, Lenience, Verdict
from gec.engine.float import FloatBoard, FloatEngine, Memory
from gec.model.cache import Cache, Ragged
from gec.model.checkpoint import Checkpoint
from gec.model.network import padding_mask

Found = TypeVar("Found")
Numbers = NDArray[np.int64]
BEGIN = 128  # positions a cache has from the start: when it grows, what was captured is lost
CAPTURED = 4096  # tokens; with more of them the arithmetic takes longer than the launches
MOST = 256  # graphs of one cache; each keeps some of the device's memory
KEPT = 8  # grounds, each with a cache and graphs of its own; batches of a like size share one


def rounded(size: int, least: int = 1) -> int:
    """The next power of two, or one and a half times a power of two."""
    power = 1 << max(0, size - 1).bit_length()
    return max(least, power * 3 // 4 if size <= power * 3 // 4 else power)


class Launch(Generic[Found]):
    """Something that is worked out from a tensor of whole numbers, always of the same shape. What comes back stands
    until the next call."""

    def __init__(self, run: Callable[[Tensor], Found], size: int, device: torch.device, pool: Any) -> None:
        """`pool` is where graphs have their memory; None: nothing is captured."""
        self.given = torch.zeros(size, dtype=torch.long, device=device)
        self.run, self.pool = run, pool
        self.graph: torch.cuda.CUDAGraph | None = None
        self.calls = 0

    def __call__(self, numbers: Numbers) -> Found:
        self.given.copy_(torch.from_numpy(numbers))
        if self.pool is None or not self.calls:  # the first time, libraries make themselves ready
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
class Ground:
    """What outlives a board, since launches know where it is: one decoding after another stands on it."""

    slots: int
    cache: Cache | None = None
    led: Tensor | None = None
    launches: dict[Shape, Launch[Judged]] = field(default_factory=dict)


class Shape(NamedTuple):
    """Of a pass, rounded up: packed tokens, rows, tokens in a padded row, positions looked at."""

    tokens: int
    rows: int
    width: int
    reach: int


class Judged(NamedTuple):
    states: Tensor  # [tokens, d]
    verdicts: Tensor  # [3, tokens] of int32: the best, whether another is close, and the bits of the odds


class CapturedEngine(FloatEngine):
    def __init__(self, checkpoint: Checkpoint, device: torch.device, dtype: torch.dtype = torch.float32) -> None:
        super().__init__(checkpoint, device, dtype)
        self.pool = torch.cuda.graph_pool_handle() if device.type == "cuda" else None
        self.idle: list[Ground] = []  # that no board stands on, the one that was left last at the end
        self._readings: dict[tuple[int, int], Launch[tuple[Memory, Tensor | None]]] = {}

    def read(self, sources: list[list[int]]) -> tuple[Memory, Tensor | None]:
        rows, width = shape = rounded(len(sources)), rounded(max(map(len, sources)), 16)
        numbers = np.full(rows * width + rows, self.config.pad, dtype=np.int64)
        ids, lengths = numbers[: rows * width].reshape(rows, width), numbers[rows * width :]
        lengths[:] = 1  # of rows that only fill the shape
        for row, source in enumerate(sources):
            ids[row, : len(source)], lengths[row] = source, len(source)
        return self.spacious(partial(self._kept, shape, numbers))

    def _kept(self, shape: tuple[int, int], numbers: Numbers) -> tuple[Memory, Tensor | None]:
        launch = self._readings.get(shape)
        if launch is None:
            pool = self.pool if shape[0] * shape[1] <= CAPTURED and len(self._readings) < MOST else None
            launch = Launch(partial(self._understood, shape), len(numbers), self.device, pool)
            self._readings[shape] = launch
        memory, guesses = launch(numbers)
        kept = [(keys.clone(), values.clone()) for keys, values in memory.layers]
        return Memory(kept, None if memory.led is None else memory.led.clone()), guesses

    def _understood(self, shape: tuple[int, int], given: Tensor) -> tuple[Memory, Tensor | None]:
        rows, width = shape
        ids, lengths = given[: rows * width].view(rows, width), given[rows * width :]
        return self.understood(ids, lengths, everywhere=rows * width <= CAPTURED)

    def board(self, slots: int, lenience: Lenience = EXACT) -> FloatBoard:
        if not lenience.lossless:
            return super().board(slots, lenience)
        slots = rounded(slots)
        ground = next((one for one in reversed(self.idle) if one.slots == slots), None)
        if ground is None:
            ground = Ground(slots)
        else:
            self.idle.remove(ground)
        del self.idle[: 1 - KEPT]  # not when a board goes: that may be in the middle of the lines above
        board = CapturedBoard(self, slots + 1, ground=ground)
        weakref.finalize(board, self.idle.append, ground).atexit = False
        return board

    def spacious(self, work: Callable[[], Found]) -> Found:
        """What `work` comes to; where the device's memory is full, without all that is only kept for later."""
        try:
            return work()
        except torch.OutOfMemoryError:
            if not (self.idle or self._readings):
                raise
        # Outside the handler, whose traceback holds on to the tensors that were too many.
        self.idle.clear()
        self._readings.clear()
        return work()


@dataclass
class CapturedBoard(FloatBoard):
    """Its last slot is nobody's: it takes what fills a shape."""

    engine: CapturedEngine
    ground: Ground = field(kw_only=True)

    def __post_init__(self) -> None:
        self.cache, self.led = self.ground.cache, self.ground.led

    @torch.inference_mode()
    def seat(self, slots: Sequence[int], encoded: Encoded, rows: Sequence[int]) -> None:
        self.engine.spacious(partial(super().seat, slots, encoded, rows))
        if self.led is not self.ground.led:
            self.ground.led = self.led
            self.ground.launches.clear()

    def room(self, positions: int = 1, sources: int = 1) -> Cache:
        size = rounded(max(positions, sources), BEGIN)
        cache = super().room(size, size)
        if cache is not self.ground.cache:
            self.ground.cache = cache
            self.ground.launches.clear()
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
        shape = Shape(rounded(int(ends[-1])), rounded(len(slots)), rounded(int(sizes.max())), reach)
        keeps = [
            [self.sources[slot][at] if at >= 0 else -1 for at in places]
            for slot, places in zip(slots, pointers, strict=True)
        ]
        numbers = _sent(shape, slots, starts, sizes, (fed, keeps, pointers))
        self.states, verdicts = self.engine.spacious(partial(self._judged, shape, longest, numbers))
        best, close, odds = verdicts.cpu().numpy()
        odds = odds.view(np.float32)
        return [
            Verdict(best[a:b].tolist(), close[a:b].astype(bool).tolist(), odds[a:b].tolist())
            for a, b in zip(firsts, ends, strict=True)
        ]

    def _judged(self, shape: Shape, longest: int, numbers: Numbers) -> Judged:
        cache = self.room(shape.reach, longest)
        known, engine = self.ground.launches, self.engine
        if shape not in known:
            pool = engine.pool if shape.tokens <= CAPTURED and len(known) < MOST else None
            known[shape] = Launch(partial(judged, engine, cache, self.led, shape), len(numbers), engine.device, pool)
        return known[shape](numbers)


def _sent(
    shape: Shape, slots: list[int], starts: list[int], sizes: Numbers, parts: tuple[list[list[int]], ...]
) -> Numbers:
    """All that `judged` is told: of each token the slot, position and place in the padded rows, then the token, what
    keeping would say next and the pointer; of each row slot and start."""
    count, rows = int(sizes.sum()), len(slots)
    numbers = np.zeros(6 * shape.tokens + 2 * (shape.rows + 1), dtype=np.int64)
    each = numbers[: 6 * shape.tokens].reshape(6, shape.tokens)
    row = np.repeat(np.arange(rows), sizes)
    column = np.arange(count) - np.repeat(sizes.cumsum() - sizes, sizes)
    each[0] = -1  # nobody's slot
    each[0, :count] = np.array(slots)[row]
    each[1, :count] = np.array(starts)[row] + column
    each[2] = shape.rows * shape.width  # nobody's row
    each[2, :count] = row * shape.width + column
    for line, part in zip(each[3:], parts, strict=True):
        line[:count] = [number for numbers in part for number in numbers]
    by_row = numbers[6 * shape.tokens :].reshape(2, shape.rows + 1)
    by_row[0] = -1
    by_row[:, :rows] = slots, starts
    return numbers


def judged(engine: FloatEngine, cache: Cache, led: Tensor | None, shape: Shape, given: Tensor) -> Judged:
    """A pass of the decoder over what `_sent` says, without a look at any value: nothing waits for the device."""
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
    states = engine.network.extend(tokens, cache, ragged, None if led is None else led[slot, at.clamp(min=0)])
    _, best, close, odds = engine.judged(states, keep)
    return Judged(states, torch.stack((best.int(), close.int(), odds.float().view(torch.int32))))
