"""Handles SIGTERM, and SIGHUP when the terminal is closed. Both end a run like an interrupt, so that answers are saved
and no unfinished file remains.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOON = 0.05  # seconds after which a lost signal is sent again
NAMES = ("SIGTERM", "SIGHUP")  # Windows has only the first


class Terminated(KeyboardInterrupt):
    """An interrupt by a signal other than Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number  # the exit code that shells use


def hang_up() -> None:
    """Handle a closed terminal as its signal does, which may come too late or not at all."""
    number = getattr(signal, "SIGHUP", None)
    if number is not None and callable(signal.getsignal(number)):
        signal.raise_signal(number)


@contextmanager
def signals_as_interrupts() -> Iterator[None]:
    """Raise `Terminated` in the block at the first signal. Ignored signals stay ignored. Only the main thread receives
    signals."""
    here = threading.current_thread() is threading.main_thread()
    numbers = [getattr(signal, name) for name in NAMES if here and hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}

    process = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() != process:  # a forked child, which its parent ends
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        for one in usual:  # a closed terminal may send two signals, and the second must not interrupt saving
            signal.signal(one, signal.SIG_IGN)
        raise Terminated(number)

    usual = [number for number in numbers if before[number] == signal.SIG_DFL]
    others = sys.unraisablehook

    def resend(lost: sys.UnraisableHookArgs) -> None:
        """Python drops an interrupt that arrives while an object is being destroyed. Send it again."""
        if not isinstance(lost.exc_value, KeyboardInterrupt):
            others(lost)
            return
        for one in usual:
            signal.signal(one, end)
        number = lost.exc_value.code - 128 if isinstance(lost.exc_value, Terminated) else signal.SIGINT
        threading.Timer(SOON, os.kill, (os.getpid(), number)).start()

    for number in usual:
        signal.signal(number, end)
    if here:
        sys.unraisablehook = resend
    try:
        yield
    finally:
        if here:
            sys.unraisablehook = others
        for number in usual:
            signal.signal(number, before[number])
