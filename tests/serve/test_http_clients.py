"""Clients that are slow, many, or gone: none of them keeps a place from the others."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from threading import Thread

import pytest

from tests.running import until

httpx = pytest.importorskip("httpx")
HEAD = "POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
WRONG = "She go to school every day."


def request(text: str, **fields: object) -> bytes:
    body = json.dumps({"text": text, **fields}).encode()
    return f"{HEAD}content-length: {len(body)}\r\n\r\n".encode() + body


def connect(here) -> closing[socket.socket]:
    return closing(socket.create_connection(("127.0.0.1", here.port), timeout=60))


def figure(here, name: str) -> float:
    found = re.search(rf"^{name} (.*)$", httpx.get(f"{here.url}/metrics", timeout=60).text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def answers(here) -> bool:
    return httpx.post(f"{here.url}/v1/correct", json={"text": WRONG}, timeout=60).status_code == 200


def ended(client: socket.socket) -> bool:
    """Whether the server has hung up."""
    try:
        while client.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    return True


STARTS = {
    "nothing": b"",
    "half a head": b"POST /v1/correct HTTP/1.1\r\nhost: local",
    "a head": f"{HEAD}content-length: 100\r\n\r\n".encode(),
    "half a body": f"{HEAD}content-length: 100\r\n\r\n".encode() + b'{"text": "She',
    "half a chunk": f"{HEAD}transfer-encoding: chunked\r\n\r\n40\r\n".encode() + b"{",
    "one request and the head of another": request("A.") + f"{HEAD}content-length: 9\r\n\r\n".encode(),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS.keys())
def test_waiting_for_a_request_has_a_limit(serving, start: bytes) -> None:
    with serving(seconds=0.5) as here, connect(here) as client:
        client.sendall(start)
        assert ended(client)
        until(lambda: not here.connections)


@pytest.mark.parametrize(("kind", "status"), [("application/json", 413), ("text/plain", 415)])
def test_a_client_that_is_still_sending_gets_its_refusal(here, kind: str, status: int) -> None:
    for _ in range(5):
        with closing(HTTPConnection("127.0.0.1", here.port, timeout=60)) as client:
            headers = {"content-type": kind, "connection": "close"}
            client.request("POST", "/v1/correct", b"x" * 5_000_000, headers)
            assert client.getresponse().status == status


def test_a_refusal_comes_before_the_connection_is_cut(serving) -> None:
    with serving(seconds=1) as here, connect(here) as client:
        client.sendall(f"{HEAD}content-length: 9000000\r\n\r\n".encode() + b"x" * 50_000)
        assert everything(client).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("count", [9_000, 11_000])
def test_a_body_has_only_so_many_chunks(here, count: int) -> None:
    body = json.dumps({"text": "It was late.".ljust(count - 20)}).encode()
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    with connect(here) as client:
        client.sendall(f"{HEAD}connection: close\r\ntransfer-encoding: chunked\r\n\r\n".encode() + chunks)
        answer = everything(client)
    assert answer.startswith(b"HTTP/1.1 400 " if count > 10_000 else b"HTTP/1.1 200 ")
    assert (b'{"error": "the body has more than 10,000 chunks; send larger ones"}' in answer) == (count > 10_000)


NO_REQUESTS = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"x: y\r\n" * 12_000,
    f"{HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n".encode(),
    f"{HEAD}content-length: -1\r\n\r\n".encode(),
]


@pytest.mark.parametrize("said", NO_REQUESTS)
def test_what_is_no_request_is_refused_in_one_line(here, said: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with connect(here) as client:
        client.sendall(said)
        head, _, body = everything(client).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert b"application/json" in head
    assert json.loads(body)["error"].startswith("this is no valid HTTP request")
    until(lambda: answers(here))
    assert not caplog.records


def test_a_client_that_expects_100_is_refused_before_it_sends(here) -> None:
    with connect(here) as client:
        client.sendall(f"{HEAD}content-length: 9000000\r\nexpect: 100-continue\r\n\r\n".encode())
        assert client.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_a_slow_request_gets_no_extra_time(serving) -> None:
    with serving(seconds=1) as here, connect(here) as client:
        with pytest.raises(OSError):  # broken pipe or reset, as the system likes
            for byte in f"{HEAD}x-long: {'x' * 1000}":
                client.sendall(byte.encode())
                time.sleep(0.05)
        until(lambda: not here.connections)


def test_an_answer_that_is_not_read_is_dropped(serving) -> None:
    with serving(seconds=1) as here, closing(socket.socket()) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", here.port))
        client.sendall(b"GET /page.js HTTP/1.1\r\nhost: localhost\r\n\r\n" * 1000)  # answers of 17 MB
        until(lambda: figure(here, 'gec_http_requests_total{route="/page.js",status="200"}') > 0)
        until(lambda: not here.connections)
        assert answers(here)


def test_slow_clients_do_not_delay_others(serving) -> None:
    with serving(seconds=1) as here, ExitStack() as stack:
        for start in list(STARTS.values()) * 10:
            stack.enter_context(connect(here)).sendall(start)
        assert answers(here)
        until(lambda: not here.connections)


def test_a_client_that_disconnects_gives_up_its_place(serving) -> None:
    with serving(queue=2) as here:
        here.door.open.clear()
        with connect(here) as one, connect(here) as two:
            one.sendall(request("The first are waiting."))
            two.sendall(request("The second were waiting."))
            until(lambda: figure(here, "gec_texts_waiting") == 2)
            refused = httpx.post(f"{here.url}/v1/correct", json={"text": "The third is too many."})
            assert refused.status_code == 503
            assert int(refused.headers["retry-after"]) >= 1
            assert refused.headers["connection"] == "close"
            assert "try again" in refused.json()["error"]
        until(lambda: figure(here, "gec_texts_waiting") == 0)
        assert figure(here, "gec_texts_abandoned_total") == 2
        assert figure(here, "gec_texts_refused_total") == 1
        here.door.open.set()
        assert answers(here)


def everything(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(65_536), b""))


@pytest.mark.parametrize("texts", [["They was here."], ["They was here.", "We was there."]])
def test_a_client_that_closes_its_sending_side_is_answered(here, texts: list[str]) -> None:
    with connect(here) as client:
        client.sendall(b"".join(map(request, texts)))
        client.shutdown(socket.SHUT_WR)
        said = everything(client)
    assert said.count(b"HTTP/1.1 200 ") == len(texts)
    assert all(text.replace("was", "were").encode() in said for text in texts)


def test_a_client_that_closes_before_a_request_is_dropped(serving) -> None:
    with serving(seconds=3600) as here:
        for start in STARTS.values():
            with connect(here) as client:
                client.sendall(start)
                client.shutdown(socket.SHUT_WR)
                assert ended(client)


def test_a_connection_between_two_requests_ends_with_its_client(here) -> None:
    with connect(here) as client:
        client.sendall(request("They was here."))
        assert client.recv(65_536)
        client.shutdown(socket.SHUT_WR)
        assert ended(client)


def test_a_text_out_of_time_is_answered_as_far_as_it_was_read(serving) -> None:
    with serving(timeout=0.5) as here:
        until(lambda: httpx.post(f"{here.url}/v1/correct", json={"text": WRONG}, timeout=60).json().get("complete"))
        here.door.open.clear()
        text = f"{WRONG} Nobody have read this one."
        answer = httpx.post(f"{here.url}/v1/correct", json={"text": text, "timeout": 60}).json()
        assert answer["complete"] is False
        assert answer["sentences"] == [[0, len(WRONG)]]
        assert answer["text"] == "She goes to school every day. Nobody have read this one."
        form = {"language": "en-US", "text": text}
        checked = httpx.post(f"{here.url}/v2/check", data=form).json()
        assert checked["warnings"]["incompleteResults"] is True
        assert [match["replacements"][0]["value"] for match in checked["matches"]] == ["goes"]
        assert figure(here, "gec_texts_waiting") == 0


def test_too_many_connections_get_503(serving) -> None:
    with serving(connections=4) as here, ExitStack() as stack:
        clients = [stack.enter_context(connect(here)) for _ in range(4)]
        until(lambda: len(here.connections) == 4)
        answer = httpx.get(f"{here.url}/healthz")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "1"
        assert answer.json() == {"error": "too many connections; try again"}
        assert httpx.get(f"{here.url}/v2/languages").text == "Error: too many connections; try again"
        more = [stack.enter_context(connect(here)) for _ in range(5)]
        assert ended(more[-1])
        for client in clients + more:
            client.close()
        until(lambda: not here.connections)
        assert answers(here)
        assert figure(here, r'gec_http_requests_total{route="/healthz",status="503"}') == 1


def test_a_page_can_read_that_there_are_too_many_connections(serving) -> None:
    site = {"origin": "https://a.example"}
    with serving(connections=1, origins=(site["origin"],)) as here, connect(here):
        until(lambda: len(here.connections) == 1)
        answer = httpx.get(f"{here.url}/healthz", headers=site)
        assert answer.status_code == 503
        assert answer.headers["access-control-allow-origin"] == site["origin"]
        assert answer.headers["connection"] == "close"


def test_simultaneous_clients_get_their_own_answers(here, lines) -> None:
    texts = [f"{line} She go to school, said number {n}." for n, line in enumerate(lines[:16])]
    got: dict[int, dict] = {}

    def ask(number: int) -> None:
        got[number] = httpx.post(f"{here.url}/v1/correct", json={"text": texts[number]}, timeout=120).json()

    threads = [Thread(target=ask, args=(number,)) for number in range(len(texts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, text in enumerate(texts):
        assert f"number {number}." in got[number]["text"]
        assert all(text[edit["start"] : edit["end"]] == edit["original"] for edit in got[number]["edits"])


NOISE = [
    b"\0" * 5000,
    b"\xff\xfe" * 100 + b"\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nhost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"x: " + b"y" * 200_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 50_000 + b"\r\n",
    b"POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\n\r\n",
    b"POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
    b"POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9999999999999999999\r\n\r\n",
    b"POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n",
    b"GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nhost: evil.example\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x01" * 500,
]


@pytest.mark.parametrize("noise", NOISE, ids=lambda noise: repr(noise[:50]))
def test_an_invalid_request_is_refused(serving, here, noise: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with connect(here) as client:
        client.settimeout(3)
        try:
            client.sendall(noise)
            client.shutdown(socket.SHUT_WR)
            said = b"".join(iter(lambda: client.recv(65_536), b""))
        except OSError:
            said = b""
    assert not said or re.match(rb"HTTP/1.1 4\d\d ", said), said[:200]
    assert b"Traceback" not in said
    assert answers(here)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        ("http://localhost/healthz", "localhost", 200),
        ("HTTP://LocalHost:8081/%68ealthz?x=http://y", "evil.example", 200),  # the address counts, not the header
        ("http://localhost", "localhost", 200),
        ("http://localhost/nowhere", "localhost", 404),
        ("http://evil.example/healthz", "localhost", 403),
        ("http:///healthz", "localhost", 403),
        ("http://evil@localhost/healthz", "localhost", 403),
        ("http://localhost:80@evil.example/healthz", "localhost", 403),
        ("http://localhost:#@evil.example/healthz", "localhost", 403),
        ("http://localhost:80\\.evil.example/healthz", "localhost", 403),
        ("http://[::1]:8081/healthz", "evil.example", 200),
        ("/healthz", "localhost:80@evil.example", 403),
        ("/healthz", "[::1]", 200),
        ("http://localhost?/../healthz", "localhost", 200),
        ("ftp://localhost/healthz", "localhost", 404),
    ],
)
def test_a_request_may_name_the_whole_address(here, target: str, host: str, status: int) -> None:
    with connect(here) as client:
        client.sendall(f"GET {target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
        assert everything(client).startswith(f"HTTP/1.1 {status} ".encode())


def test_a_text_may_be_sent_to_a_whole_address(here) -> None:
    with connect(here) as client:
        client.sendall(request(WRONG).replace(b" /v1/correct HTTP/1.1", b" http://localhost/v1/correct HTTP/1.0"))
        assert b'"She goes to school every day."' in everything(client)


def test_a_request_with_two_lengths_cannot_smuggle_another(here) -> None:
    with connect(here) as client:
        hidden = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
        lengths = b"content-length: 49\r\ntransfer-encoding: chunked\r\n"
        client.sendall(b"POST /v1/correct HTTP/1.1\r\nhost: localhost\r\n" + lengths + b"\r\n0\r\n\r\n" + hidden)
        said = everything(client)
    assert (said[:12], said.count(b"HTTP/1.1")) == (b"HTTP/1.1 400", 1)


def test_pipelined_requests_are_answered_in_order(here) -> None:
    with connect(here) as client:
        client.sendall(request("Number one.") + request("Number two.") + request("Number three."))
        said = b""
        while said.count(b'"complete"') < 3:
            said += client.recv(65_536)
    places = [said.index(b"Number " + word) for word in (b"one", b"two", b"three")]
    assert places == sorted(places)


@pytest.fixture(autouse=True)
def _still_there(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test did, the server that the others share answers."""
    yield
    if "here" in request.fixturenames:
        assert httpx.get(f"{request.getfixturevalue('here').url}/healthz").status_code == 200
