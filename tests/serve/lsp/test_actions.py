"""What can be done about a problem, and that the text and the problems are as they should be afterwards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lsprotocol import types

from gec import dictionary

from .conftest import HOME, Editor, Paper, until

pytestmark = pytest.mark.asyncio(loop_scope="session")
RULE = """
[[rule]]
id = "house.plain"
why = "{why}"
rows = "utilize -> use"
examples = ["They [utilize|use] it.", "They use it."]
"""
TWO = "😀 They was happy.\r\nYesterday we was late.\r\n"


def one(found: object) -> bool:
    return len(found) == 1  # type: ignore[arg-type]


async def test_a_problem_can_be_corrected(editor: Editor) -> None:
    paper = editor.open(TWO)
    await editor.problems(paper, lambda found: len(found) == 2)
    await editor.choose(paper, "was late", "Replace “was” with “were”")
    assert paper.text == TWO.replace("was late", "were late")
    await editor.problems(paper, one)
    await editor.choose(paper, "was", "Replace")
    assert paper.text == TWO.replace("was", "were")
    assert await editor.problems(paper, lambda found: not found) == []


async def test_all_problems_of_a_type_can_be_corrected_at_once(editor: Editor) -> None:
    paper = editor.open(TWO)
    await editor.problems(paper, lambda found: len(found) == 2)
    await editor.choose(paper, "was", "Apply all 2 of this type")
    assert paper.text == TWO.replace("was", "were")


async def test_everything_can_be_corrected_on_saving(editor: Editor) -> None:
    paper = editor.open(TWO)
    await editor.problems(paper, lambda found: len(found) == 2)
    [action] = await editor.actions(paper, "happy", ["source.fixAll"])
    assert action.kind == "source.fixAll.gec"
    await editor.choose(paper, "happy", "Apply all 2 corrections", ["source.fixAll"])
    assert paper.text == TWO.replace("was", "were")


async def test_actions_belong_to_the_problem_at_hand(editor: Editor) -> None:
    paper = editor.open(TWO)
    await editor.problems(paper, lambda found: len(found) == 2)
    assert await editor.actions(paper, "Yesterday", ["quickfix"]) == []
    first, *others = await editor.actions(paper, "was", ["quickfix"])
    assert first.is_preferred
    assert not any(other.is_preferred for other in others)
    assert all(action.diagnostics == [] or len(action.diagnostics or ()) == 1 for action in others)
    assert [one.kind for one in await editor.actions(paper, "was", ["refactor"])] == ["refactor.rewrite"]


async def test_only_the_selected_paragraph_is_rewritten(editor: Editor) -> None:
    poor = "For go to the office he every day take the bus number 5. I no like it."
    paper = editor.open(f"I no like it here.\n\n{poor}\n\nI no like it there.\n")
    await editor.problems(paper, bool)
    await editor.choose(paper, "take the bus", "Rewrite this paragraph", ["refactor"])
    await until(lambda: poor not in paper.text)
    first, anew, last = paper.text.rstrip().split("\n\n")
    assert (first, last) == ("I no like it here.", "I no like it there.")
    assert "5" in anew


async def test_only_new_wordings_of_a_rewriting_need_confirmation(editor: Editor) -> None:
    paper = editor.open("We was late due to the fact that it rained.\n")
    await editor.problems(paper, one)
    await editor.choose(paper, "late", "Rewrite this paragraph", ["refactor"])
    await until(lambda: paper.text == "We were late because it rained.\n")
    asked = [note.needs_confirmation for note in (editor.applied[-1].change_annotations or {}).values()]
    assert asked == [False, True]


async def test_a_problem_ignored_here_stays_ignored_while_the_text_around_it_changes(editor: Editor) -> None:
    paper = editor.open("They was happy. We was late.\n")
    await editor.problems(paper, lambda found: len(found) == 2)
    await editor.choose(paper, "was", "Ignore this here")
    await editor.problems(paper, one)
    editor.change(paper, 0, 0, "Good morning.\n\n")
    await editor.problems(paper, one)
    start = paper.text.index("happy")
    editor.change(paper, start, start + 5, "glad")
    await editor.problems(paper, lambda found: len(found) == 2)


@pytest.mark.parametrize("text", ["They was happy.\n\nThey was happy.\n", "They was happy and we was happy.\n"])
async def test_ignoring_hides_only_this_place(editor: Editor, text: str) -> None:
    paper = editor.open(text)
    await editor.problems(paper, lambda found: len(found) == 2)
    await editor.choose(paper, "was", "Ignore this here")
    await editor.problems(paper, one)
    [left] = editor.shown(paper)
    assert editor.offset(text, left.range.start) == text.rindex("was")


async def test_an_edit_that_needs_an_ignored_one_is_hidden_too(editor: Editor) -> None:
    paper = editor.open("Tey was late.\n")
    await editor.problems(paper, lambda found: len(found) == 2)
    await editor.choose(paper, "Tey", "Ignore this here")
    assert await editor.problems(paper, lambda found: not found) == []


async def test_a_misspelt_word_has_other_words_to_choose_from(editor: Editor) -> None:
    paper = editor.open("He was coul to her. They was happy.\n")
    await editor.problems(paper, lambda found: len(found) == 2)
    found = [one for one in await editor.actions(paper, "coul", ["quickfix"]) if one.title.startswith("Replace")]
    assert 2 <= len(found) <= 4
    assert [bool(one.is_preferred) for one in found] == [True, *[False] * (len(found) - 1)]
    assert all(re.match("Replace “coul” with “[a-z]+” [(]spelling[)]", one.title) for one in found)
    other = found[1].title
    await editor.choose(paper, "coul", other, ["quickfix"])
    assert paper.text.startswith(f"He was {re.findall('“(.*?)”', other)[1]} to her.")


async def test_what_can_be_ignored_among_several_is_named(editor: Editor) -> None:
    paper = editor.open(TWO)
    await editor.problems(paper, lambda found: len(found) == 2)
    found = [action.title for action in await editor.actions(paper, paper.text, ["quickfix"])]
    ignoring = "Ignore this here: replace “was” with “were” (subject-verb agreement)"
    assert [title for title in found if title.startswith("Ignore")] == [ignoring] * 2


async def test_actions_for_a_whole_type_are_offered_once(editor: Editor) -> None:
    paper = editor.open(TWO + "I recieve a letter.\n")
    await editor.problems(paper, lambda found: len(found) == 3)
    found = await editor.actions(paper, paper.text, ["quickfix"])
    [everywhere] = [action for action in found if action.title.startswith("Apply all")]
    assert [one.code for one in everywhere.diagnostics or ()] == ["agreement.pronoun"] * 2
    off = [action.title for action in found if action.title.startswith("Turn off")]
    assert len(off) == len(set(off)) == 2


async def test_the_number_of_actions_for_a_long_text_is_bounded(editor: Editor) -> None:
    paper = editor.open("They was happy.\n" * 300 + "I recieve a letter.\n")
    await editor.problems(paper, lambda found: len(found) == 301)
    found = await editor.actions(paper, paper.text)
    assert len(found) < 120
    assert sum(len(change.edits) for action in found if action.edit for change in action.edit.document_changes) < 700
    titles = [action.title for action in found]
    assert any(title.startswith("Apply all 300 of this type") for title in titles)
    assert "Apply all 301 corrections" in titles
    assert any(title.startswith("Replace “recieve”") for title in titles)


async def test_a_word_can_be_put_into_the_dictionaries_that_the_terminal_reads(editor: Editor, tmp_path: Path) -> None:
    paper = editor.open("I recieve a letter.\n", path=tmp_path / "letter.txt")
    await editor.problems(paper)
    assert "the project’s" not in " ".join(action.title for action in await editor.actions(paper, "recieve"))
    (tmp_path / dictionary.NAME).write_text("# ours\nwombat\n")
    await editor.choose(paper, "recieve", "Add “recieve” to the project’s dictionary")
    assert await editor.problems(paper, lambda found: not found) == []
    assert (tmp_path / dictionary.NAME).read_text() == "# ours\nwombat\nrecieve\n"
    mine = editor.open("I recieve a letter.\n")
    await editor.problems(mine)
    await editor.choose(mine, "recieve", "Add “recieve” to your dictionary")
    assert await editor.problems(mine, lambda found: not found) == []
    assert dictionary.read(HOME / "gec" / "words") == ["recieve"]


async def test_grammar_problems_offer_no_dictionary(editor: Editor) -> None:
    paper = editor.open("They was happy.\n")
    await editor.problems(paper)
    assert "dictionary" not in " ".join(action.title for action in await editor.actions(paper, "was"))


async def test_a_text_is_corrected_until_nothing_more_is_found(editor: Editor) -> None:
    paper = editor.open("Tey was late.\n" + "We was late.\n" * 40)
    params = types.ExecuteCommandParams("gec.correct", [paper.uri])  # before anything is shown
    taken = await editor.workspace_execute_command_async(params)
    assert paper.text == "They were late.\n" + "We were late.\n" * 40
    assert taken == 42
    assert await editor.workspace_execute_command_async(params) == 0
    closed = types.ExecuteCommandParams("gec.correct", ["file:///nowhere.txt"])
    assert await editor.workspace_execute_command_async(closed) == 0


async def explained(editor: Editor, paper: Paper, word: str) -> types.Hover | None:
    where = editor.position(paper.text, paper.text.index(word) + 1)
    return await editor.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(paper.uri), where))


async def test_a_problem_is_explained_where_it_is(editor: Editor) -> None:
    paper = editor.open("😀 They was happy. I waited untill noon.\n")
    await editor.problems(paper, lambda found: len(found) == 2)
    found = await explained(editor, paper, "untill")
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert "This word is misspelt" in found.contents.value
    assert found.range is not None
    assert editor.offset(paper.text, found.range.start) == paper.text.index("untill")
    assert await explained(editor, paper, "happy") is None


async def test_markup_in_the_message_of_a_rule_is_escaped(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / ".gec" / "rules").mkdir(parents=True)
    said = "Say it *plainly*: <b>x</b> [it](command:run)."
    (tmp_path / ".gec" / "rules" / "ours.toml").write_text(RULE.format(why=said))
    paper = editor.open("We utilize a knife.\n", path=tmp_path / "letter.txt")
    await editor.problems(paper)
    found = await explained(editor, paper, "utilize")
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert found.contents.kind == types.MarkupKind.Markdown
    assert found.contents.value == r"Say it \*plainly\*: \<b\>x\</b\> \[it\](command:run)."
