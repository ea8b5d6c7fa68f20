"""How much likelier an edit makes a sequence of words."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.language.likely import gain, parts

ANY = st.characters(exclude_categories=())  # surrogates among them


@pytest.mark.parametrize(
    ("text", "old", "better", "worse"),
    [
        ("It depends of the weather.", "of", "on", "at"),
        ("She go to school.", "go", "goes", "gone"),
        ("He has a lot of informations about it.", "informations", "information", "inform"),
        ("However the results are good.", "However", "However,", "However of"),
    ],
)
def test_common_words_in_context_are_likelier(text: str, old: str, better: str, worse: str) -> None:
    start = text.index(old)
    good, bad = (gain(text, start, start + len(old), new) for new in (better, worse))
    assert good > max(0, bad)


def test_part_of_a_word_stands_for_all_of_it() -> None:
    text = "She walk to school."
    assert gain(text, 8, 8, "s") == pytest.approx(gain(text, 4, 8, "walks"))


def test_words_and_marks_are_normalised() -> None:
    assert parts("He didn’t pay 25,99 €.") == ["he", "didn't", "pay", "0", ",", "0", "€", "."]


@given(st.text(ANY, max_size=60), st.data())
def test_any_edit_of_any_text_has_a_gain_and_none_has_none(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert math.isfinite(gain(text, start, end, data.draw(st.text(ANY, max_size=10))))
    assert gain(text, start, end, text[start:end]) == 0
