"""No full stop comes behind a heading, an item or a cell, whatever stands around its last word, and no capital before
its first. The words of a label stay."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.guards.fragments import without_capitals, without_label_changes, without_stops
from gec.text.formats import prose_of
from tests.guards.conftest import marked


@pytest.mark.parametrize(
    ("text", "old", "new", "left"),
    [
        ("# When it goes\n", "goes", "goes.", "# When it goes\n"),
        ("# When it go\n", "go", "goes.", "# When it goes\n"),
        ("- When it goes <!-- x -->\n", "goes", "goes.", "- When it goes <!-- x -->\n"),
        ("## Using `?` in tests\n", "tests", "tests.", "## Using `?` in tests\n"),
        ("## See `gec.load` and more\n", "more", "more!", "## See `gec.load` and more\n"),
        ("- It went. When it goes\n", "goes", "goes.", "- It went. When it goes.\n"),
        ("- It goes.\n", "goes.", "went.", "- It went.\n"),
        ("It goes\n", "goes", "goes.", "It goes\n"),
        ("- it go,\n- it comes.\n", "go,", "goes.", "- it goes,\n- it comes.\n"),
        ("- it goes,\n- it comes.\n", ",", ".", "- it goes,\n- it comes.\n"),
        ("It goes, it comes.\n", ",", ".", "It goes. it comes.\n"),
    ],
)
def test_a_fragment_gets_no_final_mark(text: str, old: str, new: str, left: str) -> None:
    start = text.index(old)
    edit = Edit(start, start + len(old), new)
    assert apply(text, without_stops(prose_of(text, "markdown"), [edit])) == left


@pytest.mark.parametrize("place", ["</a>", "</h2>"])
def test_a_heading_gets_no_stop_before_or_after_its_markup(place: str) -> None:
    text = "<h2><a>Using <code>?</code> in tests</a></h2>"
    end = text.index(place)
    assert without_stops(prose_of(text, "html"), [Edit(end, end, ".")]) == []


def test_a_tag_that_ends_a_cell_may_be_broken_over_lines() -> None:
    text = "<td>The path is read as it is. It is one that goes to the root</td\n>"
    end = text.index("</td")
    assert without_stops(prose_of(text, "html"), [Edit(end, end, ".")]) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It goes", "It goes."),  # all there is
        ("Notes\n\nIt went. Then it goes", "Notes\n\nIt went. Then it goes."),
        ("Notes on how it goes\n\nIt went well.", "Notes on how it goes\n\nIt went well."),
        ("It went well.\n\n- how it goes", "It went well.\n\n- how it goes"),
        ("It went.\n\no  How it goes", "It went.\n\no  How it goes"),
    ],
)
def test_plain_text_has_fragments_too(text: str, left: str) -> None:
    end = text.index("goes") + 4
    assert apply(text, without_stops(prose_of(text), [Edit(end, end, ".")])) == left


@pytest.mark.parametrize(
    ("begun", "mark"),
    [("Nobody", "."), ('"Nobody', "."), ("nobody", ""), ("- Nobody", ""), ("o  Nobody", ""), ("Note: nobody", "")],
)
def test_a_long_line_of_plain_text_is_a_sentence(begun: str, mark: str) -> None:
    text = f"It went well.\n\n{begun} in our street can say how far or how long it goes"
    assert apply(text, without_stops(prose_of(text), [Edit(len(text), len(text), ".")])) == text + mark


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("email", "Subject: How it goes\n\nIt went.\n"),
        ("gitcommit", "How it goes\n"),
        ("python", "# So:\n#  1. How it goes\n#  2. How it went\n"),
        ("javascript", "// @return how it goes\n"),
        ("go", "// Then it goes\nx := 1\n"),
        ("python", "def f():\n    # So it goes\n    f()\n"),
    ],
)
def test_subjects_and_items_of_comments_are_fragments(format: str, text: str) -> None:
    end = text.index("goes") + 4
    assert without_stops(prose_of(text, format), [Edit(end, end, ".")]) == []


@pytest.mark.parametrize(
    ("format", "text", "left"),
    [
        ("markdown", "It is so. It goes :)\n", ""),
        ("markdown", "It is so. It goes :(\n", ""),
        ("markdown", "It is so. It goes 🚀\n", ""),
        ("markdown", "It is so. It goes\n\n```sh\nls\n```\n", ""),
        ("html", "<p>It is so. It goes</p>\n<pre>ls</pre>", ""),
        ("html", "<p>It is so. It goes</p>\n<p>It went.</p>", "."),
        ("latex", "It is so. It goes\\dots\n", ""),
        ("latex", "It is so. It goes.\\foo{a}{b}\n", ""),
        ("latex", "It is so. It goes\\foo{a}{b}\n", "."),
        ("markdown", "| a | b |\n| - | - |\n| It is so. It goes | x |\n", ""),
        ("html", "<table><tr><td>It is so. It goes</td></tr></table>", ""),
    ],
)
def test_a_sentence_with_another_ending_gets_no_stop(format: str, text: str, left: str) -> None:
    end = text.rindex("}" if "}" in text else "dots" if "dots" in text else "goes")
    end += 1 if "}" in text else 4
    assert "".join(edit.replacement for edit in without_stops(prose_of(text, format), [Edit(end, end, ".")])) == left


@pytest.mark.parametrize(
    ("format", "text", "begun"),
    [
        ("plain", "my name is Ada.", True),
        ("plain", "Hi.\n\n“my name is Ada.”", True),
        ("plain", "-a\n    my name is Ada.", False),
        ("plain", "-a\n    Foo.\n    my name is Ada.", False),
        ("plain", "It is late, and\nmy name is Ada.", False),
        ("plain", "It is late.\r\nmy name is Ada.", True),
        ("plain", "Notes\n\nmy name is Ada.", True),
        ("plain", "Notes:\n- my name is Ada.", False),
        ("plain", "1. my name is Ada.", False),
        ("plain", "1. Hi. my name is Ada.", True),
        ("plain", "We say so if:\n(b) my name is Ada;\n(iv) it is late.", False),
        ("plain", "Use\n\n    --no-nls\n\nmy name is Ada.", False),
        ("plain", "It is:\n$ ls\n\nmy name is Ada.", False),
        ("plain", "It is.\n\n    It was.\n\nmy name is Ada.", True),
        ("plain", "(b) Hi. my name is Ada.", True),
        ("email", "Dear Bob,\n\nmy name is Ada.", True),
        ("markdown", "- my name is Ada.", False),
        ("markdown", "Hi. my name is Ada.", True),
        ("markdown", "$$x$$\n\nmy name is Ada.", False),
        ("python", "# my name is Ada.", False),
        ("subtitles", "1\n00:00:01,000 --> 00:00:02,000\nmy name is Ada.\n", False),
    ],
)
def test_blocks_may_begin_with_a_small_letter(format: str, text: str, begun: bool) -> None:
    start = text.index("my")
    edit = Edit(start, start + 2, "My", original="my")
    assert bool(without_capitals(prose_of(text, format), [edit])) is begun


@pytest.mark.parametrize(
    ("format", "text", "put"),
    [
        ("markdown", "- house of the cat", False),
        ("markdown", "- It is late. house of the cat", True),
        ("plain", "It is an old\t house of the cat.", False),
        ("plain", "house of the cat is old.", True),
    ],
)
def test_an_inserted_article_with_a_capital_is_dropped_too(format: str, text: str, put: bool) -> None:
    at = text.index("house")
    edit = Edit(at, at, "The ", "M:DET")
    assert bool(without_capitals(prose_of(text, format), [edit])) is put


@pytest.mark.parametrize(
    ("text", "old", "new", "put"),
    [
        ("- othwerwise it is late.", "othwerwise", "Otherwise", "otherwise"),
        ("Hi. othwerwise it is late.", "othwerwise", "Otherwise", "Otherwise"),
        ("- englsh is hard.", "englsh", "English", "English"),
    ],
)
def test_a_misspelt_word_is_respelled_without_a_capital(text: str, old: str, new: str, put: str) -> None:
    start = text.index(old)
    edit = Edit(start, start + len(old), new, "R:SPELL", original=old)
    assert [one.replacement for one in without_capitals(prose_of(text, "markdown"), [edit])] == [put]


def test_an_inserted_pronoun_with_a_capital_is_dropped_too() -> None:
    edit = Edit(2, 2, "It ", "M:PRON")
    assert without_capitals(prose_of("- is like the first.", "markdown"), [edit]) == []
    assert without_capitals(prose_of("- is like. is so.", "markdown"), [Edit(11, 11, "It ", "M:PRON")]) != []


def test_words_deleted_before_a_new_capital_stay() -> None:
    edit = Edit(7, 14, "That", "U:PREP", original="of that")
    assert without_capitals(prose_of("$$x$$\n\nof that sum is late.", "markdown"), [edit]) == []


def test_names_have_their_capital_wherever_they_stand() -> None:
    edit = Edit(2, 8, "Monday", original="monday")
    assert without_capitals(prose_of("- monday is late.", "markdown"), [edit]) == [edit]


@pytest.mark.parametrize(
    "below",
    [
        "\n----\ncode\n----\n",
        "\n[source,sh]\n.Title\n----\ncode\n----\n",
        "+\n....\ncode\n....\n",
        "\n  code\n",
        "ifdef::a[]\n",
    ],
)
def test_no_stop_is_put_above_code_in_asciidoc(below: str) -> None:
    text = f"It is done. Then you run\n{below}"
    end = text.index("run") + 3
    assert without_stops(prose_of(text, "asciidoc"), [Edit(end, end, ".")]) == []


@pytest.mark.parametrize("below", ["\nThe rest.\n", "  goes on\n", "\n. An item\n"])
def test_a_stop_is_put_above_other_paragraphs_of_asciidoc(below: str) -> None:
    text = f"It is done. Then you run\n{below}"
    end = text.index("run") + 3
    assert without_stops(prose_of(text, "asciidoc"), [Edit(end, end, ".")]) != []


@pytest.mark.parametrize(
    "below", [".nf\ncode\n.fi\n", ".PP\n.RS 4\n.EX\ncode\n", ".sp\n.if n .RS 4\n.nf\n", "\n.Bd -literal\n"]
)
def test_no_stop_is_put_above_code_in_pages_of_manuals(below: str) -> None:
    text = f"It is done. Then you run\n{below}"
    end = text.index("run") + 3
    assert without_stops(prose_of(text, "roff"), [Edit(end, end, ".")]) == []


@pytest.mark.parametrize("below", [".PP\nThe rest.\n", ".TP\n.B a\n", ".SH BUGS\n.nf\n", ".RE\n.PP\nThe rest.\n.nf\n"])
def test_a_stop_is_put_above_other_paragraphs_of_pages(below: str) -> None:
    text = f"It is done. Then you run\n{below}"
    end = text.index("run") + 3
    assert without_stops(prose_of(text, "roff"), [Edit(end, end, ".")]) != []


LEFT = """
markdown: The states are *{accept->accepted}* and *refuse*.
markdown: Use [{remove->removes}.bg](https://example.org) here.
markdown: **Due{-> to} Diligence**. We do it.
markdown: - **Children** {is->are} a list.
rst: The states are *{accept->accepted}* and **refuse**.
html: <p>The states are <b>{accept->accepted}</b> and so on.
"""
PUT = """
markdown: The state is *{acepted->accepted}* now.
markdown: In{-> the} *first* state.
markdown: *a* {go->goes} there.
markdown: *{Click->Clicks} it to begin*
markdown: The **children** {is->are} here.
markdown: **Children** and cats {is->are} here.
plain: The states are {accept->accepted} and refuse.
"""


@pytest.mark.parametrize("written", [*LEFT.split("\n")[1:-1], *PUT.split("\n")[1:-1]])
def test_the_words_of_a_label_stay(written: str) -> None:
    format, _, line = written.partition(": ")
    text, edit = marked(line)
    assert (without_label_changes(prose_of(text, format), [edit]) == []) is (written in LEFT)
