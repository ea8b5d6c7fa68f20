"""The format of a file by its name, and texts that must not be changed, whatever their format."""

from __future__ import annotations

from itertools import product

import pytest

from gec.errors import GecError
from gec.text.formats import FORMATS, OTHER, SOURCE, format_of, of_language, other, prose_of, suffixes


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
        ("README.org", "org"),
        ("model.ipynb", "notebook"),
        ("page.man", "roff"),
        ("page.mdoc", "roff"),
        ("page.ROFF", "roff"),
        ("git.1", "plain"),
    ],
)
def test_the_name_says_the_format(name: str, format: str) -> None:
    assert format_of(name) == format


PAGES = [
    ".TH LS 1\n.SH NAME\n",
    "\n.Dd November 1, 2026\n.Dt LS 1\n",
    '.\\" Copyright\n.TH LS 1\n',
    "'\\\" t\n.TH LS 1\n",
    ".nh\n.TH LS 1\n",
    ".so man1/ls.1\n",
    ".\n.TH LS 1\r\n",
]


def test_a_page_of_a_manual_is_known_by_its_section_and_its_beginning() -> None:
    names = ("ls.1", "a/git-log.8", "sched.1p", "Test::More.3pm", "BIO_new.3ssl", "addch.3ncurses")
    assert [page for page in product(names, PAGES) if format_of(*page) != "roff"] == []


@pytest.mark.parametrize("text", ["", "Notes\n.TH\n", "... and so on.\n", "'It is so.'\n", "1. One\n", ".THE END\n"])
def test_a_file_that_is_only_named_like_a_manual_page_is_plain(text: str) -> None:
    assert format_of("notes.1", text) == "plain"


@pytest.mark.parametrize(
    "name",
    [
        "settings.yaml", "data.JSON", "table.csv", "main.cpp", "build.sh", "page.php", "de.po",
        "a.patch", "CMakeLists.txt", "requirements-dev.txt", "Makefile", "Dockerfile.prod", ".bashrc",
        ".gitignore", ".env.local",
    ],
)  # fmt: skip
def test_unsupported_code_data_and_markup_is_not_plain_text(name: str) -> None:
    assert format_of(f"some/{name}") == OTHER
    assert not prose_of("Teh cat have sat.\n", OTHER).blocks


@pytest.mark.parametrize("beginning", ["#!/bin/sh\n", "#! /usr/bin/env ruby\n", '<?xml version="1.0"?>\n'])
def test_without_an_ending_the_first_line_tells_that_a_file_is_code(beginning: str) -> None:
    assert format_of("run", beginning) == OTHER
    assert format_of("run.txt", beginning) == "plain"


@pytest.mark.parametrize(
    "name",
    ["README", "README.C++", "READ.ME", "LICENSE", "notes", "TODO", "a.text", "letter.draft", "CHANGES.in", "chat.log"],
)
def test_an_unknown_file_is_plain(name: str) -> None:
    assert format_of(name, "Dear all,\n") == "plain"


def test_no_supported_ending_is_listed_as_unsupported() -> None:
    assert not [end for end in suffixes(comments=True) if other.is_other(f"a{end}")]
    assert not [language for language in FORMATS if other.is_language(language)]


def test_unsupported_languages_of_editors_are_not_read() -> None:
    for language in ("yaml", "json", "cpp", "shellscript", "makefile", "ruby"):
        assert of_language(language) == OTHER
    assert {of_language(language) for language in ("plaintext", "text", "", "norg")} == {"plain"}
    assert of_language("python") in SOURCE


def test_an_ending_counts_more_than_the_first_line() -> None:
    for name, format in (("a.1.md", "markdown"), ("a.txt", "plain"), ("a.10", "plain"), ("a", "plain")):
        assert format_of(name, PAGES[0]) == format


@pytest.mark.parametrize("language", ["nroff", "groff", "troff", "roff", "man", "mdoc"])
def test_editors_call_pages_of_manuals_by_several_names(language: str) -> None:
    assert of_language(language) == "roff"


@pytest.mark.parametrize("language", ["asciidoc", "AsciiDoc", "asciidoctor", "adoc"])
def test_editors_call_asciidoc_by_several_names(language: str) -> None:
    assert of_language(language) == "asciidoc"


def test_a_signed_text_or_key_named_asc_is_not_asciidoc() -> None:
    begin = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n"
    assert prose_of(f"{begin}It go on.\n", "asciidoc").blocks == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ((b"x", "markdown"), "a text is a str, not bytes; decode what is bytes"),
        ((3,), "a text is a str, not int"),
        (("x", ["plain"]), r"\['plain'\]: no such format; known are plain, markdown"),
        (("x", "klingon"), "klingon: no such format; known are plain, markdown"),
        (("x", "md"), "md: no such format; do you mean markdown"),
    ],
)
def test_a_wrong_text_or_format_is_reported_in_one_line(given: tuple[object, ...], said: str) -> None:
    with pytest.raises(GecError, match=f"^{said}"):
        prose_of(*given)  # type: ignore[arg-type]


@pytest.mark.parametrize("format", ["plain", "markdown"])
def test_a_licence_that_may_not_be_changed_has_no_prose(format: str) -> None:
    title = "A LICENCE\n\nYou may copy this document, but changing it is not allowed.\n\n"
    assert prose_of(f"{title}It go on.\n", format).blocks == ()
    assert prose_of(f"{'It is long. ' * 200}\n\n{title}", format).blocks


def test_a_page_may_forbid_changes_below_its_links_and_with_markup_in_the_words() -> None:
    links = (
        "<script>let a = 1</script><ul>" + '<li><a href="https://example.org/page.html">Page</a></li>' * 60 + "</ul>"
    )
    said = "<p>You may copy this, but <b>changing</b>&#160;it is&nbsp;not\nallowed.</p><p>They was.</p>"
    assert prose_of(links + said, "html").blocks == ()
    assert prose_of("<p>They was.</p>" * 400 + said, "html").blocks
