"""Attacks and overload: who asks for more than their share waits longer or is turned away, and nobody else is."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from gec.edits.edit import Edit
from gec.serve.fair_queue import INSTALMENT, FairQueue, TextRequest, ahead
from gec.serve.parsers import Parsers
from gec.serve.refused import RefusedError
from gec.serve.service import Busy, Service
from gec.serve.texts import Correct
from tests.running import until

httpx = pytest.importorskip("httpx")
WRONG = "She go to school every day."


def nothing(sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
    return [()] * len(sentences)


# --- turns


def test_clients_take_turns_and_a_book_is_read_in_instalments() -> None:
    turns, requests = FairQueue(), [TextRequest("one"), TextRequest("one"), TextRequest("other")]
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


def test_a_request_that_would_wait_too_long_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gec.serve.service.FIRST_PACE", 2_000)
    door = threading.Event()

    def propose(sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
        assert door.wait(60)
        return nothing(sentences)

    def entered(service: Service, client: str, size: int) -> TextRequest:
        places.append(service.enter(client, [f"{len(places):>{size}}"], within=2.0))
        return places[-1]

    places: list[TextRequest] = []

    async def work(service: Service) -> None:
        for _ in range(4):
            entered(service, "one", 480)  # each takes a quarter of a second
        with pytest.raises(Busy) as busy:
            entered(service, "one", 480)
        assert busy.value.after >= 1
        for number in range(5):
            entered(service, f"another {number}", 260)  # has a fair share
        with pytest.raises(Busy):
            entered(service, "too many", 260)
        door.set()
        assert all([await service.wait(place, 60) for place in places])
        assert (service.stats().requests, service.stats().refused) == (9, 2)

    service = Service(propose)
    try:
        asyncio.run(work(service))
    finally:
        door.set()
        service.close()


def test_a_client_has_no_more_than_its_share_of_the_queue() -> None:
    service = Service(nothing, queue=10, share=2)
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
    link = socket.create_connection(("127.0.0.1", port), 300, (address, 0))
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


def test_parsing_counts_in_the_share_of_a_client(serving, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Parsers.run

    async def held(self: Parsers, client: str, *work: Any) -> Any:
        """What the attacker sends has no end."""
        return await (asyncio.Event().wait() if client == "127.0.0.1" else run(self, client, *work))

    monkeypatch.setattr(Parsers, "run", held)
    with serving(share=4, timeout=600) as here:
        attack = [asked(here.port, "127.0.0.1", text=WRONG, format="rust") for _ in range(12)]
        until(lambda: sum(answered(link) == b"503" for link in attack) == 8)
        for format in ("plain", "markdown"):
            assert answer(asked(here.port, "127.0.0.2", text=WRONG, format=format))[0] == 200
        assert figures(here)["gec_texts_waiting"] == 4
        for link in attack:
            link.close()
        until(lambda: not figures(here)["gec_texts_waiting"])


def test_a_client_never_has_all_parsers_and_leaves_them_free(tmp_path: Path) -> None:
    os.mkfifo(endless := tmp_path / "pipe")

    async def work() -> None:
        attack = [asyncio.create_task(parsers.run("one", Path.read_text, endless)) for _ in range(9)]
        await asyncio.sleep(0)
        assert await parsers.run("other", len, "four") == 4
        for task in attack:
            task.cancel()
        assert {type(one) for one in await asyncio.gather(*attack, return_exceptions=True)} == {asyncio.CancelledError}
        assert await parsers.run("one", len, "four") == 4

    parsers = Parsers(2)
    asyncio.run(work())
    parsers.close()


def test_a_process_that_was_ended_while_it_had_no_work_is_replaced() -> None:
    parsers = Parsers(1)

    async def ask() -> int:
        first: int = await parsers.run("a", os.getpid)
        os.kill(first, signal.SIGKILL)
        parsers._idle[0]._process.join()
        return first - await parsers.run("a", os.getpid)

    assert asyncio.run(ask()) != 0
    parsers.close()


def test_work_that_takes_too_long_is_ended() -> None:
    async def work() -> None:
        with pytest.raises(RefusedError, match="takes too long to parse"):
            await parsers.run("one", max, iter(int, 1))  # for ever
        assert await parsers.run("one", len, "four") == 4

    parsers = Parsers(1, limit=0.1)
    asyncio.run(work())
    parsers.close()
    assert parsers.ended == 1


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


def test_one_address_does_not_take_all_connections(serving) -> None:
    with serving(connections=8, proxied=False) as here:
        idle = [socket.create_connection(("127.0.0.1", here.port), 20, ("127.0.0.2", 0)) for _ in range(6)]
        try:
            assert answer(asked(here.port, "127.0.0.2", text=WRONG))[0] == 503
            assert answer(asked(here.port, "127.0.0.1", text=WRONG))[0] == 200
        finally:
            for link in idle:
                link.close()
    with serving(connections=1, proxied=False) as here:
        assert answer(asked(here.port, "127.0.0.1", text=WRONG))[0] == 200


def test_texts_that_are_known_count_in_the_share_of_their_client(serving, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Correct.answer
    with serving(share=2) as here:
        assert answer(asked(here.port, "127.0.0.1", text=WRONG))[0] == 200
        monkeypatch.setattr(Correct, "answer", lambda *some: time.sleep(0.3) or made(*some))
        links = [asked(here.port, "127.0.0.1", text=WRONG) for _ in range(8)]
        assert {answer(link)[0] for link in links} == {200, 503}


def test_more_sentences_than_are_remembered_are_refused(serving) -> None:
    with serving(cache=2) as here:
        here.door.open.clear()
        for text, status in (("One. Two.", 200), ("One. Two. Three.", 422)):
            assert answer(asked(here.port, "127.0.0.1", text=text, timeout=0.2))[0] == status


def test_a_server_whose_model_has_ended_ends(serving) -> None:
    def leaving(sentences: Sequence[str]) -> None:
        raise SystemExit(3)

    with serving(leaving) as here:
        assert httpx.post(f"{here.url}/v1/correct", json={"text": "It was late."}, timeout=60).status_code == 503
        here.thread.join(20)
        assert not here.thread.is_alive()


def test_a_wrong_token_is_answered_late_and_no_other_meanwhile(serving, monkeypatch: pytest.MonkeyPatch) -> None:
    def status(token: str) -> int:
        return httpx.get(url, headers={"authorization": f"Bearer {token}"}, timeout=60).status_code

    with serving(token="open sesame") as here:
        url, begin = f"{here.url}/metrics", time.monotonic()
        monkeypatch.setattr("gec.serve.request_security.PAUSE", 2)
        with ThreadPoolExecutor() as pool:
            first = pool.submit(status, "a")
            time.sleep(0.5)
            assert [status("b"), status("open sesame")] == [429, 429]
            assert first.result() == 401
        assert time.monotonic() - begin >= 2
        monkeypatch.setattr("gec.serve.request_security.PAUSE", 3600)
        assert status("open sesame") == 200
        assert httpx.get(url, timeout=60).status_code == 401


def test_a_token_in_an_address_can_be_refused(serving) -> None:
    form = {"language": "en-US", "text": WRONG}
    with serving(token="sesame", query_token=False) as here:
        said = httpx.post(f"{here.url}/v2/check?apiKey=sesame", data=form)
        assert (said.status_code, "no token in the address" in said.text) == (400, True)
        assert httpx.post(f"{here.url}/v2/check", data={**form, "apiKey": "sesame"}).status_code == 200


def test_behind_a_proxy_clients_are_those_that_it_names(serving) -> None:
    with serving(share=1, forwarded=True) as here:
        here.door.open.clear()
        with ThreadPoolExecutor() as pool:

            def ask(text: str, client: str) -> int:
                headers = {"x-forwarded-for": f"spoofed, {client}"}
                return httpx.post(
                    f"{here.url}/v1/correct", json={"text": text}, headers=headers, timeout=30
                ).status_code

            first = pool.submit(ask, "The first were here.", "192.0.2.1")
            until(lambda: figures(here)["gec_texts_waiting"] == 1)
            assert ask("The second were here.", "192.0.2.1") == 503
            other = pool.submit(ask, "The third were here.", "192.0.2.2")
            until(lambda: figures(here)["gec_texts_waiting"] == 2)
            here.door.open.set()
            assert (first.result(), other.result()) == (200, 200)
