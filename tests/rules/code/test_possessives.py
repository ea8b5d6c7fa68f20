"""Apostrophes of what belongs to somebody, and those of plurals."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.possessives import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("My aunts car is red.", "My aunt's car is red."),
        ("Her best friends name is Eva.", "Her best friend's name is Eva."),
        ("We sold my parents house.", "We sold my parents house."),
        ("He spent my parents money.", "He spent my parents' money."),
        ("My parents house was sold.", "My parents' house was sold."),
        ("I read yesterdays paper.", "I read yesterday's paper."),
        ("The blue one is your's.", "The blue one is yours."),
        ("We took many photo's on the way.", "We took many photos on the way."),
        ("The CD's are old.", "The CDs are old."),
    ],
)
def test_what_was_meant(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "My parents name all their cats.",
        "My friends phone me, and their friends book tables.",
        "We shall win the tomorrows before us.",
        "It's own goals that hurt most.",
        "He said it's time, and it's nobody's fault.",
        "I think its roof leaks.",
        "It is loud, but its possible range is wide, and it's way too hard.",
        "A man who's late is rude.",
        "Two men's shoes were found after three days' rest.",
        "The CD's cover is torn.",
        "All of it's true.",
        "I think of it's as a contraction.",
        "Some of it's good.",
        "Most of it's nonsense, and the trouble with it's people.",
        "We lent my brothers money, and it saved their parents money.",
        "He bought his daughters clothes.",
        "Nobody can say who's family and who is not.",
        "It's late, and it's part of the deal.",
        "It's sad, and it's people like you who help.",
        "She explained it's part of the job.",
        "After all it's summer.",
        "We know its time has come.",
        "My cousin, who's job hunting, is tired, and he who's house sitting is not.",
        "Some guy's at the door.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
