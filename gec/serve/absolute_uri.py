"""Requests with a whole address (`GET http://localhost/healthz`), as proxies get them. HTTP requires every server to
accept them. The host in that address counts, whatever the header says.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp, Receive, Scope, Send

_WHOLE = re.compile(rb"https?://([^/]*)(.*)", re.DOTALL | re.IGNORECASE)


class AbsoluteUri:
    """Replaces the whole address by its path, and the Host header by its host."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        whole = _WHOLE.fullmatch(scope["raw_path"]) if scope["type"] == "http" else None
        await self.app({**scope, **_told_apart(scope, whole)} if whole else scope, receive, send)


def _told_apart(scope: Scope, whole: re.Match[bytes]) -> dict[str, Any]:
    path = whole[2] or b"/"
    others = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {"path": unquote(path.decode("ascii")), "raw_path": path, "headers": [(b"host", whole[1]), *others]}
