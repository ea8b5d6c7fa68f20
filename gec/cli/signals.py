"""SIGTERM, and SIGHUP when the terminal is closed: both end a run like an interrupt, so that answers are saved and no
unfinished file remains.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGTERM", "SIGHUP")  # Windows has no other than the first


class Ended(KeyboardInterrupt):
    """An interrupt that is no Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number  # what a shell says of a program that the signal has ended


@contextmanager
def heard() -> Iterator[None]:
    """Signals that would end the block raise `Ended` in it, the first of them; those that are ignored stay so. Only the
    main thread hears any."""
    here = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in NAMES if here and hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}

    def end(number: int, frame: FrameType | None) -> None:
        for one in usual:  # a closed terminal may tell twice, and what is being saved is to be saved
            signal.signal(one, signal.SIG_IGN)
        raise Ended(number)

    usual = [number for number in numbers if before[number] == signal.SIG_DFL]
    for number in usual:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in usual:
            signal.signal(number, before[number])
