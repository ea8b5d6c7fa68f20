"""Puts a server on this machine under load: what many clients get, how long it takes, and what it costs.

    gec serve --port 8081 --per-client 256 &
    python bench/load.py http://127.0.0.1:8081 --clients 200 --seconds 60 --pid $!
    python bench/load.py http://127.0.0.1:8081 --clients 8 --requests 100000 --pid $! --same

Each client keeps a connection and sends one text after the other. A text is two new sentences, made of parts: there are
sixteen million, and none comes twice in a run. With `--same`, a text is one of forty, which the server soon has in its
cache. `--addresses` is the number of addresses that the clients use. Plain asyncio keeps the clients cheap.

With `--attackers`, as many connections from another address send 100 kB of markup that takes very long to parse, over
and over. At the end they leave, and the time is measured until no text has a place any more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from urllib.parse import urlsplit

# Parts of sentences, some with learners' errors.
PARTS = (
    """My neighbour|The old teacher|Our new manager|The children|A friend of mine|The students|His sister|Every visitor
    |The engineers|Nobody in the office|The people|Her parents|The driver|One of the players|The whole team|My cousin
    |These two men|The nurse|A young woman|The committee""",
    """go to|have forgot|was looking for|are waiting for|want to visit|has seen|do not likes|is interested of
    |talked about|has been in|needs|should to find|often think of|will never leave|wrote about|explained me|bought
    |is proud of|remember|did not found""",
    """the small museum|a informations about the trip|the garden|this book|the red house|an university|the last meeting
    |their own company|a lot of advices|the map|the train station|some furnitures|the river|the answer|a better job
    |the long letter|the bridge|those picture|the kitchen|a good idea""",
    """with his brother|near the harbour|in the morning|on the second floor|without any help|because of the rain
    |at the weekend|for many reason|since two years|behind the school|in spite of everything|during the summer
    |by car|after the concert|in my country|at home|for the first time|on Monday|before the exam|as soon as possible""",
    """yesterday|and it was late|but nobody knew it|every year|last winter|, which surprised us|again
    |and were very happy|although it was cold|as he told us|, I think|when I called|and then came back
    |if it rains|so we left|this time|in the end|more than once|to be honest|while we slept""",
    """.|!| in 1998.| in the year 2004.| twice.""",
)
HEAD = "POST /v1/correct HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n"
READ = "gec_sentences_read_total"
ENDLESS = json.dumps({"text": '"""' * 33_000, "format": "rust"}).encode()
SENTENCES = Path(__file__).parents[1] / "corpora" / "sentences.txt"


def new_sentences() -> Iterator[str]:
    """All sentences that can be made, starting at a random place. None comes twice."""
    parts = [[" ".join(one.split()) for one in part.split("|")] for part in PARTS]
    count, at, step = prod(map(len, parts)), random.SystemRandom().randrange(10**9), 7_368_787  # a prime
    for _ in range(count):
        at = (at + step) % count
        left, said = at, []
        for part in parts:
            left, choice = divmod(left, len(part))
            said.append(part[choice])
        yield " ".join(said).replace(" ,", ",").replace(" .", ".").replace(" !", "!")


@dataclass
class Tally:
    """What all clients have received."""

    left: int
    until: float
    answers: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    attacks: Counter[int] = field(default_factory=Counter)

    def go_on(self) -> bool:
        self.left -= 1
        return self.left >= 0 and time.monotonic() < self.until


async def attacker(place: tuple[str, int], tally: Tally) -> None:
    while True:
        reader, writer = await asyncio.open_connection(*place, local_addr=("127.0.9.9", 0))
        try:
            writer.write(HEAD.format(len(ENDLESS)).encode() + ENDLESS)
            status, _, _ = await _answer(reader)
            tally.attacks[status] += 1
            await asyncio.sleep(1)  # whatever Retry-After says
        finally:
            writer.close()


async def client(place: tuple[str, int], address: str, bodies: Iterator[bytes], tally: Tally) -> None:
    await asyncio.sleep(random.random())  # they do not all begin in the same moment
    reader, writer = None, None
    while tally.go_on():
        body = next(bodies)
        began = time.monotonic()
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection(*place, local_addr=(address, 0))
            writer.write(HEAD.format(len(body)).encode() + body)
            status, headers, answer = await _answer(reader)
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.answers[type(error).__name__] += 1
            writer = None
            continue
        took = time.monotonic() - began
        if status == 200:
            tally.seconds.append(took)
            tally.answers["200" if json.loads(answer)["complete"] else "200, cut short"] += 1
        elif status == 503 and "retry-after" in headers:
            tally.refused.append(took)
            tally.answers["503 with Retry-After"] += 1
            await asyncio.sleep(float(headers["retry-after"]))
        else:
            tally.answers[f"{status}: {answer[:80]!r}"] += 1
        if headers.get("connection") == "close":
            writer.close()
            writer = None
    if writer is not None:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(status.split()[1]), headers, await reader.readexactly(int(headers["content-length"]))


def family(pid: int) -> list[int]:
    """A process and its descendants."""
    found = [pid]
    for one in found:
        with suppress(OSError):  # it has just ended
            for task in Path(f"/proc/{one}/task").glob("*/children"):
                found += map(int, task.read_text().split())
    return found


def memory(pid: int) -> float:
    """Memory of a server's processes in MiB, with shared memory counted once."""
    held = 0
    for one in family(pid):
        with suppress(OSError):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            held += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return held / 1024


def worked(pid: int) -> float:
    """Processor time of a server's processes in seconds."""
    ticks = 0
    for one in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def figure(url: str, name: str) -> float:
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))


async def watch(pid: int, tally: Tally, every: float) -> None:
    while True:
        print(f"{len(tally.seconds):>8,} answers  {memory(pid):8.1f} MiB", flush=True)
        await asyncio.sleep(every)


async def run(told: argparse.Namespace) -> Tally:
    place = urlsplit(told.url)
    if told.same:
        known = SENTENCES.read_text(encoding="utf-8").splitlines()[:80]
        texts = iter(lambda: " ".join(random.sample(known, 2)), None)
    else:
        supply = new_sentences()
        texts = (f"{one} {other}" for one, other in zip(supply, supply, strict=False))
    bodies = (json.dumps({"text": text, "format": told.format}).encode() for text in texts)
    tally = Tally(told.requests or sys.maxsize, time.monotonic() + (told.seconds or 86_400))
    watching = asyncio.create_task(watch(told.pid, tally, told.every)) if told.pid else None
    where = (place.hostname or "", place.port or 80)
    addresses = [f"127.0.{number // 250}.{number % 250 + 1}" for number in range(told.addresses)]
    clients = (client(where, addresses[number % len(addresses)], bodies, tally) for number in range(told.clients))
    attack = [asyncio.create_task(attacker(where, tally)) for _ in range(told.attackers)]
    await asyncio.gather(*clients)
    for one in attack:
        one.cancel()
    await asyncio.gather(*attack, return_exceptions=True)
    if watching:
        watching.cancel()
        print(f"{len(tally.seconds):>8,} answers  {memory(told.pid):8.1f} MiB at the end")
    return tally


def spread(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = {share: ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)}
    return ", ".join(f"p{share * 100:.0f} {1000 * value:,.0f} ms" for share, value in at.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("url")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--addresses", type=int, default=1, help="from which they come: 127.0.0.1 and so on")
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--pid", type=int, help="the server's, to see its memory and processor time")
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks at the memory")
    parser.add_argument("--format", default="plain", help="of the texts")
    parser.add_argument("--attackers", type=int, default=0, help="connections with endless markup")
    parser.add_argument("--same", action="store_true", help="send texts that the server knows")
    told = parser.parse_args()
    if not (told.seconds or told.requests):
        parser.error("say when to end: --seconds or --requests")
    load = os.getloadavg()[0]
    began, sentences, cost = time.monotonic(), figure(told.url, READ), worked(told.pid) if told.pid else 0.0
    tally = asyncio.run(run(told))
    took, left = time.monotonic() - began, time.monotonic()
    while figure(told.url, "gec_texts_waiting"):
        time.sleep(0.01)
    left, sentences = time.monotonic() - left, figure(told.url, READ) - sentences
    print(f"load of the machine before it began: {load:.1f}, on {os.cpu_count()} cores")
    for what, count in tally.answers.most_common():
        print(f"{count:>8,} x {what}")
    if tally.seconds:
        print(f"{len(tally.seconds) / took:,.1f} answers a second; {spread(tally.seconds)}")
    if tally.refused:
        print(f"refusals: {spread(tally.refused)}")
    if told.attackers:
        spent = figure(told.url, "gec_parse_seconds_total")
        print(f"answers to the attack: {dict(tally.attacks)}, {spent:.1f} s of parsing; all free after {left:.2f} s")
    if told.pid and sentences:
        spent = (worked(told.pid) - cost) / sentences
        print(f"{sentences:,.0f} sentences read; {1000 * spent:.1f} ms of the server's processor time for each")


if __name__ == "__main__":
    main()
