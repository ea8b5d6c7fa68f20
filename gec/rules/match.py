"""One pass over a sentence for all rules: its words are looked up in an index, and only the patterns that have one of
them as their anchor are tried, at the one or few places where they can stand.

A pattern is run step by step. Where it branches, no step is taken twice at the same word, so that the time is bounded
by the steps of the pattern times the words it can reach, whatever the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gec.rules.pattern import DONE, EDGE, JUMP, SAVE, SPLIT, TEST, WORDS, Pattern
from gec.rules.rule import Row, Rule

# A word with what is joined to it (well-known, and/or, a.b, don't), so that a part of one is never taken for a word; or
# a mark. A number may have marks inside.
_TOKEN = re.compile(
    r"[@#/\\&=*_`.'’+~$-]*[^\W_](?:[^\W_]|[@#/\\&=*_.'’+~-]+(?=[^\W_])|(?<=\d)[,:](?=\d))*(?:[@#/\\&=*_+-]+(?!\S)|[@#/\\&=*_+])*|\S"
)
_OPENING = frozenset("\"'“‘«([{*_-–—•…")
_CLOSING = frozenset("\"'”’»)]}*_.!?…")
_STOPS = frozenset('.,;:!?…)"”-–—')
_BEGINNING = frozenset(',;:—–("“‘')


class Sentence:
    """The words and marks of a text, in the order in which they stand."""

    __slots__ = ("asked", "first", "last", "low", "spans", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[tuple[int, int]] = []
        self.words: list[str] = []  # as they stand, with a straight apostrophe
        self.low: list[str] = []  # in small letters where none, or only the first, was a capital one
        for found in _TOKEN.finditer(text.replace("’", "'") if "’" in text else text):
            word = found[0]
            self.words.append(word)
            self.spans.append(found.span())
            rest = word[1:]
            self.low.append(word.lower() if not rest or rest.islower() or rest == "'" else word)
        count = len(self.words)
        self.first = next((at for at, word in enumerate(self.words) if word not in _OPENING), count)
        self.last = count - next((at for at, word in enumerate(reversed(self.words)) if word not in _CLOSING), count)
        self.asked: dict[int, bool] = {}  # of patterns, whether they fit anywhere

    def edge(self, sign: str, at: int) -> bool:
        words = self.words
        if sign == "^":
            return at <= self.first
        if sign == "$":
            return at >= self.last
        if sign == "stop":
            return at >= len(words) or words[at] in _STOPS
        return at == 0 or words[at - 1] in _BEGINNING or self.edge("^", at)


@dataclass(frozen=True, slots=True)
class Match:
    """Where a pattern fits: words `begin` to `end`, of which `low` to `high` change, and the words that have names."""

    begin: int
    end: int
    low: int
    high: int
    names: Mapping[str, int]


Names = tuple[str, int, "Names | None"]  # each with those before it, which ways through a pattern share


def run(pattern: Pattern, sentence: Sentence, begin: int) -> Match | None:
    """The first way in which a pattern fits from a word on."""
    steps, low, words = pattern.steps, sentence.low, sentence.words
    count, at, here = len(low), begin, 0
    names: Names | None = None
    waiting: list[tuple[int, int, Names | None]] = []
    seen: set[tuple[int, int]] = set()
    while True:
        kind, what, other = steps[here]
        here += 1
        fits = True
        if kind == WORDS:
            fits = at < count and low[at] in what
            at += 1
        elif kind == TEST:
            fits = at < count and what(words[at])
            at += 1
        elif kind == SAVE:
            names = what, at, names
        elif kind == EDGE:
            fits = sentence.edge(what, at)
        elif kind == SPLIT:
            waiting.append((other, at, names))
        elif kind == JUMP:
            here = other
        else:
            return _match(begin, at, names)
        if fits and pattern.branches:
            fits = (here, at) not in seen
            seen.add((here, at))
        if not fits:
            if not waiting:
                return None
            here, at, names = waiting.pop()


def _match(begin: int, end: int, names: Names | None) -> Match:
    places: dict[str, int] = {}
    while names is not None:
        name, at, names = names
        places.setdefault(name, at)
    return Match(begin, end, places.pop("<", begin), places.pop(">", end), places)


def fits_before(pattern: Pattern, sentence: Sentence, end: int) -> bool:
    """Whether a pattern fits the words that end in front of a place."""
    for begin in range(end - pattern.shortest, max(-1, end - pattern.longest - 1), -1):
        if begin >= 0 and _ends_at(pattern, sentence, begin, end):
            return True
    return False


def _ends_at(pattern: Pattern, sentence: Sentence, begin: int, end: int) -> bool:
    """Whether one of the ways in which a pattern fits from a word on ends at another."""
    seen: set[tuple[int, int]] = set()
    waiting = [(0, begin)]
    while waiting:
        here, at = waiting.pop()
        if (here, at) in seen or at > end:
            continue
        seen.add((here, at))
        kind, what, other = pattern.steps[here]
        if kind == DONE:
            if at == end:
                return True
        elif kind == SPLIT:
            waiting += [(here + 1, at), (other, at)]
        elif kind == JUMP:
            waiting.append((other, at))
        elif kind in (WORDS, TEST):
            if at < end and (sentence.low[at] in what if kind == WORDS else what(sentence.words[at])):
                waiting.append((here + 1, at + 1))
        elif kind != EDGE or sentence.edge(what, at):
            waiting.append((here + 1, at))
    return False


def fits_after(pattern: Pattern, sentence: Sentence, begin: int) -> bool:
    return run(pattern, sentence, begin) is not None


def fits_anywhere(pattern: Pattern, sentence: Sentence) -> bool:
    key = id(pattern)
    if key not in sentence.asked:
        sentence.asked[key] = any(run(pattern, sentence, begin) is not None for begin in range(len(sentence.words)))
    return sentence.asked[key]


class Index:
    """The rows of rules by the words of which each needs one."""

    def __init__(self, rows: Iterable[tuple[Rule, Row]]) -> None:
        self._by_word: dict[str, list[tuple[Rule, Row]]] = {}
        for entry in rows:
            for word in entry[1].anchor:
                self._by_word.setdefault(word, []).append(entry)

    def matches(self, sentence: Sentence) -> Iterator[tuple[Match, Rule, Row]]:
        """Every place where a row fits."""
        found = self._by_word
        for at, low in enumerate(sentence.low):
            word = sentence.words[at]
            entries = found.get(low, ())
            if word != low and word in found:
                entries = [*entries, *found[word]]
            for rule, row in entries:
                pattern = row.find
                last = sentence.first if pattern.steps[0][1] == "^" else at  # where it can begin
                for offset in pattern.offsets:
                    if 0 <= at - offset <= last and (match := run(pattern, sentence, at - offset)):
                        yield match, rule, row
