"""Whatever is drafted, batched or reordered, the output is token for token that of greedy decoding."""

from __future__ import annotations

import random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from gec.decoding.draft import Pointer, track
from gec.decoding.route import Drafter
from gec.decoding.row import Row
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.model.tokenizer import Tokenizer
from tests.decoding.conftest import VOCABULARY, Small, with_heads
from tests.misleading import EOS, adversary, random_sources

GREEDY = DecodingSettings(mode="greedy")

sources = st.lists(st.integers(5, VOCABULARY - 1), max_size=30).map(lambda ids: [3, *ids, EOS])


@pytest.fixture(scope="module", params=["plain", "fed by its pointer"])
def small(request: pytest.FixtureRequest, tokenizer: Tokenizer) -> Small:
    return with_heads(tokenizer, 4, fed=request.param != "plain")


def outputs(small: Small, rows: list[list[int]], how: DecodingSettings, drafter: Drafter | None = None) -> list[Output]:
    done = dict(decode(small.engine, small.tokens, rows, how, drafter=drafter))
    return [done[number] for number in range(len(rows))]


def ids(found: list[Output]) -> list[list[int]]:
    return [one.ids for one in found]


@settings(max_examples=20)
@given(rows=st.lists(sources, min_size=1, max_size=9), seed=st.integers(0, 10**6), slots=st.integers(1, 5))
def test_no_draft_changes_a_token(small: Small, rows: list[list[int]], seed: int, slots: int) -> None:
    greedy = ids(outputs(small, rows, GREEDY))
    assert ids(outputs(small, rows, DecodingSettings(slots=slots), adversary(seed))) == greedy
    assert ids(outputs(small, rows, DecodingSettings(slots=slots))) == greedy
    assert ids(outputs(small, rows, DecodingSettings(slots=slots, head=False, longest_draft=3))) == greedy


@pytest.mark.slow
def test_two_thousand_misleading_cases(small: Small) -> None:
    rows = random_sources(2_000, seed=1)
    greedy = ids(outputs(small, rows, DecodingSettings(mode="greedy", slots=128)))
    assert ids(outputs(small, rows, DecodingSettings(slots=128), adversary(2))) == greedy


@torch.inference_mode()
def test_greedy_is_the_best_token_after_every_prefix(small: Small) -> None:
    """Computed from scratch in float64, to check the cache and the pointer."""
    engine = small.engine
    for source, one in zip(random_sources(30, seed=6), outputs(small, random_sources(30, seed=6), GREEDY), strict=True):
        places = [1 + at for at in track(source[1:], one.ids[:-1], small.tokens)]
        inputs = torch.tensor([[engine.start, *one.ids[:-1]]])
        logits = engine.exact(torch.tensor([source]), torch.tensor([len(source)]), inputs, torch.tensor([places]))
        assert logits[0].argmax(-1).tolist() == one.ids


def test_neither_batch_nor_order_changes_a_token(small: Small) -> None:
    rows = random_sources(150, seed=3)
    greedy = ids(outputs(small, rows, DecodingSettings(mode="greedy", slots=1)))
    for slots in (1, 7, 32):
        order = random.Random(slots).sample(range(len(rows)), len(rows))
        found = ids(outputs(small, [rows[place] for place in order], DecodingSettings(slots=slots)))
        assert found == [greedy[place] for place in order], slots


def test_the_true_output_as_draft_takes_one_pass(small: Small) -> None:
    rows = random_sources(40, seed=4)
    greedy = outputs(small, rows, GREEDY)
    truth = {tuple(row): one.ids for row, one in zip(rows, greedy, strict=True)}

    def oracle(row: Row, limit: int) -> list[int]:
        return truth[tuple(row.source)][len(row.said) : len(row.said) + limit]

    found = outputs(small, rows, DecodingSettings(), oracle)
    assert ids(found) == ids(greedy)
    assert {one.passes for one, slow in zip(found, greedy, strict=True) if slow.finished} == {1}


def test_refilled_slots_leave_few_steps_idle(small: Small) -> None:
    rows = sorted(random_sources(600, seed=5), key=len, reverse=True)
    steps = 0
    verify = small.engine.board(1).__class__.verify

    def counted(*arguments: object) -> object:
        nonlocal steps
        steps += 1
        return verify(*arguments)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(small.engine.board(1).__class__, "verify", counted)
        found = outputs(small, rows, DecodingSettings(slots=32))
    assert steps <= 1.15 * sum(one.passes for one in found) / 32 + max(one.passes for one in found)


def test_an_endless_output_is_stopped_and_marked_as_unfinished(small: Small) -> None:
    found = outputs(small, random_sources(200, seed=6), DecodingSettings(growth=0.1, slack=1))
    assert any(not one.finished for one in found)
    assert all(len(one.ids) <= 1 + int(0.1 * 22) + 1 for one in found)


def test_an_output_that_goes_in_circles_is_stopped(small: Small) -> None:
    source = [3, *range(40, 52), EOS]
    row = Row(0, source, 999, marks=1, keep=Pointer(source[1:], small.tokens), lead=None)
    for token in [*range(40, 50), *range(42, 50), *range(42, 50)]:
        row.push(token, 0.0)
        assert not row.ran_away
    row.push(42, 0.0)
    row.push(43, 0.0)
    assert row.ran_away


def test_nothing_to_decode(small: Small) -> None:
    assert outputs(small, [], DecodingSettings()) == []
    assert len(outputs(small, [[3, EOS]], DecodingSettings())) == 1
