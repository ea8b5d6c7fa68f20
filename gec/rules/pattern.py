"""The pattern language of rules: from what somebody wrote in a table to a small program over words.

A pattern is a row of elements, parted by blanks. `docs/rules.md` explains them to users; in short:

| element | what it fits |
|---|---|
| `word` | the word, also with a capital letter; a word written with a capital fits only as it stands |
| `'ve`, `n't` | a word that ends so |
| `,` `;` `:` `.` `!` | the mark |
| `{class}` | a word of a list, or of a part of speech or a form; `{v:verb}` gives it the name `v` |
| `{a:-ly}` | a word that ends so, named `a` |
| `{adj & !(other|same)}` | a word that is the first and not one of the others |
| `(a|b c)` | one of several |
| `x?`, `{word}*3` | x or nothing; up to three words |
| `^`, `$`, `{clause}`, `{stop}` | the sentence's edges; where a clause begins; a mark or the end |
| `<...>` | the words that change; all of them if no part is marked |

A program is a tuple of steps that `match.py` runs. There is no repetition without a limit, so that every pattern has a
greatest length, and matching takes time in proportion to pattern and sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gec.language import lexicon
from gec.rules import predicates

Test = Callable[[str], bool]
Classes = Mapping[str, frozenset[str]]

WORDS, TEST, SPLIT, JUMP, SAVE, EDGE, DONE = range(7)  # what a step does
EDGES = {"^", "$", "{clause}", "{stop}"}
LONGEST = 24  # words that a pattern may reach over
MOST = 5_000  # words that an anchor may have
COMMON = 50  # times as common as other words are those of the closed classes, roughly

_PIECE = re.compile(
    r"\s+|['’][a-z]+|\{[^{}]*\}|\*\d|[()|<>^$?]|[.@#]*[^\W_]+(?:[-'’.@&+/#_]*[^\W_]+)*[+#]*|[-'’#@&+/.,;:!…—–]+|(?P<odd>[]}{[])|."
)
_CLASS = re.compile(r"\{\s*(?:([a-z]\w*)\s*:)?\s*([^:{}]*?)\s*\}")
_INNER = re.compile(r"\([^()]*\)[?*]?\d?|\{[^{}]*\}[?*]?\d?")  # of a pattern, what may be another word, or none
_PLAIN = re.compile(r"(?<![^\s<|])[^\W\d_](?:[-'’]?[^\W\d_])*(?![^\s>|])")
_TERM = re.compile(r"\s*(!?)\s*(?:(-?[a-z][a-z-]*)|\(([^()]*)\))\s*")


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
Step = tuple[int, Any, int]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern."""

    said: str
    steps: tuple[Step, ...]
    shortest: int
    longest: int  # in words
    anchor: frozenset[str] = frozenset()  # words, in small letters or exact, of which every match has one ...
    offsets: tuple[int, ...] = ()  # ... so many words behind its beginning
    names: frozenset[str] = frozenset()
    branches: bool = False


def compiled(said: str, classes: Classes, *, change: bool = True, anchor: str = "") -> Pattern:
    """The program of a pattern; `change` says whether it is one that finds, and so has a part that changes. It is known
    by the word `anchor`, or one that is chosen."""
    nodes = _Parser(said, classes).parsed()
    if change:
        count = _marks(nodes)
        if count == 0:
            inner = [node for node in nodes if not isinstance(node, Edge)]
            first = nodes.index(inner[0]) if inner else 0
            last = len(nodes) - nodes[::-1].index(inner[-1]) if inner else 0
            nodes = (*nodes[:first], Mark("<"), *nodes[first:last], Mark(">"), *nodes[last:])
        elif count != 2:
            raise PatternError("every way through a pattern needs one part <...> that changes, and no more than one")
    elif _marks(nodes):
        raise PatternError("<...> marks what changes and has no place in a condition")
    shortest, longest = _length(nodes)
    if longest > LONGEST:
        raise PatternError(f"reaches over {longest} words; {LONGEST} are the most")
    if longest == 0 and change:
        raise PatternError("matches no word; name at least one")
    steps: list[Step] = []
    _compile(nodes, steps)
    steps.append((DONE, None, 0))
    words, offsets = _anchor(nodes, anchor) if change else (frozenset(), ())
    if change and not words:
        length = max((len(_every(node)) for node in nodes), default=0)
        if length > MOST:
            raise PatternError(f"has a list of {length:,} words; {MOST:,} are the most, part it into two rules")
        raise PatternError("matches every sentence: it needs one word, or a list of words, that must be there")
    branches = any(step[0] == SPLIT for step in steps)
    return Pattern(said, tuple(steps), shortest, longest, words, offsets, frozenset(_names(nodes)), branches)


def anchored(said: str) -> str:
    """A rare word that every match has, where that can be told without compiling the pattern."""
    bare = _INNER.sub(" | ", _INNER.sub(" | ", said)) if "(" in said or "{" in said else said
    if "(" in bare or ")" in bare:
        return ""
    words = [word.replace("’", "'") for word in _PLAIN.findall(bare)]
    rare = [word for word in words if word not in lexicon.CLOSED and word not in lexicon.AUXILIARIES and len(word) > 2]
    return rare[0] if rare else ""


class _Parser:
    """Reads a pattern from left to right."""

    def __init__(self, said: str, classes: Classes) -> None:
        self.classes = classes
        self.pieces: list[str] = []
        for found in _PIECE.finditer(said):
            if found["odd"]:
                raise PatternError(f"{found[0]!r} means nothing in a pattern")
            self.pieces.append(found[0])
        self.at = 0

    def parsed(self) -> tuple[Node, ...]:
        nodes = self._sequence()
        if self.at < len(self.pieces):
            raise PatternError(f"{self.pieces[self.at]!r} has nothing before it that it belongs to")
        return nodes

    def _sequence(self) -> tuple[Node, ...]:
        nodes: list[Node] = []
        while self.at < len(self.pieces):
            piece = self.pieces[self.at]
            if piece in ("|", ")"):
                break
            self.at += 1
            if piece.isspace():
                continue
            if piece == "(":
                node = self._group()
            elif piece in ("<", ">"):
                node = Mark(piece)
            elif piece in EDGES:
                node = Edge(piece.strip("{}"))
            elif piece.startswith("{"):
                node = self._class(piece)
            elif piece[0] == "*":
                raise PatternError(f"{piece!r} has nothing before it that it belongs to")
            else:
                node = _word(piece)
            nodes += self._often(node)
        return tuple(nodes)

    def _often(self, node: Node) -> list[Node]:
        """The element, as often as what stands behind it says."""
        following = self.pieces[self.at] if self.at < len(self.pieces) else ""
        if following != "?" and following[:1] != "*":
            return [node]
        self.at += 1
        if isinstance(node, Mark | Edge):
            raise PatternError(f"{node.sign!r} cannot be left out or repeated")
        optional: Node = Either(((node,), ()))
        for _ in range(int(following[1:] or 1) - 1):
            optional = Either(((node, optional), ()))
        return [optional]

    def _group(self) -> Node:
        ways = [self._sequence()]
        while self.at < len(self.pieces) and self.pieces[self.at] == "|":
            self.at += 1
            ways.append(self._sequence())
        if self.at >= len(self.pieces):
            raise PatternError("( is never closed by )")
        self.at += 1
        if not all(ways):
            raise PatternError("( | ) has an empty way; write (...)? for what may be missing")
        single = [way[0] for way in ways if len(way) == 1 and isinstance(way[0], Words) and not way[0].name]
        words = [one for one in single if isinstance(one, Words)]
        if len(words) == len(ways):
            small, exact = ({word for one in words for word in side(one)} for side in (_small, _exact))
            return Words(frozenset(small), frozenset(exact))
        return Either(tuple(ways))

    def _class(self, piece: str) -> Node:
        found = _CLASS.fullmatch(piece)
        if found is None or not found[2]:
            raise PatternError(f"{piece} is no class; write {{class}} or {{name:class}}")
        terms = [self._term(term) for term in found[2].split("&")]
        name = found[1] or found[2].split("&")[0].strip()
        if len(terms) == 1 and isinstance(terms[0], Words):
            return Words(terms[0].small, terms[0].exact, name)
        return Kind(_all([_test(one) for one in terms]), name)

    def _term(self, said: str) -> Words | Kind:
        found = _TERM.fullmatch(said)
        if found is None:
            raise PatternError(f"{said.strip()!r} is no class and no list of words")
        not_, name, listed = found.groups()
        if listed is not None:
            small, exact = _sides(word.strip() for word in listed.split("|"))
            term: Words | Kind = Words(small, exact)
        elif name in self.classes:
            term = Words(*_sides(self.classes[name]))
        elif name in predicates.PREDICATES:
            term = Kind(predicates.PREDICATES[name])
        elif name.startswith("-"):
            term = Kind(lambda word: word.endswith(name[1:]))
        else:
            raise PatternError(f"unknown class {{{name}}}; `gec rules list --classes` shows those there are")
        if not_:
            test = _test(term)
            return Kind(lambda word: not test(word))
        return term


def _sides(words: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    every = [word.replace("’", "'") for word in words]
    if not all(every):
        raise PatternError("a list has an empty word")
    exact = frozenset(one for one in every if one != one.lower())
    return frozenset(every) - exact, exact


def _small(node: Words) -> frozenset[str]:
    return node.small


def _exact(node: Words) -> frozenset[str]:
    return node.exact


def _word(piece: str) -> Words | Kind:
    piece = piece.replace("’", "'")
    if piece in lexicon.CLITICS:
        return Kind(lambda word: word.endswith(piece))
    return Words(*_sides([piece]))


def _test(node: Words | Kind) -> Test:
    if isinstance(node, Kind):
        return node.test
    small, exact = node.small, node.exact
    return lambda word: word in exact or word in small or word[:1].lower() + word[1:] in small


def _all(tests: list[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    return lambda word: all(test(word) for test in tests)


# --- what can be said of a pattern


def _marks(nodes: tuple[Node, ...]) -> int:
    """How many marks of a changed part each way has, in order."""
    count = 0
    for node in nodes:
        if isinstance(node, Mark):
            if (node.sign == "<") != (count % 2 == 0):
                raise PatternError("< and > stand in the wrong order")
            count += 1
        elif isinstance(node, Either):
            of_ways = {_marks(way) for way in node.ways}
            if len(of_ways) > 1 or (of_ways - {0, 2}):
                raise PatternError("every way through a pattern needs one part <...> that changes, and all of it")
            count += of_ways.pop()
    return count


def _length(nodes: tuple[Node, ...]) -> tuple[int, int]:
    least = most = 0
    for node in nodes:
        if isinstance(node, Words | Kind):
            least, most = least + 1, most + 1
        elif isinstance(node, Either):
            lengths = [_length(way) for way in node.ways]
            least += min(low for low, _ in lengths)
            most += max(high for _, high in lengths)
    return least, most


def _names(nodes: tuple[Node, ...]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Words | Kind) and node.name:
            found.add(node.name)
        elif isinstance(node, Either):
            found.update(*(_names(way) for way in node.ways))
    return found


def _anchor(nodes: tuple[Node, ...], wanted: str = "") -> tuple[frozenset[str], tuple[int, ...]]:
    """The rarest words of which every match has one, or the one that is wanted, and how many words behind the beginning
    they can stand."""
    best: tuple[float, frozenset[str], tuple[int, ...]] | None = None
    before = (0, 0)
    for node in nodes:
        words = _every(node)
        if words and len(words) <= MOST and (not wanted or words == {wanted}):
            cost = float(sum(COMMON if one in lexicon.CLOSED or one in lexicon.AUXILIARIES else 1 for one in words))
            cost *= before[1] - before[0] + 1
            if best is None or cost < best[0]:
                best = cost, words, tuple(range(before[0], before[1] + 1))
        low, high = _length((node,))
        before = before[0] + low, before[1] + high
    return (best[1], best[2]) if best else (frozenset(), ())


def _every(node: Node) -> frozenset[str]:
    """The words of which one must begin what the node fits; none if that can be any word."""
    if isinstance(node, Words):
        return node.small | node.exact
    if not isinstance(node, Either):
        return frozenset()
    found: set[str] = set()
    for way in node.ways:
        first = next((one for one in way if not isinstance(one, Edge | Mark)), None)
        words = _every(first) if first is not None else frozenset()
        if not words:
            return frozenset()
        found |= words
    return frozenset(found)


# --- the program


def _compile(nodes: tuple[Node, ...], steps: list[Step]) -> None:
    for node in nodes:
        if isinstance(node, Words | Kind):
            if node.name:
                steps.append((SAVE, node.name, 0))
            simple = isinstance(node, Words) and not node.exact
            steps.append((WORDS, node.small, 0) if isinstance(node, Words) and simple else (TEST, _test(node), 0))
        elif isinstance(node, Edge):
            steps.append((EDGE, node.sign, 0))
        elif isinstance(node, Mark):
            steps.append((SAVE, node.sign, 0))
        else:
            _compile_either(node, steps)


def _compile_either(node: Either, steps: list[Step]) -> None:
    """Each way but the last is begun with a split, which is told where the next one begins."""
    ends = []
    for number, way in enumerate(node.ways):
        last = number == len(node.ways) - 1
        split = len(steps)
        if not last:
            steps.append((SPLIT, None, 0))
        _compile(way, steps)
        if not last:
            ends.append(len(steps))
            steps.append((JUMP, None, 0))
            steps[split] = (SPLIT, None, len(steps))
    for end in ends:
        steps[end] = (JUMP, None, len(steps))
