"""A lease on a folder of an object store, so that only one run works in it. The run writes an object there, renews it
every few seconds with a growing number, and deletes it at its end. Stores have no locks, and pyarrow has no conditional
put. So a run that finds the object of another run watches it, and refuses to start if the number grows. This needs no
common clock. A run that was killed is followed after a few seconds. One that only slept ends when it finds another's.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from gec.errors import BatchError

NAME = "_gec/lease"
RENEWAL_INTERVAL = 5.0  # seconds between two renewals
WATCHED = 3 * RENEWAL_INTERVAL  # seconds without a renewal after which the other run counts as dead
SETTLED = 1.0  # seconds to wait before checking which of two simultaneous runs wrote last


class Store(Protocol):
    """A folder of an object store."""

    @property
    def name(self) -> str: ...
    def write(self, name: str, content: bytes) -> None: ...
    def read(self, name: str) -> bytes | None: ...
    def remove(self, name: str) -> None: ...


@contextmanager
def leased(folder: Store) -> Iterator[Callable[[], None]]:
    """Hold the lease meanwhile. Yields a function that raises an error once another run has taken it."""
    _refuse_if_at_work(folder)
    own, over, lost = os.urandom(8).hex(), threading.Event(), threading.Event()
    folder.write(NAME, f"{own} 0".encode())
    time.sleep(SETTLED)

    def is_ours() -> bool:
        if not (found := folder.read(NAME) or b"").startswith(own.encode()) and found:
            lost.set()
        return not lost.is_set()

    def refuse_if_lost() -> None:
        if lost.is_set():
            raise _at_work(folder)

    is_ours()
    refuse_if_lost()

    def renew() -> None:
        number = 0
        while not lost.is_set() and not over.wait(RENEWAL_INTERVAL):
            number += 1
            with suppress(BatchError):  # if the store is gone, the run itself reports it
                if is_ours():
                    folder.write(NAME, f"{own} {number}".encode())

    thread = threading.Thread(target=renew, name="gec-lease", daemon=True)
    thread.start()
    try:
        yield refuse_if_lost
    finally:
        over.set()
        thread.join()
        with suppress(BatchError):
            if is_ours():
                folder.remove(NAME)


def _refuse_if_at_work(folder: Store) -> None:
    before = folder.read(NAME)
    until = time.monotonic() + WATCHED
    while before and time.monotonic() < until:
        time.sleep(min(RENEWAL_INTERVAL / 5, 1.0))
        now = folder.read(NAME)
        if now != before and now:
            raise _at_work(folder)
        before = now


def _at_work(folder: Store) -> BatchError:
    return BatchError(f"{folder.name}: another run is at work in it; wait for it or stop it")
