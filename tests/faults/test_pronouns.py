"""Pronouns that stand for others, and those that are right."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.pronouns import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("My brother and me like chess.", "My brother and I like chess."),
        ("My sister and myself went shopping.", "My sister and I went shopping."),
        ("They built the house theirselves.", "They built the house themselves."),
        ("He did it by hisself.", "He did it by himself."),
        ("They must protect their selves.", "They must protect themselves."),
        ("We help each others.", "We help each other."),
        ("She has two cats and I like the both.", "She has two cats and I like both."),
        ("The both of them are tall.", "Both of them are tall."),
        ("They looked at each others eyes.", "They looked at each other's eyes."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "It's a pity.",
        "What do you make of it? It's fun.",
        "Who's there?",
        "Who's father to the man?",
        "Their self-esteem is low.",
        "A friend of my sister's came.",
        "The friends of my youth are gone.",
        "A friend of our family called.",
        "An old friend of you and me wrote.",
        "The fault is yours, not mine.",
        "My brother and me, we never agreed.",
        "He saw my brother and me.",
        "He asked my wife and me to come.",
        "Between my brother and me are three years.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
