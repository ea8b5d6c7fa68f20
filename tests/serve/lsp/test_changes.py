"""A text that was changed bit by bit has the problems of the same text opened anew, by a server that never saw it."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from gec.serve.positions import ChangingText, Ruler

from .raw import URI, Raw

pytestmark = pytest.mark.slow
PIECES = [
    "They was happy. ", "She go to school\n", "\n\n", "\n", "- ", "> ", "# ", "```\n", "| a | b |\n| - | - |\n",
    "[we was late]", "[we was late]: http://a.example\n", "“", "”", "<!-- gec: ignore -->", "*", "`", "$", "<div>",
    "Das ist nicht gut und sehr alt. ", "an url ",
]  # fmt: skip


class Shown:
    """What a server shows last of one version of a text."""

    def __init__(self, server: Raw, uri: str, version: int) -> None:
        self.server, self.of = server, (uri, version)
        self.problems: list[dict[str, Any]] | None = None

    def look(self) -> list[dict[str, Any]] | None:
        while not self.server.heard.empty():
            message = self.server.heard.get()
            said = message.get("params", {})
            if (
                message.get("method") == "textDocument/publishDiagnostics"
                and (said["uri"], said.get("version")) == self.of
            ):
                self.problems = said["diagnostics"]
        return self.problems


def same(one: Shown, other: Shown) -> list[dict[str, Any]]:
    """The problems that both show and go on showing; they come as the text is read."""
    end, since = time.monotonic() + 120, None
    while since is None or time.monotonic() < since + 0.5:
        agree = one.look() == other.look() and one.problems is not None
        since = (since or time.monotonic()) if agree else None
        assert time.monotonic() < end, (one.problems, other.problems)
        time.sleep(0.02)
    return one.problems or []


@pytest.mark.parametrize("language", ["markdown", "plaintext"])
def test_changes_lead_to_the_same_problems(language: str) -> None:
    changed, fresh, dice = Raw(), Raw(), random.Random(7)
    try:
        changed.begin(debounce=0)
        fresh.begin()
        text = "".join(dice.choice(PIECES) for _ in range(120))
        changed.open(text, language=language)
        for version in range(2, 40):
            start = dice.randrange(len(text) + 1)
            end = min(len(text), start + dice.choice([0, 0, 0, 1, 9, 60]))
            lines, where = ChangingText(text), Ruler(text).range(start, end)
            new = dice.choice(PIECES) * dice.choice([0, 1, 1, 3])
            span = {
                side: {"line": at.line, "character": at.character}
                for side, at in zip(("start", "end"), (where.start, where.end), strict=True)
            }
            document = {"uri": URI, "version": version}
            changed.send(
                "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": span, "text": new}]}
            )
            lines.replace(where, new)
            text = lines.text()
            if version % 4 == 0:
                changed.send("textDocument/didSave", {"textDocument": {"uri": URI}})  # nobody is writing any more
                fresh.open(text, f"{URI}.{version}", language)
                found = same(Shown(changed, URI, version), Shown(fresh, f"{URI}.{version}", 1))
        assert found
    finally:
        for server in (changed, fresh):
            server.end()
