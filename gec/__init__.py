"""gec: an English grammatical-error-correction editor.

    corrector = gec.load()
    corrector.correct("He go to school.").text

This page is the whole public face; everything else is private. Importing it costs nothing: torch comes with the
first `load`, not with `import gec`.
"""

from typing import TYPE_CHECKING, Any

from gec.edits.edit import Edit
from gec.errors import GecError

if TYPE_CHECKING:
    from gec.correction import Correction
    from gec.corrector import Corrector, load

__all__ = ["Correction", "Corrector", "Edit", "GecError", "load"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in __all__:
        from gec import corrector

        return getattr(corrector, name)
    raise AttributeError(f"module 'gec' has no attribute {name!r}")
