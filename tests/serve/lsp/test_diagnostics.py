"""Problems appear under the words they are about, follow the text, and go with it."""

from __future__ import annotations

import asyncio

import pytest

from .conftest import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_problem_lies_under_its_word_and_says_what_to_do(editor: Editor) -> None:
    paper = editor.open("Good morning.\n\n😀 Yesterday they was happy.\n")
    assert await editor.problems(paper) == ["replace “was” by “were” (subject-verb agreement)"]
    [problem] = editor.shown(paper)
    assert paper.text[editor.offset(paper.text, problem.range.start) :].startswith("was happy")
    assert (problem.source, problem.code) == ("gec", "R:VERB:SVA")
    assert 0 < problem.data["confidence"] <= 1  # type: ignore[index]


async def test_a_mended_sentence_is_a_problem_no_more(editor: Editor) -> None:
    paper = editor.open("They was happy. She go to school.\n")
    assert len(await editor.problems(paper, lambda found: len(found) == 2)) == 2
    editor.change(paper, 5, 8, "were")
    assert await editor.problems(paper) == ["replace “go” by “goes” (subject-verb agreement)"]


async def test_nothing_is_said_of_a_text_that_has_changed_since(editor: Editor) -> None:
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


async def test_what_is_missing_is_shown_at_the_word_behind_it(editor: Editor) -> None:
    paper = editor.open("He is best friend I have.\n")
    for problem in (await editor.problems(paper, lambda found: True), editor.shown(paper))[1]:
        assert problem.range.start != problem.range.end  # type: ignore[union-attr]


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


async def test_texts_that_hold_nothing_are_no_trouble(editor: Editor) -> None:
    for text in ("", "\n\n\n", "123", "\u2028\u2029\x0c", "\ufeff", "\0"):
        assert await editor.problems(editor.open(text), lambda found: not found) == []
