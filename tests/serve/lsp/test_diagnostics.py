"""Problems appear under the words they are about, follow the text, and go with it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from lsprotocol import types

from gec.edits.edit import Edit
from gec.serve.actions import Checked
from gec.serve.positions import Ruler

from .conftest import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_problem_lies_under_its_word_and_says_what_to_do(editor: Editor) -> None:
    paper = editor.open("Good morning.\n\n😀 Yesterday they was happy.\n")
    assert await editor.problems(paper) == ["replace “was” with “were” (subject-verb agreement)"]
    [problem] = editor.shown(paper)
    assert paper.text[editor.offset(paper.text, problem.range.start) :].startswith("was happy")
    assert (problem.source, problem.code) == ("gec", "agreement.pronoun")
    assert 0 < problem.data["confidence"] <= 1  # type: ignore[index]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
async def test_an_insertion_at_the_end_of_a_line_is_shown_on_that_line(ending: str) -> None:
    checked = Checked("", 1, Ruler(f"He is here{ending}Next is this"))
    assert checked.shown(Edit(10, 10, ".")) == types.Range(types.Position(0, 6), types.Position(0, 10))


async def test_a_corrected_sentence_has_no_problem(editor: Editor) -> None:
    paper = editor.open("They was happy. She go to school.\n")
    assert len(await editor.problems(paper, lambda found: len(found) == 2)) == 2
    editor.change(paper, 5, 8, "were")
    assert await editor.problems(paper) == ["replace “go” with “goes” (subject-verb agreement)"]


async def test_no_problems_of_an_old_version_are_published(editor: Editor) -> None:
    paper = editor.open("They was happy.\n")
    await editor.problems(paper)
    for word in ("happy.", "glad.", "sad.", "tired."):
        start = paper.text.index(" ", 6) + 1
        editor.change(paper, start, len(paper.text), word + "\n")
    await editor.problems(paper)
    versions = [one.version for one in editor.published if one.uri == paper.uri]
    assert versions == sorted(versions)  # type: ignore[type-var]
    assert versions[-1] == paper.version
    await asyncio.sleep(0.2)
    assert [one.version for one in editor.published if one.uri == paper.uri] == versions


async def test_a_text_that_became_too_long_to_be_read_shows_no_problems(editor: Editor) -> None:
    paper = editor.open("They was happy.\n")
    await editor.problems(paper)
    editor.change(paper, 14, 14, " and so on" * 1100)
    assert await editor.problems(paper, lambda found: not found) == []


END = "insert “?” (punctuation)"
BEGUN = "They was happy.\n\nI saw him. How many of these books do you wan\n\nGood night.\n"


async def test_a_sentence_is_not_told_to_end_while_it_is_being_written(editor: Editor) -> None:
    paper = editor.open(BEGUN.replace("wan", "want"))
    [wrong, _] = await editor.problems(paper, lambda found: len(found) == 2)  # nobody is writing yet

    async def typed(text: str, replaced: int = 0) -> list[str]:
        end = paper.text.index("\n\nGood")
        editor.change(paper, end - replaced, end, text)
        return await editor.problems(paper)

    assert await typed("", 1) == [wrong]
    for letter in "t ":
        assert await typed(letter) == [wrong]
    assert await typed("t", 2) == [wrong]
    assert {action.title for action in await editor.actions(paper, "want", ["quickfix"])} >= {END.capitalize()}
    await editor.choose(paper, "want", "Apply all 2 corrections", ["source.fixAll"])
    assert "do you want?" in paper.text


async def test_a_sentence_that_lacks_its_end_is_told_so_once_its_line_is_left(editor: Editor) -> None:
    def whole(paper) -> list[types.TextDocumentContentChangeEvent]:
        return [types.TextDocumentContentChangeWholeDocument(text=paper.text)]

    for leave in ("save", "elsewhere", "whole"):
        paper = editor.open(BEGUN)
        end = paper.text.index("\n\nGood")
        if leave == "whole":
            paper.text = paper.text.replace("wan", "want")
            editor.send(paper, whole(paper))
        else:
            editor.change(paper, end, end, "t")
        assert END not in await editor.problems(paper)
        if leave == "save":
            editor.save(paper)
        elif leave == "elsewhere":
            editor.change(paper, len(paper.text), len(paper.text), "Bye.")
        else:
            paper.text += "Bye."
            editor.send(paper, whole(paper))
        assert END in await editor.problems(paper, lambda found: len(found) == 2)


async def test_an_insertion_is_shown_at_the_next_word(editor: Editor) -> None:
    paper = editor.open("He is best friend I have.\n")
    assert await editor.problems(paper)
    assert all(problem.range.start != problem.range.end for problem in editor.shown(paper))


async def test_a_closed_text_has_no_problems(editor: Editor) -> None:
    paper = editor.open("They was happy.\n")
    await editor.problems(paper)
    editor.close(paper)
    paper.version = None  # type: ignore[assignment]
    assert await editor.problems(paper, lambda found: not found) == []


async def test_a_long_text_shows_its_first_problems_before_all_is_read(editor: Editor) -> None:
    paper = editor.open(" ".join(f"Then they was late {number} times." for number in range(600)))
    await editor.problems(paper, lambda found: len(found) >= 400)
    counts = [len(one.diagnostics) for one in editor.published if one.uri == paper.uri]
    assert len(counts) > 1
    assert counts == sorted(counts)


async def test_of_too_many_problems_those_around_the_last_change_are_shown(editor: Editor) -> None:
    paper = editor.open("They was late.\n\n" * 1_100)

    def last(found: Sequence[types.Diagnostic]) -> int:
        return max((one.range.start.line for one in found), default=-1)

    assert len(await editor.problems(paper, lambda found: last(found) == 2 * 999)) == 1_000
    editor.change(paper, len(paper.text), len(paper.text), "They was here.\n")
    assert len(await editor.problems(paper, lambda found: last(found) == 2 * 1_100)) == 1_000


async def test_empty_texts_are_accepted(editor: Editor) -> None:
    for text in ("", "\n\n\n", "123", "\u2028\u2029\x0c", "\ufeff", "\0"):
        assert await editor.problems(editor.open(text), lambda found: not found) == []
