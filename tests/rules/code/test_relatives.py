"""Relative clauses with their pronouns, and none of a subject."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.relatives import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("The people which live there are kind.", "The people who live there are kind."),
        ("A man which I know came.", "A man who I know came."),
        ("The film what we saw was long.", "The film that we saw was long."),
        (
            "All what I need is sleep, and I heard everything what he said.",
            "All that I need is sleep, and I heard everything that he said.",
        ),
        ("I lost the book that I borrowed it.", "I lost the book that I borrowed."),
        ("I stay because is warm.", "I stay because it is warm."),
        ("My sister which lives in Rome came.", "My sister who lives in Rome came."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Several people, which is rare, agreed.",
        "I told the people what they needed.",
        "It is not at all what I meant, and after all what is it?",
        "By the way what is it?",
        "The woman who I saw her with is here.",
        "I like the way that we do it.",
        "That is because is that so?",
        "Because was it not late?",
        "The sister, which is what she is, left.",
        "Ask the doctor which is safer.",
        "She wrote in a note what she wanted, and told me the other day what it cost.",
        "A clinic for women which was opened in March has closed.",
        "She sent a card and a letter to her aunt which was lost.",
        "The number of passengers which was given on Monday is wrong.",
        "The phone that we bought her is slow, and the song which I taught him is long.",
        "First of all what matters is the price. Above all what counts is rest.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
