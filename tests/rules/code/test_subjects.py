"""Pronouns in the case of another place."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.subjects import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Me and Priya is organising the sale.", "Priya and I are organising the sale."),
        ("Me and my friends we go there every summer.", "My friends and I go there every summer."),
        ("Him and his wife run a hotel.", "He and his wife run a hotel."),
        ("Her and Miguel share a car.", "She and Miguel share a car."),
        ("Him and me have been friends for years.", "He and I have been friends for years."),
        ("My wife and me bought the cabin.", "My wife and I bought the cabin."),
        ("Us students should get a discount.", "We students should get a discount."),
        ("Them boots are too tight.", "Those boots are too tight."),
        ("She emailed Tom and I about the leak.", "She emailed Tom and me about the leak."),
        ("I and my sister ran.", "My sister and I ran."),
        ("Give it to Ravi and I.", "Give it to Ravi and me."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Priya and I are organising the sale.",
        "He saw me and Priya at the sale.",
        "Whom did you see?",
        "Whom is he waiting for?",
        "Give them boots for the winter.",
        "She called Tom and I called Ann.",
        "Let us students speak.",
        "Her and his answers differ.",
        "She flew to Oslo and I to Rome.",
        "Whom is the inspector looking for?",
        "Whom are the two of them afraid of?",
        "I voted for him and I for one am glad.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
