"""The progress line on stderr, only on a terminal: a bar, the number of the file, its name, and the time left. The line
is never wider than the terminal, and is deleted before anything else is printed.
"""

from __future__ import annotations

import os
import sys
import time
from unicodedata import combining, east_asian_width

PAUSE = 0.1  # seconds between two looks
BAR = 12  # columns
NARROW = 60  # columns of a terminal that has no room for the bar
KNOWN = 0.02  # share of the work after which it is known how long the rest takes
WIDTH = 80  # of a terminal that does not say


class Progress:
    """`plan` says how much there is to do, `begin` names the file that some work starts with and `at` the one it has
    come to, `add` counts what is done of that work, `end` closes it. `clear` wipes the line.
    """

    def __init__(self, shows: bool | None = None) -> None:
        self._shows = sys.stderr.isatty() if shows is None else shows
        self._since = self._last = time.monotonic()
        self._files = self._all = self._done = 0
        self._name, self._number = "", 0
        self._size = self._total = self._added = 0
        self._visible = False

    def plan(self, files: int, size: int) -> None:
        """So many files, of so many bytes together."""
        self._files, self._all = files, size
        self._number = self._done = self._size = 0
        self._since = time.monotonic()

    def begin(self, name: str, size: int, total: int) -> None:
        """Work on files of so many bytes, with so many characters to read in them."""
        self.at(name)
        self._size, self._total, self._added = size, total, 0
        self._draw()

    def at(self, name: str) -> None:
        """The next file has its turn."""
        self._name = name
        self._number += 1

    def add(self, characters: int) -> None:
        self._added += characters
        if time.monotonic() - self._last > PAUSE:
            self._draw()

    def end(self, size: int) -> None:
        """Files of so many bytes are done."""
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
        self._last, self._visible = time.monotonic(), True  # an interrupt may come while it is written
        sys.stderr.write(f"\r\x1b[K{self.line(_columns())}")
        sys.stderr.flush()

    def line(self, columns: int) -> str:
        """What is shown on a terminal of so many columns."""
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
    """The end of a path, which tells files apart, in so many columns."""
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
    """Columns that a letter takes on a terminal."""
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1
