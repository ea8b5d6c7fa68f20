"""What decoding costs: passes, positions and time, way by way and batch by batch, on sources already in ids.

Time is taken from outside, by an engine that stands before the real one and looks at the clock, so what is measured
is exactly what runs otherwise. Where sentences come from and how figures are shown is the caller's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil
from time import perf_counter

from gec.decoding.draft import Tokens
from gec.decoding.verify import Output, Settings, decode
from gec.engine import EXACT, About, Board, Encoded, Engine, Lenience, Verdict

WARM_UP = 8  # sentences decoded before the clock counts, or one batch if that is more


@dataclass(frozen=True, slots=True)
class Way:
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
    differing: int  # sentences that are not what greedy says at batch 1


@dataclass(frozen=True, slots=True)
class Round:
    """One decoding of all sources, by the clock."""

    outputs: list[Output]
    steps: int
    seconds: float
    encoder: float
    decoder: float


def ways(*, edit_head: bool, block: int = 0, lenience: Lenience = EXACT) -> list[Way]:
    """Every way to decode with a model that has an edit head, or block heads, or neither; with a lenience also the one
    that is lossy."""
    known = [Way("greedy", Settings(mode="greedy", head=False)), Way("aggressive", Settings(head=False))]
    if edit_head:
        known.append(Way("edit head", Settings(head=True)))
    if block:
        known += [Way("blockwise", Settings(mode="blockwise")), Way("auto", Settings(mode="auto"))]
    if block and not lenience.lossless:
        known.append(Way("blockwise, lossy", Settings(mode="blockwise", lenience=lenience)))
    return known


def measure(
    engine: Engine,
    tokens: Tokens,
    sources: Sequence[list[int]],
    chosen: Sequence[Way],
    batches: Sequence[int],
    *,
    rounds: int = 3,
    marks: int = 1,
) -> Iterator[Figures]:
    """Figures one after the other. Greedy is slow and only stands for comparison, so it is timed once."""

    def once(settings: Settings, some: Sequence[list[int]]) -> Round:
        return _round(engine, tokens, some, settings, marks)

    greedy = Settings(mode="greedy", slots=1, head=False)
    once(greedy, sources[:WARM_UP])
    first = once(greedy, sources)
    reference = [output.ids for output in first.outputs]
    slow = {1: first.seconds}  # greedy at each batch size
    for way in chosen:
        for batch in batches:
            settings = replace(way.settings, slots=batch)
            if settings == greedy:
                timed = [first]
            else:
                once(settings, sources[: max(WARM_UP, batch)])
                timed = [once(settings, sources) for _ in range(1 if settings.mode == "greedy" else rounds)]
            if settings.mode == "greedy":
                slow[batch] = timed[0].seconds
            yield _figures(way.name, batch, timed, reference, slow.get(batch, 0.0))


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


def _figures(name: str, batch: int, timed: Sequence[Round], reference: Sequence[list[int]], slow: float) -> Figures:
    middle = sorted(timed, key=lambda one: one.seconds)[len(timed) // 2]
    count = len(reference)
    passes = sorted(output.passes for output in middle.outputs)
    a_sentence = 1000 / count
    return Figures(
        way=name,
        batch=batch,
        rounds=len(timed),
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
        differing=sum(output.ids != said for output, said in zip(middle.outputs, reference, strict=True)),
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

    def propose(self, slots: list[int], places: list[int]) -> list[list[int]]:
        with self.clock.decoding():
            return self.board.propose(slots, places)
