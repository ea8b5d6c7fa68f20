"""Attacks and overload: who asks for more than their share waits longer or is turned away, and nobody else is."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from gec.edits.edit import Edit
from gec.serve.service import Busy, Service
from gec.serve.turns import INSTALMENT, TextRequest, Turns, ahead

httpx = pytest.importorskip("httpx")
WRONG = "She go to school every day."
ENDLESS = '"""' * 33_000  # as Rust it takes more than a second to parse


def slow(pace: float) -> Callable[[Sequence[str]], list[tuple[Edit, ...]]]:
    """A model that reads so many characters a second."""

    def propose(sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
        time.sleep(sum(map(len, sentences)) / pace)
        return [()] * len(sentences)

    return propose


def sentences(count: int, length: int = 50) -> list[str]:
    return [f"{number:>{length}}" for number in range(count)]


# --- turns


def test_clients_take_turns_and_a_book_is_read_in_instalments() -> None:
    turns, requests = Turns(), [TextRequest("one"), TextRequest("one"), TextRequest("other")]
    for request, some in zip(requests, ([f"a{n}" * 50 for n in range(20)], ["b"], ["c", "d"]), strict=True):
        request.todo.extend(some)
        turns.add(request)
    order = ""
    while turns:
        order += (turns.take(lambda one: True) or "")[:1]
    first = INSTALMENT // 100
    assert order.startswith("a" * first + "cd" + "b" + "a" * first)
    assert len(order) == 23


def test_the_wait_is_that_of_a_fair_share() -> None:
    waiting = [TextRequest("heavy", 100_000), TextRequest("heavy", 50), TextRequest("light", 80)]
    assert ahead([], "new", 100) == 0
    assert ahead(waiting, "new", 100) == INSTALMENT + 80
    assert ahead(waiting, "heavy", 100) == INSTALMENT + 50 + 3 * 80  # the light one comes back
    assert ahead(waiting, "light", 2 * INSTALMENT) == 80 + 3 * INSTALMENT


# --- the service


def test_who_would_wait_too_long_is_told_at_once() -> None:
    async def work() -> None:
        service = Service(slow(2_000))
        service.warm(sentences(10))
        try:
            places = [service.enter("one", [f"{text}{n}" for text in sentences(10)], within=2.0) for n in range(2)]
            begin = time.monotonic()
            with pytest.raises(Busy) as busy:
                for n in range(10):
                    places.append(service.enter("one", [f"{text}x{n}" for text in sentences(10)], within=2.0))
            assert time.monotonic() - begin < 0.05
            assert busy.value.after >= 1
            lone = service.enter("other", ["Somebody else has a fair share."], within=2.0)
            assert await service.wait(lone, 2.0)
            assert all([await service.wait(place, 2.0) for place in places])
            assert service.stats().refused == 1
        finally:
            service.close()

    asyncio.run(work())


def test_a_client_has_no_more_than_its_share_of_the_queue() -> None:
    service = Service(slow(1e9), queue=10, share=2)
    try:
        for _ in range(2):
            service.enter("one", size=10)
        with pytest.raises(Busy, match="too many of your texts"):
            service.enter("one", size=10)
        service.enter("other", size=10)
    finally:
        service.close()


# --- the server


def asked(port: int, address: str, **fields: object) -> socket.socket:
    """A request that is sent from an address of this machine."""
    body = json.dumps(fields).encode()
    link = socket.create_connection(("127.0.0.1", port), 60, (address, 0))
    head = (
        f"POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    )
    link.sendall(f"{head}\r\nconnection: close\r\n\r\n".encode() + body)
    return link


def answer(link: socket.socket) -> tuple[int, str]:
    with closing(link):
        read = b"".join(iter(lambda: link.recv(65_536), b""))
    head, _, body = read.partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode()


def answered(link: socket.socket) -> bytes:
    """The status, if there is an answer now."""
    link.setblocking(False)
    try:
        return link.recv(12, socket.MSG_PEEK)[9:]
    except BlockingIOError:
        return b""


def figures(here) -> dict[str, float]:
    lines = httpx.get(f"{here.url}/metrics").text.splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if line[0] != "#"}


def test_parsing_is_within_the_limits(serving) -> None:
    with serving(share=4) as here:
        first = httpx.post(f"{here.url}/v1/correct", json={"text": f"{WRONG}\n", "format": "markdown"}, timeout=60)
        assert first.json()["edits"]
        attack = [asked(here.port, "127.0.0.1", text=ENDLESS, format="rust") for _ in range(12)]
        waits = []
        for number in range(10):
            for format in ("plain", "markdown"):
                begin = time.monotonic()
                link = asked(here.port, "127.0.0.2", text=f"That was number {number}. {WRONG}", format=format)
                assert answer(link)[0] == 200
                waits.append(time.monotonic() - begin)
        assert sorted(waits)[-2] < 1.0  # on a machine that does other things as well; alone it is a tenth
        assert sum(answered(link) == b"503" for link in attack) >= 8
        for link in attack:
            link.close()
        until = time.monotonic() + 1.5
        while figures(here)["gec_texts_waiting"]:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert figures(here)["gec_parse_seconds_total"] < 20


def test_markup_that_takes_too_long_is_refused(serving) -> None:
    endless = '"""' * 33_333
    with serving() as here:
        status, body = answer(asked(here.port, "127.0.0.1", text=endless, format="rust"))
        if status == 200:
            pytest.skip("this machine parses it in time")
        assert (status, "takes too long to parse" in body) == (422, True)
        assert figures(here)["gec_parses_ended_total"] == 1


BOUNDED = """
import asyncio, resource
from gec.serve import parsers

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (parsers.MEMORY // 2, parsers.MEMORY // 2))
    some = parsers.Parsers(1)
    print(asyncio.run(some.run("client", len, "four")))
    some.close()
"""


def test_texts_are_parsed_where_memory_is_bounded_already(tmp_path: Path) -> None:
    (program := tmp_path / "bounded.py").write_text(BOUNDED)
    done = subprocess.run([sys.executable, program], check=False, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("4\n", "")


def test_overload_turns_away_instead_of_answering_late(serving) -> None:
    took: dict[int, list[float]] = {200: [], 503: []}

    def client(number: int) -> None:
        for turn in range(3):
            begin = time.monotonic()
            text = f"Number {number} was here for the turn {turn} and nobody saw it. It was {number * turn}."
            status, body = answer(asked(here.port, f"127.0.1.{number + 1}", text=text))
            took[status].append(time.monotonic() - begin)
            assert status == 503 or json.loads(body)["complete"]

    with serving(slow(1_000), timeout=2.0, warm=sentences(10)) as here:
        threads = [threading.Thread(target=client, args=(number,)) for number in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(took[200]) > 20
    assert len(took[503]) > 20
    assert max(took[200]) < 2.3
    assert sorted(took[503])[len(took[503]) // 2] < 0.3


def test_one_address_does_not_take_all_connections(serving) -> None:
    with serving(connections=8, proxied=False) as here:
        idle = [socket.create_connection(("127.0.0.1", here.port), 20, ("127.0.0.2", 0)) for _ in range(6)]
        try:
            assert answer(asked(here.port, "127.0.0.2", text=WRONG))[0] == 503
            assert answer(asked(here.port, "127.0.0.1", text=WRONG))[0] == 200
        finally:
            for link in idle:
                link.close()


def test_a_server_whose_model_has_ended_ends(serving) -> None:
    def leaving(sentences: Sequence[str]) -> None:
        raise SystemExit(3)

    with serving(leaving) as here:
        assert httpx.post(f"{here.url}/v1/correct", json={"text": "It was late."}, timeout=60).status_code == 503
        here.thread.join(20)
        assert not here.thread.is_alive()


def test_a_wrong_token_is_answered_late_and_one_by_one(serving) -> None:
    with serving(token="open sesame") as here:

        def guess(number: int) -> float:
            begin = time.monotonic()
            answer = httpx.get(f"{here.url}/metrics", headers={"authorization": f"Bearer guess {number}"}, timeout=20)
            assert answer.status_code == 401
            return time.monotonic() - begin

        with ThreadPoolExecutor() as pool:
            took = sorted(pool.map(guess, range(2)))
        assert took[0] >= 1
        assert took[1] >= 2
        begin = time.monotonic()
        right = {"authorization": "Bearer open sesame"}
        assert httpx.get(f"{here.url}/metrics", headers=right).status_code == 200
        assert httpx.get(f"{here.url}/metrics").status_code == 401
        assert time.monotonic() - begin < 1


def test_a_token_in_an_address_can_be_refused(serving) -> None:
    form = {"language": "en-US", "text": WRONG}
    with serving(token="sesame", query_token=False) as here:
        said = httpx.post(f"{here.url}/v2/check?apiKey=sesame", data=form)
        assert (said.status_code, "no token in the address" in said.text) == (400, True)
        assert httpx.post(f"{here.url}/v2/check", data={**form, "apiKey": "sesame"}).status_code == 200


def test_behind_a_proxy_clients_are_whom_it_names(serving) -> None:
    with serving(share=1, forwarded=True) as here:
        here.door.open.clear()
        with ThreadPoolExecutor() as pool:

            def ask(text: str, client: str) -> int:
                headers = {"x-forwarded-for": f"spoofed, {client}"}
                return httpx.post(
                    f"{here.url}/v1/correct", json={"text": text}, headers=headers, timeout=30
                ).status_code

            first = pool.submit(ask, "The first were here.", "192.0.2.1")
            while figures(here)["gec_texts_waiting"] < 1:
                time.sleep(0.01)
            assert ask("The second were here.", "192.0.2.1") == 503
            other = pool.submit(ask, "The third were here.", "192.0.2.2")
            while figures(here)["gec_texts_waiting"] < 2:
                time.sleep(0.01)
            here.door.open.set()
            assert (first.result(), other.result()) == (200, 200)
