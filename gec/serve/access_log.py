"""The access log: one line for each answer, with client, route, status and time. It contains nothing of a text, only
the path of a known route, and no header or token.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TextIO

from starlette.requests import Request
from starlette.types import Scope

from gec.serve.clients import client_of

FORMS = ("none", "text", "json")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})


@dataclass
class AccessLog:
    """Writes to a stream until writing fails."""

    form: str = "none"
    forwarded: bool = False
    stream: TextIO = sys.stdout

    def write(self, scope: Scope, route: str, status: int, seconds: float, sent: int) -> None:
        """Write one line. The status is 499 if the client was gone."""
        if self.form == "none":
            return
        said = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "client": client_of(Request(scope), self.forwarded),
            "method": scope["method"] if scope["method"] in METHODS else "other",
            "route": route,
            "status": status,
            "seconds": round(seconds, 4),
            "bytes": sent,
        }
        line = json.dumps(said) if self.form == "json" else " ".join(map(str, said.values()))
        try:
            self.stream.write(f"{line}\n")
            self.stream.flush()
        except (OSError, ValueError):
            self.form = "none"
