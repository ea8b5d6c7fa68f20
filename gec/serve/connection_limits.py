"""Time limits for clients, which uvicorn does not have. A client has a number of seconds to send a whole request, and
as many to read the answer; then its connection is closed. The numbers of connections and of chunks are limited. When
the server stops, present requests may continue for a moment; those that still wait are told to try again.
"""

from __future__ import annotations

import asyncio
import logging
import math
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, ClassVar

import h11
import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from gec.serve.clients import network
from gec.serve.refused import RefusedError, response_to
from gec.serve.service import Service

GRACE = 1.5  # seconds that present requests may continue when the server stops
SHARE = 0.5
LINGER = 0.7  # seconds until a client that has closed its sending side counts as gone
DRAINED, DRAINING = 32_000_000, 5.0  # most bytes and seconds for reading the rest of a refused request
MOST_CHUNKS = 10_000  # of a body; each takes a hundred times the processor time of its bytes
LONGEST_HEAD = 65_536  # bytes before the body
# Keys in the state of a connection: there are too many connections; a function that says when this one is cut.
OVERLOADED, TIME_LEFT = "overloaded", "time left"
BACK = {"retry-after": "1", "connection": "close"}
FULL = RefusedError(503, "too many connections; try again", BACK)
FAULT = RefusedError(500, "the server failed at this request; its log says why")
NO_REQUEST = RefusedError(400, "this is no valid HTTP request, or its head has more than 64 KiB")
TOO_MANY_CHUNKS = RefusedError(400, f"the body has more than {MOST_CHUNKS:,} chunks; send larger ones")
ENDING = RefusedError(503, "the server is stopping; try again", BACK)


def _is_a_fault(record: logging.LogRecord) -> bool:
    """Whether a log record of uvicorn is an error. Requests that it cancels at the end are none: they get an answer."""
    return not record.msg.startswith("Cancel ")


class AnswerOnShutdown:
    """Answers clients if there are too many connections, if the server stops while they wait, or if their request fails
    because of a bug."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if OVERLOADED in scope.get("state", ()):
            await response_to(FULL, scope["path"])(scope, receive, send)
            return
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except asyncio.CancelledError:
            if not begun:
                await response_to(ENDING, scope["path"])(scope, receive, send)
        except Exception:
            if begun:
                raise
            logging.getLogger(__name__).exception("%s", FAULT)
            await response_to(FAULT, scope["path"])(scope, receive, send)


class DrainRequestBody:
    """Reads the rest of a request before it is answered. If the connection were closed while the client is still
    sending, the client would lose the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        more = b"expect" not in dict(scope["headers"])  # such a client waits for permission and sends nothing yet

        async def heard() -> Message:
            nonlocal more
            message = await receive()
            more = bool(message.get("more_body"))
            return message

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                left = DRAINED
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(DRAINING, _seconds_left(scope) / 2)):
                        while more and left > 0:
                            left -= len((await heard()).get("body", b""))
            await send(message)

        await self.app(scope, heard, sent)


def _seconds_left(scope: Scope) -> float:
    """Seconds until the connection is cut, unless the client sends the rest of its request."""
    left: Callable[[], float] = scope.get("state", {}).get(TIME_LEFT, lambda: math.inf)
    return left()


class HttpServer(uvicorn.Server):
    """uvicorn without a traceback for every present request when it is ended. It also ends when one of the services
    does."""

    services: Sequence[Service] = ()

    async def on_tick(self, counter: int) -> bool:
        return any(service.closed for service in self.services) or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(GRACE, self._end)
        await super().shutdown(sockets)

    def _end(self) -> None:
        for connection in list(self.server_state.connections):
            if isinstance(connection, H11Protocol) and connection.cycle and connection.cycle.response_started:
                connection.transport.abort()
        for task in self.server_state.tasks:
            task.cancel()


class ChunkLimit(h11.Connection):
    """The state of a connection. A body in too many chunks is no valid request."""

    chunks = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.chunks = 0
        elif isinstance(event, h11.Data):
            self.chunks += event.chunk_start
            if self.chunks > MOST_CHUNKS:
                raise h11.RemoteProtocolError(str(TOO_MANY_CHUNKS))
        return event


class DeadlineProtocol(H11Protocol):
    """The protocol with time limits. If there are more connections than `most`, a new client is told to try again; if
    there are twice as many, it is cut."""

    seconds: ClassVar[float]
    most: ClassVar[int]  # connections
    share: ClassVar[float]  # the share of them that one address may have
    deadline: asyncio.TimerHandle | None = None
    sends_no_more = False
    conn: ChunkLimit

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.conn = ChunkLimit(h11.SERVER, LONGEST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self.app_state = {**self.app_state, TIME_LEFT: self._seconds_left}
        same = sum(isinstance(one, H11Protocol) and _same(one.client, self.client) for one in self.connections)
        crowd = max(len(self.connections), same / self.share if same > 1 else 0)  # one connection is always allowed
        if crowd > 2 * self.most:
            transport.abort()
        elif crowd > self.most:
            self.app_state[OVERLOADED] = True
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def eof_received(self) -> bool:  # type: ignore[override]  # as asyncio's
        """Whether to keep the connection. A client that has closed its sending side may be gone, or may wait for its
        answer."""
        self.sends_no_more = self._answering()
        if self.sends_no_more:
            self.loop.call_later(LINGER, self._abort_unanswered)
        return self.sends_no_more

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.sends_no_more and not self._answering():
            self.transport.close()
        self._watch()

    def _answering(self) -> bool:
        """Whether a request has arrived completely and is not answered yet."""
        return self.cycle is not None and not (self.cycle.response_complete or self.cycle.more_body)

    def _abort_unanswered(self) -> None:
        if self._answering() and not self.cycle.response_started:
            self.transport.abort()

    def _watch(self) -> None:
        if not self._waiting():
            self._cancel_deadline()
        elif self.deadline is None:
            self.deadline = self.loop.call_later(self.seconds, self._cut)

    def _waiting(self) -> bool:
        """Whether the server waits for the client. Between two requests uvicorn's own timer runs."""
        between = self.timeout_keep_alive_task is not None
        receiving = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not between
        return receiving or self.transport.get_write_buffer_size() > 0

    def _seconds_left(self) -> float:
        return self.deadline.when() - self.loop.time() if self.deadline else math.inf

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no valid request in one line, unless it is being answered."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            refusal = TOO_MANY_CHUNKS if self.conn.chunks > MOST_CHUNKS else NO_REQUEST
            answer = response_to(refusal, "")
            headers = [*answer.raw_headers, (b"connection", b"close")]
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=bytes(answer.body)),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _cancel_deadline(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _cut(self) -> None:
        self.deadline = None
        if self._waiting():
            self.transport.abort()


_network = lru_cache(maxsize=1024)(network)  # called for every connection when a new one is made


def _same(one: tuple[str, int] | None, other: tuple[str, int] | None) -> bool:
    """Whether two connections come from the same address, or for IPv6 from the same network."""
    return one is not None and other is not None and _network(one[0]) == _network(other[0])


def deadline_protocol(seconds: float, connections: int, share: float) -> type[DeadlineProtocol]:
    """A protocol class with these limits. uvicorn makes an instance for each connection."""
    return type("DeadlineProtocol", (DeadlineProtocol,), {"seconds": seconds, "most": connections, "share": share})


def server(
    app: ASGIApp, seconds: float, connections: int, services: Sequence[Service], *, proxied: bool = False
) -> HttpServer:
    """uvicorn with these limits. It logs errors only. One address may have half of the connections, or all of them if
    it is a proxy's."""
    logging.getLogger("uvicorn.error").addFilter(_is_a_fault)
    config = uvicorn.Config(
        app,
        http=deadline_protocol(seconds, connections, 1.0 if proxied else SHARE),
        ws="none",
        lifespan="on",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )
    made = HttpServer(config)
    made.services = services
    return made
