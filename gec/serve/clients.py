"""Identifies the client of a request, because clients share the server fairly. A client is an address; behind a proxy
it is the address that the proxy names.
"""

from __future__ import annotations

import ipaddress

from starlette.requests import Request

NETWORK = 64  # bits of an address of IPv6 that one household or office has


def client_of(request: Request, forwarded: bool) -> str:
    """The client's name; what a proxy writes down is believed only where the server is told that there is one."""
    said = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip() if forwarded else ""
    return _network(said or (request.client.host if request.client else ""))


def _network(said: str) -> str:
    try:
        address = ipaddress.ip_address(said.strip("[]"))
    except ValueError:
        return ""  # a proxy that says none, or nonsense: all of these are one
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), NETWORK), strict=False))
