"""Misspelt words: listed misspellings, and typing and phonetic errors in any word."""

from __future__ import annotations

import re
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence, recase

KEYS = lexicon.word_map("spelling", "keys")
VOWELS = lexicon.word_map("spelling", "vowels")
DOUBLE = re.compile(r"([bcdfglmnprstz])\1")
PHONETIC = tuple((re.compile(ear), hand) for ear, hand in lexicon.word_map("spelling", "phonetic").items())
PLAIN = re.compile(r"[a-z]+")


def long(word: str) -> bool:
    return len(word) >= 4 and PLAIN.fullmatch(word) is not None


def written(s: TokenSentence, i: int, wrong: str) -> Corruption | None:
    """The misspelling as a change, unless it is a word: then it would be another kind of error."""
    word = s.words[i]
    if wrong == s.low[i] or wrong in lexicon.tags() or not (word.islower() or s.first(i) or word.isupper()):
        return None
    return Corruption(s.start[i], s.end[i], recase(word, wrong, s.first(i)))


def listed(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """recieve, untill: a listed misspelling."""
    return written(s, i, pick(lexicon.misspellings()[s.low[i]], rng))


def neighbour(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """A neighbouring key instead of the right one."""
    word = s.low[i]
    at = 1 + int(rng.random() * (len(word) - 1))
    return written(s, i, word[:at] + pick(list(KEYS[word[at]]), rng) + word[at + 1 :])


def transposed(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """becuase, freind."""
    word = s.low[i]
    at = 1 + int(rng.random() * (len(word) - 2))
    return written(s, i, word[:at] + word[at + 1] + word[at] + word[at + 2 :])


def omitted(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """A missing letter, inside the word or at its end."""
    word = s.low[i]
    at = 1 + int(rng.random() * (len(word) - 1))
    return written(s, i, word[:at] + word[at + 1 :])


def doubling(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """begining, untill: a double letter made single, or a single consonant doubled."""
    word = s.low[i]
    double = DOUBLE.search(word)
    if double and rng.random() < 0.7:
        return written(s, i, word[: double.start()] + word[double.start() + 1 :])
    places = [
        k for k in range(2, len(word)) if word[k] in "lmnprstcf" and word[k - 1] in "aeiou" and word[k] != word[k - 1]
    ]
    if not places:
        return None
    at = pick(places, rng)
    return written(s, i, word[:at] + word[at] + word[at:]) if word[at : at + 2] != word[at] * 2 else None


def vowel(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """seperate, definately: a wrong vowel."""
    word = s.low[i]
    places = [k for k in range(1, len(word)) if word[k] in VOWELS]
    if not places:
        return None
    at = pick(places, rng)
    return written(s, i, word[:at] + pick(list(VOWELS[word[at]]), rng) + word[at + 1 :])


def phonetic(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """As it sounds: nowledge, hapend, fotografer."""
    word = s.low[i]
    fitting = [(p, r) for p, r in PHONETIC if p.search(word)]
    if not fitting:
        return None
    pattern, replacement = pick(fitting, rng)
    return written(s, i, pattern.sub(replacement, word, count=1))


FAMILIES = (
    Family("spelling.listed", "R:SPELL", 6, lambda w: w in lexicon.misspellings(), listed),
    Family("spelling.neighbour", "R:SPELL", 0.5, long, neighbour),
    Family("spelling.transposed", "R:SPELL", 0.8, long, transposed),
    Family("spelling.omitted", "R:SPELL", 1, long, omitted),
    Family("spelling.doubling", "R:SPELL", 1, long, doubling),
    Family("spelling.vowel", "R:SPELL", 1, long, vowel),
    Family("spelling.phonetic", "R:SPELL", 1, long, phonetic),
)
