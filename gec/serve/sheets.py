"""The texts that are open in an editor: how they change, and what was found in them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from lsprotocol import types

from gec.serve.actions import Checked
from gec.serve.positions import ChangingText
from gec.text.prose import Prose


@dataclass(eq=False, slots=True)
class Sheet:
    """A text open in the editor."""

    uri: str
    language: str
    version: int
    text: str
    lines: ChangingText  # of the text
    checked: Checked
    typed: int = -1  # the line that is being written: the one that changed last, until the text is saved
    seen: int = 0  # the line that changed last, which the writer probably looks at
    check: asyncio.Task[None] | None = None
    unread: str = ""  # why its last check was not completed
    reading: asyncio.Future[Prose] | None = None  # parses a long text in a thread

    def change(self, version: int, changes: Sequence[types.TextDocumentContentChangeEvent], encoding: str) -> None:
        """Take over what was typed."""
        lines = self.lines.copy()
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                lines.replace(change.range, change.text)
            else:
                lines = ChangingText(change.text, encoding)
        self.typed = lines.touched(self.lines)
        self.seen = max(0, self.typed)
        self.lines, self.text = lines, lines.text()
        self.version = version

    def cancel(self) -> None:
        """Cancel its check."""
        if self.check is not None:
            self.check.cancel()
