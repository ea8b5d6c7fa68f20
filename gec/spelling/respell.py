"""A sentence as the model reads it: words that nobody writes are replaced where another was likely meant.

What the model then says of that sentence is put back into the one that was given (`Respelled.original`). How sure a
replacement is comes of a choice between all that a word may be and the word itself; the weights, `weights.json`, are
fitted by `gec train spelling` and belong to no model.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from gec.edits import lexicon
from gec.edits.align import Proposal
from gec.edits.edit import Edit, apply
from gec.edits.protect import COMMON_NAMES, spares
from gec.spelling.rules import by_rule
from gec.spelling.words import compound, inflected, prefixed, stands, table

if TYPE_CHECKING:
    from gec.spelling.near import Near

WEIGHTS = "weights.json"
LIKELY = 0.0  # log-odds from which on the model had better read another word
LIKELY_DOUBTFUL = 1.5  # and another than one with a capital, of three letters or without a vowel
SURE = 5.0  # from which on it is no matter what stands beside
BEFORE = 3  # characters that may stand before the first word of a sentence
SHORTEST, LONGEST = 3, 30  # letters of a word that is looked at

Weights = Mapping[str, Mapping[str, float]]  # of the signs of what may be meant, and of the word as it stands

# Marks that make a word a piece of something else: what is no word, or what is broken by a hyphen nobody sees.
_JOINTS = "\u00ad\u0300-\u036f\u200b-\u200d\u2010\u2011\u2060\ufeff`´′＇ʼ‘-"
_WORD = re.compile(
    rf"(?<![\w@#/\\.$<&=+~^'’{_JOINTS}])[A-Za-z]++(?:['’][A-Za-z]++)*+(?![\w@/\\=(>+^'’{_JOINTS}]|[.:]\w)"
)
_VOWEL = re.compile("[aeiouy]")
_BROKEN = re.compile(r"[^\W\d_][-\u2010] \Z")  # the first half of a word that the end of a line has parted
_POSSESSIVE = re.compile(r"'s?\Z")


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word of a sentence that nobody writes, in small letters, without what makes it a possessive."""

    start: int
    end: int
    word: str
    named: bool  # it has a capital, if only because it comes first


@dataclass(frozen=True, slots=True)
class Respelled:
    """A sentence, and what the model reads instead."""

    text: str
    read: str
    swaps: tuple[Proposal, ...] = ()

    def original(self, found: Sequence[Proposal]) -> list[Proposal]:
        """What was proposed for the sentence that was read, as proposals for the one that was given: with the swaps,
        each one with whatever of them overlaps it."""
        if not self.swaps:
            return list(found)
        placed = _placed(self.swaps)
        joined = (self._joined(some, placed) for some in _overlapping([*(one[0] for one in placed), *found]))
        return [one for one in joined if one is not None]

    def _joined(self, some: Sequence[Proposal], placed: Sequence[tuple[Proposal, int]]) -> Proposal | None:
        """One proposal that does what several do that overlap; their places are those of what is read."""
        low, high = some[0].start, max(one.end for one in some)
        said, done = [], low
        for one in some:
            if one.odds is not None:
                said += [self.read[done : one.start], one.replacement]
                done = one.end
        replacement = "".join([*said, self.read[done:high]])
        start, end = _original(low, placed), _original(high, placed)
        if replacement == self.text[start:end]:
            return None
        odds, spelling = ([one.odds for one in some], [one.spelling for one in some])
        return Proposal(start, end, replacement, _least(odds), _least(spelling))


def _placed(swaps: Sequence[Proposal]) -> list[tuple[Proposal, int]]:
    """The swaps at their places in what is read, with how much what follows each has moved."""
    found, shift = [], 0
    for swap in swaps:
        start = swap.start + shift
        shift += len(swap.replacement) - (swap.end - swap.start)
        found.append((replace(swap, start=start, end=swap.end + shift), shift))
    return found


def _original(at: int, placed: Sequence[tuple[Proposal, int]]) -> int:
    """Where a place in what is read, outside what was swapped or at its border, stands in what was given."""
    before = bisect_right(placed, at, key=lambda one: one[0].end)
    return at - (placed[before - 1][1] if before else 0)


def _overlapping(found: Iterable[Proposal]) -> Iterator[list[Proposal]]:
    """Groups of proposals that overlap, in order."""
    group: list[Proposal] = []
    reach = -1
    for one in sorted(found, key=lambda one: (one.start, one.end)):
        if one.start >= reach and group:
            yield group
            group = []
        group.append(one)
        reach = max(reach, one.end)
    if group:
        yield group


def _least(odds: Iterable[float | None]) -> float | None:
    return min((one for one in odds if one is not None), default=None)


def respelled(text: str) -> Respelled:
    """The sentence with each word that nobody writes replaced by what was likely meant."""
    words = unknown(text)
    found = [choose(one.word, one.named) for one in words]
    swaps = []
    for number, (one, meant) in enumerate(zip(words, found, strict=True)):
        if meant is None or (meant[1] < SURE and _among_strangers(text, words, found, number)):
            continue
        edit = Edit(one.start, one.end, _like(text[one.start : one.end], meant[0]))
        if spares(text, edit):
            swaps.append((edit, meant[1]))
    read = apply(text, [edit for edit, _ in swaps])
    return Respelled(text, read, tuple(Proposal(e.start, e.end, e.replacement, None, odds) for e, odds in swaps))


def _among_strangers(
    text: str, words: Sequence[Unknown], found: Sequence[tuple[str, float] | None], number: int
) -> bool:
    """Whether a word beside it is no misspelling, though nobody writes it: both are of another language then."""
    return any(
        found[other] is None and text[words[low].end : words[high].start].isspace()
        for other, low, high in ((number - 1, number - 1, number), (number + 1, number, number + 1))
        if 0 <= other < len(words)
    )


def unknown(text: str) -> list[Unknown]:
    """The words of a sentence that nobody writes, but for those with a capital that are no sentence's first."""
    found, known = [], table()
    for match in _WORD.finditer(text):
        start, written = match.start(), match.group()
        if written in known or _BROKEN.search(text, max(0, start - BEFORE), start):
            continue
        word = _POSSESSIVE.sub("", written.lower().replace("’", "'"))
        titled = (
            start <= BEFORE
            and written[0].isupper()
            and written[1:].islower()
            and not any(map(str.isalnum, text[:start]))
        )
        if not SHORTEST <= len(word) <= LONGEST or not (written.islower() or titled) or word in lexicon.CLITICS:
            continue
        head, _, tail = word.partition("'")
        if not stands(word) and not (f"'{tail}" in lexicon.CLITICS and stands(head)):
            found.append(Unknown(start, start + len(word), word, titled))
    return found


@lru_cache(maxsize=16384)
def choose(word: str, named: bool) -> tuple[str, float] | None:
    """The word that was likely meant, with its log-odds against all others and the word as it stands."""
    from gec.spelling.near import near  # what a text without misspellings need not wait for

    able = near(word)
    if not able:
        return None
    meant, odds = best(able, standing(word, named), _weights())
    doubtful = named or len(word) == SHORTEST or _VOWEL.search(word) is None  # a name, or an abbreviation
    return (meant, odds) if odds >= (LIKELY_DOUBTFUL if doubtful else LIKELY) else None


def best(able: Sequence[Near], stays: Mapping[str, float], weights: Weights) -> tuple[str, float]:
    """The likeliest of the candidates, with its log-odds against all others and the word as it stands."""
    sums = [_sum(weights["meant"], one.signs) for one in able]
    first = max(range(len(able)), key=sums.__getitem__)
    rest = [*sums[:first], *sums[first + 1 :], _sum(weights["stands"], stays)]
    top = max(rest)
    against = top + math.log(sum(math.exp(one - top) for one in rest))
    return able[first].word, round(sums[first] - against, 4)


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
    found: Weights = json.loads(Path(__file__).with_name(WEIGHTS).read_text(encoding="utf-8"))
    return found


def _sum(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in signs.items())


def _like(old: str, new: str) -> str:
    """The new word with the capital and the kind of apostrophe the old one has."""
    new = new.replace("'", "’") if "’" in old else new
    if new in COMMON_NAMES or new.startswith(("i'", "i’")):
        return new[0].upper() + new[1:]
    return new[0].upper() + new[1:] if old[0].isupper() else new
