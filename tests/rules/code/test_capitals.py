"""Capitals, and letters that count."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.capitals import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Yesterday i was late, and i can not stay.", "Yesterday I was late, and I can not stay."),
        ("My friend and i went to the row i like.", "My friend and I went to the row I like."),
        ("then i was set on going.", "then I was set on going."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "As long as i < n, i can grow.",
        "The i-th line is read when i was just read.",
        "Swap row i and column j, then i will move on.",
        "If i is 3, then i will be skipped.",
        "If i was never set, i should be 0.",
        "Here i must be smaller than k.",
        "Lord, we trust in You and in Your mercy.",
        "from The address of it, by edge.from The node is known.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
