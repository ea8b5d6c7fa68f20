"""Measures decoding: passes, positions, time and memory, for each way and batch size, on sources that are already token
ids.

Time is measured by a wrapper around the engine, so exactly the usual code runs. The caller chooses the sentences,
scores the outputs and shows the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil
from time import perf_counter

from gec.benchmarks.peak_memory import peak
from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.engine import EXACT, About, Board, EncodedSources, Engine, Lenience, Verdict

WARM_UP = 8  # sentences decoded before measuring, or one batch if that is more

Judge = Callable[[Sequence[Sequence[int]]], tuple[float, float]]  # F0.5 and GLEU of the outputs of all sources


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to decode."""

    name: str
    settings: DecodingSettings


@dataclass(frozen=True, slots=True)
class DecodingCost:
    """The costs of one way at one batch size. Milliseconds are per sentence, from the round with the median time."""

    way: str
    batch: int
    rounds: int
    passes: float  # per sentence
    accepted: float  # output tokens per pass: Stern et al.'s mean accepted block size
    speed_up: float  # relative to greedy at the same batch size; 0 if that was not measured
    passes_p95: int
    positions: float  # tokens given to the decoder, per sentence
    steps: int  # forward passes of the decoder
    refill: float  # steps relative to the fewest possible, with all slots always busy
    ms: float
    encoder_ms: float
    decoder_ms: float
    rest_ms: float
    memory_mb: float | None  # peak without the loaded model; None if the system does not report it
    differing: int  # sentences that differ from greedy at batch 1
    f05: float | None  # of the raw outputs; None without a judge, as `gleu`
    gleu: float | None


@dataclass(frozen=True, slots=True)
class Round:
    """One timed decoding of all sources."""

    outputs: list[Output]
    steps: int
    seconds: float
    encoder: float
    decoder: float


@dataclass(frozen=True, slots=True)
class TimedRound:
    """The round with the median time, the number of rounds, and the peak memory of all."""

    middle: Round
    rounds: int
    memory: float | None


def ways(*, edit_head: bool, block: int = 0, lenience: Lenience = EXACT) -> list[Contender]:
    """Every way to decode with a model that has an edit head, block heads, or neither. With a lenience, also the lossy
    way."""
    known = [
        Contender("greedy", DecodingSettings(mode="greedy", head=False)),
        Contender("aggressive", DecodingSettings(head=False)),
    ]
    if edit_head:
        known.append(Contender("edit head", DecodingSettings(head=True)))
    if block:
        known += [
            Contender("blockwise", DecodingSettings(mode="blockwise")),
            Contender("auto", DecodingSettings(mode="auto")),
        ]
    if block and not lenience.lossless:
        known.append(Contender("blockwise, lossy", DecodingSettings(mode="blockwise", lenience=lenience)))
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
) -> Iterator[DecodingCost]:
    """Yield figures one by one. Greedy is slow and only for comparison, so it is timed once."""

    def timed(settings: DecodingSettings) -> TimedRound:
        count = 1 if settings.mode == "greedy" else rounds
        with peak(engine.about.device) as memory:
            _round(engine, tokens, sources[: max(WARM_UP, settings.slots)], settings, marks)
            found = [_round(engine, tokens, sources, settings, marks) for _ in range(count)]
        return TimedRound(sorted(found, key=lambda one: one.seconds)[count // 2], count, memory.mb)

    greedy = DecodingSettings(mode="greedy", slots=1, head=False)
    first = timed(greedy)
    slow = {1: first.middle.seconds}  # seconds of greedy, by batch size
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
    settings: DecodingSettings,
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
    timed: TimedRound,
    reference: Sequence[Output],
    slow: float,
    worth: tuple[float | None, float | None],
) -> DecodingCost:
    middle = timed.middle
    count = len(reference)
    passes = sorted(output.passes for output in middle.outputs)
    a_sentence = 1000 / count
    return DecodingCost(
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
    """An engine that forwards to another one and measures the time."""

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

    def unbiased(self) -> Engine:
        return Clocked(self.engine.unbiased(), self.now)

    def settle(self) -> None:
        self.engine.settle()

    def encode(self, sources: list[list[int]]) -> EncodedSources:
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
    """The board of a clocked engine."""

    clock: Clocked
    board: Board

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
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
