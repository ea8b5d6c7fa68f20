"""Clauses built as in another language, and clauses that only look like it."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.spelling.clauses import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Although it was raining but we went out.", "Although it was raining, we went out."),
        ("Even though she was tired, but the boys went on.", "Even though she was tired, the boys went on."),
        ("Can you tell me what is your name?", "Can you tell me what your name is?"),
        ("I don't know where is the station.", "I don't know where the station is."),
        ("Why you are sad?", "Why are you sad?"),
        ("How long it will take to get there?", "How long will it take to get there?"),
        ("I know to swim.", "I know how to swim."),
        ("I want that you help me, and she wants that he goes.", "I want you to help me, and she wants him to go."),
        ("We prefer green tea than coffee.", "We prefer green tea to coffee."),
        ("She is married with a doctor.", "She is married to a doctor."),
        ("They arrived to Lisbon and arrived to the station.", "They arrived in Lisbon and arrived at the station."),
    ],
)
def test_clauses_as_in_another_language(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Although nobody but she came, we began.",
        "Tell me: what is your name?",
        "Why you are sad I know.",
        "What you can do?",
        "They know to wait.",
        "I know what is in the box.",
        "Do you know who is the one they sent?",
        "We want that car, and she wants that he-goat.",
        "I prefer to walk rather than wait, and prefer more sugar than salt.",
        "They are married with children.",
        "They arrived to find it closed, and arrived to applause.",
        "Where there is smoke, is there fire?",
        "The browser will know to use it, and he didn't know to speak up.",
        "They were married with the blessing of the Pope.",
        "They arrived to a warm welcome and to the sound of bells.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
