"""Whose turn it is at an engine: one thread's at a time. A child of `fork` begins with nobody's, since whoever had it
in the parent is not there to give it back. When the program ends, threads that compute leave after the rows at hand:
Python stops threads wherever they are, and native code takes that for a crash.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar
from weakref import WeakSet

PATIENCE = 5.0  # seconds that the end of a program waits for those who compute

T = TypeVar("T")


class Turn:
    """`with turn:` waits for it and gives it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        _turns.add(self)

    def __enter__(self) -> None:
        self._lock.acquire()
        try:
            _leave_at_the_end()
        except SystemExit:
            self._lock.release()
            raise

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def each(self, rows: Iterable[T]) -> Iterator[T]:
        """The rows, one after the other until the program ends."""
        for row in rows:
            _leave_at_the_end()
            yield row

    def renew(self) -> None:
        self._lock = threading.Lock()

    def wait(self, seconds: float) -> None:
        """Wait until nobody has it."""
        if self._lock.acquire(timeout=seconds):
            self._lock.release()


_turns: WeakSet[Turn] = WeakSet()
_ending: list[int] = []  # the thread that ends the program: it may still compute


def _leave_at_the_end() -> None:
    if _ending and threading.get_ident() not in _ending:
        raise SystemExit  # ends a thread without a word


def _renew() -> None:
    for turn in list(_turns):
        turn.renew()


@atexit.register
def _end() -> None:
    _ending.append(threading.get_ident())
    for turn in list(_turns):
        turn.wait(PATIENCE)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
