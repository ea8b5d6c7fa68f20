"""What a request may not be, and the answer it gets: a status, one line that says why, never a traceback."""

from __future__ import annotations

import re
from collections.abc import Mapping

LINE = 100_000  # characters; a longer line is data, not prose
_UNSOUND = re.compile("[\0\ud800-\udfff]")
_LONG = re.compile(rf"[^\n\r]{{{LINE + 1},}}")


class RefusedError(Exception):
    """Ends the handling of a request."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status, self.reason, self.headers = status, reason, headers


def sound(text: str, name: str) -> str:
    """The text, if it is one: no NUL, no half of a character, which UTF-8 cannot say, no line of data."""
    if found := _UNSOUND.search(text):
        what = "a NUL" if found.group() == "\0" else f"half of a character (U+{ord(found.group()):04X})"
        raise RefusedError(400, f"{name!r} holds {what} at character {found.start()}; send text without it")
    if len(text) > LINE and (found := _LONG.search(text)):
        line, long = text.count("\n", 0, found.start()) + 1, len(found.group())
        raise RefusedError(
            422, f"line {line} of {name!r} has {long:,} characters; more than {LINE:,} are data, not prose"
        )
    return text
