"""Measures the peak memory of a piece of work, beyond what the process has at its start."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

MEGA = 1 << 20
_OWN = Path("/proc/self")


@dataclass(slots=True)
class Peak:
    """Peak memory in megabytes. None if the system does not report it; Linux and CUDA do."""

    mb: float | None = None


@contextmanager
def peak(device: str) -> Iterator[Peak]:
    """Watch the device's memory during the block. The figure is set at its end."""
    found = Peak()
    if device.startswith("cuda"):
        import torch

        torch.cuda.reset_peak_memory_stats(device)
        before = torch.cuda.memory_allocated(device)
        yield found
        found.mb = (torch.cuda.max_memory_allocated(device) - before) / MEGA
        return
    if not _reset_peak():
        yield found
        return
    before = _status("VmRSS")
    yield found
    found.mb = max(0, _status("VmHWM") - before) / MEGA


def _reset_peak() -> bool:
    """Release free memory, so that it counts when it is used again, and reset the recorded peak."""
    if sys.platform != "linux":
        return False
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc keeps freed memory otherwise
    if trim is not None:
        trim(0)
    try:
        (_OWN / "clear_refs").write_text("5")
    except OSError:  # not allowed in some containers
        return False
    return os.access(_OWN / "status", os.R_OK)


def _status(name: str) -> int:
    """A value of /proc/self/status, in bytes."""
    found = re.search(rf"^{name}:\s+(\d+) kB$", (_OWN / "status").read_text(), re.MULTILINE)
    return int(found[1]) * 1024 if found else 0
