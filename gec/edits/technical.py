"""Guards for what documents have and learners' essays have not: code, file names, symbols, words broken at a line's
end. A model that has seen little of it takes it for bad English. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.language import lexicon
from gec.language.written import frequency, stands

# The word behind code, or behind several pieces of it, or a link.
_NEXT = re.compile(r"(?:(?:[/,]| and| or) ?`[^`]+`)*_?[\"'”’*]*(?:\](?:\([^()]*\))?)?\*?\s+([A-Za-z]+)")
ALIKE = 0.8  # how similar a word and what it becomes are, from which on it is likelier a slip than a name
RARE = 5.0  # as a logarithm, how often such an adjective is written at most
MADE = ("able", "ible", "ful", "less", "al", "ic", "y")  # what adjectives that are made of other words end in


def unnamed(text: str, end: int) -> bool:
    """Whether no noun behind code, which ends there, says what it is."""
    following = _NEXT.match(text, end)
    return following is None or not _named_by(following[1].lower())


def _named_by(word: str) -> bool:
    """Whether a word behind code says what it is (the `x` option), or whose (the `x` of it)."""
    if word in lexicon.CLOSED or word in lexicon.AUXILIARIES:
        return word == "of"
    return "NOUN" in lexicon.kinds(word) or not word.endswith(("s", "ed"))


def _unmade(change: Change) -> bool:
    """*stateful closures* becomes *state closures*: a rare adjective what it was made of."""
    old, new = change.pair or ("", "")
    made = old.endswith(MADE) and old.startswith(new.removesuffix("e")) and len(new) < len(old)
    return made and stands(old) and frequency(old) < RARE


GUARDS: tuple[Callable[[Change], bool], ...] = (_unmade,)
