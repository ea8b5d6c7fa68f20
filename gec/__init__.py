"""gec: an English grammatical-error-correction editor.

    corrector = gec.load()
    corrector.correct("He go to school.").text

This page is the whole public face; everything else is private. Importing it costs nothing: torch is loaded by
`load`, not by `import gec`.
"""

from gec.edits.edit import Edit

__all__ = ["Edit"]
__version__ = "0.1.0"
