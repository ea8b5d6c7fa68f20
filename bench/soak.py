"""Sends a server mixed traffic at a low rate for a long time, and watches its memory, descriptors and latencies.

    python bench/soak.py soak.tsv --minutes 115 --rate 2

Starts `gec serve` and `gec lsp` and sends them, all at once: new texts, known ones, Markdown, LanguageTool's forms,
nonsense, clients that leave before their answer, clients that send a byte at a time, and every minute a crowd of which
some must be refused. The language server gets changes of a text of 2,000 words, and texts opened and closed. Each line
of the file is a minute: memory in MiB (shared memory counts once), descriptors, threads, processor time in percent of a
core, sentences read by the model in all (of which the server remembers 20,000), 50th and 99th percentile in
milliseconds, and the statuses. `--rate 2` sends twice as much.
`--plot soak.svg` draws a file that is there.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote_plus

from editor import SERVER, URI, Editor
from load import READ, SENTENCES, family, figure, memory, new_sentences, worked

from gec.cli.chart import draw

GEC = [sys.executable, "-c", "from gec.cli import main; main()"]
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
MARKDOWN = "# A heading\n\n{} See [the page](https://gec.example/{}) and `x = 1`.\n\n* {}\n\n```python\nprint(1)\n```\n"
SHOWN = {"1", "3", "10", "20", "30", "45", "60", "85", "120"}  # minutes in a plot
CROWD = 90  # more than a client may have waiting
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Soak:
    """One server under HTTP, one in an editor, and what was seen of both since the last line."""

    def __init__(self, port: int) -> None:
        self.port, self.supply = port, new_sentences()
        self.known = SENTENCES.read_text(encoding="utf-8").splitlines()[:80]
        self.took: dict[str, list[float]] = defaultdict(list)
        self.answers: Counter[str] = Counter()

    # --- what one client does

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connection]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            yield reader, writer
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def request(self, path: str, kind: str, body: str) -> bytes:
        sent = body.encode()
        head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: {kind}\r\nconnection: close\r\n"
        return f"{head}content-length: {len(sent)}\r\n\r\n".encode() + sent

    async def ask(self, what: str, path: str, kind: str, body: str) -> None:
        began = time.monotonic()
        async with self.connected() as (reader, writer):
            writer.write(self.request(path, kind, body))
            answer = await reader.read()
        self.took[what].append(time.monotonic() - began)
        self.answers[answer[9:12].decode() if answer else "nothing"] += 1

    def new(self, count: int = 2) -> str:
        return " ".join(next(self.supply) for _ in range(count))

    async def send_new(self) -> None:
        await self.ask("new", "/v1/correct", JSON, json.dumps({"text": self.new()}))

    async def send_known(self) -> None:
        text = " ".join(random.sample(self.known, 2))
        await self.ask("known", "/v1/correct", JSON, json.dumps({"text": text}))

    async def send_markup(self) -> None:
        text = MARKDOWN.format(self.new(1), random.random(), random.choice(self.known))
        await self.ask("markup", "/v1/correct", JSON, json.dumps({"text": text, "format": "markdown"}))

    async def send_form(self) -> None:
        await self.ask("form", "/v2/check", FORM, f"language=en-US&text={quote_plus(self.new(1))}")

    async def send_nonsense(self) -> None:
        body = random.choice(('{"text": 1}', "{", '{"text": "\\ud800"}', "[" * 1000, '{"text": "a", "format": "b"}'))
        await self.ask("nonsense", random.choice(("/v1/correct", "/nowhere")), JSON, body)

    async def send_crowd(self) -> None:
        texts = [json.dumps({"text": self.new(1), "timeout": 5}) for _ in range(CROWD)]
        await asyncio.gather(*(self.ask("crowd", "/v1/correct", JSON, text) for text in texts))

    async def leave(self) -> None:
        """Go before the answer is there."""
        async with self.connected() as (_, writer):
            format = random.choice(("plain", "markdown"))
            text = json.dumps({"text": self.new(random.choice((1, 20))), "format": format, "timeout": 5})
            writer.write(self.request("/v1/correct", JSON, text))
            await asyncio.sleep(random.random() / 20)
        self.answers["left"] += 1

    async def dawdle(self) -> None:
        """Send a byte at a time, and read as slowly."""
        async with self.connected() as (reader, writer):
            for byte in self.request("/v1/correct", JSON, json.dumps({"text": random.choice(self.known)})):
                writer.write(bytes([byte]))
                await asyncio.sleep(0.02)
            while await reader.read(16):
                await asyncio.sleep(0.02)
        self.answers["slow"] += 1

    # --- what an editor does

    async def type(self, editor: Editor, lines: list[str], number: int) -> None:
        line = random.randrange(len(lines))
        new = f"{lines[line].rpartition('They')[0]}They was late {number} times."
        changed = editor.replace(2 * line, lines[line], new)
        self.took["editor"].append(await asyncio.wait_for(editor.said(URI), 60) - changed)
        lines[line] = new

    async def edit(self, editor: Editor) -> None:
        lines = [f"{self.known[number % 80]} They was number {number}." for number in range(68)]
        editor.open("\n\n".join(lines), URI)
        await editor.quiet(5)
        number = 0
        while True:
            number += 1
            await self.type(editor, lines, number)
            if number % 50 == 0:  # another text is opened, and this one again
                editor.open(self.new(10), f"{URI}.{number}")
                await editor.quiet(3)
                editor.open("\n\n".join(lines), URI)
                await editor.quiet(3)
            await asyncio.sleep(1)

    async def go_on(self, act: Callable[[], Awaitable[None]], every: float) -> None:
        while True:
            await asyncio.sleep(random.expovariate(1 / every))
            try:
                await act()
            except (OSError, asyncio.IncompleteReadError) as error:
                self.answers[type(error).__name__] += 1

    def acts(self) -> list[tuple[Callable[[], Awaitable[None]], float]]:
        """With the seconds between two of each."""
        often = [(self.send_new, 0.4), (self.send_known, 0.5), (self.send_markup, 2.0), (self.send_form, 2.0)]
        return [*often, (self.send_nonsense, 3.0), (self.leave, 3.0), (self.dawdle, 10.0), (self.send_crowd, 60.0)]


def held(pid: int) -> tuple[float, int, int]:
    """MiB, descriptors and threads of a server and all below it."""
    each = [Path(f"/proc/{one}") for one in family(pid)]
    files, threads = (sum(len(list((one / what).iterdir())) for one in each) for what in ("fd", "task"))
    return memory(pid), files, threads


def percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds) or [0.0]
    return f"{1000 * ordered[len(ordered) // 2]:.0f}/{1000 * ordered[int(0.99 * len(ordered))]:.0f}"


async def watch(soak: Soak, pids: dict[str, int], file: Path, minutes: float) -> None:
    kinds = ("new", "known", "markup", "form", "crowd", "editor")
    names = [f"{who} {what}" for who in pids for what in ("MiB", "files", "threads", "% of a core")]
    with file.open("w", encoding="utf-8") as out:
        print("minute", *names, "sentences", *kinds, "answers", sep="\t", file=out)
        before, began = {who: worked(pid) for who, pid in pids.items()}, time.monotonic()
        for minute in range(1, int(minutes) + 1):
            await asyncio.sleep(max(0.0, began + 60 * minute - time.monotonic()))
            line: list[str] = [str(minute)]
            for who, pid in pids.items():
                size, files, threads = held(pid)
                spent, before[who] = worked(pid) - before[who], worked(pid)
                line += [f"{size:.1f}", str(files), str(threads), f"{spent / 0.6:.1f}"]
            line.append(f"{await asyncio.to_thread(figure, f'http://127.0.0.1:{soak.port}', READ):.0f}")
            line += [percentiles(soak.took[kind]) for kind in kinds]
            line.append(" ".join(f"{count}x{what}" for what, count in sorted(soak.answers.items())))
            print(*line, sep="\t", file=out, flush=True)
            soak.took.clear()
            soak.answers.clear()


async def main(told: argparse.Namespace) -> None:
    server = await asyncio.create_subprocess_exec(*GEC, "serve", "--port", "0", stderr=asyncio.subprocess.PIPE)
    editor = Editor()
    try:
        assert server.stderr is not None
        soak = Soak(int((await server.stderr.readline()).decode().split()[3].rstrip("/").rpartition(":")[2]))
        await editor.start(SERVER)
        assert editor.client._server is not None
        pids = {"serve": server.pid, "lsp": editor.client._server.pid}
        work = [asyncio.create_task(soak.go_on(act, every / told.rate)) for act, every in soak.acts()]
        work.append(asyncio.create_task(soak.edit(editor)))
        watching = asyncio.create_task(watch(soak, pids, told.file, told.minutes))
        done, _ = await asyncio.wait({watching, *work}, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()
    finally:
        server.terminate()
        await server.wait()
        await editor.stop()


def plot(file: Path, picture: Path) -> None:
    """Memory, descriptors and latencies of some minutes."""
    with file.open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["minute"] in SHOWN]
    curves = {name: {int(row["minute"]): float(row[name]) for row in rows} for name in ("serve MiB", "lsp MiB")}
    curves["serve descriptors"] = {int(row["minute"]): float(row["serve files"]) for row in rows}
    for kind in ("new", "known"):
        for place, name in enumerate(("p50", "p99")):
            each = {int(row["minute"]): max(1.0, float(row[kind].split("/")[place])) for row in rows}
            curves[f"{kind} text, {name} ms"] = each
    draw(picture, curves, "minutes", "MiB, ms, descriptors")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, help="for the lines, one a minute, with tabs")
    parser.add_argument("--minutes", type=float, default=100)
    parser.add_argument("--rate", type=float, default=1, help="of what clients send")
    parser.add_argument("--plot", type=Path, metavar="SVG", help="only draw what FILE has")
    told = parser.parse_args()
    if told.plot:
        plot(told.file, told.plot)
    else:
        asyncio.run(main(told))
