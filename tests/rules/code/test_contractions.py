"""Contractions that a rule sees, and what looks like them and is right."""

from __future__ import annotations

import pytest

from gec.rules.code.contractions import WHOLE
from gec.spelling.respell import respelled


@pytest.mark.parametrize("word", sorted(WHOLE))
def test_a_contraction_that_begins_a_sentence_gets_its_apostrophe(word: str) -> None:
    assert respelled(f"{word} you sure.").read == f"{WHOLE[word]} you sure."


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("“Dont go.”", "“Don't go.”"),
        ("I'am here, and he’is there.", "I'm here, and he’s there."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert respelled(written).read == meant


@pytest.mark.parametrize(
    "text",
    [
        "Cant is a kind of speech.",
        "Wont and use are one.",
        "Ill winds blow.",
        "Shell games and hell hounds.",
        "Well water is cold.",
        "Were they late?",
        "She met Im Kwon and Ives.",
        "Whose wedding is it?",
        "She lets rooms to students.",
        "Whose going-away party is it?",
        "Whose driving did you like, and why?",
        "Whose waiting list is it?",
        "She swings on the bar and then lets go of it.",
        "Look who's back is it?",
        "Who's coming is that one.",
        "Flats to rent are scarce; lets have to be registered.",
    ],
)
def test_what_stands(text: str) -> None:
    assert respelled(text).read == text
