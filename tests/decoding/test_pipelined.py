"""Sub-sequences begin and end as in the paper, and neither cache nor batch changes their output."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import count, pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gec.decoding.draft import Tokens, track
from gec.decoding.pipelined import Pace, Passage, decode, fitting, within
from gec.decoding.verify import Output
from gec.engine import EncodedSources, Verdict
from gec.engine.float_pipeline import FloatPipeline, recompute
from gec.engine.pipeline import Fed
from gec.model.heads import Starts
from gec.model.tokenizer import Tokenizer
from tests.decoding.conftest import CONFIG, VOCABULARY, Small, with_heads
from tests.decoding.test_lossless import EOS, GREEDY, ids, outputs

START, MARK = 0, 3


def passages(number: int, seed: int, *, most: int = 5) -> list[Passage]:
    rng = random.Random(seed)
    return [
        [[rng.randrange(5, VOCABULARY) for _ in range(rng.randrange(1, 14))] for _ in range(rng.randint(1, most))]
        for _ in range(number)
    ]


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "fed by its pointer"])
def small(request: pytest.FixtureRequest, tokenizer: Tokenizer) -> Small:
    return with_heads(tokenizer, 4, fed=request.param)


@pytest.fixture(scope="module")
def pipeline(small: Small) -> FloatPipeline:
    torch.manual_seed(6)
    engine = copy(small.engine)
    engine.starts = Starts(CONFIG.d_model, 8)
    return FloatPipeline(engine)


def run(pipeline: FloatPipeline, small: Small, some: Sequence[Passage], pace: Pace) -> list[list[Output]]:
    done = dict(decode(pipeline, small.tokens, some, pace, marks=[MARK]))
    return [done[number] for number in range(len(some))]


def from_scratch(pipeline: FloatPipeline, tokens: Tokens, passage: Passage, pace: Pace) -> list[list[int]]:
    """The output of each sub-sequence, computed without a cache at every step."""
    source, numbers = [MARK], [0]
    firsts = []
    for sentence, own in enumerate(passage):
        source += [START, *own] if sentence else own
        numbers += [sentence, *[0] * len(own)] if sentence else [0] * len(own)
        firsts.append(len(source) - len(own))
    source, numbers = [*source, EOS], [*numbers, 0]
    said: list[list[int]] = [[] for _ in passage]
    fed: list[Fed] = []
    limits = [int((len(own) + 2) * pace.growth) + pace.slack for own in passage]
    for time in count():
        open_ = [
            i for i, own in enumerate(said) if time >= i * pace.delta and own[-1:] != [EOS] and len(own) < limits[i]
        ]
        if not open_ and time > pace.delta * len(passage):
            return said
        for i in open_:
            *_, at = track([*passage[i], EOS], said[i], tokens)
            fed.append(Fed(said[i][-1] if said[i] else START, i, time, first=not said[i], at=firsts[i] + at))
        if open_:
            states = recompute(pipeline.engine.network, pipeline.starts, source, numbers, fed)
            best = pipeline.engine.network.logits(states[-len(open_) :]).argmax(-1).tolist()
            for i, token in zip(open_, best, strict=True):
                said[i].append(token)
    raise AssertionError


@pytest.mark.parametrize("delta", [0, 1, 2, 3])
@torch.no_grad()
def test_the_cache_says_what_recomputation_says(pipeline: FloatPipeline, small: Small, delta: int) -> None:
    pace = Pace(delta=delta, slots=3, slack=4)
    some = passages(3, seed=delta)
    for passage, found in zip(some, run(pipeline, small, some, pace), strict=True):
        assert ids(found) == from_scratch(pipeline, small.tokens, passage, pace)


def test_one_sentence_is_greedy_token_for_token(pipeline: FloatPipeline, small: Small) -> None:
    some = passages(60, seed=9, most=1)
    greedy = outputs(small, [[MARK, *passage[0], EOS] for passage in some], GREEDY)
    found = [one for [one] in run(pipeline, small, some, Pace(slots=7))]
    assert ids(found) == ids(greedy)
    assert [one.passes for one in found] == [len(one.ids) for one in found]


@pytest.mark.parametrize("slots", [2, 5])
def test_no_batch_changes_a_token(pipeline: FloatPipeline, small: Small, slots: int) -> None:
    some = passages(20, seed=4)
    alone = run(pipeline, small, some, Pace(slots=1))
    together = run(pipeline, small, some, Pace(slots=slots))
    assert [ids(one) for one in together] == [ids(one) for one in alone]


# --- when they begin and end


@dataclass
class Script:
    """A pipeline with a given output for each sub-sequence, which records what was fed at each step."""

    lines: list[list[int]]
    fed: list[Fed] = field(default_factory=list)
    most: None = None
    start: int = START
    eos: int = EOS

    @property
    def engine(self) -> Script:
        return self

    def encode(self, sources: list[list[int]]) -> EncodedSources:
        return EncodedSources(sources, None, None)

    def board(self, slots: int) -> Script:
        return self

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        pass

    def step(self, slots: list[int], starts: list[int], fed: list[list[Fed]]) -> list[Verdict]:
        best = []
        for one in fed[0]:
            self.fed.append(one)
            told = sum(other.sequence == one.sequence for other in self.fed)
            line = self.lines[one.sequence] if one.sequence < len(self.lines) else []
            best.append([*line, EOS][min(told - 1, len(line))])
        return [Verdict(best, [False] * len(best), [0.0] * len(best))]


TOKENS = Tokens([True] * VOCABULARY)
LINES = [[10, 11, 12, 13, 14], [20], [30, 31, 32], [40, 41]]


def scripted(pace: Pace, lines: list[list[int]] = LINES, passage: Passage | None = None) -> tuple[list[Output], Script]:
    script = Script(lines)
    passage = passage or [line or [9] for line in lines]
    [(_, found)] = decode(script, TOKENS, [passage], pace)  # type: ignore[arg-type]
    return found, script


@pytest.mark.parametrize("discover", [False, True])
@pytest.mark.parametrize("delta", [1, 2, 3])
def test_token_j_of_sentence_i_comes_at_its_time(delta: int, discover: bool) -> None:
    found, script = scripted(Pace(delta=delta, discover=discover))
    assert ids(found) == [[*line, EOS] for line in LINES]
    for i, line in enumerate(LINES):
        times = [one.time for one in script.fed if one.sequence == i]
        assert times == [i * delta + j for j in range(len(line) + 1)]


def test_known_sentences_can_begin_all_at_once() -> None:
    found, script = scripted(Pace(delta=0))
    assert ids(found) == [[*line, EOS] for line in LINES]
    assert found[0].passes == max(map(len, LINES)) + 1
    assert sum(one.time == 0 for one in script.fed) == len(LINES)


def test_sentences_may_end_before_the_next_begins(pipeline: FloatPipeline, small: Small) -> None:
    found, script = scripted(Pace(delta=9))
    assert ids(found) == [[*line, EOS] for line in LINES]
    assert max(one.time for one in script.fed) == 9 * (len(LINES) - 1) + len(LINES[-1])
    assert len(run(pipeline, small, passages(3, seed=1), Pace(delta=40, time_max=1000))) == 3


def test_discovery_of_all_at_once_ends_with_the_first_empty_one() -> None:
    found, _ = scripted(Pace(delta=0, discover=True))
    assert ids(found) == [[*line, EOS] for line in LINES]


def test_discovery_ends_with_the_empty_one() -> None:
    found, script = scripted(Pace(delta=1, discover=True))
    assert len(found) == len(LINES)
    assert max(one.sequence for one in script.fed) == len(LINES)
    found, _ = scripted(Pace(delta=1, discover=True), [LINES[0], [], LINES[2]])
    assert ids(found) == [[*LINES[0], EOS]]


def test_discovery_is_bounded() -> None:
    endless = [[10 + i] * 50 for i in range(9)]
    found, _ = scripted(Pace(delta=1, discover=True, sub_max=3, time_max=30), endless, [[9, 9]])
    assert [len(one.ids) for one in found] == [30, 29, 28]
    assert not any(one.finished for one in found)


# --- bounds

sentences = st.lists(st.lists(st.integers(5, 90), max_size=60), max_size=30)


@given(sentences, st.integers(1, 8), st.integers(20, 160), st.integers(10, 200), st.integers(0, 3))
def test_long_passages_are_parted_and_nothing_is_lost(
    some: list[list[int]], sub_max: int, time_max: int, source_max: int, delta: int
) -> None:
    pace = Pace(delta=delta, sub_max=sub_max, time_max=time_max, source_max=source_max)
    found = fitting(some, pace)
    assert [sentence for passage in found for sentence in passage] == some
    assert all(len(passage) == 1 or within(passage, pace) for passage in found)
    for one, other in pairwise(found):
        assert not within([*one, other[0]], pace)


def test_empty_passages_and_sentences(pipeline: FloatPipeline, small: Small) -> None:
    assert run(pipeline, small, [], Pace()) == []
    [found] = run(pipeline, small, [[[], [7, 8], []]], Pace())
    assert len(found) == 3
