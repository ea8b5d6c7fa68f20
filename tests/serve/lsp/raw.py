"""A language server that is sent bytes."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Sequence
from queue import Queue
from typing import Any

from .conftest import COMMAND, NAMES

URI = "file:///tmp/gec-test/hostile.txt"


class Raw:
    """A server at the other end of two pipes."""

    header = b"Content-Length: %d\r\n\r\n"

    def __init__(self, command: Sequence[str] = COMMAND, **more: Any) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self.process = subprocess.Popen(command, **pipes, **more)  # type: ignore[call-overload]
        self.heard: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        while header := self.process.stdout.readline():
            if header.startswith(b"Content-Length"):
                length = int(header.split(b":")[1])
            elif not header.strip():
                self.heard.put(json.loads(self.process.stdout.read(length)))

    def bytes(self, body: bytes) -> None:
        self.process.stdin.write(self.header % len(body) + body)
        self.process.stdin.flush()

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.bytes(json.dumps(message if number is None else {**message, "id": number}).encode())

    def answer(self, number: int | str) -> dict[str, Any]:
        while (message := self.heard.get(timeout=60)).get("id") != number:
            pass
        return message

    def open(self, text: str, uri: str = URI, language: str = "markdown") -> None:
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": item})

    def found(self, uri: str) -> list[Any]:
        """The next problems of a text."""
        message: dict[str, Any] = {}
        while message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
            message = self.heard.get(timeout=120)
        return message["params"]["diagnostics"]

    def finds_something(self, uri: str) -> None:
        assert self.found(uri)

    def finds_a_mistake(self) -> None:
        uri = f"{URI}.{next(NAMES)}.txt"
        self.open("They was happy.\n", uri)
        self.finds_something(uri)

    def still_works(self) -> None:
        """Whether it finds a plain mistake, and has printed nothing but single lines of ours."""
        self.finds_a_mistake()
        self.send("shutdown", None, 999)
        assert "error" not in self.answer(999)
        self.send("exit", None)
        assert self.process.wait(30) == 0
        said = self.process.stderr.read().decode()
        assert "Traceback" not in said
        assert all(line.startswith("gec lsp: ") for line in said.splitlines()), said

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()

    def begin(self, process: int | None = None, **options: Any) -> None:
        start = {"capabilities": {}, "processId": process, "rootUri": None, "initializationOptions": options}
        self.send("initialize", start, 1)
        assert self.answer(1)["result"]["capabilities"]
        self.send("initialized", {})
