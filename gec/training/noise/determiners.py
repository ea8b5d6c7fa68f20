"""Articles and other determiners: missing, unnecessary, or wrong."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from gec.training.noise import lexicon
from gec.training.noise.family import Family, pick
from gec.training.noise.sentence import Corruption, TokenSentence

ARTICLES = frozenset({"a", "an", "the"})
POSSESSIVES = lexicon.word_set("determiners", "possessives")
DETERMINERS = ARTICLES | POSSESSIVES | lexicon.word_set("determiners", "others")
ABSTRACT = lexicon.word_set("determiners", "abstract")
MASS = lexicon.word_set("determiners", "mass")
BEFORE_BARE = lexicon.word_set("determiners", "before_bare")
WRONG = lexicon.word_lists("determiners", "wrong")
SILENT = ("hour", "honest", "honour", "honor", "heir")
CONSONANT = ("uni", "use", "usu", "eur", "one", "once", "ure", "ubi", "ute", "u-")
DEFINITE = lexicon.word_set("determiners", "definite")


def vowel_sound(word: str) -> bool:
    return word.startswith(SILENT) or (word[:1] in "aeiou" and not word.startswith(CONSONANT))


def omitted(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """I bought new car."""
    after = s.at(i + 1)
    # "the children" without its article is often good English, "a child" never.
    if s.low[i] == "the" and lexicon.singular(after) and rng.random() < 0.7:
        return None
    return s.drop(i) if after[:1].isalpha() else None


@lru_cache(maxsize=100_000)
def bare_noun(word: str) -> bool:
    return word in ABSTRACT or (lexicon.share(word, "N") >= 80 and lexicon.singular(word) is not None)


@lru_cache(maxsize=100_000)
def adjective(word: str) -> bool:
    return lexicon.share(word, "A") > 60


def superfluous(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """for the example; in the modern society; a good advice."""
    k = i - 1 if adjective(s.at(i - 1)) else i
    if s.at(k - 1) not in BEFORE_BARE or s.at(i + 1) in {"'s", "of"} or not s.words[i].islower():
        return None
    word, article = s.low[i], "an" if vowel_sound(s.low[k]) else "a"
    if word in MASS and rng.random() < 0.35:
        return s.insert(k, article)
    # A plural with an added article may be good English, an abstract noun hardly ever.
    if word in ABSTRACT or rng.random() < 0.5:
        return s.insert(k, "the")
    return s.insert(k, article) if rng.random() < 0.2 else None


def opening(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """The life is hard."""
    return s.insert(i, "the") if s.first(i) and s.at(i + 1) != "of" else None


def a_for_an(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """a apple, an university."""
    after = s.at(i + 1)
    if s.low[i] == "a" and not after.startswith(CONSONANT) and rng.random() < 0.8:
        return None
    return s.swap(i, "an" if s.low[i] == "a" else "a") if after[:1].isalpha() else None


def wrong_article(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """a same day, the lot of people; elsewhere only now and then, as both may be right."""
    word, after = s.low[i], s.at(i + 1)
    if not after[:1].isalpha() or not s.words[i + 1].islower():
        return None
    if word == "the":
        if after in DEFINITE or after.endswith("est") or rng.random() < 0.4:
            return s.swap(i, "an" if vowel_sound(after) and rng.random() < 0.8 else "a")
        return None
    if after == "lot" or s.at(i - 1) in {"there's", "such", "quite", "as"} or rng.random() < 0.4:
        return s.swap(i, "the")
    return s.swap(i, "one") if rng.random() < 0.2 else None


def wrong_determiner(s: TokenSentence, i: int, rng: Random) -> Corruption | None:
    """much people, this books, its' kin."""
    if s.low[i] == "that" and lexicon.share(s.at(i + 1), "N") < 70:
        return None
    return s.swap(i, pick(WRONG[s.low[i]], rng))


FAMILIES = (
    Family("determiner.article_omitted", "M:DET", 5, ARTICLES.__contains__, omitted),
    Family("determiner.possessive_omitted", "M:DET", 0.6, POSSESSIVES.__contains__, omitted),
    Family("determiner.superfluous", "U:DET", 3, bare_noun, superfluous),
    Family("determiner.opening", "U:DET", 0.3, bare_noun, opening),
    Family("determiner.a_for_an", "R:DET", 1, frozenset({"a", "an"}).__contains__, a_for_an),
    Family("determiner.wrong_article", "R:DET", 1, ARTICLES.__contains__, wrong_article),
    Family("determiner.wrong", "R:DET", 1.4, WRONG.__contains__, wrong_determiner),
)
