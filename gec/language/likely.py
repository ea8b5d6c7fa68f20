"""How much likelier a sentence is with an edit than without it, judged by the neighbouring words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log

from gec.language.phrases import Phrases, shipped

WORDS = 3  # in the longest phrase that is counted
BEGIN, END = "<s>", "</s>"
BESIDE = 80  # characters on both sides in which the words beside an edit are looked for
BACK = log(0.4)  # cost of backing off to fewer words of context (Brants et al. 2007)
NEVER = log(1e-9)  # log-probability of a word that was not counted

_PART = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]")


def parts(text: str) -> list[str]:
    """Words and marks as they are counted: in lower case, and `0` for every number."""
    return ["0" if part.isdigit() else part for part in _PART.findall(text.lower().replace("’", "'"))]


@lru_cache(maxsize=1024)  # asked again where an edit is joined with another
def gain(text: str, first: int, last: int, replacement: str) -> float:
    """How much likelier the words are with `replacement` from `first` to `last`, as the logarithm of the ratio."""
    start, end, left, right = _around(text, first, last)
    old = parts(text[start:end])
    new = parts(text[start:first] + replacement + text[last:end])
    known, skip = shipped(), len(left)
    return _likelihood(known, [*left, *new, *right], skip) - _likelihood(known, [*left, *old, *right], skip)


def fits(text: str, first: int, last: int, words: Iterable[str]) -> list[float]:
    """How much likelier each of some words is at a place than elsewhere, as the logarithm of the ratio. It is below 0
    if a word was never seen beside these neighbours."""
    _, _, left, right = _around(text, first, last)
    known, skip = shipped(), len(left)
    apart = _likelihood(known, right, 0)
    found = []
    for word in words:
        new = parts(word)
        alone = sum(_chance(known, [part]) for part in new)
        found.append(_likelihood(known, [*left, *new, *right], skip) - alone - apart)
    return found


def _around(text: str, first: int, last: int) -> tuple[int, int, list[str], list[str]]:
    """The borders of the words that an edit is in, and the words and marks before and after them."""
    start, end = first, last
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    before, behind = parts(text[max(0, start - BESIDE) : start]), parts(text[end : end + BESIDE])
    left = ([BEGIN, *before] if start <= BESIDE else before)[-(WORDS - 1) :]
    right = (behind if end + BESIDE < len(text) else [*behind, END])[: WORDS - 1]
    return start, end, left, right


def _likelihood(known: Phrases, words: Sequence[str], skip: int) -> float:
    """The log-probability of all words after the first `skip`, each after the words before it."""
    return sum([_chance(known, words[max(0, at - WORDS + 1) : at + 1]) for at in range(skip, len(words))])


def _chance(known: Phrases, words: Sequence[str]) -> float:
    phrase = " ".join(words)
    for missing in range(len(words)):
        seen = known.log_count(phrase)
        if seen is not None:
            context = phrase.rpartition(" ")[0]
            before = known.log_count(context) if context else known.log_words
            if before is not None:
                return seen - before + missing * BACK
        phrase = phrase.partition(" ")[2]
    return NEVER + len(words) * BACK
