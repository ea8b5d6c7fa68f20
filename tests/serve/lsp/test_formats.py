"""Markup is left alone, and a text's own remarks hold in the editor as they do in the terminal."""

from __future__ import annotations

import pytest

from .conftest import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")

TEXTS = {
    "markdown": "# Title\n\nThey was happy. `They was happy.`\n\n```\nThey was happy.\n```\n",
}


@pytest.mark.parametrize("language", sorted(TEXTS))
async def test_only_prose_has_problems(editor: Editor, language: str) -> None:
    paper = editor.open(TEXTS[language], language)
    assert await editor.problems(paper) == ["replace “was” by “were” (subject-verb agreement)"]
    [problem] = editor.shown(paper)
    assert editor.offset(paper.text, problem.range.start) == paper.text.index("was")


async def test_the_name_of_a_file_tells_its_format_where_the_language_does_not(editor: Editor) -> None:
    paper = editor.open(TEXTS["markdown"], "some-editor-s-own-word")
    await editor.problems(paper, lambda found: len(found) == 3)
    paper.uri = paper.uri.replace(".txt", ".md")


async def test_what_a_remark_hides_is_hidden(editor: Editor) -> None:
    paper = editor.open("<!-- gec: off -->\n\nThey was happy.\n\n<!-- gec: on -->\n\nWe was late.\n", "markdown")
    await editor.problems(paper)
    [problem] = editor.shown(paper)
    assert problem.range.start.line == 6
