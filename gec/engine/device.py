"""Finds the device for a name. It does not import torch only to find that there is no GPU, or to tell kinds of devices
apart.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gec.errors import OptionError, extra

if TYPE_CHECKING:
    import torch

DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


def has_torch() -> bool:
    """Whether torch is installed, which the core does not need."""
    return find_spec("torch") is not None


def require_torch(what: str, of: str = "") -> None:
    """Raise an error if torch is missing. `of` is the option that needs it."""
    if not has_torch():
        raise OptionError(f"{what} needs torch, which is not installed; {extra('torch')}", of=of)


def driver() -> bool:
    """Whether a GPU can be used at all."""
    import ctypes

    if not has_torch():
        return False

    try:
        ctypes.CDLL(DRIVER)
    except OSError:
        return False
    return True


def kind(name: str) -> str:
    """The part of a device's name that affects results. For `auto`, what torch's choice depends on."""
    if name != "auto":
        return name.partition(":")[0]
    return f"cuda, of {os.environ.get('CUDA_VISIBLE_DEVICES', 'all')}" if driver() else "cpu"


def refuse_numbered_cpu(name: str) -> None:
    """Refuse cpu:0 and the like, because engines are chosen by the name `cpu`."""
    if str(name).startswith("cpu:"):  # callers may pass any type
        raise OptionError(f"device={name!r}: a CPU has no number; use 'cpu'", of="device")


def named(name: str, number: int | None = None) -> torch.device:
    """The torch device. Raises `GecError` if there is none. `number` chooses a GPU if the name does not."""
    refuse_numbered_cpu(name)
    require_torch(f"device={name!r}", of="device")
    import torch

    gpu = torch.cuda.is_available()
    there = ("auto", "cpu", "cuda") if gpu else ("auto", "cpu")
    try:
        kind = ("cuda" if gpu else "cpu") if name == "auto" else name
        device = torch.device(f"cuda:{number}" if kind == "cuda" and number is not None else kind)
        if device.type not in ("cpu", "cuda"):  # torch has others, some of which hold no values
            raise RuntimeError(f"no engine runs on {device.type}")
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, TypeError):
        said = f"device={name!r}: there is no such device here; known are {', '.join(there)}"
        raise OptionError(said, of="device") from None
    return device
