"""New words made of known parts, and misspellings that only look like them."""

from __future__ import annotations

import pytest

from gec.spelling.built import built


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("formfeed", "formed"),
        ("worktrees", "workers"),
        ("packfiles", "packages"),
        ("unlistable", "unstable"),
        ("literalization", "liberalization"),
        ("screenful", "screen"),
        ("bursty", "burst"),
        ("escaper", "escape"),
        ("combiners", "combines"),
        ("genericized", "generic"),
        ("recomposition", "decomposition"),
    ],
)
def test_a_word_made_of_parts(word: str, other: str) -> None:
    assert built(word, other)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("roomate", "roommate"),
        ("carefull", "careful"),
        ("announceing", "announcing"),
        ("publically", "publicly"),
        ("carryed", "carried"),
        ("greatful", "grateful"),
        ("afterwords", "afterwards"),
        ("covereded", "covered"),
        ("alot", "a lot"),
        ("bestfriends", "best friends"),
        ("teached", "taught"),
        ("untill", "until"),
        ("unactive", "inactive"),
    ],
)
def test_a_misspelling(word: str, meant: str) -> None:
    assert not built(word, meant)
