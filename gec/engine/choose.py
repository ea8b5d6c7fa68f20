"""Which engine runs a model: int8 on a CPU, torch elsewhere and for weights that are stored in floats.

Nothing heavy is imported before it is known to be needed: torch alone takes longer to start than a short text to
correct.
"""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING

from gec.engine import ENGINES, Engine
from gec.errors import OptionError
from gec.model.opened import Opened

if TYPE_CHECKING:
    import torch

DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


def engine_for(model: Opened, device: str = "auto", name: str = "auto") -> Engine:
    """The engine of that name on that device, or a `GecError` that says what there is instead."""
    if name not in ENGINES:
        raise OptionError(f"engine={name!r}: known engines are {', '.join(ENGINES)}")
    if name == "int8" and device not in ("auto", "cpu"):
        raise OptionError(f"engine='int8' runs on a CPU only, and device={device!r} was asked for; use engine='float'")
    if name == "int8" or (name == "auto" and model.int8 and _is_cpu(device)):
        from gec.engine.int8 import Int8Engine

        return Int8Engine(model)
    import torch

    from gec.engine.float import FloatEngine
    from gec.model import checkpoint

    where = _device(device)
    dtype = torch.bfloat16 if where.type == "cuda" and name == "auto" else torch.float32
    return FloatEngine(checkpoint.load(model), where, dtype)


def _is_cpu(device: str) -> bool:
    return device == "cpu" or (device == "auto" and not (driver() and _device("auto").type == "cuda"))


def driver() -> bool:
    """Whether a GPU can be there at all: torch is not imported just to hear that there is none."""
    try:
        ctypes.CDLL(DRIVER)
    except OSError:
        return False
    return True


def _device(name: str) -> torch.device:
    import torch

    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError):
        raise OptionError(f"device={name!r}: there is no such device here; known are auto, cpu, cuda") from None
    return device
