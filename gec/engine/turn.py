"""Lets one thread at a time use an engine, also when the program forks or ends.

A child process begins with free turns, because the thread that had one does not exist there. Threads pause while the
program forks; otherwise the child might inherit a native lock that is never released. When the program ends, threads
leave after their current row: Python would stop them anywhere, which crashes native code.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Iterable, Iterator
from typing import TypeVar
from weakref import WeakSet

PATIENCE = 5.0  # seconds that a fork or the end of the program waits for computing threads

T = TypeVar("T")


class Turn:
    """A lock for one engine, used as `with turn:`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        _turns.add(self)

    def __enter__(self) -> None:
        self._lock.acquire()
        try:
            _leave_at_the_end()
            _gate.enter()
        except BaseException:  # also a KeyboardInterrupt, which may come anywhere
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            _gate.leave()
        finally:
            self._lock.release()

    def each(self, rows: Iterable[T]) -> Iterator[T]:
        """Yield the rows until the program ends. The program may fork between two rows."""
        for row in rows:
            _leave_at_the_end()
            _gate.rest()
            yield row

    def renew(self) -> None:
        self._lock = threading.Lock()

    def wait(self, seconds: float) -> None:
        """Wait until no thread has the turn."""
        if self._lock.acquire(timeout=seconds):
            self._lock.release()


class Gate:
    """Knows which threads compute, and whether the program is about to fork."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        self._changed = threading.Condition()
        self._computing: set[int] = set()
        self._forks = 0  # forks in progress

    def enter(self) -> None:
        with self._changed:
            while self._forks:
                self._changed.wait()
            self._computing.add(threading.get_ident())

    def leave(self) -> None:
        with self._changed:
            self._computing.discard(threading.get_ident())
            self._changed.notify_all()

    def rest(self) -> None:
        """Pause while the program forks."""
        if self._forks:
            self.leave()
            self.enter()

    def close(self) -> None:
        """Wait until no other thread computes, and do not let any begin."""
        with self._changed:
            self._forks += 1
            self._changed.wait_for(lambda: self._computing <= {threading.get_ident()}, PATIENCE)

    def open(self) -> None:
        with self._changed:
            self._forks -= 1
            self._changed.notify_all()


_gate = Gate()
_turns: WeakSet[Turn] = WeakSet()
_ending: list[int] = []  # the thread that ends the program, which may still compute


def _leave_at_the_end() -> None:
    if _ending and threading.get_ident() not in _ending:
        raise SystemExit  # ends a thread without a message


def _renew() -> None:
    _gate.renew()
    for turn in list(_turns):
        turn.renew()


@atexit.register
def _end() -> None:
    _ending.append(threading.get_ident())
    for turn in list(_turns):
        turn.wait(PATIENCE)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_gate.close, after_in_parent=_gate.open, after_in_child=_renew)
