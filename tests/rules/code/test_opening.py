"""Faults in a sentence's first words, and what looks like them and is right."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.engine import faults


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in faults(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Is very hot today.", "It is very hot today."),
        ("Was important to rest.", "It was important to rest."),
        ("Is a big hole in the wall.", "It is a big hole in the wall."),
    ],
)
def test_what_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Your late uncle called.",
        "Your right hand is warm.",
        "Your welcome is kind.",
        "Your very own garden.",
        "Your so-called friend called.",
        "Is it your a or mine?",
        "To many people, it is a riddle.",
        "To many of us it is a riddle.",
        "To much acclaim she came back.",
        "To many this is a riddle.",
        "To many readers she is a riddle. ",
        "To many visitors rain is a nuisance.",
        "To many a reader it was a riddle.",
        "Was too ill to eat.",
        "Was so glad to meet him.",
        "Is a good nurse.",
        "Was really looking forward to it.",
        "That deer are shy.",
        "That prices are falling is no secret.",
        "This is old, and those are new.",
        "This series are old.",
        "Those people is a film.",
        "These mean is old.",
        "Your very own!",
        "That prices are rising worries us all.",
        "That errors were made cannot be denied.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
