"""Many clients at a server for a while: what they get, how long it takes, and what it does to the server's memory.

    gec serve --port 8081 &
    python bench/load.py http://127.0.0.1:8081 --clients 200 --seconds 60 --pid $!
    python bench/load.py http://127.0.0.1:8081 --clients 8 --requests 100000 --pid $! --same

Each client sends one request after the other on a connection that it keeps. A text is two sentences of
`corpora/sentences.txt`, numbered so that the server has not seen them before; with `--same` it is one of forty, which
it soon knows. Plain asyncio, so that the clients cost little beside the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

SENTENCES = Path(__file__).parents[1] / "corpora" / "sentences.txt"


@dataclass
class Tally:
    """What all clients have seen."""

    left: int
    until: float
    answers: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    number: int = 0

    def go_on(self) -> bool:
        self.left -= 1
        return self.left >= 0 and time.monotonic() < self.until


async def client(host: str, port: int, texts: list[str], same: bool, tally: Tally) -> None:
    reader, writer = None, None
    while tally.go_on():
        tally.number += 1
        text = texts[tally.number % 40] if same else f"{random.choice(texts)} That was number {tally.number}."
        body = json.dumps({"text": text}).encode()
        head = f"POST /v1/correct HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n"
        began = time.monotonic()
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection(host, port)
            writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
            status, headers, answer = await _answer(reader)
        except (OSError, asyncio.IncompleteReadError) as error:
            tally.answers[type(error).__name__] += 1
            writer = None
            continue
        if status == 200:
            tally.seconds.append(time.monotonic() - began)
            tally.answers["200" if json.loads(answer)["complete"] else "200, incomplete"] += 1
        elif status == 503 and "retry-after" in headers:
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


def memory(pid: int) -> float:
    """What a process holds, in MiB."""
    found = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(found.split()[1]) / 1024


async def watch(pid: int, tally: Tally, every: float) -> None:
    while True:
        print(f"{len(tally.seconds):>8,} answers  {memory(pid):8.1f} MiB", flush=True)
        await asyncio.sleep(every)


async def run(told: argparse.Namespace) -> Tally:
    place = urlsplit(told.url)
    texts = SENTENCES.read_text(encoding="utf-8").splitlines()
    texts = [" ".join(pair) for pair in zip(texts[::2], texts[1::2], strict=False)]
    began = time.monotonic()
    tally = Tally(told.requests or sys.maxsize, began + (told.seconds or 86_400))
    watching = asyncio.create_task(watch(told.pid, tally, told.every)) if told.pid else None
    clients = (client(place.hostname or "", place.port or 80, texts, told.same, tally) for _ in range(told.clients))
    await asyncio.gather(*clients)
    if watching:
        watching.cancel()
        print(f"{len(tally.seconds):>8,} answers  {memory(told.pid):8.1f} MiB at the end")
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("url")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--pid", type=int, help="the server's, to see its memory")
    parser.add_argument("--every", type=float, default=10, help="seconds between two looks at the memory")
    parser.add_argument("--same", action="store_true", help="send texts that the server knows")
    told = parser.parse_args()
    began = time.monotonic()
    tally = asyncio.run(run(told))
    took = time.monotonic() - began
    for what, count in tally.answers.most_common():
        print(f"{count:>8,} x {what}")
    if ordered := sorted(tally.seconds):
        at = {share: ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)}
        said = ", ".join(f"p{share * 100:.0f} {1000 * value:,.0f} ms" for share, value in at.items())
        print(f"{len(ordered) / took:,.1f} answers a second; {said}")


if __name__ == "__main__":
    main()
