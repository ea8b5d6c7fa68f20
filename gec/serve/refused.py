"""Refused requests: a status and one line that says why, never a traceback."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from starlette.responses import PlainTextResponse, Response

LINE = 100_000  # characters; a longer line is data, not prose
_UNSOUND = re.compile("[\0\ud800-\udfff]")
_NEWLINE = re.compile("\r\n|[\n\r]")


class RefusedError(Exception):
    """Ends the handling of a request."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status, self.reason, self.headers = status, reason, headers


def response_to(refusal: RefusedError, path: str) -> Response:
    """The response for a refusal: plain text for LanguageTool's clients, JSON for all others."""
    if path.startswith("/v2/"):
        return PlainTextResponse(f"Error: {refusal.reason}", refusal.status, refusal.headers)
    body = json.dumps({"error": refusal.reason}).encode()
    return Response(body, refusal.status, refusal.headers, "application/json")


def short(text: str) -> str:
    """What a request said, as it is quoted."""
    return repr(text) if len(text) <= 40 else f"{text[:40]!r}..."


def sound(text: str, name: str) -> str:
    """The text, if it has no NUL and no lone surrogate, which UTF-8 cannot encode."""
    if found := _UNSOUND.search(text):
        what = "a NUL" if found.group() == "\0" else f"half of a character (U+{ord(found.group()):04X})"
        raise RefusedError(400, f"{name!r} holds {what} at character {found.start()}; send text without it")
    return text


def require_prose(text: str, name: str) -> str:
    """The same, if the text also has no line that is too long to be prose."""
    sound(text, name)
    for number, line in enumerate(_NEWLINE.split(text) if len(text) > LINE else (), 1):
        if len(line) > LINE:
            said = f"line {number} of {name!r} has {len(line):,} characters; more than {LINE:,} are data, not prose"
            raise RefusedError(422, said)
    return text
