"""What a misspelling is by a rule."""

from __future__ import annotations

import pytest

from gec.spelling.rules import by_rule


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("goed", "went"),
        ("choosed", "chose"),
        ("teached", "taught"),
        ("runned", "ran"),
        ("childs", "children"),
        ("partys", "parties"),
        ("boxs", "boxes"),
        ("dont", "don't"),
        ("youre", "you're"),
        ("couldve", "could've"),
        ("hes", "he's"),
        ("table", None),
        ("boys", None),
        ("dogs", None),
    ],
)
def test_what_is_meant_by_rule(written: str, meant: str | None) -> None:
    assert by_rule(written) == meant
