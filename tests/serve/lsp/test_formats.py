"""Markup is left alone, and a text's own remarks hold in the editor as they do in the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .conftest import Editor

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Of each text only "late" is prose; all that is "happy" is not.
TEXTS = {
    "markdown": "# Title\n\nThey was late. `They was happy.`\n\n```\nThey was happy.\n```\n",
    "latex": "\\section{Title}\n\n% They was happy.\nThey was late. \\verb|They was happy.|\n",
    "html": "<p title='They was happy.'>They was <b>late</b>.</p>\n<code>They was happy.</code>\n",
    "python": 'they = "They was happy."  # They was late.\n',
    "nroff": '.SH NOTES\nThey was late.\n.BR "They was happy" .\n.nf\nThey was happy.\n.fi\n',
    "typescriptreact": "// They was late.\nconst they = <p>They was happy.</p>;\n",
}


@pytest.mark.parametrize("language", sorted(TEXTS))
async def test_only_prose_has_problems(editor: Editor, language: str) -> None:
    paper = editor.open(TEXTS[language], language)
    assert await editor.problems(paper) == ["replace “was” with “were” (subject-verb agreement)"]
    [problem] = editor.shown(paper)
    place = re.search(r"was (<b>)?late", paper.text)
    assert place and editor.offset(paper.text, problem.range.start) == place.start()


async def test_the_name_of_a_file_tells_its_format_where_the_language_does_not(editor: Editor, tmp_path: Path) -> None:
    paper = editor.open(TEXTS["markdown"], "an editor's own word", tmp_path / "notes.md")
    assert len(await editor.problems(paper)) == 1
    paper = editor.open("They was happy. `They was happy.`\n", "an editor's own word", tmp_path / "notes")
    assert len(await editor.problems(paper)) >= 1


async def test_remarks_hide_problems(editor: Editor) -> None:
    paper = editor.open("<!-- gec: off -->\n\nThey was happy.\n\n<!-- gec: on -->\n\nWe was late.\n", "markdown")
    await editor.problems(paper)
    [problem] = editor.shown(paper)
    assert problem.range.start.line == 6
