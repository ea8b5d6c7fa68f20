"""How long a client may take: uvicorn waits for ever for the rest of a request and for an answer to be read. Here a
connection has so many seconds to send a whole request, and as many to take the answer, or it is cut; and there are
only so many connections at a time.

Everything else about HTTP is uvicorn's.
"""

from __future__ import annotations

import asyncio

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from gec.serve.guard import answer
from gec.serve.refused import RefusedError

FULL = RefusedError(503, "too many connections; try again", {"retry-after": "1", "connection": "close"})


async def full(scope: Scope, receive: Receive, send: Send) -> None:
    """What those are told for whom there is no room."""
    await answer(FULL, scope["path"])(scope, receive, send)


def impatient(seconds: float, connections: int) -> type[H11Protocol]:
    """The protocol for clients that get this long. Connections beyond so many are told to come back, beyond twice
    as many they are cut."""

    class Impatient(H11Protocol):
        deadline: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
            super().connection_made(transport)
            if len(self.connections) > 2 * connections:
                transport.abort()
            elif len(self.connections) > connections:
                self.app = full
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._relax()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def _watch(self) -> None:
            if not self._waiting():
                self._relax()
            elif self.deadline is None:
                self.deadline = self.loop.call_later(seconds, self._cut)

        def _waiting(self) -> bool:
            """Whether the next move is the client's. Between two requests uvicorn's own timer runs."""
            between = self.timeout_keep_alive_task is not None
            receiving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not between
            return receiving or self.transport.get_write_buffer_size() > 0

        def _relax(self) -> None:
            if self.deadline is not None:
                self.deadline.cancel()
                self.deadline = None

        def _cut(self) -> None:
            self.deadline = None
            if self._waiting():
                self.transport.abort()

    return Impatient


def server(app: ASGIApp, seconds: float, connections: int) -> uvicorn.Server:
    """uvicorn with this patience, and quiet: whoever runs it is told of faults alone."""
    config = uvicorn.Config(
        app,
        http=impatient(seconds, connections),
        ws="none",
        lifespan="off",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
