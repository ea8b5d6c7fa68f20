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

PAUSE = 1.0  # seconds until the answer to a wrong token
ASKING = frozenset({"POST", "OPTIONS"})  # with OPTIONS a browser asks whether a page may send POST
ASKED = frozenset({"/v2/check"})  # routes for which GET does work as well
_PORT = re.compile(r":[0-9]*\Z")
ANY_ADDRESS = "any address"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})

# The page loads nothing from other sites and may not be in a frame. Browsers must not guess the type of an answer.
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
    """Lets requests pass that are for this server and from allowed clients. `hosts` are the names that the server
    answers to; with `ANY_ADDRESS` among them, also any IP address. `origins` are the sites whose pages may read its
    answers."""

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
            # A proxy that uses the other header would see another end of this request.
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
    """A middleware that lets the pages of these sites read answers."""
    return Middleware(
        CORSMiddleware,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["*"],  # plugins of editors send their own headers, which have no effect here
        allow_private_network=True,  # browsers ask for this before a public page may reach this machine
    )


def _is_address(name: str) -> bool:
    """Whether a host is an IP address. Somebody else could make a name point here, but not an address."""
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
    """A Host header without its port. If the part after the colon is no port, it belongs to the name: it may be a
    password, as in `http://localhost:80@evil.example`, where the host is `evil.example`."""
    return _PORT.sub("", host).lower()


class TokenCheck:
    """Requires the token, and lets each client try only one wrong token per second."""

    def __init__(self, token: str | None) -> None:
        self.token = token
        self._guessing: set[str] = set()  # clients whose wrong token has not been answered yet

    async def check(self, request: Request, client: str, key: str = "") -> None:
        """Raises an error unless the request has the token, as a bearer token or as `key`. Until a wrong token is
        answered, other requests of the client are refused without a check. Otherwise it could guess in parallel."""
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
