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

# Headers that proxies add.
PROXY = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
NETWORK = 64  # the first bits of an IPv6 address, which are the same in a household or office
_PORT = re.compile(r"\A([^:]*|\[.*\]):\d+\Z")


def client_of(request: Request, forwarded: bool) -> str:
    """The client's address. With `forwarded`, it is the one that the proxy names: the last entry of the last header,
    because earlier ones may come from the client itself."""
    lines = request.headers.getlist("x-forwarded-for") if forwarded else []
    said = lines[-1].rpartition(",")[2].strip() if lines else ""
    return network(said or (request.client.host if request.client else ""))


def proxied(request: Request) -> bool:
    """Whether a header shows that a proxy passed this request on."""
    return any(name in request.headers for name in PROXY)


def network(said: str) -> str:
    """The part of an address that identifies a client. For IPv6 it is the network."""
    try:
        address = ipaddress.ip_address(_PORT.sub(r"\1", said).strip("[]"))
    except ValueError:
        return ""  # the proxy names no valid address; all such requests count as one client
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), NETWORK), strict=False))


async def unless_gone(request: Request, answering: Coroutine[Any, Any, str]) -> str:
    """The answer. Raises ClientDisconnect if the client disconnects first."""
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
