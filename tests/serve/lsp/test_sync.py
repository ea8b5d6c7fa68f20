"""The server's text is the editor's, character by character, whatever the editor counts in and whatever it sends."""

from __future__ import annotations

import random

import pytest
import pytest_lsp
from lsprotocol import types

from .conftest import CONFIG, Editor, until

WILD = ["a", " ", "é", "😀", "𝒳", "\r\n", "\r", "\n", "\u2028", "\x0c", "\x85", "\u0301", "They was happy. "]


@pytest_lsp.fixture(params=["utf-8", "utf-16", "utf-32"], config=CONFIG)
async def counting(lsp_client: Editor, request: pytest.FixtureRequest) -> None:
    general = types.GeneralClientCapabilities(position_encodings=[request.param])
    await lsp_client.begin(types.ClientCapabilities(general=general))
    assert lsp_client.encoding == request.param
    yield
    await lsp_client.shutdown_session()


@pytest.mark.slow
@pytest.mark.asyncio
async def test_problems_have_positions_in_the_units_of_the_editor(counting: Editor) -> None:
    editor, dice = counting, random.Random(3)
    paper = editor.open("😀 é They was happy.\n")
    for _ in range(60):
        start = dice.randrange(len(paper.text) + 1)
        end = min(len(paper.text), start + dice.choice([0, 0, 0, 1, 2]))
        if "\r\n" not in paper.text[max(0, start - 1) : start + 1] + paper.text[max(0, end - 1) : end + 1]:
            editor.change(paper, start, end, dice.choice(WILD))
    editor.change(paper, len(paper.text), len(paper.text), "\n\n😀 They was happy.\n")
    await editor.problems(paper, said=lambda found: any(map(_of_was, found)))  # the last sentence's may come last
    for problem in filter(_of_was, editor.shown(paper)):
        start, end = (editor.offset(paper.text, place) for place in (problem.range.start, problem.range.end))
        assert paper.text[start:end] == "was"


def _of_was(problem: types.Diagnostic) -> bool:
    return problem.message.startswith("replace “was”")


@pytest.mark.asyncio(loop_scope="session")
async def test_several_changes_may_come_at_once_and_whole_texts_too(editor: Editor) -> None:
    paper = editor.open("one\n")
    paper.text = "They was happy.\n"
    whole = types.TextDocumentContentChangeWholeDocument(text="They happy.\n")
    place = types.Range(types.Position(0, 5), types.Position(0, 5))
    part = types.TextDocumentContentChangePartial(range=place, text="was ")
    editor.send(paper, [whole, part])
    await editor.problems(paper)
    assert editor.shown(paper)[0].range == types.Range(types.Position(0, 5), types.Position(0, 8))


@pytest.mark.asyncio(loop_scope="session")
async def test_places_that_do_not_exist_become_the_nearest_that_do(editor: Editor) -> None:
    paper = editor.open("They was happy.")
    beyond = types.Range(types.Position(0, 900), types.Position(70, 3))
    paper.text += " We was late.\n"
    editor.send(paper, [types.TextDocumentContentChangePartial(range=beyond, text=" We was late.\n")])
    assert len(await editor.problems(paper, lambda found: len(found) == 2)) == 2


@pytest.mark.asyncio(loop_scope="session")
async def test_an_editor_that_can_is_asked_to_watch_the_files_that_decide(editor: Editor) -> None:
    [asked] = await until(lambda: [one for one in editor.registered if "didChangeWatchedFiles" in one.method])
    patterns = [one["globPattern"] for one in asked.register_options["watchers"]]
    assert patterns == ["**/.gec.toml", "**/pyproject.toml", "**/.gec-words", "**/.gec/rules/*.toml"]


@pytest.mark.asyncio(loop_scope="session")
async def test_an_editor_that_can_is_asked_to_say_when_its_settings_change(editor: Editor) -> None:
    [asked] = await until(lambda: [one for one in editor.registered if "didChangeConfiguration" in one.method])
    assert asked.register_options == {"section": "gec"}
