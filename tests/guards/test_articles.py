"""Names that a document sets apart get no article, unless a noun behind them says what they are, and what stands beside
them agrees with them."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from gec.edits.edit import Edit
from gec.guards.articles import without_words_beside_code
from gec.text.formats import prose_of
from tests.guards.conftest import marked

LEFT, PUT = False, True


@pytest.mark.parametrize(
    "format, before, behind, put",
    [
        ("markdown", "A reference to", " `worker`.", LEFT),
        ("markdown", "A reference to", " [`worker`](x.md).", LEFT),
        ("markdown", "A reference to", " **`worker`** and `x`.", LEFT),
        ("markdown", "A reference to", " `worker` process.", PUT),
        ("markdown", "A reference to", " `x` and `y` processes.", PUT),
        ("markdown", "He asked for", " `name` of it.", PUT),
        ("markdown", "He asked for", " name of `it`.", PUT),
        ("markdown", "He asked for", " name.\n\n`It` is late.", PUT),
        ("markdown", "He asked for", " `3` cats.", PUT),
        ("markdown", "He saw", " cat.", PUT),
        ("markdown", "Solve for", " $x$ now.", LEFT),
        ("rst", "A reference to", " ``worker`` is given.", LEFT),
        ("rst", "See", " :policy:`CMP0074`.", LEFT),
        ("html", "<p>A reference to", " <code>worker</code>.</p>", LEFT),
        ("latex", "As", " \\cite{doe} says.\\footnote{See \\ref{x}.}", LEFT),
        ("latex", "We met\\footnote{At \\url{a.b}.}", " man.", PUT),
        ("markdown", "If", " *other* is a number, add it.", LEFT),
        ("markdown", "If", " __other__ has no name, add it.", LEFT),
        ("markdown", "If", " *other* value is a number, add it.", PUT),
        ("markdown", "If", " *other people* are here, leave.", PUT),
        ("python", "# Adds it to", " *other* and returns it.", LEFT),
    ],
)
def test_an_article_before_a_name(format: str, before: str, behind: str, put: bool) -> None:
    edit = Edit(len(before), len(before), " the", "M:DET")
    assert without_words_beside_code(prose_of(before + behind, format), [edit]) == [edit] * put


@pytest.mark.parametrize(
    "format, written, left",
    [
        ("markdown", "`settings` {is->are} read first.", True),
        ("html", "<p>Now <code>settings</code> {is->are} read.</p>", True),
        ("markdown", "`--fields` also {writes->write} them.", True),
        ("markdown", "`--fields` people {writes->write} them.", False),
        ("markdown", "The `settings` table {are->is} read.", False),
        ("html", "<p>The {tables->table} <code>a</code> and <code>b</code> are read.</p>", True),
        ("markdown", "The {table->tables} of `a` are read.", False),
    ],
)
def test_verbs_behind_a_name_and_nouns_before_one(format: str, written: str, left: bool) -> None:
    text, edit = marked(written)
    assert edit.type in ("R:VERB:SVA", "R:VERB:FORM", "R:NOUN:NUM")
    assert (without_words_beside_code(prose_of(text, format), [edit]) == []) is left


def test_a_verb_behind_a_name_keeps_its_s_whatever_the_type_of_the_edit() -> None:
    edit = Edit(7, 13, "write", "R:VERB:FORM")
    assert without_words_beside_code(prose_of("`--to` writes it.", "markdown"), [edit]) == []
    assert (
        without_words_beside_code(prose_of("`--to` and writes it.", "markdown"), [replace(edit, start=11, end=17)])
        != []
    )


def test_other_edits_before_a_name_pass() -> None:
    text = "She have `x`."
    edits = [Edit(4, 8, "has", "R:VERB:SVA"), Edit(8, 8, " the", "M:DET")]
    assert without_words_beside_code(prose_of(text, "markdown"), edits) == edits[:1]


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("It has a button{-> to} `Remove` it.", True),
        ("It has a button{-> to} press `Remove`.", False),
        ("Name the rule{-> of} `cats`.", True),
        ("The way is to{ use->} `useCallback` here.", True),
        ("The way is to use{ use->} `useCallback` here.", False),
    ],
)
def test_small_words_put_before_code_and_verbs_dropped_there(written: str, left: bool) -> None:
    text, edit = marked(written)
    assert edit.type in ("M:VERB:FORM", "M:PREP", "U:VERB")
    assert (without_words_beside_code(prose_of(text, "markdown"), [edit]) == []) is left


@pytest.mark.parametrize(
    "before, behind, put",
    [
        ("The queue is full; ", " `after` says when.", LEFT),
        ("The cache and ", " `get` option", LEFT),
        ("It is late, and ", " cold, says `after`.", PUT),
    ],
)
def test_possessives_before_code(before: str, behind: str, put: bool) -> None:
    edit = Edit(len(before), len(before) + 3, "it's", "R:NOUN:POSS")
    assert without_words_beside_code(prose_of(f"{before}its{behind}", "markdown"), [edit]) == [edit] * put


@pytest.mark.parametrize(("before", "behind"), [("word " * 25_000, "`a`"), ("`a` ", "- " * 60_000)])
def test_time_does_not_grow_with_the_text_beside_an_edit(before: str, behind: str) -> None:
    text = f"{before}{behind}"
    edits = [Edit(at, at, " the", "M:DET") for at in range(10, 20_010, 10)]
    edits += [Edit(at, at + 1, "are", "R:VERB:SVA") for at in range(15, 20_015, 10)]
    prose = prose_of(text, "markdown")
    begin = time.process_time()
    without_words_beside_code(prose, edits)
    assert time.process_time() - begin < 1
