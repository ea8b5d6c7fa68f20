"""What a file is, by its name; and a text that may not be changed, whatever it is."""

from __future__ import annotations

import pytest

from gec.text.formats import format_of, prose_of


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


@pytest.mark.parametrize("format", ["plain", "markdown"])
def test_a_licence_that_may_not_be_changed_has_no_prose(format: str) -> None:
    title = "A LICENCE\n\nYou may copy this document, but changing it is not allowed.\n\n"
    assert prose_of(f"{title}It go on.\n", format).blocks == ()
    assert prose_of(f"{'It is long. ' * 200}\n\n{title}", format).blocks
