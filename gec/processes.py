"""Processes: how many cores they may use, and how they end with their parent."""

from __future__ import annotations

import math
import os
import threading
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path

PAUSE = 1.0  # seconds between two checks


def cores() -> int:
    """The number of cores that this process may use, if the system tells, or else of all. A container may give less
    time than its cores have."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, math.ceil(min(there, _cgroup_cores())))


def _cgroup_cores(root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> float:
    """How many cores' time Linux grants to the control groups that this process is in: the least of any."""
    lines = []
    with suppress(OSError):
        lines = own.read_text().splitlines()
    granted = math.inf
    for line in lines:
        _, kinds, name = line.split(":", 2)
        if kinds and "cpu" not in kinds.split(","):
            continue
        top = root / "cpu" if kinds else root
        group = top / name.lstrip("/")  # inside a container this may be a path of the host, which is not there
        for folder in (group, *group.parents):
            with suppress(OSError, ValueError):  # no such file; "max", which sets no limit
                if kinds:
                    quota, period = (int((folder / f"cpu.cfs_{one}_us").read_text()) for one in ("quota", "period"))
                else:
                    quota, period = map(int, (folder / "cpu.max").read_text().split())
                granted = min(granted, quota / period if quota > 0 < period else math.inf)
            if folder == top:
                break
    return granted


def end_with_parent() -> None:
    """End this process when its parent is gone, since nobody would take its results.

    Called in the child. A spawned child is told by the system; a forked one has to check.
    """
    parent = parent_process()
    assert parent is not None

    def watch(parent: int, gone: int) -> None:
        while not wait([gone], PAUSE) and os.getppid() == parent:
            pass
        os._exit(1)

    threading.Thread(target=watch, args=(parent.pid, parent.sentinel), daemon=True).start()
