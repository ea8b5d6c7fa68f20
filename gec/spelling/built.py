"""Recognises new words that follow the rules of English: *formfeed*, *unlistable*, *literalization*.

They are made of known parts, but so are some misspellings: *roomate*, *carefull*, *announceing*. The difference is how
far the candidate is from the word, and where it differs.
"""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA, Prefix

from gec.language import lexicon
from gec.language.misspelt import EITHER, by_rule
from gec.language.written import frequency

STEM = 4  # least letters of a part
MIN_PART_LOG_FREQUENCY = 6.0  # least logarithm of the frequency of a part
KNOWN = 2.0  # the same for a word that others are derived from
RARE_SLIPS = 2  # so many slips rarely happen to give a word made of known parts

_BEFORE = "un re non pre de sub co multi inter auto over under mis meta super"
_NOT = ("un", "non", "mis")
_FREELY = ("able", "ization", "isation")  # endings that any word may take
_BEHIND = (*_FREELY, "ful", "less", "like", "ness", "ed", "ing", "er", "ers", "ity", "ish", "y", "ized", "ised",
           "izing", "ising", "izer", "ism", "ist", "ists", "ship", "hood", "wise")  # fmt: skip
_DOUBLED = re.compile(r"(.)\1")


def built(word: str, meant: str) -> bool:
    """Whether an unknown lower-case word is a new word made of parts, not a misspelling of `meant`."""
    if by_rule(word) or " " in meant or _alike(word, meant):
        return False
    several = word.endswith("s") and word[:-1] in EITHER
    if several or _prefixed_otherwise(word, meant) or (_doer(word) and meant.startswith(word.removesuffix("s")[:-2])):
        return True
    if word.startswith(meant):
        rest = word[len(meant) :]
        return rest in _BEHIND and not meant.endswith(rest) and len(meant) > STEM
    if any(_usual(stem) and not meant.startswith(stem[:-1]) for stem in _stems(word, _FREELY)):
        return True
    if OSA.distance(word, meant) < RARE_SLIPS:
        return False
    shared = _shared(word, meant)
    return (_joined(word) and shared <= STEM) or (_lengthened(word) and shared < max(STEM, len(word) - 2 * RARE_SLIPS))


def _prefixed_otherwise(word: str, meant: str) -> bool:
    """Whether both words are a third one with different prefixes: *recomposition* and *decomposition*. Negative
    prefixes do not count, because learners mix them up: *unactive*."""
    stems = (word[len(part) :] for part in _BEFORE.split() if word.startswith(part) and part not in _NOT)
    return any(
        len(stem) > STEM and frequency(stem) >= KNOWN and meant.endswith(stem) and meant != stem for stem in stems
    )


def _doer(word: str) -> bool:
    """Whether a word is an agent noun: *escaper*, *combiners*, *declarators*."""
    single = word.removesuffix("s")
    if single.endswith("ator"):
        return frequency(f"{single[:-2]}ion") >= KNOWN
    stem = single.removesuffix("r")
    return single.endswith("er") and lexicon.kind(stem) == "VERB" and _usual(stem)


def _alike(word: str, meant: str) -> bool:
    """Whether two words differ only in doubled letters or in the order of letters."""
    return sorted(word) == sorted(meant) or _DOUBLED.sub(r"\1", word) == _DOUBLED.sub(r"\1", meant)


def _joined(word: str) -> bool:
    """Whether a word is made of two words."""
    return any(_usual(word[:at]) and _usual(word[at:]) for at in range(STEM, len(word) - STEM + 1))


def _lengthened(word: str) -> bool:
    """Whether a word is another one with a prefix, an ending or both."""
    bare = [word[len(part) :] for part in _BEFORE.split() if word.startswith(part)]
    return any(map(_usual, [*bare, *_stems(word, _BEHIND), *(stem for one in bare for stem in _stems(one, _FREELY))]))


def _stems(word: str, endings: tuple[str, ...]) -> list[str]:
    return [word[: -len(ending)] for ending in endings if word.endswith(ending)]


def _usual(word: str) -> bool:
    return len(word) >= STEM and frequency(word) >= MIN_PART_LOG_FREQUENCY


def _shared(word: str, meant: str) -> int:
    """How many first letters are the same if the last one is. Forms of one word share many: *announceing*."""
    return Prefix.similarity(word, meant) if word[-1] == meant[-1] else 0
