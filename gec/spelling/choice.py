"""What a word that nobody writes was meant to be: a choice between all that it may be (`near.py`) and the word itself,
in which the words beside it have a say.

The weights, `weights.json`, are fitted by `gec train spelling` and belong to no model.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gec.spelling.built import built
from gec.usage.likely import gain
from gec.words import lexicon
from gec.words.dialect import variant
from gec.words.misspelt import by_rule, misspelt
from gec.words.written import compound, formed, inflected, prefixed, table

if TYPE_CHECKING:
    from gec.spelling.near import Near

WEIGHTS = Path(__file__).with_name("weights.json")
LIKELY = 0.8  # log-odds from which on the model had better read another word
LIKELY_DOUBTFUL = 1.5  # and another than one with a capital, of three letters or without a vowel
LIKELY_FORMED = 1.1  # ... and another than a form of a word that is written
PLAIN = 4.0  # log-odds from which on a sentence's first word is misspelt, though it could be a name
NEIGHBOURS = 0.4  # how much the words beside a misspelling say of what was meant
SURE = 5.0  # log-odds from which on nothing speaks against it
WITHIN = 8.0  # log-odds behind the likeliest word in which they are asked
SHORTEST = 3  # letters of a word that is looked at

Weights = Mapping[str, Mapping[str, float]]  # of the signs of what may be meant, and of the word as it stands

# What has no plural in s, and may own something.
OWNERS = frozenset({"childrens", "womens", "mens", "childs", "wifes", "policemans", "businessmans"})

_ONE = re.compile(r"\b(?:an?|this|that|old|young) \Z", re.IGNORECASE)
_FOLLOWING = re.compile(r" ([a-z]+)\b(?!['’-])")
_VOWEL = re.compile("[aeiouy]")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word of a sentence that nobody writes, in small letters, without what makes it a possessive."""

    start: int
    end: int
    word: str
    named: bool  # it has a capital, if only because it comes first


def choose(text: str, unknown: Unknown) -> tuple[str, float] | None:
    """The word that was likely meant there, with its log-odds against all others and the word as it stands."""
    if usual := _usual(text, unknown):
        return usual, SURE
    found = _able(unknown.word)
    if found is None:
        return None
    words, sums = found
    if text.startswith(("'s", "’s"), unknown.end):  # a neighbor's, no neighbors's
        single = [(word, one) for word, one in zip(words, sums, strict=True) if not word.endswith("s")]
        words, sums = [word for word, _ in single] or words, [one for _, one in single] or sums
    heard = _beside(text, unknown, words, sums)
    meant, odds = _first(words, heard, _stays(unknown.word, unknown.named))
    if unknown.named and odds < LIKELY_DOUBTFUL and _first(words, heard, _stays(unknown.word, False))[1] >= PLAIN:
        odds = LIKELY_DOUBTFUL  # hardly a name
    if built(unknown.word, meant) or _own_word(unknown.word, meant, odds):
        return None
    doubtful = unknown.named or len(unknown.word) == SHORTEST or _VOWEL.search(unknown.word) is None  # an abbreviation
    if odds >= LIKELY_DOUBTFUL or (odds >= LIKELY and not doubtful and (odds >= LIKELY_FORMED or not _formed(unknown))):
        return meant, odds
    return None


def _own_word(word: str, meant: str, odds: float) -> bool:
    """Whether it is likelier no slip: *ctags* none of *tags*, *catchier* none of *catcher*."""
    beheaded = meant == word[1:] and meant[0] != word[0]
    compared = word.endswith(("ier", "iest")) and any("ADJ" in lexicon.kinds(base) for base in lexicon.bases(word))
    return (beheaded or compared) and odds < SURE


def _usual(text: str, unknown: Unknown) -> str | None:
    """What was meant by a usual misspelling."""
    if _owns(text, unknown):
        return f"{unknown.word[:-1]}'s"
    named = unknown.named and unknown.word in table()  # Danse and Yong are names
    return None if named else misspelt().get(unknown.word)


def _owns(text: str, unknown: Unknown) -> bool:
    """Whether something belongs to what is no plural: *the childrens room*, *a wifes name*."""
    one = unknown.word in ("mans", "womans") and _ONE.search(text, 0, unknown.start) is not None
    following = _FOLLOWING.match(text, unknown.end) if one or unknown.word in OWNERS else None
    if following is not None and following[1].endswith("ing"):  # the mens changing room
        following = _FOLLOWING.match(text, following.end())
    return following is not None and lexicon.kind(following[1]) == "NOUN"


def _formed(unknown: Unknown) -> bool:
    """Whether it looks like a form of a word that is written, and by no rule like a misspelt one."""
    return formed(unknown.word) and by_rule(unknown.word) is None


@lru_cache(maxsize=16384)
def _able(word: str) -> tuple[list[str], list[float]] | None:
    """The words that may have been meant, and how much speaks for each."""
    from gec.spelling.near import near  # what a text without misspellings need not wait for

    able = near(word)
    return ([one.word for one in able], [_sum(_weights()["meant"], one.signs) for one in able]) if able else None


def _stays(word: str, named: bool) -> float:
    """How much speaks for the word as it stands."""
    return _sum(_weights()["stands"], standing(word, named))


def _beside(text: str, unknown: Unknown, words: Sequence[str], sums: Sequence[float]) -> list[float]:
    """The sums with a say for what the words beside it are seen with; together they weigh as much as before."""
    top = max(sums)
    heard = [
        one + NEIGHBOURS * gain(text, unknown.start, unknown.end, word) if one > top - WITHIN else -math.inf
        for word, one in zip(words, sums, strict=True)
    ]
    shift = _together(sums) - _together(heard)
    return [one + shift for one in heard]


def best(able: Sequence[Near], stays: Mapping[str, float], weights: Weights) -> tuple[str, float]:
    """The likeliest of the candidates whatever stands beside it, with its log-odds against all others and the word as
    it stands."""
    sums = [_sum(weights["meant"], one.signs) for one in able]
    return _first([one.word for one in able], sums, _sum(weights["stands"], stays))


def _first(words: Sequence[str], sums: Sequence[float], stays: float) -> tuple[str, float]:
    first = max(range(len(sums)), key=sums.__getitem__)
    same = variant(words[first])  # licence and license do not speak against each other
    rivals = [one for at, one in enumerate(sums) if at != first and not (same and variant(words[at]) == same)]
    return words[first], round(sums[first] - _together([*rivals, stays]), 4)


def _together(sums: Sequence[float]) -> float:
    top = max(sums)
    return top + math.log(sum(math.exp(one - top) for one in sums))


def standing(word: str, named: bool) -> dict[str, float]:
    """What speaks for a word as it stands, though nobody writes it."""
    return {
        "always": 1.0,
        "length": float(min(len(word), 12)),
        "inflected": float(inflected(word) and by_rule(word) is None),
        "prefixed": float(prefixed(word)),
        "compound": float(compound(word)),
        "named": float(named),
        "apostrophe": float("'" in word),
    }


@cache
def _weights() -> Weights:
    found: Weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return found


def _sum(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in signs.items())
