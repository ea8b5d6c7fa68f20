"""Nouns: number, plurals of uncountable nouns, irregular plurals, and the possessive."""

from __future__ import annotations

from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

UNCOUNTABLE = lexicon.word_set("nouns", "uncountable")
MANY = lexicon.word_set("nouns", "many")
ONE = lexicon.word_set("nouns", "one")
IRREGULAR = lexicon.word_lists("nouns", "irregular")


def counted(word: str) -> bool:
    noun = lexicon.share(word, "N") >= 60
    return noun and (word in UNCOUNTABLE or lexicon.singular(word) is not None or lexicon.plural(word) is not None)


def number(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """two book; a books; informations."""
    word = s.low[i]
    before = (s.at(i - 1), s.at(i - 2))
    if s.words[i][0].isupper() and not s.first(i):
        return None
    if word in UNCOUNTABLE:
        return s.swap(i, lexicon.plural(word) or word + "s") if word[-1] != "s" else None
    one = lexicon.singular(word)
    if one and word[-1] == "s":
        shown = before[0] in MANY or before[1] in MANY or s.at(i + 1) in {"are", "were", "have"} or s.at(i - 1) == "of"
        return s.swap(i, one) if shown or rng.random() < 0.6 else None
    many = lexicon.plural(word)
    if many and (before[0] in ONE or (before[1] in ONE and lexicon.share(before[0], "A") > 50)):
        return s.swap(i, many)
    return None


def inflection(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """childs, citys."""
    return s.swap(i, pick(IRREGULAR[s.low[i]], rng))


def possessive(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """my sisters house; the boys' for the boy's."""
    stem = s.words[i][:-2]
    mark = s.words[i][-2]
    return Corruption(s.start[i], s.end[i], stem + pick(("s", "s", "s" + mark), rng))


def possessive_dropped(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """my sister house."""
    return Corruption(s.end[i] - 2, s.end[i], "")


def plural_apostrophe(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """apple's for apples."""
    if s.at(i + 1) in {"'", "’"}:
        return None
    return Corruption(s.end[i] - 1, s.end[i], "’s" if "’" in s.text else "'s")


def has_possessive(word: str) -> bool:
    return word.endswith("'s") and word not in {
        "it's",
        "he's",
        "she's",
        "that's",
        "there's",
        "what's",
        "who's",
        "let's",
        "here's",
    }


def regular_plural(word: str) -> bool:
    return word.endswith("s") and lexicon.singular(word) is not None and lexicon.share(word, "N") > 80


FAMILIES = (
    Family("noun.number", "R:NOUN:NUM", 1, counted, number),
    Family("noun.inflection", "R:NOUN:INFL", 1, IRREGULAR.__contains__, inflection),
    Family("noun.possessive", "R:NOUN:POSS", 2, has_possessive, possessive),
    Family("noun.possessive_dropped", "M:NOUN:POSS", 1, has_possessive, possessive_dropped),
    Family("noun.plural_apostrophe", "U:NOUN:POSS", 1, regular_plural, plural_apostrophe),
)
