"""Questions that end with a full stop, and what only looks like one."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.faults.question_marks import RULES


def mended(text: str) -> str:
    found = [one for rule in RULES for one in rule(text)]
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in found])


@pytest.mark.parametrize("text", ["Where do you live", "Is there a bus", "Did we win"])
def test_what_is_mended(text: str) -> None:
    assert mended(f"{text}.") == f"{text}?"


@pytest.mark.parametrize(
    "text",
    [
        "Was I glad when it was over.",
        "Can I just say how much we liked it.",
        "Would you look at that.",
        "Have you in the diary for ten.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
