"""What an editor's user sets holds at once and for all texts; what is wrong is told and changes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from lsprotocol import types

from gec.serve.preferences import Preferences

from .conftest import HOME, Editor, Paper, until
from .raw import Raw
from .test_actions import RULE

pytestmark = pytest.mark.asyncio(loop_scope="module")


def none(found: object) -> bool:
    return not found


@pytest_asyncio.fixture(loop_scope="module")
async def paper(own: Editor) -> AsyncIterator[Paper]:
    configure(own, {"ignore": [], "select": [], "min-confidence": 0, "severity": "information", "code-lens": False})
    paper = own.open("They was happy.\n")
    await own.problems(paper)
    yield paper
    own.close(paper)


def configure(editor: Editor, given: Any) -> None:
    editor.workspace_did_change_configuration(types.DidChangeConfigurationParams({"gec": given}))


async def test_types_and_confidence_decide_what_is_shown(own: Editor, paper: Paper) -> None:
    for given in ({"ignore": ["VERB"]}, {"ignore": [], "select": ["R:SPELL"]}, {"select": [], "minConfidence": 1.0}):
        configure(own, given)
        assert await own.problems(paper, none) == []
        configure(own, {"ignore": [], "select": [], "min_confidence": 0})
        await own.problems(paper)


async def test_a_removed_setting_no_longer_applies(own: Editor, paper: Paper) -> None:
    for gone in ({}, None, {"ignore": None, "dialect": ""}):
        own.messages.clear()
        configure(own, {"ignore": ["VERB"]})
        assert await own.problems(paper, none) == []
        configure(own, gone)
        await own.problems(paper)
        assert not own.messages


async def test_the_severity_can_be_set(own: Editor, paper: Paper) -> None:
    configure(own, {"severity": "hint"})
    await own.problems(paper, lambda found: [one.severity for one in found] == [types.DiagnosticSeverity.Hint])


async def test_the_trace_setting_of_vs_code_is_accepted(own: Editor, paper: Paper) -> None:
    own.messages.clear()
    configure(own, {"trace": {"server": "verbose"}, "ignore": ["VERB"]})
    assert await own.problems(paper, none) == []
    assert not own.messages


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"colour": "red"}, "'colour': no such setting"),
        ({"ignore": ["VRB"]}, "'ignore': VRB is not a type of edit"),
        ({"minConfidence": 7}, "'minConfidence': expected a number from 0 to 1"),
        ({"debounce": -1}, "'debounce': expected milliseconds"),
        ({"severity": ["hint"]}, "'severity': expected one of"),
        (["ignore"], "settings must be a table"),
        ({"ignore": ["PUNCT"], "codeLens": 1}, "'codeLens': expected true or false"),
    ],
)
async def test_a_wrong_setting_is_reported_and_ignored(own: Editor, paper: Paper, given: Any, said: str) -> None:
    own.messages.clear()
    configure(own, given)
    await until(lambda: own.messages)
    assert said in own.messages[0].message
    await own.problems(paper)


async def test_correct_settings_beside_wrong_ones_apply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".gec.toml").write_text('rules = ["house.toml"]')
    (tmp_path / "house.toml").write_text(RULE.format(why="Plain."))
    monkeypatch.chdir(tmp_path)
    wrong: list[str] = []
    own = Preferences().changed({"severity": 7, "ignore": ["house.plain"], "debounce": 0}, wrong.append)
    assert (own.over, own.debounce, len(wrong)) == ({"ignore": ("house.plain",)}, 0, 1)
    assert own.without("house.plain").disabled == ("house.plain",)
    assert Preferences(trusted=False).changed({"ignore": ["house.plain"]}, wrong.append).over == {}


async def test_wrong_settings_of_a_project_do_not_stop_checks(tmp_path: Path) -> None:
    (tmp_path / ".gec.toml").write_text("colour = 'red'\n")
    raw = Raw(cwd=tmp_path)
    raw.begin()
    raw.still_works()
    raw.end()


async def test_settings_are_asked_for_where_an_editor_can_be_asked(own: Editor, paper: Paper) -> None:
    own.set_configuration({"ignore": ["VERB"]}, section="gec")
    own.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    assert await own.problems(paper, none) == []


@pytest.mark.parametrize("answer", [[None], []])
async def test_an_editor_that_is_asked_and_knows_nothing_has_no_settings(
    own: Editor, paper: Paper, monkeypatch: pytest.MonkeyPatch, answer: list[None]
) -> None:
    configure(own, {"ignore": ["VERB"]})
    assert await own.problems(paper, none) == []
    monkeypatch.setitem(own.protocol.fm.features, types.WORKSPACE_CONFIGURATION, lambda params: answer)
    own.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    await own.problems(paper)


async def test_settings_of_a_project_apply_to_its_texts(own: Editor, paper: Paper, tmp_path: Path) -> None:
    (tmp_path / ".gec.toml").write_text('words = ["was"]\n')
    theirs = own.open("They was happy.\n", path=tmp_path / "letter.txt")
    assert await own.problems(theirs, none) == []
    (tmp_path / ".gec.toml").write_text("colour = 'red'\n")
    own.messages.clear()
    own.change(theirs, 0, 0, "Hello. ")
    assert await own.problems(theirs)
    assert f"{tmp_path}/.gec.toml:1: unknown key 'colour'" in own.messages[0].message
    (tmp_path / ".gec.toml").write_text("")
    own.change(theirs, 0, 0, "Again. ")
    assert await own.problems(theirs)
    (tmp_path / ".gec.toml").write_text("colour = 'red'\n")
    own.messages.clear()
    own.change(theirs, 0, 0, "Once more. ")
    assert await own.problems(theirs)
    assert "unknown key 'colour'" in own.messages[0].message
    configure(own, {"ignore": ["VERB"]})  # what the editor says holds all the same
    assert await own.problems(theirs, none) == []


async def test_a_file_that_is_wrong_leaves_the_others_in_force(own: Editor, paper: Paper, tmp_path: Path) -> None:
    files = {
        tmp_path / ".gec.toml": "colour = 'red'\n",
        tmp_path / ".gec-words": "was\n",
        tmp_path / ".gec/rules/house.toml": RULE.format(why="Plain."),
        tmp_path / ".gec/rules/broken.toml": "[[rule",
        (mine := HOME / "gec/words"): "freind\n",
    }
    for path, content in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    own.messages.clear()
    theirs = own.open("They was happy. They utilize a freind.\n", path=tmp_path / "letter.txt")
    await own.problems(theirs)
    assert [one.range.start.character for one in own.shown(theirs)] == [21]  # what the table finds that can be read
    assert [name in one.message for one, name in zip(own.messages, (".gec.toml", "broken.toml"), strict=True)] == [1, 1]
    (tmp_path / ".gec-words").write_bytes(b"\xff\n")
    own.change(theirs, 0, 0, "Now. ")
    await own.problems(theirs)
    assert [one.range.start.character for one in own.shown(theirs)] == [10, 26]
    assert ".gec-words" in own.messages[-1].message
    mine.unlink()


async def test_a_project_leaves_files_and_comments_out(own: Editor, paper: Paper, tmp_path: Path) -> None:
    (tmp_path / ".gec.toml").write_text('exclude = ["vendor/"]\ncomments = false\n')
    for name, language, there in (
        ("vendor/a.md", "markdown", False),
        ("a.md", "markdown", True),
        ("a.py", "python", False),
    ):
        theirs = own.open("# They was happy.\n", language, tmp_path / name)
        assert bool(await own.problems(theirs, bool if there else none)) == there, name
    configure(own, {"comments": True})
    assert await own.problems(theirs)


async def test_a_changed_settings_file_applies_at_once(own: Editor, paper: Paper, tmp_path: Path) -> None:
    theirs, words = own.open("They was happy.\n", path=tmp_path / "letter.txt"), tmp_path / ".gec-words"
    await own.problems(theirs)
    words.write_text("was\n")
    event = types.FileEvent(words.as_uri(), types.FileChangeType.Created)
    own.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert await own.problems(theirs, none) == []
    words.write_text("")
    own.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(words.as_uri())))
    assert await own.problems(theirs)


async def test_code_lenses_can_be_turned_on(own: Editor, paper: Paper) -> None:
    async def lenses() -> list[types.CodeLens]:
        params = types.CodeLensParams(types.TextDocumentIdentifier(paper.uri))
        return list(await own.text_document_code_lens_async(params) or [])

    assert await lenses() == []
    configure(own, {"code-lens": True})
    await own.problems(paper)
    [lens] = await lenses()
    assert lens.range.start.line == 0
    assert lens.command is not None and "“were”" in lens.command.title
    await own.workspace_execute_command_async(types.ExecuteCommandParams(lens.command.command, lens.command.arguments))
    assert paper.text == "They were happy.\n"


async def test_a_type_can_be_turned_off_until_the_settings_change(own: Editor, paper: Paper) -> None:
    await own.choose(paper, "was", "Turn off the rule agreement.pronoun")
    assert await own.problems(paper, none) == []
    other = own.open("We was late.\n")
    assert await own.problems(other, none) == []
    configure(own, {})
    await own.problems(other)


async def test_remaining_problems_work_after_a_type_is_turned_off(own: Editor) -> None:
    title = own.open(f"They was at the the market\n{'=' * 26}\n", "restructuredtext")
    assert len(await own.problems(title)) == 2
    await own.choose(title, "the the", "Turn off")
    assert await own.problems(title, none) == []
    configure(own, {})
    assert len(await own.problems(title)) == 2
