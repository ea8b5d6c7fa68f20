"""Finds the places in a sentence where patterns match, in one pass for all rules. Each word is looked up in an index of
anchors. Only the patterns with this word as an anchor are tried, and only where the word can stand in them.

A pattern is a program that runs step by step and backtracks. Where alternatives meet again, no step is run twice at the
same word. So the time is at most the number of steps times the number of words that the pattern can cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from gec.lazy import cached_property
from gec.rules.pattern import EDGE, JUMP, SAVE, SPLIT, TEST, TOKEN, WORDS, Pattern
from gec.rules.rule import Rule, RuleRow

_OPENING = frozenset("\"'“‘«([{*_-–—•…")
_CLOSING = frozenset("\"'”’»)]}*_.!?…")
_STOPS = frozenset('.,;:!?…)"”-–—')
_BEGINNING = frozenset(',;:—–("“‘')


class Sentence:
    """The words and punctuation marks of a text, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[str] = TOKEN.findall(_straight(text))  # as they stand, with a straight apostrophe
        self.low = [*map(_lowered, self.words)]  # in small letters where none, or only the first, was a capital one
        count = len(self.words)
        self.first = next((at for at, word in enumerate(self.words) if word not in _OPENING), count)
        self.last = count - next((at for at, word in enumerate(reversed(self.words)) if word not in _CLOSING), count)
        self.asked: dict[int, tuple[Pattern, bool]] = {}  # of patterns, whether they fit anywhere

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where the words stand, which nobody asks of a sentence without a fault."""
        return [one.span() for one in TOKEN.finditer(_straight(self.text))]

    def edge(self, sign: str, at: int) -> bool:
        """Whether a place before a word is the beginning or the end that a sign such as `^` or `clause` stands for."""
        words = self.words
        if sign == "^":
            return at <= self.first
        if sign == "$":
            return at >= self.last
        if sign == "stop":
            return at >= len(words) or words[at] in _STOPS
        return at == 0 or words[at - 1] in _BEGINNING or self.edge("^", at)


def _straight(text: str) -> str:
    return text.replace("’", "'") if "’" in text else text


@lru_cache(maxsize=16_384)
def _lowered(word: str) -> str:
    rest = word[1:]
    return word.lower() if not rest or rest.islower() or rest == "'" else word


@lru_cache(maxsize=64)  # several tables ask about it
def sentence_of(text: str) -> Sentence:
    return Sentence(text)


@dataclass(frozen=True, slots=True)
class Match:
    """Where a pattern matches: the words from `low` to `high` change. `names` has the places of the named words."""

    low: int
    high: int
    names: Mapping[str, int]


Names = tuple[str, int, "Names | None"]  # a linked list: a name, its place, and the earlier names


def run(pattern: Pattern, sentence: Sentence, begin: int, end: int | None = None) -> Match | None:
    """The first match of a pattern that begins at a word. With `end`, the match must end there."""
    steps, merges, low, words = pattern.steps, pattern.merges, sentence.low, sentence.words
    at, here = begin, 0
    count = len(low) if end is None else end
    names: Names | None = None
    waiting: list[tuple[int, int, Names | None]] = []
    seen: set[tuple[int, int]] = set()
    while True:
        kind, what, other = steps[here]
        here += 1
        if kind == WORDS:
            fits = at < count and low[at] in what
            at += 1
        elif kind == TEST:
            fits = at < count and what(words[at])
            at += 1
        elif kind == SAVE:
            names, fits = (what, at, names), True
        elif kind == SPLIT:
            waiting.append((other, at, names))
            fits = True
        elif kind == EDGE:
            fits = sentence.edge(what, at)
        elif kind == JUMP:
            here, fits = other, True
        elif end is None or at == end:
            return _match(begin, at, names)
        else:
            fits = False
        if merges and fits and here in merges:
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
    return Match(places.pop("<", begin), places.pop(">", end), places)


def fits_before(pattern: Pattern, sentence: Sentence, end: int) -> bool:
    """Whether a pattern matches words that end directly before a place."""
    begins = range(max(0, end - pattern.longest), end - pattern.shortest + 1)
    return any(run(pattern, sentence, begin, end) is not None for begin in reversed(begins))


def fits_anywhere(pattern: Pattern, sentence: Sentence) -> bool:
    """Whether a pattern matches anywhere in a sentence. Answers are cached in the sentence."""
    key = id(pattern)
    if key not in sentence.asked:
        begins = (begin for begin in range(len(sentence.words)) if may_begin(pattern, sentence, begin))
        fits = any(run(pattern, sentence, begin) is not None for begin in begins)
        sentence.asked[key] = pattern, fits  # the pattern is kept alive, so that no other one gets the same id
    return sentence.asked[key][1]


def may_begin(pattern: Pattern, sentence: Sentence, at: int) -> bool:
    """Whether a pattern may match from a word on. A quick test that looks at this word only."""
    first = pattern.first
    return not first or sentence.low[at] in first or sentence.words[at] in first


class Index:
    """The rows of rules by the words of their anchors."""

    def __init__(self, rows: Iterable[tuple[Rule, RuleRow]]) -> None:
        self._by_word: dict[str, list[tuple[Pattern, Rule, RuleRow]]] = {}
        for rule, row in rows:
            for word in row.find.anchor:
                self._by_word.setdefault(word, []).append((row.find, rule, row))

    def matches(self, sentence: Sentence) -> Iterator[tuple[Match, Rule, RuleRow]]:
        """Every match of a row."""
        known, present = self._by_word, {*sentence.low, *sentence.words}
        for at, (low, word) in enumerate(zip(sentence.low, sentence.words, strict=True)):
            for pattern, rule, row in (*known.get(low, ()), *(known.get(word, ()) if word != low else ())):
                if pattern.also and pattern.also.isdisjoint(present):
                    continue
                last = sentence.first if pattern.steps[0][1] == "^" else at  # the last place where it can begin
                for offset in pattern.offsets:
                    begin = at - offset
                    if not 0 <= begin <= last or not may_begin(pattern, sentence, begin):
                        continue
                    if match := run(pattern, sentence, begin):
                        yield match, rule, row
