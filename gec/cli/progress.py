"""How far long work is, in one line on stderr that is wiped before anything else is said. Only on a terminal, and only
when the work has lasted long enough for somebody to wonder.
"""

from __future__ import annotations

import sys
import time

PATIENCE = 0.7  # seconds before anything is shown
PAUSE = 0.1  # seconds between two looks


class Progress:
    """`begin` a piece of work of so many characters, `add` what is done of it, `clear` before printing."""

    def __init__(self) -> None:
        self._shows = sys.stderr.isatty()
        self._since = self._last = time.monotonic()
        self._name, self._total, self._done = "", 0, 0
        self._visible = False

    def begin(self, name: str, total: int) -> None:
        self._name, self._total, self._done = name, total, 0

    def add(self, characters: int) -> None:
        self._done += characters
        now = time.monotonic()
        if self._shows and now - self._since > PATIENCE and now - self._last > PAUSE:
            share = min(1.0, self._done / max(self._total, 1))
            bar = "█" * round(24 * share)
            self._last, self._visible = now, True  # an interrupt may come while it is written
            sys.stderr.write(f"\r\x1b[K{bar:░<24} {share:4.0%} {self._name}"[: 32 + 60])
            sys.stderr.flush()

    def clear(self) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False
