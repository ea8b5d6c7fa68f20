"""Decides who may send requests, and adds headers to every answer. A page of another site must not reach a server on
the user's own machine, neither through a host name that points here (DNS rebinding) nor by posting a form.

Tokens are checked where the body is read, since LanguageTool's clients put theirs into the form.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gec.serve.refused import RefusedError, response_to

PAUSE = 1.0  # seconds after a wrong token
ASKING = frozenset({"POST", "OPTIONS"})  # by the second a browser asks whether a page may do the first
ASKED = frozenset({"/v2/check"})  # does work when it is merely got
_PORT = re.compile(r":[0-9]*\Z")
ANY_ADDRESS = "any address"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})

# The page loads nothing from anywhere else and may not be framed; an answer is what it says it is.
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}


class RequestFilter:
    """Lets through what this server was asked by those it serves. `hosts` are the names it answers to, and with
    `ANY_ADDRESS` among them every address; `origins` the sites whose pages may read its answers."""

    def __init__(self, app: ASGIApp, hosts: Collection[str], origins: Collection[str]) -> None:
        self.app, self.hosts, self.origins = app, hosts, frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        if refusal := self._refusal(Headers(scope=scope), scope["method"], scope["path"]):
            await response_to(refusal, scope["path"])(scope, receive, dressed)
        else:
            await self.app(scope, receive, dressed)

    def _refusal(self, headers: Headers, method: str, path: str) -> RefusedError | None:
        if "transfer-encoding" in headers and "content-length" in headers:
            # A proxy that takes the other one would see another request begin, or none.
            said = "send either Content-Length or Transfer-Encoding, not both"
            return RefusedError(400, said, {"connection": "close"})
        host = headers.get("host", "")
        if not self._is_ours(name_of(host)):
            return RefusedError(403, f"this server does not answer to the name {host[:100]!r}; see --allow-host")
        known = "*" in self.origins or headers.get("origin") in self.origins
        if of_another_site(headers) and not known and (method in ASKING or path in ASKED):
            return RefusedError(403, "a page of another site may not use this server; see --allow-origin")
        return None

    def _is_ours(self, name: str) -> bool:
        return name in self.hosts or (ANY_ADDRESS in self.hosts and _is_address(name))


def sharing(origins: Collection[str]) -> Middleware:
    """Lets the pages of these sites read answers."""
    return Middleware(
        CORSMiddleware,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["*"],  # the plugins of editors send some of their own; none does anything here
        allow_private_network=True,  # as browsers ask where a page of the net is to reach this machine
    )


def _is_address(name: str) -> bool:
    """Whether it is no name, which somebody else could make point here."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def of_another_site(headers: Headers) -> bool:
    """Whether a page of another site asks. No header tells an extension of the browser from the user. Browsers leave
    out `Sec-Fetch-Site` if this server is another machine without TLS, but a page that posts sends its `Origin`."""
    origin = headers.get("origin")
    if site := headers.get("sec-fetch-site"):
        extension = origin is not None and origin.partition("://")[0].endswith("-extension")
        return extension or site in ("cross-site", "same-site")  # the second is another port, or a neighbour's name
    return origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower()


def name_of(host: str) -> str:
    """A Host header without its port. What stands behind a colon and is none belongs to the name, for in an address
    it may be a password: the machine of `http://localhost:80@evil.example` is the other one."""
    return _PORT.sub("", host).lower()


class TokenCheck:
    """Asks for the token, and lets each client guess no faster than once a second."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self._guessing: set[str] = set()  # clients whose wrong token is not answered yet

    async def check(self, request: Request, client: str, key: str = "") -> None:
        """Raises unless the request carries the token, as a bearer or as `key`. While a wrong one is not answered, the
        client's next is refused unseen, or guesses would cost no time."""
        if self.token is None:
            return
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        said = given.strip().encode("latin-1") if scheme.lower() == "bearer" else key.encode("utf-8", "replace")
        if said and client in self._guessing:
            raise RefusedError(429, "a wrong token came from you just now; try again", {"retry-after": "1"})
        if hmac.compare_digest(said, self.token.encode()):
            return
        if said:
            self._guessing.add(client)
            try:
                await asyncio.sleep(PAUSE)
            finally:
                self._guessing.discard(client)
        raise RefusedError(401, "this server needs its token, as a bearer token", {"www-authenticate": "Bearer"})
