"""The elements of a pattern, and what can be said of a row of them: its length, its names, and the words of which each
sentence that it fits has one. By those words a sentence finds the few patterns that may fit it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gec.language import lexicon

Test = Callable[[str], bool]

MOST = 5_000  # words that an anchor may have
COMMON = 50  # times as common as other words are those of the closed classes, roughly


class PatternError(ValueError):
    """A pattern that says nothing, in one sentence."""


@dataclass(frozen=True, slots=True)
class Words:
    """A word of a list."""

    small: frozenset[str]  # in small letters: these also stand for the word with a capital
    exact: frozenset[str]  # with capitals: only so
    name: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A word that passes a test."""

    test: Test
    name: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """No word, but a place."""

    sign: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the part that changes begins or ends."""

    sign: str


@dataclass(frozen=True, slots=True)
class Either:
    """One of several rows of elements."""

    ways: tuple[tuple[Node, ...], ...]


Node = Words | Kind | Edge | Mark | Either


def marks_of(nodes: tuple[Node, ...]) -> int:
    """How many marks of a changed part each way has, in order."""
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
    least = most = 0
    for node in nodes:
        if isinstance(node, Words | Kind):
            least, most = least + 1, most + 1
        elif isinstance(node, Either):
            lengths = [length_of(way) for way in node.ways]
            least += min(low for low, _ in lengths)
            most += max(high for _, high in lengths)
    return least, most


def named(nodes: tuple[Node, ...]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Words | Kind) and node.name:
            found.add(node.name)
        elif isinstance(node, Either):
            found.update(*(named(way) for way in node.ways))
    return found


def anchor_of(nodes: tuple[Node, ...]) -> tuple[frozenset[str], tuple[int, ...], int]:
    """The rarest words of which every match has one, how many words behind the beginning they can stand, and the number
    of their node."""
    best: tuple[float, frozenset[str], tuple[int, ...], int] | None = None
    before = (0, 0)
    for number, node in enumerate(nodes):
        words = every(node)
        if words and len(words) <= MOST:
            price = cost(words) * (before[1] - before[0] + 1)
            if best is None or price < best[0]:
                best = price, words, tuple(range(before[0], before[1] + 1)), number
        low, high = length_of((node,))
        before = before[0] + low, before[1] + high
    return best[1:] if best else (frozenset(), (), 0)


def beside_of(nodes: tuple[Node, ...], anchor: int) -> tuple[frozenset[str], int]:
    """The rarest other words of which every match has one, always so many words behind the anchor."""
    found: list[tuple[float, frozenset[str], int]] = []
    for way in (range(anchor + 1, len(nodes)), range(anchor - 1, -1, -1)):
        low = high = 0
        for number in way:
            between = nodes[number - 1] if number > anchor else nodes[number]
            low, high = (one + more for one, more in zip((low, high), length_of((between,)), strict=True))
            if low != high:
                break
            if words := every(nodes[number]):
                found.append((cost(words), words, low if number > anchor else -low))
    _, words, distance = min(found, key=lambda one: one[0], default=(0.0, frozenset[str](), 0))
    return words, distance


def cost(words: frozenset[str]) -> float:
    """How many sentences, roughly, have one of these words."""
    return float(sum(COMMON if one in lexicon.CLOSED or one in lexicon.AUXILIARIES else 1 for one in words))


def every(node: Node) -> frozenset[str]:
    """The words of which one must begin what the node fits; none if that can be any word."""
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
