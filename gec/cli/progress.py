"""The progress line on stderr, only on a terminal: a bar, the number of the file, its name, and the time left. The line
is never wider than the terminal, and is deleted before anything else is printed.
"""

from __future__ import annotations

import os
import sys
import time
from unicodedata import combining, east_asian_width

PAUSE = 0.1  # seconds between two updates
BAR = 12  # columns
NARROW = 60  # a narrower terminal has no room for the bar
KNOWN = 0.02  # the time left is shown once this share of the work is done
WIDTH = 80  # columns, if the terminal reports none


class Progress:
    """The state of the progress line. `plan` sets the size of the whole work. `begin` starts on a group of files, `at`
    goes to the next file, `add` counts characters in the group, `end` finishes it. `clear` deletes the line."""

    def __init__(self, shows: bool | None = None) -> None:
        self._shows = sys.stderr.isatty() if shows is None else shows
        self._since = self._last = time.monotonic()
        self._files = self._all = self._done = 0
        self._name, self._number = "", 0
        self._size = self._total = self._added = 0
        self._visible = False

    def plan(self, files: int, size: int) -> None:
        """Set the number of files and their total size in bytes."""
        self._files, self._all = files, size
        self._number = self._done = self._size = 0
        self._since = time.monotonic()

    def begin(self, name: str, size: int, total: int) -> None:
        """Start on files with this many bytes, of which this many characters have to be read."""
        self.at(name)
        self._size, self._total, self._added = size, total, 0
        self._draw()

    def at(self, name: str) -> None:
        """Go to the next file."""
        self._name = name
        self._number += 1

    def add(self, characters: int) -> None:
        self._added += characters
        if time.monotonic() - self._last > PAUSE:
            self._draw()

    def end(self, size: int) -> None:
        """Finish files with this many bytes."""
        self._done += size
        self._size = 0

    def clear(self) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False

    def _draw(self) -> None:
        if not self._shows:
            return
        self._last, self._visible = time.monotonic(), True  # before the output, which an interrupt may stop
        sys.stderr.write(f"\r\x1b[K{self.line(_columns())}")
        sys.stderr.flush()

    def line(self, columns: int) -> str:
        """The line for a terminal of this width."""
        share = self._share()
        bar = f"{'█' * round(BAR * share):░<{BAR}} " if columns >= NARROW else ""
        count = f"  {self._number:,} of {self._files:,}" if self._files > 1 else ""
        end = f"  {self._left(share)}"
        room = columns - 1 - len(f"{bar}100%{count}  {end}")
        return f"{bar}{share:4.0%}{count}  {_shortened(self._name, room)}{end}"[: max(columns - 1, 0)]

    def _share(self) -> float:
        part = self._size * min(1.0, self._added / max(self._total, 1))
        return min(1.0, (self._done + part) / max(self._all, self._done + self._size, 1))

    def _left(self, share: float) -> str:
        if share < KNOWN:
            return "starting"
        seconds = round((time.monotonic() - self._since) * (1 - share) / share)
        if seconds >= 3600:
            return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"
        return f"{seconds // 60}:{seconds % 60:02} left"


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or WIDTH
    except (OSError, ValueError):
        return WIDTH


def _shortened(name: str, room: int) -> str:
    """The end of a path, which tells files apart best, in this many columns."""
    if sum(map(_width, name)) <= room:
        return name
    kept: list[str] = []
    left = room - 1
    for letter in reversed(name):
        left -= _width(letter)
        if left < 0:
            break
        kept.append(letter)
    return f"…{''.join(reversed(kept))}" if room > 0 else ""


def _width(letter: str) -> int:
    """The number of columns that a character takes on a terminal."""
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1
