"""What a file is, by its name."""

from __future__ import annotations

import pytest

from gec.text.formats import format_of


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a/index.rst.txt", "rst"),
        ("notes.md.txt", "markdown"),
        ("notes.txt", "plain"),
        ("v1.2.txt", "plain"),
        ("README", "plain"),
        ("README.MD", "markdown"),
    ],
)
def test_the_name_says_the_format(name: str, format: str) -> None:
    assert format_of(name) == format
