"""Which of *a* and *an* a word asks for, as far as its letters say how it is spoken.

A word that no English word begins like is spelt out: an rvalue, an mbox, an `svg`, an s-expression. Of it, and of
initials, the author knows better, so *an* stays before whatever may begin with the name of such a letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SPELT = 4  # letters of what is said letter by letter, though it could be a word

_FOLLOWING = re.compile(r"\s+[`\"'“‘(*\[]*([^\W_]+)")
_CONSONANT = re.compile(r"eu|uni|onc?e|u[b-df-hj-np-tv-z][aeiou]")  # what a word that begins so sounds like
# What words begin with whose first letter has a name that begins with a vowel: ef, aitch, el, em, en, ar, es, ex.
_ONSET = re.compile(
    r"(?:f[lr]?|h|ll?|mn?|n|rh?|x|s(?:[klmnpvw]|c[hlr]?|h[lmrw]?|ph?[lr]?|q(?=u)|r|tr?|kr)?)[aeiouy]", re.IGNORECASE
)
_NAMED_LIKE_VOWELS = frozenset("fhlmnrsx")
_INITIALS = frozenset("AEFHILMNORSX")
_NUMBER = re.compile(r"8|1[18](?!\d)")  # eight, eleven, eighteen


def misses_sound(gone: Sequence[str], new: Sequence[str], behind: str) -> bool:
    """Whether *a* comes in place of *an* before what sounds like a vowel, or *an* before a consonant."""
    following = _FOLLOWING.match(behind)
    if following is None or {*gone, *new} != {"a", "an"}:
        return False
    word, to_an = following[1], new == ["an"]
    if word[0].isdigit():
        return to_an != bool(_NUMBER.match(word))
    if _spelt(word) or (word.isupper() and word[0] in _INITIALS and len(word) <= SPELT):
        return not to_an
    if not word[1:].islower():
        return False
    low = word.lower()
    if to_an:
        return low[0] not in "aeiouh"
    return low[0] in "aeiou" and not _CONSONANT.match(low)


def _spelt(word: str) -> bool:
    return word[0].lower() in _NAMED_LIKE_VOWELS and not _ONSET.match(word)
