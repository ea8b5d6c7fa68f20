"""The access log, and what runs in front of the server."""

from __future__ import annotations

import io
import json

import pytest

from gec.serve.access import AccessLog

httpx = pytest.importorskip("httpx")
WRONG = "She go to school every day."


def test_the_access_log_says_who_and_what_and_nothing_of_the_text(serving) -> None:
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
