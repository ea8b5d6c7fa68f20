"""Processes that begin others and may be killed: whoever works for one that is gone ends by itself, however that went,
for nobody will give it work or take what it has done.
"""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process
from multiprocessing.connection import wait

PAUSE = 1.0  # seconds between two looks, where the system says nothing


def end_with_parent() -> None:
    """Called in the process that was begun. Where it was spawned the system says at once that the parent is gone, where
    it was forked one has to look."""
    parent = parent_process()
    assert parent is not None

    def watch(parent: int, gone: int) -> None:
        while not wait([gone], PAUSE) and os.getppid() == parent:
            pass
        os._exit(1)

    threading.Thread(target=watch, args=(parent.pid, parent.sentinel), daemon=True).start()
