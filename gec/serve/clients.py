"""Identifies the client of a request, because clients share the server fairly. A client is an address; behind a proxy
it is the address that the proxy names. If a client leaves, the work for its request is cancelled.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from collections.abc import Coroutine
from typing import Any

from starlette.requests import ClientDisconnect, Request

# What proxies add to a request.
PROXY = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
NETWORK = 64  # bits of an address of IPv6 that one household or office has
_PORT = re.compile(r"\A([^:]*|\[.*\]):\d+\Z")


def client_of(request: Request, forwarded: bool) -> str:
    """The client's address. What a proxy says counts only if the server is told that there is one: the last entry of
    the last header, because a client may send headers of its own."""
    lines = request.headers.getlist("x-forwarded-for") if forwarded else []
    said = lines[-1].rpartition(",")[2].strip() if lines else ""
    return network(said or (request.client.host if request.client else ""))


def proxied(request: Request) -> bool:
    """Whether a proxy says that it passed this request on."""
    return any(name in request.headers for name in PROXY)


def network(said: str) -> str:
    """An address as it counts for a client: of IPv6, what all addresses of its network have in common."""
    try:
        address = ipaddress.ip_address(_PORT.sub(r"\1", said).strip("[]"))
    except ValueError:
        return ""  # a proxy that says none, or nonsense: all of these are one
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), NETWORK), strict=False))


async def unless_gone(request: Request, answering: Coroutine[Any, Any, str]) -> str:
    """The answer; ClientDisconnect if the client goes away first."""
    work, gone = asyncio.ensure_future(answering), asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise ClientDisconnect
        return work.result()
    finally:
        work.cancel()
        gone.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
