"""Decodes passages with the pipelined decoder (Huang et al. 2025): every sentence is a sub-sequence, and all grow in
parallel.

A sub-sequence begins with the start token and ends with the end token. Their number is either known from the source or
discovered: a new one begins every `delta` steps until one is empty. Passages are decoded in batches, and free slots are
refilled. Passages beyond the bounds are divided. `gec/engine/pipeline.py` does the arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from gec.decoding.draft import Pointer, Tokens
from gec.decoding.verify import Output
from gec.engine.pipeline import Fed, Pipeline, PipelineBoard
from gec.errors import OptionError

Passage = list[list[int]]  # the ids of its sentences, without marks and ends


@dataclass(frozen=True, slots=True)
class Pace:
    """When sub-sequences begin, and the bounds of a passage. The defaults are those of `gec train pipelined`."""

    delta: int = 1  # steps between two sub-sequences; 0 begins all at once
    discover: bool = False  # the output decides how many sentences there are, not the source
    sub_max: int = 8
    time_max: int = 160  # steps
    source_max: int = 320  # tokens of a source
    slots: int = 8
    growth: float = 1.5  # an output longer than growth times its sentence plus slack is stopped
    slack: int = 16


@dataclass
class Sub:
    """One sub-sequence."""

    limit: int
    first: int  # place in the source where its sentence begins
    keep: Pointer
    said: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    finished: bool = False

    @property
    def open(self) -> bool:
        """Whether it is unfinished."""
        return not self.finished and len(self.said) < self.limit

    def fed(self, number: int, time: int, start: int) -> Fed:
        """The next input of the decoder: the last token."""
        keep = self.keep.token()
        return Fed(
            self.said[-1] if self.said else start,
            number,
            time,
            first=not self.said,
            at=self.first + self.keep.at,
            keep=-1 if keep is None else keep,
        )

    def push(self, token: int, odds: float, eos: int) -> None:
        self.keep.push(self.said, token)
        self.said.append(token)
        self.odds.append(odds)
        self.finished = token == eos


@dataclass
class PassageRow:
    """The state of a passage during decoding."""

    number: int
    source: list[int]
    sentences: Passage
    extra: int  # source tokens besides the sentences: marks and end
    subs: list[Sub] = field(default_factory=list)
    fed: list[Fed] = field(default_factory=list)
    time: int = 0

    def first(self, number: int) -> int:
        """The place in the source where a sentence begins; the end of the source if there is no such sentence."""
        if number >= len(self.sentences):
            return len(self.source) - 1
        return self.extra - 1 + number + sum(map(len, self.sentences[:number]))

    @property
    def ended(self) -> bool:
        """Whether the newest sub-sequence is empty, which means that there are no more."""
        return len(self.subs) > 1 and self.subs[-1].finished and len(self.subs[-1].said) == 1

    def outputs(self, discovered: bool) -> list[Output]:
        """The output of each sub-sequence, without the empty one at the end."""
        subs = self.subs
        if discovered:  # several sub-sequences that begin at once may all be empty
            empty = (at for at, sub in enumerate(subs) if at and sub.finished and len(sub.said) == 1)
            subs = subs[: next(empty, len(subs))]
        return [Output(sub.said, sub.odds, self.time, len(sub.said), sub.finished) for sub in subs]


def fitting(sentences: Sequence[list[int]], pace: Pace) -> list[Passage]:
    """The sentences as passages within the bounds, in order. A sentence beyond the bounds is a passage of its own."""
    passages: list[Passage] = []
    for sentence in sentences:
        if passages and within([*passages[-1], sentence], pace):
            passages[-1].append(sentence)
        else:
            passages.append([sentence])
    return passages


def within(passage: Passage, pace: Pace) -> bool:
    steps = max(number * pace.delta + _limit(sentence, pace) for number, sentence in enumerate(passage))
    tokens = sum(len(sentence) + 1 for sentence in passage)
    return len(passage) <= pace.sub_max and steps <= pace.time_max and tokens <= pace.source_max


def _limit(sentence: Sequence[int], pace: Pace, extra: int = 2) -> int:
    """The most tokens of an output. `extra` is the number of marks and ends in the source."""
    return int((len(sentence) + extra) * pace.growth) + pace.slack


def decode(
    pipeline: Pipeline, tokens: Tokens, passages: Iterable[Passage], pace: Pace, *, marks: Sequence[int] = ()
) -> Iterator[tuple[int, list[Output]]]:
    """Yield the number of each passage and the outputs of its sub-sequences, as soon as it is finished."""
    if pipeline.most is not None and pipeline.most < pace.sub_max:
        raise OptionError(f"{pace.sub_max} sentences a passage, but the model knows {pipeline.most} starts")
    board = pipeline.board(pace.slots)
    supply = iter(enumerate(passages))
    rows: dict[int, PassageRow] = {}
    free = list(range(pace.slots))[::-1]
    while True:
        if free:
            group = [_row(pipeline, number, passage, marks) for number, passage in islice(supply, len(free))]
            if group:
                encoded = pipeline.encode([row.source for row in group])
                slots = [free.pop() for _ in group]
                board.seat(slots, encoded, range(len(group)))
                rows |= dict(zip(slots, group, strict=True))
        if not rows:
            return
        for slot in _step(pipeline, board, rows, tokens, pace):
            row = rows.pop(slot)
            free.append(slot)
            yield row.number, row.outputs(pace.discover)


def _row(pipeline: Pipeline, number: int, passage: Passage, marks: Sequence[int]) -> PassageRow:
    start, eos = pipeline.engine.start, pipeline.engine.eos
    source = [*marks, *passage[0]]
    for sentence in passage[1:]:
        source += [start, *sentence]
    return PassageRow(number, [*source, eos], passage, len(marks) + 1)


def _step(
    pipeline: Pipeline, board: PipelineBoard, rows: dict[int, PassageRow], tokens: Tokens, pace: Pace
) -> list[int]:
    """One step of every passage. Returns the slots of finished passages."""
    engine = pipeline.engine
    slots: list[int] = []
    starts, fed, growing = [], [], []
    for slot in sorted(rows):
        row = rows[slot]
        _begin(row, pipeline, tokens, pace)
        if not any(sub.open for sub in row.subs):  # all have ended before the next one begins
            row.time += 1
            continue
        slots.append(slot)
        open_ = [(number, sub) for number, sub in enumerate(row.subs) if sub.open]
        growing.append([sub for _, sub in open_])
        fed.append([sub.fed(number, row.time, engine.start) for number, sub in open_])
        starts.append(len(row.fed))
        row.fed += fed[-1]
    verdicts = board.step(slots, starts, fed) if slots else []
    done = []
    for slot, start, subs, verdict in zip(slots, starts, growing, verdicts, strict=True):
        row = rows[slot]
        for place, sub in enumerate(subs):
            token = verdict.best[place]
            if verdict.close[place]:
                token = pipeline.arbitrate(row.source, row.fed, start + place)
            sub.push(token, verdict.odds[place], engine.eos)
        row.time += 1
        if not _more(row, pace) and not any(sub.open for sub in row.subs):
            done.append(slot)
    return done


def _begin(row: PassageRow, pipeline: Pipeline, tokens: Tokens, pace: Pace) -> None:
    """Begin the sub-sequences that are due."""
    while _more(row, pace) and row.time >= len(row.subs) * pace.delta:
        number = len(row.subs)
        sentence = row.sentences[number] if number < len(row.sentences) else []
        limit = _limit(sentence, pace, row.extra)
        if pace.discover:  # it may turn out to be another sentence of the source
            limit = max(limit, pace.time_max - row.time)
        row.subs.append(Sub(limit, row.first(number), Pointer([*sentence, pipeline.engine.eos], tokens)))


def _more(row: PassageRow, pace: Pace) -> bool:
    """Whether another sub-sequence will begin."""
    if not pace.discover:
        return len(row.subs) < len(row.sentences)
    return not row.ended and len(row.subs) < pace.sub_max
