"""A heading that the same text links to keeps the words that the link names it by."""

from __future__ import annotations

import json

import pytest

from gec.edits.edit import Edit
from gec.guards.anchors import without_broken_links
from gec.text.formats import prose_of


def _left(text: str, format: str = "markdown", old: str = "Instalation", new: str = "Installation") -> bool:
    at = text.index(old)
    return without_broken_links(prose_of(text, format), [Edit(at, at + len(old), new)]) == []


@pytest.mark.parametrize(
    "text",
    [
        "## The Instalation, again\n\n[Setup](#the-instalation-again)\n",
        "The Instalation\n===\n\n[Setup]: #the-instalation\n",
        '# Instalation\n\n<a href="#instalation">Setup</a>\n',
        "# Instalation ##\n\n# Instalation\n\n[Setup](#instalation-1)\n",
    ],
)
def test_a_linked_heading_is_not_changed(text: str) -> None:
    assert _left(text)


def test_a_table_of_contents_keeps_the_words_of_its_headings() -> None:
    assert _left("- [The Instalation](#the-instalation)\n")
    assert not _left("- [The Instalation](#the-installation)\n")
    assert not _left("- [The setup](#the-setup)\n", "markdown", "setup", "Setup")


@pytest.mark.parametrize(
    "text",
    [
        "## Instalation\n\n[Setup](#setup)\n",
        "An Instalation here.\n\n[Setup](#an-instalation-here)\n",
        "## Instalation\n\n[Setup](instalation.md)\n",
    ],
)
def test_other_headings_and_paragraphs_are_changed(text: str) -> None:
    assert not _left(text)


def test_an_edit_that_keeps_the_name_passes() -> None:
    assert not _left("# The setup\n\n[Setup](#the-setup)\n", "markdown", "setup", "Setup")


@pytest.mark.parametrize(
    "text",
    [
        "== The Instalation, again\n\n<<_the_instalation_again>>\n",
        "== The Instalation\n\n<<the-instalation,Setup>>\n",
        "== The Instalation ==\n\nxref:The Instalation[]\n",
        "== The Instalation\n\nxref:guide.adoc#_the_instalation[Setup]\n",
        "== The Instalation\n\n<<The Instalation>>\n",
        "== Instalation\n\n== Instalation\n\n<<_instalation_2>>\n",
        "The Instalation\n---------------\n\n<<_the_instalation>>\n",
        ".The Instalation\n----\ncode\n----\n\n<<The Instalation>>\n",
    ],
)
def test_a_referenced_title_of_asciidoc_is_not_changed(text: str) -> None:
    assert _left(text, "asciidoc")


@pytest.mark.parametrize(
    "text",
    [
        "== The Instalation\n\n<<setup>>\n",
        "The Instalation here.\n\n<<The Instalation here.>>\n",
        "== The Instalation\n\nlink:instalation.html[The Instalation]\n",
    ],
)
def test_other_titles_of_asciidoc_are_changed(text: str) -> None:
    assert not _left(text, "asciidoc")


def test_a_title_that_is_referred_to_by_its_words_keeps_their_capitals() -> None:
    assert _left("== The setup\n\n<<The setup>>\n", "asciidoc", "setup", "Setup")
    assert not _left("== The setup\n\n<<_the_setup>>\n", "asciidoc", "setup", "Setup")


@pytest.mark.parametrize(
    "text",
    [
        "* The Instalation\n\nSee [[The instalation]].\n",
        "** TODO The Instalation :setup:\n\n[[*the instalation][Setup]]\n",
        "* [#A] The Instalation\n\n[[*The  Instalation]]\n",
    ],
)
def test_a_linked_headline_of_org_is_not_changed(text: str) -> None:
    assert _left(text, "org")


@pytest.mark.parametrize(
    "link", ["[[#instalation]]", "[[https://instalation]]", "[[Other instalation]]", "instalation"]
)
def test_other_headlines_of_org_are_changed(link: str) -> None:
    assert not _left(f"* The Instalation\n\n{link}\n", "org")


def test_a_linked_heading_of_a_notebook_is_not_changed() -> None:
    def cell(*lines: str) -> str:
        source = json.dumps([f"{line}\n" for line in lines], indent=1)
        return f'{{"cells": [{{"cell_type": "markdown", "source": {source}}}]}}'

    link = "[Setup](#The-Instalation)"
    assert _left(cell("# The Instalation", link), "notebook")
    assert not _left(cell("# The Instalation", "[Setup](#Other)"), "notebook")
    assert not _left(cell("The Instalation", link), "notebook")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_may_end_in_any_way(end: str) -> None:
    said = ("# Setup", "Teh text.", "## Teh Instalation", "", "[Setup](#teh-instalation)", "Teh Instalation", "=======")
    assert _left(end.join(said))
    assert not _left(end.join(said), "markdown", "Teh text", "The text")
