"""Words that turn the order of a sentence round, or should not open it."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.inverted import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Never I have tasted such a cherry.", "I have never tasted such a cherry."),
        ("Always I forget my password.", "I always forget my password."),
        ("Rarely we eat meat.", "We rarely eat meat."),
        ("Always she is late for choir.", "She is always late for choir."),
        ("More I practise, more I like the banjo.", "The more I practise, the more I like the banjo."),
        ("I yesterday met an old friend.", "Yesterday I met an old friend."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Never have I tasted such a cherry.",
        "Rarely, they can be seen at night.",
        "Not only does he sing, he dances.",
        "Only then did I understand.",
        "Had they put it away, it would be safe.",
        "More people came than we thought.",
        "I last week and she today.",
        "Only now it was quiet.",
        "Never you fear, the boat will wait.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
