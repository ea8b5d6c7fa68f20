"""The first sound of a word, which decides between *a* and *an*, as far as its letters show it.

A word whose first letters cannot begin an English word is read letter by letter: an rvalue, an mbox, an `svg`. The
author knows better how such words and initials are said, so *an* is kept before a letter whose name begins with a
vowel. A letter followed by a digit is always read by its name: a u32, an f64, an x86.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SPELT = 4  # most letters of initials that could also be a word

_FOLLOWING = re.compile(r"\s+[`\"'“‘(*\[<{$€£¥_]*([^\W_]+)")
# Beginnings that surely sound like a vowel, or like a consonant. Other words are said in both ways.
_VOWEL = re.compile(
    r"[ai]|e(?![uw])|o(?!ne(?!r)|nce|ui)|un(?![ai])|u(?:[mlp]|g(?!an))(?=[a-z]*[aeiouy])|up\Z|uber|ur[bg]|usher|hour|honest|honou?r"
    r"|heir"
)
_CONSONANT = re.compile(
    r"[bcdfgjklmnpqrstvwyz]|eu|one(?!r)|once|uni[qvft]|union|us[eu]|util|h(?!our|on[eo]|eir|er|[eio]r|is|o[mt]|y|a[bl])"
)
# Beginnings with a vowel letter that may sound like a consonant.
_LIKE_CONSONANT = re.compile(r"eu|uni|once|one(?!r)|u(?!ber)[b-df-hj-np-tv-z][aeiou]")
_NAMED = "fhlmnrsx"  # letters whose names begin with a vowel
_VOWEL_NAMED = _NAMED + "aeio"
_CODED = re.compile(r"\d|[a-z]\d")
# The consonants an English word may begin with, if it begins with one of these.
_ONSET = re.compile(
    r"(?:f[jlr]?|h|ll?|mn?|n|rh?|s(?:[lmnvw]|c(?:h[lmnw]?|[lr])?|h[lmrw]?|kr?|p[hlr]?|q(?=u)|r|tr?)?|x)(?=[aeiouy])"
)
_TITLES = frozenset({"mr", "mrs", "ms"})  # said as words
_INITIALS = frozenset("AEFHILMNORSX")
_NUMBER = re.compile(r"8|1[18](?!\d)")  # eight, eleven, eighteen


def vowel(word: str) -> bool:
    """Whether a lower-case word surely begins with the sound of a vowel."""
    if _CODED.match(word):
        return word[0] in _VOWEL_NAMED or bool(_NUMBER.match(word))
    return bool(_VOWEL.match(word) and not _CONSONANT.match(word))


def consonant(word: str) -> bool:
    """Whether a lower-case word surely begins with the sound of a consonant."""
    if _CODED.match(word):
        return not vowel(word)
    return bool(_CONSONANT.match(word) and not _VOWEL.match(word) and not spelt_out(word))


def spelt_out(word: str) -> bool:
    """Whether a lower-case word may be read letter by letter, at least at its beginning: *ndarray*, *md5sum*."""
    return word[0] in _NAMED and word not in _TITLES and (not _ONSET.match(word) or any(map(str.isdigit, word)))


def misses_sound(gone: Sequence[str], new: Sequence[str], behind: str, shouted: bool = False) -> bool:
    """Whether an edit puts *a* before the sound of a vowel, or *an* before that of a consonant. Where all is `shouted`
    in capitals, they make no initials of a word."""
    following = _FOLLOWING.match(behind)
    if following is None or {*gone, *new} != {"a", "an"}:
        return False
    word, to_an = following[1], new == ["an"]
    low = word.lower()
    if _CODED.match(low):
        return to_an != vowel(low)
    if spelt_out(low) or (not shouted and word.isupper() and word[0] in _INITIALS and len(word) <= SPELT):
        return not to_an
    if not word[1:].islower():
        return False
    if to_an:
        return low[0] not in "aeiouh"
    return vowel(low) or (low[0] in "aeiou" and not _LIKE_CONSONANT.match(low))
