"""With what sound a word begins: whether *a* or *an* comes before it."""

from __future__ import annotations

import re

# What begins with the sound of a vowel, and of a consonant; of the rest people are not of one mind.
_VOWEL = re.compile(r"[ai]|e(?![uw])|o(?!ne|nce|ui)|un(?![ai])|u[mglp]|ur[bg]|usher|hour|honest|honou?r|heir")
_CONSONANT = re.compile(
    r"[bcdfgjklmnpqrstvwyz]|eu|one|once|uni[qvft]|union|us[eu]|util|h(?!our|on[eo]|eir|er|[eio]r|is|o[mt]|y|a[bl])"
)
_NAMED = "fhlmnrsx"  # letters whose names begin with a vowel: an ndarray, an rvalue, an mbox
# The consonants an English word may begin with, if it begins with one of these.
_ONSET = re.compile(
    r"(?:f[jlr]?|h|ll?|mn?|n|rh?|s(?:c[hlr]?|hr?|kr?|l|m|n|p[hlr]?|qu|tr?|w)?|x(?=en|er|yl))(?=[aeiouy])"
)


def vowel(word: str) -> bool:
    """Whether a lower-case word surely begins with the sound of a vowel."""
    return bool(_VOWEL.match(word) and not _CONSONANT.match(word))


def consonant(word: str) -> bool:
    """Whether a lower-case word surely begins with the sound of a consonant."""
    return bool(_CONSONANT.match(word) and not _VOWEL.match(word) and not spelt_out(word))


def spelt_out(word: str) -> bool:
    """Whether a lower-case word may begin with the name of its first letter: nobody says *ndarray* or *md5sum* as it
    is written."""
    return word[0] in _NAMED and (not _ONSET.match(word) or any(map(str.isdigit, word)))
