"""Words that go with others, and places where all is well."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.collocations import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We did a birthday party.", "We had a birthday party."),
        ("Can you borrow me a pen? She borrowed him money.", "Can you lend me a pen? She lent him money."),
        ("My aunt learned me to swim.", "My aunt taught me to swim."),
        ("We lost the last bus, so we lost our train.", "We missed the last bus, so we missed our train."),
        ("How do you call this, and how does it look like?", "What do you call this, and what does it look like?"),
        ("I know how it looks like.", "I know what it looks like."),
    ],
)
def test_words_that_go_together(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "How do these mistakes occur?",
        "They have made photos, and photos made by him.",
        "We lost the bus ticket and our train of thought.",
        "She explained her absence, and explained them away.",
        "How do you call back, and how does it look?",
        "Borrow me not, and make sports cars.",
        "They learned him by heart.",
        "Why did the mistake go unseen, and rarely does a mistake help.",
        "What makes photos look old makes a photo album.",
        "The web makes shopping in town easy, and cooks make dishes to share.",
        "Five boats made a party of ten.",
        "I borrowed them the other day, and you learn them to use them.",
        "The bakers lost the train of thought, and we lost the plane in 1940.",
        "He explained them the way a teacher would, and tried to explain me away.",
        "How do you call this function, and when and how is it called from C?",
        "How do you call a waiter, and how do you call an Uber?",
        "It is funny how it looks like rain.",
        "How do you call the kids in for tea?",
        "How do you call it quits?",
        "How do you call that an apology?",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
