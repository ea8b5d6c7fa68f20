"""Processes: how many there is room for. They end if the process that started them is killed."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait

PAUSE = 1.0  # seconds between two looks, where the system says nothing


def cores() -> int:
    """Those that this process may use, where the system tells; else all that there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with_parent() -> None:
    """Whoever works for a process that is gone ends by itself, for nobody will take what it has done.

    Called in the process that was begun. Where it was spawned the system says at once that the parent is gone, where it
    was forked one has to look.
    """
    parent = parent_process()
    assert parent is not None

    def watch(parent: int, gone: int) -> None:
        while not wait([gone], PAUSE) and os.getppid() == parent:
            pass
        os._exit(1)

    threading.Thread(target=watch, args=(parent.pid, parent.sentinel), daemon=True).start()
