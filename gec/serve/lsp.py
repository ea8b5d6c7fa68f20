"""The language server: checks open texts a moment after the typing stops, and decides when messages are sent.

A change of a text (`sheets.py`) cancels its check and starts another one, so findings always belong to the present
text. The service caches sentences, so a check only reads what changed. `actions.py` turns edits into diagnostics and
actions, `positions.py` turns offsets into positions, `preferences.py` has the user's settings, `editor.py` asks the
editor for them, `features.py` has the requests of the editor, `protocol.py` the messages, and `service.py` the model.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_left
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import replace
from itertools import chain
from pathlib import Path, PurePath
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from gec import __version__, dictionary, settings
from gec.correction import FirstReading, let_through
from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.errors import GecError, OptionError
from gec.rules import own as own_rules
from gec.serve import actions, editor
from gec.serve.actions import Checked
from gec.serve.answers import Answer, in_thread_if_long
from gec.serve.editor import can
from gec.serve.positions import ChangingText, Ruler
from gec.serve.preferences import Preferences
from gec.serve.protocol import Protocol
from gec.serve.service import Busy, Closed, Service
from gec.serve.sheets import Sheet
from gec.serve.uris import folder_of, parts, path_of
from gec.text import formats
from gec.text.prose import Prose

PUBLISH_INTERVAL = 0.25  # seconds between two lists of findings while a text is read for the first time
LARGEST = 3_000_000  # characters of a text that is checked
MOST = 1_000  # findings of a text that are shown at a time: those around the last change
DECIDING = (*settings.FILES, dictionary.NAME, f"{own_rules.FOLDER}/*.toml")  # files that affect what is shown
PATIENCE = 2.0  # seconds that a request for actions waits for the current check
ROUNDS = 3  # times that a text is corrected, because corrections may lead to new findings


class EditorServer(LanguageServer):
    """One editor's server."""

    protocol: Protocol

    def __init__(self, service: Service, preferences: Preferences, rewriting: Service | None) -> None:
        super().__init__("gec", __version__, protocol_cls=Protocol, converter_factory=default_converter)
        self.service = service
        self.rewriting = rewriting
        self.preferences = preferences
        self.first = preferences  # what holds where the editor's settings say nothing
        self.failed = ""  # what was said of a check that failed, until one succeeds
        self.told: dict[Path, list[str]] = {}  # what was said of the files of a project, while they are wrong
        self.sheets: dict[str, Sheet] = {}
        self.dismissed: dict[str, set[actions.Place]] = {}  # by text
        self.tasks: set[asyncio.Task[None]] = set()

    # --- texts

    def opened(self, item: types.TextDocumentItem) -> None:
        self.closed(item.uri)
        versioned = can(self, "workspace.workspace_edit.document_changes")
        blank = Checked(item.uri, item.version, self.ruler(item.text), versioned=versioned)
        lines = ChangingText(item.text, self.encoding)
        self.sheets[item.uri] = Sheet(item.uri, item.language_id, item.version, item.text, lines, blank)
        self.check(self.sheets[item.uri])

    def changed(
        self, document: types.VersionedTextDocumentIdentifier, changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> None:
        sheet = self.sheets.get(document.uri)
        if sheet is None:
            return
        sheet.change(document.version, changes, self.encoding)
        self.check(sheet, after=self.preferences.debounce)

    def closed(self, uri: str) -> None:
        sheet = self.sheets.pop(uri, None)
        if sheet is not None:
            sheet.cancel()
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def ruler(self, text: str) -> Ruler:
        return Ruler(text, self.encoding)

    @property
    def encoding(self) -> str:
        return self.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16

    def saved(self, uri: str) -> None:
        """After saving, no line counts as being written. The saved file may also affect what is shown in all texts."""
        path, sheet = parts(uri)[1], self.sheets.get(uri)
        if sheet is not None and sheet.typed >= 0:
            sheet.typed = -1
            self.check(sheet)
        if any(map(PurePath(path).match, DECIDING)) or path == str(dictionary.personal()):
            self.check_all()

    # --- checks

    def check(self, sheet: Sheet, after: float = 0.0) -> None:
        """Check a text after so many seconds, unless it changes before."""
        sheet.cancel()
        sheet.check = self.spawn(self._check(sheet, after))

    def check_all(self) -> None:
        for sheet in self.sheets.values():
            self.check(sheet)

    def rest(self) -> None:
        """Cancel all checks, because the editor has asked the server to shut down."""
        for sheet in self.sheets.values():
            sheet.cancel()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self.tasks.add(task := asyncio.ensure_future(work))
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logging.getLogger(__name__).error("%r", error, exc_info=error)
            if not isinstance(error, JsonRpcException):
                self.say_failed(f"{error!r}: a fault of gec; its log has more")

    async def _check(self, sheet: Sheet, after: float) -> None:
        sheet.unread = "the text could not be read to its end"
        await asyncio.sleep(after)
        while True:
            try:
                await self._follow(sheet)
            except Busy as busy:
                await asyncio.sleep(busy.after)
            except (GecError, Closed) as error:
                sheet.unread = str(error)
                self.say_failed(sheet.unread)
                return
            else:
                self.failed = sheet.unread = ""
                return

    async def _follow(self, sheet: Sheet) -> None:
        """Publish the findings in a text, several times until all of it is read. The changed line is read first."""
        size, policy = len(sheet.text), self.policy(sheet.uri)
        blank = replace(sheet.checked, version=sheet.version, ruler=self.ruler(sheet.text), typed=sheet.typed)
        begin = blank.ruler.offset(types.Position(sheet.seen, 0))
        if size > LARGEST or self.excluded(sheet.uri):
            sheet.checked = replace(blank, edits=(), sentences=())
            self._publish(sheet.checked, begin)
            if size > LARGEST:
                raise OptionError(f"a text of more than {LARGEST:,} characters is not checked in an editor")
            return
        prose = await self.read(sheet)
        async with aclosing(self.service.follow(prose, every=PUBLISH_INTERVAL, begin=begin)) as answers:
            async for answer in _news(answers):
                checked = replace(blank, edits=answer.edits, sentences=answer.sentences)
                edits = await in_thread_if_long(size, self._let_through, checked, policy, prose)
                sheet.checked = replace(checked, edits=edits)
                self._publish(sheet.checked, begin)
        if self.preferences.code_lens and can(self, "workspace.code_lens.refresh_support"):
            self.workspace_code_lens_refresh(None)

    async def read(self, sheet: Sheet) -> Prose:
        """The prose of a text. A text is parsed by one thread at a time, because a thread cannot be stopped."""
        while sheet.reading is not None and not sheet.reading.done():
            await asyncio.wait([sheet.reading])
        sheet.reading = asyncio.ensure_future(in_thread_if_long(len(sheet.text), self._read, sheet))
        return await asyncio.shield(sheet.reading)

    def _read(self, sheet: Sheet) -> Prose:
        """Parse a text. Its file name decides about its format if the editor's language does not."""
        text, format = sheet.text, formats.of_language(sheet.language)
        if format == "plain":
            format = formats.format_of(parts(sheet.uri)[1], text)
        return formats.prose_of(text, format, comments=self.preferences.comments(self.folder(sheet.uri)))

    def excluded(self, uri: str) -> bool:
        path = path_of(uri)
        return path is not None and self.preferences.excluded(path, self.folder(uri))

    def _let_through(self, checked: Checked, policy: Policy, prose: Prose) -> tuple[Edit, ...]:
        """The edits of one reading that are shown. New findings after a correction are shown once it is made."""
        places = self.dismissed.get(checked.uri, set())
        sentences = {sentence for sentence, *_ in places}

        def seen(_: Prose, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
            return tuple(one for one in edits if checked.said(one) not in sentences or checked.place(one) not in places)

        [passed] = let_through([FirstReading(prose, checked.edits)], policy, again=None, wanted=seen)
        return passed.edits

    def policy(self, uri: str) -> Policy:
        """What is let through in a text; what is wrong with the files that decide it is said once."""
        folder, wrong = self.folder(uri), list[str]()
        policy = self.preferences.policy(folder, lambda error: wrong.append(str(error)))
        known = {*chain.from_iterable(self.told.values())}  # one file may hold for several folders
        self.told[folder] = list(dict.fromkeys(wrong))
        for message in self.told[folder]:
            if message not in known:
                self.say(message)
        return policy

    def _publish(self, checked: Checked, begin: int) -> None:
        """Show the findings around a place, as many as an editor can handle."""
        told = checked.told()
        first = bisect_left(told, begin, key=lambda edit: edit.start) - MOST // 2
        first = max(0, min(first, len(told) - MOST))
        severity = self.preferences.severity
        shown = [actions.diagnostic(checked, edit, severity) for edit in told[first : first + MOST]]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(checked.uri, shown, checked.version))

    def folder(self, uri: str) -> Path:
        """The folder whose settings apply to a text. If projects are not trusted, it is the root."""
        if not self.preferences.trusted:
            return Path(Path.cwd().anchor)
        return folder_of(uri, self.workspace.root_path)

    async def checked(self, uri: str) -> Checked | None:
        """The findings in the present text. Waits a little for the current check. None if they are not known."""
        sheet = self.sheets.get(uri)
        if sheet is None:
            return None
        if sheet.check is not None:
            await asyncio.wait([sheet.check], timeout=PATIENCE)
        return sheet.checked if sheet.checked.version == sheet.version else None

    async def checked_to_the_end(self, uri: str) -> Checked | None:
        """The findings in a text after all of it is read, however long that takes and however often it changes."""
        while (sheet := self.sheets.get(uri)) is not None and sheet.check is not None and not sheet.check.done():
            await asyncio.wait([sheet.check])
        return await self.checked(uri)

    async def correct(self, uri: str) -> int | None:
        """Let the editor apply all corrections of a text, and then new ones that result from them. Returns how many. If
        the text could not be read, shows why and returns None."""
        taken, version = 0, -1
        for _ in range(ROUNDS):
            checked, sheet = await self.checked_to_the_end(uri), self.sheets.get(uri)
            if sheet and sheet.unread and sheet.check and sheet.check.done():
                self.say(sheet.unread)
                return None
            if checked is None or not checked.edits or checked.version == version:
                break
            edit = types.ApplyWorkspaceEditParams(checked.applying(checked.edits), label="gec")
            if not (await self.workspace_apply_edit_async(edit)).applied:
                self.say("the editor did not take the corrections, as the text has changed since; try again")
                break
            taken, version = taken + len(checked.edits), checked.version
        return taken

    # --- settings and messages

    def begin(self, given: object) -> None:
        """Use the settings that an editor sends when it starts the server."""
        self.first = self.preferences = self.preferences.changed(editor.section(given), self.say)

    def configure(self, given: object) -> None:
        """Use these settings of the editor instead of earlier ones and of types that were turned off, and check every
        text again. A message names each wrong setting."""
        self.preferences = self.first.changed(given, self.say)
        self.check_all()

    async def pull(self) -> None:
        """Ask the editor for its settings. An editor that cannot be asked, or does not answer, has none."""
        before = self.preferences
        try:
            given = await editor.settings(self)
        except JsonRpcException as error:
            logging.getLogger(__name__).warning("%s", error)
            return
        if given is not None or self.preferences is before:  # an empty answer does not replace newer settings
            self.configure(given)

    async def warm(self) -> None:
        """Load the model before the first text is opened, and show an error if that fails."""
        try:
            await self.service.correct("It works.")
        except (GecError, Busy, Closed) as error:
            self.say_failed(str(error))

    def say_failed(self, message: str) -> None:
        """Show why checks fail, once and not after every change of a text."""
        if message != self.failed:
            self.failed = message
            self.say(message)

    def say(self, message: str) -> None:
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"gec: {message}"))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log errors of pygls. They are mistakes of the client, so the user gets no message."""
        if source is JsonRpcException:  # a message could not be read
            self.protocol.refuse_nonsense(error)
        logging.getLogger(__name__).warning("%s", error)


async def _news(answers: AsyncIterator[Answer]) -> AsyncIterator[Answer]:
    """The answers with more sentences than the one before, and the last answer, which may remove earlier findings."""
    answered, answer = 0, None
    async for answer in answers:
        if more := len(answer.sentences) > answered:
            answered = len(answer.sentences)
            yield answer
    if answer is not None and not more:
        yield answer
