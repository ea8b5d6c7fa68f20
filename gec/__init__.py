"""gec: an English grammatical-error-correction editor.

    corrector = gec.load()
    corrector.correct("He go to school.").text

This page is the whole public face; everything else is private. Importing it costs nothing: what computes comes with the
first `load`, not with `import gec`, and torch only where int8 on a CPU is not enough.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gec.edits.edit import Edit
from gec.errors import GecError

if TYPE_CHECKING:
    from gec.correction import Correction
    from gec.corrector import Corrector
    from gec.loading import load

__all__ = ["Correction", "Corrector", "Edit", "GecError", "load"]
__version__ = "0.1.0"
_LATER = {"Correction": "correction", "Corrector": "corrector", "load": "loading"}  # what computes, and where it is

# Libraries that tell their makers of their use unless they are told not to; nothing leaves the machine, unless whoever
# runs them has said otherwise.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"gec.{_LATER[name]}"), name)
    raise AttributeError(f"module 'gec' has no attribute {name!r}")


def __dir__() -> list[str]:
    """With the names that come when they are asked for, so that an interpreter can complete them."""
    return sorted({*globals(), *__all__})
