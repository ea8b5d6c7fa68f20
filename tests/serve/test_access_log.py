"""The access log, and what runs in front of the server."""

from __future__ import annotations

import io
import json

import pytest
from starlette.requests import Request

from gec.serve.access_log import AccessLog
from gec.serve.clients import client_of
from gec.serve.connection_limits import _same

httpx = pytest.importorskip("httpx")
WRONG = "She go to school every day."


def test_the_access_log_has_client_and_route_but_no_text(serving) -> None:
    lines = io.StringIO()
    with serving(log=AccessLog("json", stream=lines)) as other:
        httpx.post(f"{other.url}/v1/correct", json={"text": WRONG}, timeout=60)
        httpx.get(f"{other.url}/secret/{WRONG}?apiKey=sesame")
    first, second = map(json.loads, lines.getvalue().splitlines())
    assert (first["route"], first["status"], first["client"], first["method"]) == (
        "/v1/correct",
        200,
        "127.0.0.1",
        "POST",
    )
    assert first["bytes"] > 100
    assert first["seconds"] > 0
    assert (second["route"], second["status"]) == ("other", 404)
    assert not [word for word in ("school", "sesame", "secret") if word in lines.getvalue()]


@pytest.mark.parametrize(
    ("lines", "client"),
    [
        (["9.9.9.9", "1.2.3.4"], "1.2.3.4"),  # the first is the client's own
        (["9.9.9.9, 1.2.3.4:5555"], "1.2.3.4"),
        (["[2001:db8::1]:5555"], "2001:db8::/64"),
        (["2001:db8::1"], "2001:db8::/64"),
        (["unknown"], ""),
        ([], "127.0.0.1"),
    ],
)
def test_the_client_is_the_last_one_that_the_proxy_names(lines: list[str], client: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    scope = {"type": "http", "headers": headers, "client": ("127.0.0.1", 1)}
    assert client_of(Request(scope), forwarded=True) == client


def test_the_addresses_of_one_network_share_its_connections() -> None:
    one, other, far = (("2001:db8::1", 1), ("2001:db8::2", 2), ("2001:db9::1", 1))
    assert (_same(one, other), _same(one, far), _same(("1.2.3.4", 1), ("1.2.3.5", 1))) == (True, False, False)
