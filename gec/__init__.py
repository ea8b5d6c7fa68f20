"""gec: an English grammatical-error-correction editor.

    corrector = gec.load()
    corrector.correct("He go to school.").text

This file is the whole public interface; everything else is private. Importing it is cheap: the parts that compute are
imported by the first `load`, and torch only if int8 on a CPU is not enough.
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gec.edits.edit import Edit, apply
from gec.errors import GecError

if TYPE_CHECKING:
    from gec.correction import Correction
    from gec.corrector import Corrector
    from gec.engine import EXACT, Lenience
    from gec.loading import load
    from gec.serve.answers import Answer
    from gec.serve.service import Busy, Closed, Service
    from gec.text.formats import prose_of
    from gec.text.prose import Prose

__all__ = [
    "EXACT", "Answer", "Busy", "Closed", "Correction", "Corrector", "Edit", "GecError", "Lenience", "Prose", "Service",
    "apply", "load", "prose_of",
]  # fmt: skip
__version__ = "0.1.0"
# Where to import these names from when they are first used.
_LATER = {"Correction": "correction", "Corrector": "corrector", "load": "loading", "prose_of": "text.formats"}
_LATER |= {"EXACT": "engine", "Lenience": "engine", "Answer": "serve.answers", "Prose": "text.prose"}
_LATER |= dict.fromkeys(("Busy", "Closed", "Service"), "serve.service")

# Libraries that report their use unless they are told not to. A user's own setting has precedence.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"gec.{_LATER[name]}"), name)
    raise AttributeError(f"module 'gec' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Include the names that are imported late, so that an interpreter can complete them."""
    return sorted({*globals(), *__all__})
