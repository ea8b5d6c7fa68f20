"""Compares the pipelined decoder with greedy decoding, by the number of sentences in a passage.

Greedy decoding writes a passage as one sequence, the pipelined decoder as one sub-sequence per sentence. Its quality is
the share of sentences that are the same as in greedy decoding of each sentence alone. On a CPU, times are processor
times, because other programs lengthen what a clock shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter, process_time

from gec.decoding import pipelined
from gec.decoding.draft import Tokens
from gec.decoding.pipelined import Pace, Passage
from gec.decoding.verify import DecodingSettings, decode
from gec.engine.pipeline import Pipeline


@dataclass(frozen=True, slots=True)
class PassageFigures:
    """Figures for passages of one length, decoded in one way."""

    way: str
    sentences: int
    passages: int
    passes: float  # per passage
    ms: float  # per passage
    tokens: float  # of output per passage
    speed_up: float  # in tokens per second relative to greedy, because outputs differ in length
    same: float  # share of sentences that are the same as in greedy decoding of the sentence alone


def measure(
    pipeline: Pipeline,
    tokens: Tokens,
    passages: Sequence[Passage],
    pace: Pace,
    deltas: Sequence[int],
    *,
    marks: Sequence[int],
) -> Iterator[PassageFigures]:
    """Figures for greedy decoding and the pipelined decoder, for each number of sentences."""
    engine = pipeline.engine
    now = process_time if engine.about.device == "cpu" else perf_counter
    wholes = DecodingSettings(mode="greedy", slots=pace.slots)
    for count in range(2, pace.sub_max + 1):
        some = [passage[:count] for passage in passages if len(passage) >= count]
        if not some:
            continue
        rows = [[*marks, *(token for sentence in one for token in sentence), engine.eos] for one in some]
        begin = now()
        whole = dict(decode(engine, tokens, rows, wholes, marks=len(marks)))
        slow = now() - begin
        steps = sum(output.passes for output in whole.values()) / len(some)
        long = sum(len(output.ids) for output in whole.values())
        yield PassageFigures("greedy", count, len(some), steps, 1000 * slow / len(some), long / len(some), 1.0, 1.0)
        alone = _alone(pipeline, tokens, some, marks)
        for delta in deltas:
            begin = now()
            done = dict(pipelined.decode(pipeline, tokens, some, replace(pace, delta=delta), marks=marks))
            seconds = now() - begin
            said = [output.ids for number in range(len(some)) for output in done[number]]
            yield PassageFigures(
                f"pipelined, delta {delta}",
                count,
                len(some),
                sum(outputs[0].passes for outputs in done.values()) / len(some),
                1000 * seconds / len(some),
                sum(map(len, said)) / len(some),
                (sum(map(len, said)) / seconds) / (long / slow),
                sum(one == other for one, other in zip(said, alone, strict=True)) / len(said),
            )


def _alone(pipeline: Pipeline, tokens: Tokens, passages: Sequence[Passage], marks: Sequence[int]) -> list[list[int]]:
    """The greedy output of each sentence alone."""
    rows = [[*marks, *sentence, pipeline.engine.eos] for passage in passages for sentence in passage]
    done = dict(decode(pipeline.engine, tokens, rows, DecodingSettings(), marks=len(marks)))
    return [done[number].ids for number in range(len(rows))]
