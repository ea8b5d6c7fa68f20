"""Words written twice, and those that belong there twice."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.repeated import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("We will will go to to the park.", "We will go to the park."),
        ("The train will will stop.", "The train will stop."),
        ("I want to to go, and he waited for for the bus.", "I want to go, and he waited for the bus."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "The will will be contested.",
        "His last will will be read, and the oil can can be emptied.",
        "I have nobody to listen to to calm down.",
        "That is the hill we drove to to see the sea.",
        "What she asked for for years was a drum.",
        "Of what are you most afraid of of all?",
        "I have eaten this this week, and we will paint this this summer.",
        "The way it was was good enough, and all they were were rumours.",
        "As the days go by by the dozen, we wait.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
