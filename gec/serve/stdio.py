"""Runs the language server on stdin and stdout: reads and writes its messages, and ends it."""

from __future__ import annotations

import io
import logging
import os
import signal
import sys

from gec.serve.features import server
from gec.serve.preferences import Preferences
from gec.serve.service import Service


def serve(service: Service, preferences: Preferences, rewriting: Service) -> None:
    """Serve the editor at the other end of stdin and stdout until it hangs up."""
    log = logging.StreamHandler(sys.stderr)
    log.setFormatter(OneLine())
    logging.basicConfig(level=logging.ERROR, handlers=[log], force=True)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # at once: a thread that reads stdin would be waited for
    editor = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is not for the editor
    try:
        server(service, preferences, rewriting).start_io(Headers(io.FileIO(sys.stdin.fileno(), closefd=False)), editor)
    finally:
        service.close()
        rewriting.close()


class Headers(io.BufferedReader):
    """stdin for pygls, which knows the length of a message by one spelling of its header alone, and would wait for ever
    where a client spells it in another."""

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        name, _, value = line.partition(b":")
        return b"Content-Length: %s\r\n" % value.strip() if name.strip().lower() == b"content-length" else line


class OneLine(logging.Formatter):
    """What a client sends is no fault of ours: one line of the log, not a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        first = (record.getMessage().strip() or record.name).splitlines()[0]
        return f"gec lsp: {first[:500]}"
