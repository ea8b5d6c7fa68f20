"""The likelihood of a sentence with an edit relative to that without it, from the neighbouring words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import log

from gec.language.phrases import Phrases, shipped

WORDS = 3  # of the longest phrase that is counted
BEGIN, END = "<s>", "</s>"
BESIDE = 80  # characters on both sides in which the words beside an edit are looked for
BACK = log(0.4)  # what it costs to know a word from fewer words before it (Brants et al. 2007)
NEVER = log(1e-9)  # a word that was not counted

_PART = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]")


def parts(text: str) -> list[str]:
    """Words and marks as they are counted: in small letters, numbers all alike."""
    return ["0" if part.isdigit() else part for part in _PART.findall(text.lower().replace("’", "'"))]


def gain(text: str, first: int, last: int, replacement: str) -> float:
    """The logarithm of how many times likelier the words are once something else stands from `first` to `last`."""
    start, end, left, right = _around(text, first, last)
    old = parts(text[start:end])
    new = parts(text[start:first] + replacement + text[last:end])
    known, skip = shipped(), len(left)
    return _likelihood(known, [*left, *new, *right], skip) - _likelihood(known, [*left, *old, *right], skip)


def fits(text: str, first: int, last: int, words: Iterable[str]) -> list[float]:
    """For each of these words the logarithm of how many times likelier it is there than anywhere: below 0 where it was
    never seen beside what stands beside it."""
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
    """Where the words begin and end that an edit is in, and what stands before and behind them."""
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
    """The logarithm of the chance of all words but the first ones, each after those before it."""
    return sum(_chance(known, words[max(0, at - WORDS + 1) : at + 1]) for at in range(skip, len(words)))


def _chance(known: Phrases, words: Sequence[str]) -> float:
    for missing in range(len(words)):
        seen = known.log_count(" ".join(words[missing:]))
        if seen is not None:
            before = log(known.words) if missing == len(words) - 1 else known.log_count(" ".join(words[missing:-1]))
            if before is not None:
                return seen - before + missing * BACK
    return NEVER + len(words) * BACK
