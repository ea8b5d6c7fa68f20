"""What stands alone in a sentence must be surer than what stands beside others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit
from gec.edits.enough import ANY, Enough, needed

SHARE = st.integers(0, 100).map(lambda hundredths: hundredths / 100)
BALANCED = Enough(0.7, 0.4)


def edits(*confidences: float, sentence: int = 0) -> list[Edit]:
    return [
        Edit(sentence + 2 * at, sentence + 2 * at + 1, "x", "R:VERB", one, part_of=(sentence, 2 * at, 2 * at + 1))
        for at, one in enumerate(confidences)
    ]


@pytest.mark.parametrize(
    ("confidences", "kept"),
    [
        ((0.69,), ()),
        ((0.7,), (0.7,)),
        ((1.0, 0.4), (1.0, 0.4)),  # the sentence is touched anyway
        ((1.0, 0.39), (1.0,)),
        ((0.5, 0.5), ()),  # halfway between the two asks for 0.55
        ((0.56, 0.56), (0.56, 0.56)),  # one of which is likely right
        ((0.5, 0.5, 0.5), (0.5, 0.5, 0.5)),
        ((), ()),
    ],
)
def test_an_edit_must_be_the_surer_the_likelier_its_sentence_was_right(
    confidences: tuple[float, ...], kept: tuple[float, ...]
) -> None:
    assert tuple(edit.confidence for edit in BALANCED.of(edits(*confidences))) == kept


def test_a_sentence_answers_for_itself() -> None:
    first, second = edits(1.0, sentence=0), edits(0.5, sentence=40)
    assert BALANCED.of([*second, *first]) == first
    assert BALANCED.of([*first, replace(second[0], part_of=(0, 40, 41))]) == [*first, *second]


def test_parts_of_a_change_are_no_company_of_each_other() -> None:
    """Markup stands between them."""
    parts = [replace(one, part_of=(0, 0, 3)) for one in edits(0.6, 0.6)]
    assert BALANCED.of(parts) == []
    assert BALANCED.of([*parts, replace(parts[1], start=9, end=9, part_of=(0, 9, 9))]) != []


@given(st.lists(SHARE, max_size=6), SHARE, SHARE)
def test_who_is_surer_than_what_is_asked_of_all_gets_through(
    confidences: list[float], one: float, other: float
) -> None:
    enough = Enough(max(one, other), min(one, other))
    found = edits(*confidences)
    kept = enough.of(found)
    assert kept == [edit for edit in found if edit in kept]
    assert set(Enough(enough.alone, enough.alone).of(found)) <= set(kept)
    assert set(kept) <= set(Enough(enough.beside, enough.beside).of(found))
    assert ANY.of(found) == found


@given(st.lists(SHARE, min_size=1, max_size=6))
def test_a_sentence_needs_others_as_likely_as_one_of_them_is_right(confidences: list[float]) -> None:
    for at, chance in enumerate(needed(confidences)):
        wrong = 1.0
        for other in confidences[:at] + confidences[at + 1 :]:
            wrong *= 1.0 - other
        assert chance == pytest.approx(1.0 - wrong)


def test_what_is_asked_is_the_user_s_to_say_then_the_model_s() -> None:
    presets = {"balanced": (0.7, 0.4)}
    assert Enough.asked(presets, "balanced") == BALANCED
    assert Enough.asked(presets, "balanced", 0.5) == Enough(0.5, 0.5)
    assert Enough.asked(presets, "balanced", 0.0) == Enough.asked(presets, "recall") == ANY
