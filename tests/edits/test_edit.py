"""Edits change what they name and nothing else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit, apply, compose


@st.composite
def text_and_edits(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text(max_size=40))
    points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8, unique=True)))
    pairs = zip(points[::2], points[1::2], strict=False)
    return text, [Edit(low, high, draw(st.text(max_size=6))) for low, high in pairs]


@given(text_and_edits())
def test_every_character_outside_the_edits_stays(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    after = apply(text, edits)
    read = done = 0
    for edit in edits:
        kept = text[done : edit.start]
        assert after[read : read + len(kept) + len(edit.replacement)] == kept + edit.replacement
        read += len(kept) + len(edit.replacement)
        done = edit.end
    assert after[read:] == text[done:]


@given(text_and_edits(), st.randoms())
def test_the_order_given_does_not_matter(case: tuple[str, list[Edit]], random: Random) -> None:
    text, edits = case
    assert apply(text, random.sample(edits, len(edits))) == apply(text, edits)


@given(text_and_edits())
def test_edits_can_be_taken_back(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    back, shift = [], 0
    for edit in edits:
        start = edit.start + shift
        back.append(Edit(start, start + len(edit.replacement), text[edit.start : edit.end]))
        shift += len(edit.replacement) - (edit.end - edit.start)
    assert apply(apply(text, edits), back) == text


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, 3, "a"), Edit(2, 4, "b")],
        [Edit(0, 8, "a")],
        [Edit(-1, 2, "a")],
        [Edit(3, 2, "a")],
        [Edit(1, 6, "a"), Edit(2, 2, "b")],
    ],
)
def test_overlapping_edits_and_edits_outside_the_text_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="overlaps another or lies outside a text of 7 characters"):
        apply("He go .", edits)


def test_an_edit_of_another_text_is_refused() -> None:
    with pytest.raises(ValueError, match="of another text: found 'we'"):
        apply("So we go.", [Edit(3, 5, "he", original="she")])


def test_an_insertion_may_touch_a_replacement() -> None:
    assert apply("He go home", [Edit(3, 3, "often "), Edit(3, 5, "goes")]) == "He often goes home"


@given(text_and_edits(), st.data())
def test_two_rounds_of_edits_are_one(case: tuple[str, list[Edit]], data: st.DataObject) -> None:
    text, first = case
    middle = apply(text, first)
    points = sorted(data.draw(st.lists(st.integers(0, len(middle)), max_size=8, unique=True)))
    pairs = zip(points[::2], points[1::2], strict=False)
    second = [Edit(low, high, data.draw(st.text(max_size=6))) for low, high in pairs]
    both = compose(text, first, second)
    assert apply(text, both) == apply(middle, second)
    assert all(edit.original == text[edit.start : edit.end] != edit.replacement for edit in both)


def test_edits_that_meet_become_one() -> None:
    first = [Edit(3, 5, "goes", "R:VERB:SVA", 0.9), Edit(10, 10, "the ", "M:DET", 0.8)]
    second = [Edit(0, 2, "She", "R:PRON", 0.7), Edit(3, 7, "went", "R:VERB:TENSE", 0.6)]
    assert compose("He go then home", first, second) == (
        Edit(0, 2, "She", "R:PRON", 0.7),
        Edit(3, 5, "went", "R:VERB:SVA", 0.6),
        Edit(10, 10, "the ", "M:DET", 0.8),
    )
