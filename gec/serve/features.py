"""Handlers for the requests of an editor to the language server, a few lines each, and the actions of an editor.
`lsp.py` does the work.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from gec import dictionary
from gec.errors import GecError
from gec.serve import actions
from gec.serve.editor import SECTION, watch
from gec.serve.lsp import DECIDING, EditorServer
from gec.serve.preferences import Preferences
from gec.serve.protocol import end_with
from gec.serve.rewriting import rewrite
from gec.serve.service import Service


def server(service: Service, preferences: Preferences, rewriting: Service | None) -> EditorServer:
    """A server that does all this; `rewriting` is there if the model can rewrite."""
    made = EditorServer(service, preferences, rewriting)
    kinds = [
        types.CodeActionKind.QuickFix,
        actions.FIX_ALL,
        *([types.CodeActionKind.RefactorRewrite] * bool(rewriting)),
    ]
    options = {
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(kinds),
        types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensOptions(),
    }
    for name, handler in FEATURES.items():
        made.feature(name, options.get(name))(handler)
    for name, command in COMMANDS.items():
        if rewriting or name != actions.REWRITE:
            made.command(name)(command)
    return made


# --- what the editor asks for


def initialized(ls: EditorServer, params: types.InitializedParams) -> None:
    ls.spawn(ls.warm())
    ls.spawn(ls.pull())
    ls.spawn(watch(ls, DECIDING))


def initialize(ls: EditorServer, params: types.InitializeParams) -> None:
    if params.process_id is not None:
        ls.spawn(end_with(params.process_id))
    if params.initialization_options:
        ls.begin(params.initialization_options)


def ended(ls: EditorServer, params: None) -> None:
    ls.rest()


def configured(ls: EditorServer, params: types.DidChangeConfigurationParams) -> None:
    given = params.settings
    if isinstance(given, dict) and SECTION in given:
        ls.configure(given[SECTION])
    else:
        ls.spawn(ls.pull())


def watched(ls: EditorServer, params: types.DidChangeWatchedFilesParams) -> None:
    ls.check_all()


def saved(ls: EditorServer, params: types.DidSaveTextDocumentParams) -> None:
    ls.saved(params.text_document.uri)


async def code_actions(ls: EditorServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    checked = await ls.checked(params.text_document.uri)
    if checked is None:
        return []
    project = dictionary.nearest(ls.folder(checked.uri)) is not None
    found = actions.actions(checked, params.range, params.context.only, ls.preferences.severity, project)
    return [one for one in found if ls.rewriting or one.kind != types.CodeActionKind.RefactorRewrite]


async def code_lenses(ls: EditorServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    checked = await ls.checked(params.text_document.uri) if ls.preferences.code_lens else None
    return list(actions.lenses(checked)) if checked else []


async def hover(ls: EditorServer, params: types.HoverParams) -> types.Hover | None:
    checked = await ls.checked(params.text_document.uri)
    can = ls.client_capabilities.text_document
    formats = (can and can.hover and can.hover.content_format) or [types.MarkupKind.PlainText]
    return actions.hover(checked, params.position, formats[0]) if checked else None


# --- what an action has the server do


def ignore(
    ls: EditorServer, uri: str, sentence: str, before: int, offset: int, original: str, replacement: str
) -> None:
    ls.dismissed.setdefault(uri, set()).add((sentence, before, offset, original, replacement))
    ls.check_all()


def add_word(ls: EditorServer, uri: str, word: str, mine: bool) -> None:
    project = None if mine else dictionary.nearest(ls.folder(uri))
    try:
        dictionary.add(project or dictionary.own(), [word])
    except GecError as error:
        ls.say(str(error))
    ls.check_all()


def disable_type(ls: EditorServer, kind: str) -> None:
    ls.preferences = ls.preferences.without(kind)
    ls.check_all()


async def apply_line(ls: EditorServer, uri: str, version: int, line: int) -> None:
    checked = await ls.checked(uri)
    if checked is None or checked.version != version:
        ls.say("the text has changed since; nothing was applied")
        return
    edits = [edit for edit in checked.told() if checked.ruler.position(edit.start).line == line]
    await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(checked.applying(edits), label="gec"))


async def correct(ls: EditorServer, uri: str) -> int | None:
    return await ls.correct(uri)


FEATURES: dict[str, Callable[..., Any]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: initialized,
    types.SHUTDOWN: ended,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: configured,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: watched,
    types.TEXT_DOCUMENT_DID_SAVE: saved,
    types.TEXT_DOCUMENT_CODE_ACTION: code_actions,
    types.TEXT_DOCUMENT_CODE_LENS: code_lenses,
    types.TEXT_DOCUMENT_HOVER: hover,
}
COMMANDS: dict[str, Callable[..., Any]] = {
    actions.IGNORE: ignore,
    actions.ADD_WORD: add_word,
    actions.DISABLE: disable_type,
    actions.APPLY: apply_line,
    actions.REWRITE: rewrite,
    actions.CORRECT: correct,
}
