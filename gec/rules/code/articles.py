"""*a* before what sounds like a vowel, and *an* before what does not: *a apple*, *an user*, *a FBI agent*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language.sound import consonant, vowel
from gec.language.written import stands
from gec.rules.fault import END, FREE, Fault, first, late

_A = late(rf"{FREE}(an?) ([a-z]{{2,}}){END}", re.IGNORECASE)
_NO_NOUN = frozenset({"and", "or", "is", "are", "as", "in", "of", "at", "if", "to", "on", "own"})  # vitamin a is
_LETTERS = late(
    rf"{FREE}([Aa]) (?:FBI|MRI|HTML|HTTP|XML|NGO|LCD|LED|SMS|MBA|MSc|MP3|MP|NBA|NHS|HR|SUV|SOS|RSS|X-ray){END}"
)
_SPOKEN = late("[aeiou]")  # other words are letters: an ssh key


def _article(text: str) -> Iterator[Fault]:
    for found in _A.finditer(text):
        article, word = found[1], found[2]
        if not word.islower() or word in _NO_NOUN or not stands(word) or not _SPOKEN.search(word):
            continue
        if article[0] == "A" and not first(text, found.start()):  # Hoi An
            continue
        if article.lower() == "a" and vowel(word):
            yield Fault(*found.span(1), f"{article}n")
        elif article.lower() == "an" and consonant(word):
            yield Fault(*found.span(1), article[0])
    for found in _LETTERS.finditer(text):
        if found[1] == "a" or first(text, found.start()):
            yield Fault(*found.span(1), f"{found[1]}n")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_article,)
