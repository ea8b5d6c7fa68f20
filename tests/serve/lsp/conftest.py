"""A real server in a process of its own and an editor that talks to it over the protocol, as pytest-lsp has it.

The editor keeps its texts by itself and applies what the server sends with arithmetic of its own, so that a server
that counts wrongly cannot agree with itself.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

COMMAND = [sys.executable, "-c", "from gec.cli import main; main()", "lsp"]
NAMES = count()
WIDTHS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


async def until(condition: Callable[[], Any], patience: float = 60.0) -> Any:
    async with asyncio.timeout(patience):
        while not (found := condition()):
            await asyncio.sleep(0.002)
        return found


@dataclass
class Paper:
    """A text in the editor."""

    uri: str
    version: int
    text: str


class Editor(LanguageClient):
    """What an editor does with texts: opens, changes and closes them, shows problems and applies actions."""

    def __init__(self) -> None:
        super().__init__(converter_factory=default_converter)
        register_lsp_features(self)
        self.papers: dict[str, Paper] = {}
        self.published: list[types.PublishDiagnosticsParams] = []
        self.registered: list[types.Registration] = []
        self.applied: list[types.WorkspaceEdit] = []
        self.lenses_refreshed = 0
        self.encoding = "utf-16"
        # lsprotocol takes every action that has a command for a bare command.
        converter = self.protocol._converter
        union = types.Command | types.CodeAction
        converter.register_structure_hook(
            union, lambda one, _: converter.structure(one, types.CodeAction if "kind" in one else types.Command)
        )

    async def begin(self, capabilities: types.ClientCapabilities, **options: Any) -> types.InitializeResult:
        params = types.InitializeParams(capabilities=capabilities, initialization_options={"debounce": 0, **options})
        result = await self.initialize_session(params)
        self.encoding = str(result.capabilities.position_encoding or "utf-16")
        return result

    def open(self, text: str, language: str = "plaintext", path: Path | None = None) -> Paper:
        uri = path.as_uri() if path else f"file:///tmp/gec-test/{next(NAMES)}.txt"
        paper = self.papers[uri] = Paper(uri, 1, text)
        item = types.TextDocumentItem(uri=uri, language_id=language, version=1, text=text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return paper

    def change(self, paper: Paper, start: int, end: int, new: str) -> None:
        """Replace characters, as an editor that sends what changed."""
        where = types.Range(self.position(paper.text, start), self.position(paper.text, end))
        paper.text = paper.text[:start] + new + paper.text[end:]
        self.send(paper, [types.TextDocumentContentChangePartial(range=where, text=new)])

    def send(self, paper: Paper, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        paper.version += 1
        document = types.VersionedTextDocumentIdentifier(version=paper.version, uri=paper.uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def save(self, paper: Paper) -> None:
        self.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(paper.uri)))

    def close(self, paper: Paper) -> None:
        del self.papers[paper.uri]
        self.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(paper.uri)))

    async def problems(self, paper: Paper, said: Callable[[Sequence[types.Diagnostic]], bool] = bool) -> list[str]:
        """The messages about the text as it is, once they are as expected."""

        def now() -> list[types.Diagnostic] | None:
            mine = [one for one in self.published if one.uri == paper.uri]
            if not mine or mine[-1].version != paper.version or not said(mine[-1].diagnostics):
                return None
            return [*mine[-1].diagnostics, *[None] * (not mine[-1].diagnostics)]  # type: ignore[list-item]

        return [one.message for one in await until(now) if one]

    def shown(self, paper: Paper) -> list[types.Diagnostic]:
        return list([one for one in self.published if one.uri == paper.uri][-1].diagnostics)

    async def actions(self, paper: Paper, word: str, only: list[str] | None = None) -> list[types.CodeAction]:
        """What can be done at a word."""
        place = paper.text.index(word)
        where = types.Range(self.position(paper.text, place), self.position(paper.text, place + len(word)))
        context = types.CodeActionContext(diagnostics=[], only=only)
        document = types.TextDocumentIdentifier(paper.uri)
        found = await self.text_document_code_action_async(types.CodeActionParams(document, where, context))
        return list(found or [])  # type: ignore[arg-type]

    async def choose(self, paper: Paper, word: str, title: str, only: list[str] | None = None) -> None:
        """Take the action whose title begins like this."""
        found = await self.actions(paper, word, only)
        action = next(one for one in found if one.title.startswith(title))
        if action.edit is not None:
            self.apply(action.edit)
        if action.command is not None:
            command, arguments = action.command.command, action.command.arguments
            await self.workspace_execute_command_async(types.ExecuteCommandParams(command, arguments))

    def apply(self, edit: types.WorkspaceEdit) -> None:
        for change in edit.document_changes or []:
            assert isinstance(change, types.TextDocumentEdit)
            paper = self.papers[change.text_document.uri]
            assert change.text_document.version == paper.version
            self.replace(paper, change.edits)  # type: ignore[arg-type]
        for uri, edits in (edit.changes or {}).items():
            self.replace(self.papers[uri], edits)

    def replace(self, paper: Paper, edits: Sequence[types.TextEdit]) -> None:
        for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
            start, end = self.offset(paper.text, edit.range.start), self.offset(paper.text, edit.range.end)
            self.change(paper, start, end, edit.new_text)

    # --- arithmetic

    def position(self, text: str, offset: int) -> types.Position:
        lines = re.split(r"\r\n|\n|\r", text[:offset])
        codec, width = WIDTHS[self.encoding]
        return types.Position(len(lines) - 1, len(lines[-1].encode(codec)) // width)

    def offset(self, text: str, position: types.Position) -> int:
        starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
        codec, width = WIDTHS[self.encoding]
        rest = text[starts[position.line] :].encode(codec)
        return starts[position.line] + len(rest[: position.character * width].decode(codec))


def make_editor() -> Editor:
    editor = Editor()

    @editor.feature(types.WORKSPACE_APPLY_EDIT)
    def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor.apply(params.edit)
        editor.applied.append(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    @editor.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(params: None) -> None:
        editor.lenses_refreshed += 1

    @editor.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        editor.registered.extend(params.registrations)

    del editor.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    @editor.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams) -> None:
        editor.published.append(params)

    return editor


_home = TemporaryDirectory()
HOME = Path(_home.name)  # so that nobody's own dictionary has a say, and none is written to
CONFIG = ClientServerConfig(
    server_command=COMMAND, client_factory=make_editor, server_env={**os.environ, "XDG_CONFIG_HOME": str(HOME)}
)


@pytest_lsp.fixture(scope="session", config=CONFIG)
async def editor(lsp_client: Editor) -> AsyncIterator[None]:
    await lsp_client.begin(client_capabilities("visual-studio-code"))
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(scope="module", config=CONFIG)
async def own(lsp_client: Editor) -> AsyncIterator[None]:
    """An editor of its own for a file whose tests change what holds for all texts."""
    await lsp_client.begin(client_capabilities("neovim"), code_lens=False)
    yield
    await lsp_client.shutdown_session()
