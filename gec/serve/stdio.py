"""Runs the language server on stdin and stdout: reads and writes its messages, and ends it."""

from __future__ import annotations

import io
import json
import logging
import os
import signal
import sys
import traceback

from pygls.exceptions import JsonRpcException

from gec.errors import GecError
from gec.serve.features import server
from gec.serve.preferences import Preferences
from gec.serve.service import Service

LONGEST, DIGITS = 1 << 30, 20  # bytes of a message, and digits of its length
OF_CLIENTS = (JsonRpcException, json.JSONDecodeError, UnicodeDecodeError, RecursionError, BrokenPipeError)


def serve(service: Service, preferences: Preferences, rewriting: Service | None) -> None:
    """Serve the editor on stdin and stdout until it closes them."""
    log = logging.StreamHandler(sys.stderr)
    log.setFormatter(LogLines())
    logging.basicConfig(level=logging.ERROR, handlers=[log], force=True)
    logging.getLogger("gec").setLevel(logging.WARNING)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # at once: a thread that reads stdin would be waited for
    editor = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is not for the editor
    try:
        server(service, preferences, rewriting).start_io(Headers(io.FileIO(sys.stdin.fileno(), closefd=False)), editor)
    finally:
        service.close()
        if rewriting:
            rewriting.close()


class Headers(io.BufferedReader):
    """stdin for pygls, which knows the length of a message by one spelling of its header alone, and would wait for ever
    where a client spells it in another."""

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        name, _, value = line.partition(b":")
        if name.strip().lower() != b"content-length":
            return line
        length = value.strip()
        if length.isdigit() and (len(length) > DIGITS or int(length) > LONGEST):
            raise GecError(f"the editor announces a message of more than {LONGEST:,} bytes; restart it")
        return b"Content-Length: %s\r\n" % length


class LogLines(logging.Formatter):
    """One line for what the client did wrong, and a traceback for faults of the server."""

    def format(self, record: logging.LogRecord) -> str:
        first = (record.getMessage().strip() or record.name).splitlines()[0]
        error = record.exc_info[1] if record.exc_info else None
        if error is None or isinstance(error, OF_CLIENTS):
            return f"gec lsp: {first[:500]}"
        return f"gec lsp: {first[:500]}\n{''.join(traceback.format_exception(error))}"
