"""Nouns that are not counted, and those that are."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.spelling.nouns import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("These informations are new, and we bought furnitures.", "This information is new, and we bought furniture."),
        ("The advices were good.", "The advice was good."),
        ("It was a very beautiful weather.", "It was very beautiful weather."),
        (
            "A good advice is rare, and a public transport is needed.",
            "Good advice is rare, and public transport is needed.",
        ),
        ("Less people came with less problems.", "Fewer people came with fewer problems."),
    ],
)
def test_what_is_not_counted(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "A weather station stood at an information desk of a public transport company.",
        "She advises them, and he works with software's limits.",
        "Less time, less stress, less emphasis and less bus fares in five or less minutes.",
        "It is no less people than that, and much less things.",
        "A piece of news.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text
