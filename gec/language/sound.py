"""The first sound of a word, which decides between *a* and *an*, as far as its letters show it.

A word whose first letters cannot begin an English word may be read letter by letter: an rvalue, an mbox, an `svg`. A
letter followed by a digit is always read by its name: a u32, an f64, an x86.
"""

from __future__ import annotations

import re

# Beginnings that surely sound like a vowel, or like a consonant. Other words are said in both ways.
_VOWEL = re.compile(
    r"[ai]|e(?![uw])|o(?!ne(?!r)|nce|ui)|un(?![ai])|u[mglp](?=[a-z]*[aeiouy])|up\Z|uber|ur[bg]|usher|hour|honest|honou?r"
    r"|heir"
)
_CONSONANT = re.compile(
    r"[bcdfgjklmnpqrstvwyz]|eu|one(?!r)|once|uni[qvft]|union|us[eu]|util|h(?!our|on[eo]|eir|er|[eio]r|is|o[mt]|y|a[bl])"
)
_NAMED = "fhlmnrsx"  # letters whose names begin with a vowel
_VOWEL_NAMED = _NAMED + "aeio"
_CODED = re.compile(r"\d|[a-z]\d")
# The consonants an English word may begin with, if it begins with one of these.
_ONSET = re.compile(
    r"(?:f[jlr]?|h|ll?|mn?|n|rh?|s(?:[lmnvw]|c[hlr]?|h[lmrw]?|kr?|p[hlr]?|q(?=u)|r|tr?)?|x)(?=[aeiouy])"
)
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
    return word[0] in _NAMED and (not _ONSET.match(word) or any(map(str.isdigit, word)))
