"""Who may ask the server: by which name, from which site, and with which token."""

from __future__ import annotations

import re

import pytest

httpx = pytest.importorskip("httpx")
WRONG = "She go to school every day."
RIGHT = "She goes to school every day."


def check(here, headers=None, **form: str):
    return httpx.post(f"{here.url}/v2/check", data={"language": "en-US", **form}, headers=headers, timeout=60)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:8081", 200),
        ("LOCALHOST", 200),
        ("[::1]:8081", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example:80", 403),
        ("localhost@evil.example", 403),
        ("", 403),
    ],
)
def test_a_server_on_loopback_answers_to_its_own_names_only(here, host: str, status: int) -> None:
    assert httpx.get(f"{here.url}/healthz", headers={"host": host}).status_code == status
    assert httpx.get(here.url, headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("host", "status"), [("192.0.2.1:80", 200), ("[2001:db8::1]", 200), ("evil.example", 403), ("localhost", 200)]
)
def test_a_server_for_others_answers_to_addresses_and_not_to_any_name(serving, host: str, status: int) -> None:
    from gec.serve.request_security import ANY_ADDRESS, LOOPBACK

    with serving(hosts=LOOPBACK | {ANY_ADDRESS}) as other:
        assert httpx.get(f"{other.url}/healthz", headers={"host": host}).status_code == status


def test_languagetools_clients_are_refused_in_plain_text(here) -> None:
    for headers in ({"host": "evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = check(here, headers, text=WRONG)
        assert answer.status_code == 403
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.text.startswith("Error: ")


def test_pages_of_other_sites_may_not_use_it(here, serving) -> None:
    foreign = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
    assert check(here, foreign, text=WRONG).status_code == 403
    assert "access-control-allow-origin" not in check(here, {"origin": "https://evil.example"}, text=WRONG).headers
    near = {"sec-fetch-site": "same-site", "origin": f"{here.url}0"}  # another port of this machine
    assert check(here, near, text=WRONG).status_code == 403
    for origin in ("http://evil.example", "null", f"{here.url}0"):  # a browser that does not say how sites stand
        assert check(here, {"origin": origin}, text=WRONG).status_code == 403
    assert check(here, {"origin": here.url}, text=WRONG).status_code == 200
    with serving(origins=("https://good.example",)) as other:
        assert check(other, {"origin": "https://good.example"}, text=WRONG).status_code == 200
        assert check(other, foreign, text=WRONG).status_code == 403
        good = {"sec-fetch-site": "cross-site", "origin": "https://good.example"}
        answer = check(other, good, text=WRONG)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == "https://good.example"
        ask = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
        assert httpx.options(f"{other.url}/v1/correct", headers=good | ask).status_code == 200


def test_only_named_browser_extensions_are_allowed(here, serving) -> None:
    asked = {"sec-fetch-site": "none", "origin": "chrome-extension://abcdefghijklmnopabcdefghijklmnop"}
    assert check(here, asked, text=WRONG).status_code == 403
    with serving(origins=(asked["origin"],)) as other:
        assert check(other, asked, text=WRONG).status_code == 200
        assert check(other, asked | {"origin": "moz-extension://another"}, text=WRONG).status_code == 403


def test_preflight_requests_are_answered(here, serving) -> None:
    def ask(server, origin: str, **headers: str):
        asked = {"origin": origin, "sec-fetch-site": "cross-site", "access-control-request-method": "POST"}
        return httpx.options(
            f"{server.url}/v2/check", headers=asked | {f"access-control-{k}": v for k, v in headers.items()}
        )

    wanted = {
        "request-headers": "accept,authorization,cache-control,content-type,x-requested-with",
        "request-private-network": "true",
    }
    with serving(origins=("app://obsidian.md",)) as other:
        answer = ask(other, "app://obsidian.md", **wanted)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == "app://obsidian.md"
        assert answer.headers["access-control-allow-private-network"] == "true"
        assert set(wanted["request-headers"].split(",")) <= set(
            re.split(", ?", answer.headers["access-control-allow-headers"])
        )
        for server in (here, other):
            answer = ask(server, "https://evil.example", **wanted)
            assert (answer.status_code, "see --allow-origin" in answer.text) == (403, True)
            assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_a_token_is_asked_for(serving) -> None:
    with serving(token="open sesame") as other:
        bearer = {"authorization": "Bearer open sesame"}
        for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Basic open sesame"}):
            answer = httpx.post(f"{other.url}/v1/correct", json={"text": WRONG}, headers=headers)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
            assert httpx.get(f"{other.url}/metrics", headers=headers).status_code == 401
            assert check(other, headers, text=WRONG).status_code == 401
        assert httpx.post(f"{other.url}/v1/correct", json={"text": WRONG}, headers=bearer).json()["text"] == RIGHT
        assert check(other, bearer, text=WRONG).status_code == 200
        assert check(other, text=WRONG, apiKey="open sesame").status_code == 200
        assert httpx.get(f"{other.url}/metrics", headers=bearer).status_code == 200
        assert httpx.get(other.url).status_code == 200
        assert httpx.get(f"{other.url}/healthz").status_code == 200
