"""Words together or apart by what stands beside them."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.apart import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Everyday I go to school by bus.", "Every day I go to school by bus."),
        ("I go to the gym everyday.", "I go to the gym every day."),
        ("I run everyday.", "I run every day."),
        ("We use it in our every day life.", "We use it in our everyday life."),
        ("May be he is ill, but may be we are late.", "Maybe he is ill, but maybe we are late."),
        ("The ball fell in to the lake.", "The ball fell into the lake."),
        ("Some one is here.", "Someone is here."),
        ("I need to setup my computer.", "I need to set up my computer."),
        ("Please checkout the code, then login with it.", "Please check out the code, then login with it."),
        ("You can login with your name.", "You can log in with your name."),
    ],
)
def test_what_was_meant(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Everyday life is hard, and so is the everyday.",
        "The setup is easy; go to checkout and pay, or to login pages.",
        "A backup the size of a house is due to setup errors.",
        "It may be that he may be late.",
        "Is that maybe a mistake?",
        "She went in to see him and came in to the sound of music.",
        "We were all ready to go.",
        "Any one of them can do it.",
        "There is no where clause.",
        "Stay awhile.",
        "They live apart of their own free will.",
        "They came in to a round of applause.",
        "I heard that maybe a hundred people came.",
        "Isn't it maybe true?",
        "Is it dressy or everyday?",
        "The look is casual, everyday, and cheap.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
