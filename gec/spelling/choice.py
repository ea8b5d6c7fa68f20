"""Chooses the intended word for an unknown word among all candidates (`near.py`) and the word itself. The neighbouring
words count.

`gec train spelling` fits the weights, `weights.json`. They do not depend on the model.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from gec.language import lexicon
from gec.language.dialect import variant
from gec.language.likely import fits
from gec.language.misspelt import by_rule, misspelt, usually
from gec.language.written import compound, inflected, prefixed, table
from gec.spelling.built import built

WEIGHTS = Path(__file__).with_name("weights.json")
LIKELY = 0.2  # least log-odds of a replacement
LIKELY_DOUBTFUL = 0.8  # the same for a word with a capital, of three letters or without a vowel
IN_USE = 0.8  # added to the log-odds: misspellings are likelier in use than among the examples for fitting
PLAIN = 4.0  # log-odds from which on a first word is misspelt, although it could be a name
SURE = 5.0  # log-odds from which on a word is misspelt beyond doubt
WITHIN = 8.0  # log-odds behind the best candidate up to which the neighbouring words are looked at
COMMON_LOG_FREQUENCY = 5.0  # logarithm of the frequency of a common word
DOUBTFUL = 3  # letters of a possible abbreviation
FARTHEST = 6.0  # limit for the feature that tells how well a word fits its neighbours
SHORTEST = 2  # letters of a word that is looked at
RIVALS = 7.0  # log-odds behind the best candidate up to which another one is shown to users

Weights = Mapping[str, Mapping[str, float]]  # of the features of candidates ("meant") and of the word itself ("stands")

# Words without a plural in s that may be possessives.
OWNERS = frozenset({"childrens", "womens", "mens", "childs", "wifes", "policemans", "businessmans"})

_ONE = re.compile(r"\b(?:an?|this|that|old|young) \Z", re.IGNORECASE)
_FOLLOWING = re.compile(r" ([a-z]+)\b(?!['’-])")
_QUOTES = ("'", '"', "‘", "’", "“", "”")
_VOWEL = re.compile("[aeiouy]")


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown word of a sentence, in lower case and without the possessive ending."""

    start: int
    end: int
    word: str
    named: bool  # it has a capital, if only as the first word


def choose(text: str, unknown: Unknown) -> tuple[str, float] | None:
    """The likely intended word, with its log-odds against all other candidates and the word itself."""
    if usual := _usual(text, unknown):
        return usual, SURE
    found = _able(unknown.word)
    if found is None:
        return None
    words, sums = found
    if text.startswith(("'s", "’s"), unknown.end):  # a neighbor's, no neighbors's
        single = [(word, one) for word, one in zip(words, sums, strict=True) if not word.endswith("s")]
        words, sums = [word for word, _ in single] or words, [one for _, one in single] or sums
    scores = _in_context(text, unknown, words, sums)
    meant, odds = _first(words, scores, _stays(unknown))
    if "'" in meant and usually(unknown.word):  # dont, youre
        odds = max(odds, LIKELY_DOUBTFUL)
    if (
        unknown.named
        and odds < LIKELY_DOUBTFUL
        and _first(words, scores, _stays(replace(unknown, named=False)))[1] >= PLAIN
    ):
        odds = LIKELY_DOUBTFUL  # unlikely to be a name
    if built(unknown.word, meant) or _own_word(unknown.word, meant, odds):
        return None
    doubtful = unknown.named or len(unknown.word) <= DOUBTFUL or _VOWEL.search(unknown.word) is None  # an abbreviation
    return (meant, odds + IN_USE) if odds >= (LIKELY_DOUBTFUL if doubtful else LIKELY) else None


def others(text: str, start: int, end: int, meant: str, most: int = 3) -> list[str]:
    """Other candidates for a misspelt word besides `meant`, the likeliest first, with its capital."""
    word = text[start:end].lower().replace("’", "'")
    if (
        not (word.isascii() and word.isalpha() and len(word) > DOUBTFUL)
        or word in misspelt()
        or (found := _able(word)) is None
    ):
        return []
    words, sums = found
    scores = _in_context(text, Unknown(start, end, word, named=False), words, sums)
    least = max(scores) - RIVALS
    likely = sorted(((one, other) for other, one in zip(words, scores, strict=True) if one >= least), reverse=True)
    rivals = [other for _, other in likely if other not in (word, meant.lower())][:most]
    return [one[0].upper() + one[1:] for one in rivals] if text[start].isupper() else rivals


def _own_word(word: str, meant: str, odds: float) -> bool:
    """Whether a word is likely intended: *ctags* is not meant to be *tags*, nor *catchier* *catcher*."""
    beheaded = meant == word[1:] and meant[0] != word[0]
    compared = word.endswith(("ier", "iest")) and any("ADJ" in lexicon.kinds(base) for base in lexicon.bases(word))
    return (beheaded or compared) and odds < SURE


def _usual(text: str, unknown: Unknown) -> str | None:
    """The intended word of a common misspelling."""
    if _owns(text, unknown):
        return f"{unknown.word[:-1]}'s"
    named = unknown.named and unknown.word in table()  # Danse and Yong are names
    return None if named else misspelt().get(unknown.word)


def _owns(text: str, unknown: Unknown) -> bool:
    """Whether a word is a possessive without its apostrophe: *the childrens room*, *a wifes name*."""
    one = unknown.word in ("mans", "womans") and _ONE.search(text, max(0, unknown.start - 8), unknown.start) is not None
    following = _FOLLOWING.match(text, unknown.end) if one or unknown.word in OWNERS else None
    if following is not None and following[1].endswith("ing"):  # the mens changing room
        following = _FOLLOWING.match(text, following.end())
    return following is not None and lexicon.kind(following[1]) == "NOUN"


@lru_cache(maxsize=16384)
def _able(word: str) -> tuple[list[str], list[float]] | None:
    """The candidates for a word and their scores without context."""
    from gec.spelling.near import near  # loaded late: a text without misspellings does not need it

    able = near(word)
    return ([one.word for one in able], [_sum(_weights()["meant"], one.features) for one in able]) if able else None


def _stays(unknown: Unknown) -> float:
    """The score of the word itself."""
    return _sum(_weights()["stands"], standing(unknown))


def _in_context(text: str, unknown: Unknown, words: Sequence[str], sums: Sequence[float]) -> list[float]:
    """The scores with the neighbouring words counted; minus infinity for candidates far behind the best one."""
    top = max(sums)
    asked = [at for at, one in enumerate(sums) if one > top - WITHIN]
    scores = [-math.inf] * len(sums)
    for at, features in zip(asked, beside(text, unknown, [words[at] for at in asked]), strict=True):
        scores[at] = sums[at] + _sum(_weights()["meant"], features)
    return scores


def beside(text: str, unknown: Unknown, words: Sequence[str]) -> list[dict[str, float]]:
    """The features of each candidate that come from the neighbouring words."""
    found = fits(text, unknown.start, unknown.end, words)
    quoted = float(
        text[unknown.start - 1 : unknown.start] in _QUOTES and text[unknown.end : unknown.end + 1] in _QUOTES
    )
    return [
        {
            "placed": 1.0,
            "fits": max(0.0, min(FARTHEST, one)),
            "strange": max(-FARTHEST, min(0.0, one)),
            "quoted": quoted,
        }
        for one in found
    ]


def best(
    able: Sequence[tuple[str, Mapping[str, float]]], stays: Mapping[str, float], weights: Weights
) -> tuple[str, float]:
    """The likeliest of the candidates with their features, and its log-odds against all others and the word itself."""
    sums = [_sum(weights["meant"], features) for _, features in able]
    return _first([word for word, _ in able], sums, _sum(weights["stands"], stays))


def _first(words: Sequence[str], sums: Sequence[float], stays: float) -> tuple[str, float]:
    first = max(range(len(sums)), key=sums.__getitem__)
    same = variant(words[first])  # licence and license are no rivals
    rivals = [one for at, one in enumerate(sums) if at != first and not (same and variant(words[at]) == same)]
    return words[first], round(sums[first] - _log_of_sum([*rivals, stays]), 4)


def _log_of_sum(sums: Sequence[float]) -> float:
    top = max(sums)
    return top + math.log(sum(math.exp(one - top) for one in sums))


def standing(unknown: Unknown) -> dict[str, float]:
    """The features of the unknown word itself."""
    word = unknown.word
    return {
        "always": 1.0,
        "length": float(min(len(word), 12)),
        "inflected": float(inflected(word) and by_rule(word) is None),
        "prefixed": float(prefixed(word)),
        "compound": float(compound(word)),
        "named": float(unknown.named),
        "apostrophe": float("'" in word),
        "odd letters": float(min(3, odd(word))),
    }


def odd(word: str) -> int:
    """How many sequences of three letters no common word has: *scoll* has one."""
    whole = f"^{word}$"
    return sum(not _stands_in_common(whole[at : at + 3]) for at in range(len(word)))


@lru_cache(maxsize=16_384)
def _stands_in_common(letters: str) -> bool:
    return letters in _common()


@cache
def _common() -> str:
    """All common words. To search them takes less time than to make a set of their parts."""
    return "".join(f"^{word}$" for word, seen in table().items() if seen > COMMON_LOG_FREQUENCY)


@cache
def _weights() -> Weights:
    found: Weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return found


def _sum(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    return sum([weights.get(name, 0.0) * value for name, value in features.items()])
