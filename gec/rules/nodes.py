"""The elements of a pattern (nodes), and properties of a sequence of nodes: its length, its names, and its anchor. The
anchor is a set of words of which every match has one. The index in `match.py` uses it to find the few patterns that may
match a sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter

from gec.language import lexicon

MOST = 5_000  # words that an anchor may have
COMMON = 50  # function words are roughly this many times as frequent as other words


class PatternError(ValueError):
    """What is wrong with a pattern, as one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Words:
    """Matches a word of a list."""

    small: frozenset[str]  # words in lower case, which also match with a capital first letter
    exact: frozenset[str]  # words with capitals, which match only in this form
    name: str = ""

    def test(self, word: str) -> bool:
        return word in self.exact or word in self.small or word[:1].lower() + word[1:] in self.small


@dataclass(frozen=True, slots=True)
class Kind:
    """Matches a word that passes a test."""

    test: Callable[[str], bool]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """Matches a place between words, such as the beginning of the sentence."""

    sign: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The beginning `<` or the end `>` of the part that changes."""

    sign: str


@dataclass(frozen=True, slots=True)
class Either:
    """Matches one of several sequences of nodes."""

    ways: tuple[tuple[Node, ...], ...]


Node = Words | Kind | Edge | Mark | Either


def marks_of(nodes: tuple[Node, ...]) -> int:
    """How many of the marks `<` and `>` there are, the same in every alternative. Raises an error if it is not the same
    or if their order is wrong."""
    count = 0
    for node in nodes:
        if isinstance(node, Mark):
            if (node.sign == "<") != (count % 2 == 0):
                raise PatternError("< and > are in the wrong order")
            count += 1
        elif isinstance(node, Either):
            of_ways = {marks_of(way) for way in node.ways}
            if len(of_ways) > 1 or (of_ways - {0, 2}):
                raise PatternError("every way through a pattern needs one part <...> that changes, and all of it")
            count += of_ways.pop()
    return count


def length_of(nodes: tuple[Node, ...]) -> tuple[int, int]:
    """The fewest and the most words of a match."""
    least = most = 0
    for node in nodes:
        if isinstance(node, Either):
            lengths = [length_of(way) for way in node.ways]
            least += min(low for low, _ in lengths)
            most += max(high for _, high in lengths)
        elif not isinstance(node, Edge | Mark):
            least, most = least + 1, most + 1
    return least, most


def anchor_of(nodes: tuple[Node, ...]) -> tuple[frozenset[str], tuple[int, ...], frozenset[str]]:
    """The anchor: the rarest set of words of which every match has one. Also the possible distances of such a word from
    the beginning of the match, and the next rarest set, of which every match has a word as well."""
    found: list[tuple[float, frozenset[str], tuple[int, ...]]] = []
    before, most = (0, 0), 0
    for node in nodes:
        words = every(node)
        most = max(most, len(words))
        if 0 < len(words) <= MOST:
            price = cost(words) * (before[1] - before[0] + 1)
            found.append((price, words, tuple(range(before[0], before[1] + 1))))
        low, high = length_of((node,))
        before = before[0] + low, before[1] + high
    if most and not found:
        raise PatternError(f"has a list of {most:,} words; {MOST:,} are the most, part it into two rules")
    if not found:
        raise PatternError("matches every sentence: it needs one word, or a list of words, that must be there")
    found.sort(key=itemgetter(0))
    return found[0][1], found[0][2], found[1][1] if len(found) > 1 else frozenset()


def cost(words: frozenset[str]) -> float:
    """A rough measure of how many sentences have one of these words."""
    return float(sum(COMMON if one in lexicon.FUNCTION_WORDS else 1 for one in words))


def every(node: Node) -> frozenset[str]:
    """The words with which a match of a node can begin. An empty set stands for any word."""
    if isinstance(node, Words):
        return node.small | node.exact if node.exact else node.small
    if not isinstance(node, Either):
        return frozenset()
    found: set[str] = set()
    for way in node.ways:
        first = next((one for one in way if not isinstance(one, Edge | Mark)), None)
        words = every(first) if first is not None else frozenset()
        if not words:
            return frozenset()
        found |= words
    return frozenset(found)
