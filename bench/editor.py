"""Measures how long an editor waits for a language server when one sentence changes in a text of 2,000 words.

    python bench/editor.py [--words 2000] [--changes 100] [-- SERVER COMMAND]

Prints the time from opening a text to its first problems, with a fresh server and with the model loaded, and the 50th
and 95th percentile of the time from a change to the problems of that version. The debounce pause is 0 here. The
sentences are those of corpora/sentences.txt with an error added to each.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SERVER = [sys.executable, "-c", "from gec.cli import main; main()", "lsp"]
SENTENCES = Path(__file__).parents[1] / "corpora" / "sentences.txt"
URI = "file:///tmp/gec-bench/text.txt"


class Editor:
    """Opens and changes one text, and records when problems arrive."""

    def __init__(self) -> None:
        self.client = LanguageClient("gec-bench", "1")
        self.heard: asyncio.Queue[tuple[float, types.PublishDiagnosticsParams]] = asyncio.Queue()
        self.version = 0

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.heard.put_nowait((time.perf_counter(), params))

    async def start(self, command: list[str]) -> None:
        await self.client.start_io(*command)
        options = {"debounce": 0}
        params = types.InitializeParams(types.ClientCapabilities(), initialization_options=options)
        await self.client.initialize_async(params)
        self.client.initialized(types.InitializedParams())

    def open(self, text: str, uri: str) -> float:
        self.version = 1
        item = types.TextDocumentItem(uri, "plaintext", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return time.perf_counter()

    def replace(self, line: int, old: str, new: str) -> float:
        self.version += 1
        where = types.Range(types.Position(line, 0), types.Position(line, len(old.encode("utf-16-le")) // 2))
        change = types.TextDocumentContentChangePartial(range=where, text=new)
        document = types.VersionedTextDocumentIdentifier(self.version, URI)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return time.perf_counter()

    async def said(self, uri: str) -> float:
        """The time at which problems of the current version arrive."""
        while True:
            when, params = await self.heard.get()
            if params.uri == uri and params.version == self.version:
                return when

    async def quiet(self, seconds: float) -> None:
        """Wait until no problems arrived for some seconds."""
        while True:
            try:
                await asyncio.wait_for(self.heard.get(), seconds)
            except TimeoutError:
                return

    def processor_seconds(self) -> float:
        """The server's processor time so far, if the system reports it. Other programs do not affect it."""
        server = self.client._server
        stat = Path(f"/proc/{server.pid if server else 0}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


async def measure(command: list[str], words: int, changes: int) -> None:
    sentences = SENTENCES.read_text(encoding="utf-8").splitlines()
    lines: list[str] = []
    while sum(len(line.split()) for line in lines) < words:
        lines.append(f"{sentences[len(lines) % len(sentences)]} They was number {len(lines)}.")
    text = "\n\n".join(lines)
    editor = Editor()
    began = time.perf_counter()
    await editor.start(command)
    print(f"{len(text.split())} words, {2 * len(lines)} sentences")
    editor.open("They was here.\n", f"{URI}.small")
    cold = await editor.said(f"{URI}.small") - began
    used = editor.processor_seconds()
    print(f"server started and first problems of a short text: {cold:.2f} s, {used:.2f} s of processor time")
    opened = editor.open(text, URI)
    print(f"first problems of the long text: {await editor.said(URI) - opened:.2f} s")
    await editor.quiet(5)
    print(f"all of the long text: {editor.processor_seconds() - used:.2f} s of processor time")
    took, spent = [], editor.processor_seconds()
    for number in range(changes):
        line = number * 7 % len(lines)
        new = f"{lines[line].rpartition('They')[0]}They was late {number} times."
        changed = editor.replace(2 * line, lines[line], new)
        took.append(await editor.said(URI) - changed)
        lines[line] = new
        await asyncio.sleep(0.05)
    spent = editor.processor_seconds() - spent
    await editor.stop()
    marks = statistics.quantiles(took, n=20)
    print(f"{changes} changes of a sentence: p50 {marks[9] * 1000:.0f} ms, p95 {marks[18] * 1000:.0f} ms")
    if spent:
        print(f"processor time of the server: {spent / changes * 1000:.0f} ms a change")
    if hasattr(os, "getloadavg"):
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--words", type=int, default=2000)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("server", nargs="*", default=SERVER)
    given = parser.parse_args()
    asyncio.run(measure(given.server, given.words, given.changes))
