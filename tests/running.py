"""Other processes: what they are, what they took, and waiting for what they do."""

from __future__ import annotations

import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path


def until(condition: Callable[[], object], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be so"
        time.sleep(0.02)


def children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()]


def title(process: int) -> bytes:
    """Its command, or empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def worked(command: Sequence[str]) -> float:
    """The seconds of processor time of a program, which others do not affect."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
