"""Measures decoding: passes, positions, time and memory, for each way and batch size, on sources that are already token
ids.

Time is measured from outside, by an engine in front of the real one that looks at the clock. So exactly the usual code
is measured. The caller chooses the sentences, judges the outputs and shows the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil
from time import perf_counter

from gec.decoding.draft import Tokens
from gec.decoding.memory import peak
from gec.decoding.verify import Output, Settings, decode
from gec.engine import EXACT, About, Board, Encoded, Engine, Lenience, Verdict

WARM_UP = 8  # sentences decoded before the clock counts, or one batch if that is more

Judge = Callable[[Sequence[Sequence[int]]], tuple[float, float]]  # F0.5 and GLEU of the outputs of all sources


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to decode."""

    name: str
    settings: Settings


@dataclass(frozen=True, slots=True)
class Figures:
    """What one way cost at one batch size; milliseconds are a sentence's, of the round with the median time."""

    way: str
    batch: int
    rounds: int
    passes: float  # a sentence
    accepted: float  # tokens said a pass: Stern et al.'s mean accepted block size
    speed_up: float  # over greedy at the same batch size; 0 where that was not measured
    passes_p95: int
    positions: float  # fed to the decoder, a sentence
    steps: int  # forwards of the decoder
    refill: float  # steps against the fewest possible, all slots always busy
    ms: float
    encoder_ms: float
    decoder_ms: float
    rest_ms: float
    memory_mb: float | None  # at its peak, beyond what is held without it; none where the system does not tell
    differing: int  # sentences that are not what greedy says at batch 1
    f05: float | None  # of all that the outputs change; these two only where there is a judge
    gleu: float | None


@dataclass(frozen=True, slots=True)
class Round:
    """One decoding of all sources, by the clock."""

    outputs: list[Output]
    steps: int
    seconds: float
    encoder: float
    decoder: float


@dataclass(frozen=True, slots=True)
class Timed:
    """The round with the median time, of so many, and the peak memory of all."""

    middle: Round
    rounds: int
    memory: float | None


def ways(*, edit_head: bool, block: int = 0, lenience: Lenience = EXACT) -> list[Contender]:
    """Every way to decode with a model that has an edit head, or block heads, or neither; with a lenience also the one
    that is lossy."""
    known = [Contender("greedy", Settings(mode="greedy", head=False)), Contender("aggressive", Settings(head=False))]
    if edit_head:
        known.append(Contender("edit head", Settings(head=True)))
    if block:
        known += [Contender("blockwise", Settings(mode="blockwise")), Contender("auto", Settings(mode="auto"))]
    if block and not lenience.lossless:
        known.append(Contender("blockwise, lossy", Settings(mode="blockwise", lenience=lenience)))
    return known


def measure(
    engine: Engine,
    tokens: Tokens,
    sources: Sequence[list[int]],
    chosen: Sequence[Contender],
    batches: Sequence[int],
    *,
    rounds: int = 3,
    marks: int = 1,
    judge: Judge | None = None,
) -> Iterator[Figures]:
    """Figures one after the other. Greedy is slow and only stands for comparison, so it is timed once."""

    def timed(settings: Settings) -> Timed:
        count = 1 if settings.mode == "greedy" else rounds
        with peak(engine.about.device) as memory:
            _round(engine, tokens, sources[: max(WARM_UP, settings.slots)], settings, marks)
            found = [_round(engine, tokens, sources, settings, marks) for _ in range(count)]
        return Timed(sorted(found, key=lambda one: one.seconds)[count // 2], count, memory.mb)

    greedy = Settings(mode="greedy", slots=1, head=False)
    first = timed(greedy)
    slow = {1: first.middle.seconds}  # greedy at each batch size
    for way in chosen:
        for batch in batches:
            settings = replace(way.settings, slots=batch)
            one = first if settings == greedy else timed(settings)
            if settings.mode == "greedy":
                slow[batch] = one.middle.seconds
            worth = judge([output.ids for output in one.middle.outputs]) if judge else (None, None)
            yield _figures(way.name, batch, one, first.middle.outputs, slow.get(batch, 0.0), worth)


def _round(
    engine: Engine,
    tokens: Tokens,
    sources: Sequence[list[int]],
    settings: Settings,
    marks: int,
) -> Round:
    clocked = Clocked(engine)
    begin = perf_counter()
    done = dict(decode(clocked, tokens, sources, settings, marks=marks))
    seconds = perf_counter() - begin
    outputs = [done[number] for number in range(len(sources))]
    return Round(outputs, clocked.steps, seconds, clocked.encoder, clocked.decoder)


def _figures(
    name: str,
    batch: int,
    timed: Timed,
    reference: Sequence[Output],
    slow: float,
    worth: tuple[float | None, float | None],
) -> Figures:
    middle = timed.middle
    count = len(reference)
    passes = sorted(output.passes for output in middle.outputs)
    a_sentence = 1000 / count
    return Figures(
        way=name,
        batch=batch,
        rounds=timed.rounds,
        passes=sum(passes) / count,
        accepted=sum(len(output.ids) for output in middle.outputs) / sum(passes),
        speed_up=slow / middle.seconds,
        passes_p95=passes[ceil(0.95 * count) - 1],
        positions=sum(output.positions for output in middle.outputs) / count,
        steps=middle.steps,
        refill=middle.steps / ceil(sum(passes) / batch),
        ms=middle.seconds * a_sentence,
        encoder_ms=middle.encoder * a_sentence,
        decoder_ms=middle.decoder * a_sentence,
        rest_ms=(middle.seconds - middle.encoder - middle.decoder) * a_sentence,
        memory_mb=timed.memory,
        differing=sum(one.ids != other.ids for one, other in zip(middle.outputs, reference, strict=True)),
        f05=worth[0],
        gleu=worth[1],
    )


# --- an engine with a clock


@dataclass
class Clocked:
    """An engine that says and does what another does, and knows how long that took."""

    engine: Engine
    now: Callable[[], float] = perf_counter
    encoder: float = field(default=0.0, init=False)  # seconds
    decoder: float = field(default=0.0, init=False)
    steps: int = field(default=0, init=False)

    @property
    def eos(self) -> int:
        return self.engine.eos

    @property
    def start(self) -> int:
        return self.engine.start

    @property
    def about(self) -> About:
        return self.engine.about

    def settle(self) -> None:
        self.engine.settle()

    def encode(self, sources: list[list[int]]) -> Encoded:
        begin = self.now()
        encoded = self.engine.encode(sources)
        self.engine.settle()
        self.encoder += self.now() - begin
        return encoded

    @property
    def block(self) -> int:
        return self.engine.block

    def board(self, slots: int, lenience: Lenience = EXACT) -> Board:
        return ClockedBoard(self, self.engine.board(slots, lenience))

    def arbitrate(self, source: list[int], said: list[int], pointers: list[int]) -> int:
        with self.decoding():
            return self.engine.arbitrate(source, said, pointers)

    @contextmanager
    def decoding(self) -> Iterator[None]:
        begin = self.now()
        yield
        self.engine.settle()
        self.decoder += self.now() - begin


@dataclass(frozen=True, slots=True)
class ClockedBoard:
    """The board of such an engine."""

    clock: Clocked
    board: Board

    def seat(self, slots: Sequence[int], encoded: Encoded, rows: Sequence[int]) -> None:
        with self.clock.decoding():
            self.board.seat(slots, encoded, rows)

    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]
    ) -> list[Verdict]:
        self.clock.steps += 1
        with self.clock.decoding():
            return self.board.verify(slots, starts, fed, pointers)

    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        with self.clock.decoding():
            return self.board.propose(slots, places, pointers)
