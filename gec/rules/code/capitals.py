"""The pronoun *I* written in lower case. The letter may also be a number (row i, as long as i < n). Only the whole
sentence shows that (`gec/language/counting.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.language import lexicon
from gec.language.counting import counts
from gec.rules.fault import Fault

_I = re.compile(  # begins with the letter, which is rare, and looks back from there: this is faster
    r"i(?<![\w'’.(\[{<=*/_-]i)(?<!\b[Ll]et i)(?<!\bfor i)(?<!\beach i)"
    r"(?=['’](?:m|ve|ll|d|re)\b| (?!denote|index|run)([a-z]{2,}(?:n['’]?t)?)[ .,!?])"
)
_NOT = ("nt", "n't", "n’t", "not")


def small_i(text: str) -> Iterator[Fault]:
    """Find the pronoun in lower case."""
    places = [found for found in _I.finditer(text) if found[1] is None or _does(found[1])]
    if places and not counts(text):
        yield from (Fault(*found.span(), "I") for found in places)


def _does(word: str) -> bool:
    """Whether a word after *i* shows that it is the pronoun: a verb, or an adverb before a verb."""
    if word in lexicon.AUXILIARIES or word in lexicon.BETWEEN or word.endswith(_NOT):
        return word not in ("is", "are", "be")
    return lexicon.kind(word) == "VERB" and not word.endswith(("s", "ing"))
