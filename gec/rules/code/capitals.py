"""The word *I*, written small. A letter of the same look may be a number (row i, as long as i < n), and whether it is,
only the whole sentence says (`gec/language/counting.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.language import lexicon
from gec.language.counting import counts
from gec.rules.fault import Fault

_I = re.compile(  # begins with what is rare, and looks back from there
    r"i(?<![\w'’.(\[{<=*/_-]i)(?<!\b[Ll]et i)(?<!\bfor i)(?<!\beach i)"
    r"(?=['’](?:m|ve|ll|d|re)\b| (?!denote|index|run)([a-z]{2,}(?:n['’]?t)?)[ .,!?])"
)
_NOT = ("nt", "n't", "n’t", "not")


def small_i(text: str) -> Iterator[Fault]:
    places = [found for found in _I.finditer(text) if found[1] is None or _does(found[1])]
    if places and not counts(text):
        yield from (Fault(*found.span(), "I") for found in places)


def _does(word: str) -> bool:
    """Whether a word is what I do, or says how or how often I do it."""
    if word in lexicon.AUXILIARIES or word in lexicon.BETWEEN or word.endswith(_NOT):
        return word not in ("is", "are", "be")
    return lexicon.kind(word) == "VERB" and not word.endswith(("s", "ing"))
