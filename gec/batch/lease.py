"""A lease on a folder of an object store, so that only one run works in it. The run writes an object there, renews it
every few seconds with a growing number, and deletes it at its end. Stores have no locks, and pyarrow has no conditional
put. So a run that finds the object of another run watches it, and refuses to start if the number grows. This needs no
common clock. A run that was killed is followed after a few seconds.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from gec.errors import BatchError

NAME = "_gec/lease"
EVERY = 5.0  # seconds between two numbers
WATCHED = 3 * EVERY  # seconds without a new one after which nobody is at work
SETTLED = 1.0  # seconds after which two that began together see who came last


class Store(Protocol):
    """A folder of an object store."""

    @property
    def name(self) -> str: ...
    def write(self, name: str, content: bytes) -> None: ...
    def read(self, name: str) -> bytes | None: ...
    def remove(self, name: str) -> None: ...


@contextmanager
def leased(folder: Store) -> Iterator[None]:
    """Nobody else works in the folder meanwhile, unless two begin within a second and neither sees the other."""
    _refuse_if_at_work(folder)
    own, over = os.urandom(8).hex(), threading.Event()
    folder.write(NAME, f"{own} 0".encode())
    time.sleep(SETTLED)
    if not (folder.read(NAME) or b"").startswith(own.encode()):
        raise _at_work(folder)

    def renew() -> None:
        number = 0
        while not over.wait(EVERY):
            number += 1
            with suppress(BatchError):  # the run itself will tell of a store that is gone
                folder.write(NAME, f"{own} {number}".encode())

    thread = threading.Thread(target=renew, name="gec-lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        with suppress(BatchError):
            folder.remove(NAME)


def _refuse_if_at_work(folder: Store) -> None:
    before = folder.read(NAME)
    until = time.monotonic() + WATCHED
    while before and time.monotonic() < until:
        time.sleep(min(EVERY / 5, 1.0))
        now = folder.read(NAME)
        if now != before and now:
            raise _at_work(folder)
        before = now


def _at_work(folder: Store) -> BatchError:
    return BatchError(f"{folder.name}: another run is at work in it; wait for it or stop it")
