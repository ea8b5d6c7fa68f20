"""How much, and how, and places where all is well."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.degrees import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("It is more better and more easier.", "It is better and easier."),
        ("It is more easy and more cheap.", "It is easier and cheaper."),
        (
            "She sings very beautiful and speaks English very good.",
            "She sings very beautifully and speaks English very well.",
        ),
        ("It is too much expensive, and he was very much tired.", "It is too expensive, and he was very tired."),
        ("The film was very interested.", "The film was very interesting."),
        ("She is the most young, and this is the most bad.", "She is the youngest, and this is the worst."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Make it more better-known; no more better days, more older people's homes.",
        "Bring more easy chairs, more cold water, no more big trees and more fast food.",
        "It is the most long continued crime.",
        "The most honest of them are in the nearest forest.",
        "They play very good music, and he speaks very slow French.",
        "There are not enough old trees, and enough good to go round.",
        "He was very much liked, as is too much hot water.",
        "The class was interested in it, and the party was bored with him.",
        "The most good people, and the most high-minded.",
        "He was more cold than hungry, and more young and lively.",
        "We need more cheaper housing; it is the place with the most hot water.",
        "She is the most modest of us.",
        "The room went very quiet, for there was not enough good to say.",
        "He drinks too much late at night.",
        "The class was bored, the subject was tired and the match was relaxed.",
        "There is too much good in it to leave.",
        "It was too much hard and dirty work.",
        "We need more better paid jobs.",
        "He speaks very good and fluent English.",
        "He writes perfect and clear code.",
        "We knew there might not be enough good to say.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
