"""Names and seasons, and what is called after them."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.names import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("In the Summer we swim, and in Winter we ski.", "In the summer we swim, and in winter we ski."),
        ("In Spring, the flowers are out.", "In spring, the flowers are out."),
        ("We met last Spring.", "We met last spring."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "In Spring, configuration lives in annotations.",
        "In Spring the container makes them.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
