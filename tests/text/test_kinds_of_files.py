"""What a file is, by its name; and a text that may not be changed, whatever it is."""

from __future__ import annotations

import pytest

from gec.errors import GecError
from gec.text.formats import format_of, of_language, prose_of


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a/index.rst.txt", "rst"),
        ("notes.md.txt", "markdown"),
        ("notes.txt", "plain"),
        ("v1.2.txt", "plain"),
        ("README", "plain"),
        ("README.MD", "markdown"),
        ("guide.adoc", "asciidoc"),
        ("guide.asciidoc", "asciidoc"),
        ("01-begin.asc", "asciidoc"),
        ("guide.adoc.txt", "asciidoc"),
    ],
)
def test_the_name_says_the_format(name: str, format: str) -> None:
    assert format_of(name) == format


@pytest.mark.parametrize("language", ["asciidoc", "AsciiDoc", "asciidoctor", "adoc"])
def test_editors_call_asciidoc_by_several_names(language: str) -> None:
    assert of_language(language) == "asciidoc"


def test_what_is_signed_or_a_key_is_no_prose_though_it_is_called_as_asciidoc_is() -> None:
    begin = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    assert prose_of(f"{begin}It go on.\n", "asciidoc").blocks == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((b"x", "markdown"), "a text is a str, not bytes; decode what is bytes"),
        ((3,), "a text is a str, not int"),
        (("x", ["plain"]), r"\['plain'\]: no such format; known are plain, markdown"),
        (("x", "klingon"), "klingon: no such format; known are plain, markdown"),
    ],
)
def test_what_is_no_text_or_no_format_is_told_in_one_line(given: tuple[object, ...], said: str) -> None:
    with pytest.raises(GecError, match=f"^{said}"):
        prose_of(*given)  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ["plain", "markdown"])
def test_a_licence_that_may_not_be_changed_has_no_prose(format: str) -> None:
    title = "A LICENCE\n\nYou may copy this document, but changing it is not allowed.\n\n"
    assert prose_of(f"{title}It go on.\n", format).blocks == ()
    assert prose_of(f"{'It is long. ' * 200}\n\n{title}", format).blocks
