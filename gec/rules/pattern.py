"""Compiles the patterns of rules to small programs over words.

A pattern is a sequence of elements separated by spaces; `docs/rules.md` has a table of them. A program is a tuple of
steps that `match.py` runs. Every repetition has a limit. So every pattern has a greatest length, and the time to match
it is proportional to the lengths of pattern and sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from gec.language import forms, lexicon
from gec.rules import predicates
from gec.rules.nodes import Edge, Either, Kind, Mark, Node, PatternError, Words, anchor_of, every, length_of, marks_of

Classes = Mapping[str, frozenset[str]]

WORDS, TEST, SPLIT, JUMP, SAVE, EDGE, DONE = range(7)  # what a step does
ANY_FORM = "~"  # behind the first form of a verb
EDGES = {"^", "$", "{clause}", "{stop}"}
MAX_WORDS = 24  # words that a match may have
MAX_DEPTH = 24  # brackets in brackets

# A word with what is joined to it (well-known, and/or, a.b, don't), so that a part of one is never taken for a word; or
# a mark. A number may have marks inside, and an accent may be a sign of its own. No part is tried at two lengths, or a
# run of marks would take quadratic time. Most words have nothing joined to them, so that is looked for first.
TOKEN = re.compile(
    r"[^\W_]++(?![\u0300-\u036f@#/\\&=*_.'’+~,:-])"
    r"|[@#/\\&=*_`.'’+~$-]{0,20}+[^\W_]++"
    r"(?>(?:[^\W_]++|[\u0300-\u036f]|[@#/\\&=*_.'’+~-]++(?=[^\W_])|(?<=\d)[,:](?=\d))*)"
    r"(?:[@#/\\&=*_+-]++(?!\S)|[@#/\\&=*_+]*+)|\S"
)
_PIECE = re.compile(
    r"\s+|\([^\W_]+(?:\|[^\W_]+)*\)|['’][a-z]+|\{[^{}]*\}|\*\d+|[.@#$]{0,9}[^\W_]+(?:(?:(?<=\d)[,:]|[-'’.@&+/#_]*)[^\W_]+)*[+#]*|[()|<>^$?]|(?P<odd>[]}{[])|."
)
# Found only in regular expressions: \\w .* (a|b)+ {word}* lo+se colou?r
_REGEX = re.compile(r"\\|\.[*+]|[)}]\+|\*(?!\d)|(?<![^\s(|<])[a-z]{2,}\+(?!\+)|[a-z]+\?[a-z]+")
_ENDLESS = re.compile(r"[^\W\d_]{101}|[^\w\s()]{101}|(?s:.{50001})")
_PART = re.compile(r"[^\W_][({]|[)}][^\W_]")  # colo(u)r, {number}th
_CLASS = re.compile(r"\{\s*(?:([a-z]\w*)\s*:)?\s*([^:{}]*?)\s*\}")
_TERM = re.compile(r"\s*(!?)\s*(?:(-?[a-z][a-z-]*~?)|\(([^()]*)\))\s*")


Step = tuple[int, Any, int]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern."""

    steps: tuple[Step, ...]
    shortest: int
    longest: int  # in words
    anchor: frozenset[str] = frozenset()  # every match has one of these words
    offsets: tuple[int, ...] = ()  # possible distances of the anchor from the beginning of a match
    first: frozenset[str] = frozenset()  # the words that can begin a match; empty: any word
    also: frozenset[str] = frozenset()  # every match also has one of these words; empty: unknown
    names: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()  # those of the names that stand for verbs
    merges: frozenset[int] = frozenset()  # steps at which alternatives meet again


def compiled(said: str, classes: Classes, *, change: bool = True) -> Pattern:
    """The program of a pattern. `change` is true for `find`, which has a part that changes, and false for a
    condition."""
    parser = _Parser(said, classes)
    nodes = parser.parsed()
    if change:
        count = marks_of(nodes)
        if count == 0:
            inner = [node for node in nodes if not isinstance(node, Edge)]
            first = nodes.index(inner[0]) if inner else 0
            last = len(nodes) - nodes[::-1].index(inner[-1]) if inner else 0
            nodes = (*nodes[:first], Mark("<"), *nodes[first:last], Mark(">"), *nodes[last:])
        elif count != 2:
            raise PatternError("every way through a pattern needs one part <...> that changes, and no more than one")
    elif marks_of(nodes):
        raise PatternError("<...> marks what changes and has no place in a condition")
    for number, node in enumerate(nodes):
        if isinstance(node, Edge) and node.sign in ("^", "$"):
            beyond = nodes[:number] if node.sign == "^" else nodes[number + 1 :]
            if any(word[0].isalnum() for one in beyond for word in every(one)):
                raise PatternError(f"a word beyond {node.sign} is outside the sentence")
    shortest, longest = length_of(nodes)
    if longest > MAX_WORDS:
        raise PatternError(f"reaches over {longest} words; {MAX_WORDS} are the most")
    if longest == 0 and change:
        raise PatternError("matches no word; name at least one")
    steps: list[Step] = []
    _compile(nodes, steps)
    steps.append((DONE, None, 0))
    words, offsets, also = anchor_of(nodes) if change else (frozenset(), (), frozenset())
    merges = frozenset(other for kind, _, other in steps if kind == JUMP)
    begins = next((every(node) for node in nodes if not isinstance(node, Edge | Mark)), frozenset[str]())
    names, verbs = frozenset(parser.all_names), frozenset(parser.verbs)
    return Pattern(tuple(steps), shortest, longest, words, offsets, begins, also, names, verbs, merges)


class _Parser:
    """Reads a pattern from left to right."""

    def __init__(self, said: str, classes: Classes) -> None:
        if _ENDLESS.search(said):
            raise PatternError("has over 100 letters in a word, marks in a row, or over 50,000 in all; make it shorter")
        self.classes = classes
        self.names: set[str] = set()  # names given so far in this alternative
        self.all_names: set[str] = set()  # also those of classes
        self.verbs: set[str] = set()  # names of verbs
        self.pieces: list[str] = []
        for found in _PIECE.finditer(" ".join(said.split())):
            if found["odd"]:
                raise PatternError(f"{found[0]!r} means nothing here; write {{adj & !vague}} or (fox|foo)")
            self.pieces.append(found[0])
        self.at = 0
        if max(accumulate((piece == "(") - (piece == ")") for piece in self.pieces), default=0) > MAX_DEPTH:
            raise PatternError(f"has brackets in brackets in brackets; {MAX_DEPTH} deep is the most")
        if regex := _REGEX.search(said):
            raise PatternError(
                f"{regex[0]!r} is part of a regular expression; in a pattern write {{word}}*3, very? or (a|b)"
            )
        if part := _PART.search(said):
            raise PatternError(f"{part[0]!r}: elements are whole words, parted by blanks; write (color|colour)")

    def parsed(self) -> tuple[Node, ...]:
        nodes = self._sequence()
        if self.at < len(self.pieces):
            hint = "choices are in brackets: write (a|b)" if self.pieces[self.at] == "|" else "it closes no ( before it"
            raise PatternError(f"{self.pieces[self.at]!r} has no place here; {hint}")
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
            elif piece[0] == "(":  # only plain words, as in most groups
                node = Words(*_sides(piece[1:-1].split("|")))
            elif piece in ("<", ">"):
                node = Mark(piece)
            elif piece in EDGES:
                node = Edge(piece.strip("{}"))
            elif piece.startswith("{"):
                node = self._class(piece)
            elif piece[0] == "*":
                raise PatternError(f"{piece!r} has nothing before it to repeat; write {{word}}*3")
            else:
                if self.pieces[self.at : self.at + 1] == [ANY_FORM]:
                    piece, self.at = piece + ANY_FORM, self.at + 1
                node = _word(piece)
            nodes += self._repeated(node)
        return tuple(nodes)

    def _repeated(self, node: Node) -> list[Node]:
        """The node, made optional or repeated if `?` or `*3` follows it."""
        following = self.pieces[self.at] if self.at < len(self.pieces) else ""
        if following != "?" and following[:1] != "*":
            return [node]
        self.at += 1
        if self.pieces[self.at - 2] == "?":
            raise PatternError("'??' is a question mark that may be missing; write ? ? for two")
        words, most = length_of((node,))[1], int(following[1:5] or 1)
        if not words:
            raise PatternError(f"{self.pieces[self.at - 2]!r} cannot be left out or repeated")
        if most * words > MAX_WORDS:  # checked before the repetitions are written out
            raise PatternError(f"{following[:5]!r} reaches over {most * words} words; {MAX_WORDS} are the most")
        optional: Node = Either(((node,), ()))
        for _ in range(most - 1):
            optional = Either(((node, optional), ()))
        return [optional]

    def _group(self) -> Node:
        before, after = self.names, set[str]()
        ways = list[tuple[Node, ...]]()
        while not ways or self.pieces[self.at : self.at + 1] == ["|"]:
            self.at += bool(ways)
            self.names = {*before}
            ways.append(self._sequence())
            after |= self.names
        self.names = after
        if self.at >= len(self.pieces):
            raise PatternError("( is never closed by )")
        self.at += 1
        if not all(ways):
            raise PatternError("( | ) has an empty way; write (...)? for what may be missing")
        words = [one for way in ways for one in way if len(way) == 1 and isinstance(one, Words) and not one.name]
        if len(words) == len(ways):
            small, exact = zip(*((one.small, one.exact) for one in words), strict=True)
            return Words(frozenset().union(*small), frozenset().union(*exact))
        return Either(tuple(ways))

    def _class(self, piece: str) -> Node:
        found = _CLASS.fullmatch(piece)
        if found is None or not found[2]:
            raise PatternError(f"{piece} is not a class; write {{class}} or {{name:class}}")
        if found[1] in self.names:
            raise PatternError(f"{found[1]} is the name of two words, which are not compared; give each its own")
        self.names |= {found[1]} - {None}
        terms = [self._term(term) for term in found[2].split("&")]
        name = found[1] or found[2].split("&")[0].strip()
        self.all_names.add(name)
        if _are_verbs(found[2], terms):
            self.verbs.add(name)
        if len(terms) == 1 and isinstance(terms[0], Words):
            return Words(terms[0].small, terms[0].exact, name)
        return Kind(_all([one.test for one in terms]), name)

    def _term(self, said: str) -> Words | Kind:
        found = _TERM.fullmatch(said)
        if found is None:
            classes = "|".join(f"{{{one.strip()}}}" for one in said.split("|"))
            raise PatternError(
                f"{said.strip()!r} is not a class or a list; write (one|two) of words, ({classes}) of classes"
            )
        not_, name, listed = found.groups()
        if name and name.endswith(ANY_FORM):
            term: Words | Kind = Words(*_sides([name]))
        elif listed is not None:
            small, exact = _sides(word.strip() for word in listed.split("|"))
            term = Words(small, exact)
        elif name in self.classes:
            term = Words(*_sides_of_class(self.classes[name]))
        elif name in predicates.PREDICATES:
            term = Kind(predicates.PREDICATES[name])
        elif name.startswith("-"):
            term = Kind(lambda word: word.endswith(name[1:]))
        else:
            word = f", or write {{({name})}} for the word" if lexicon.known(name) else ""
            verb = f", or {{{name}~}} for the forms of a verb" if forms.verb(name) else word
            raise PatternError(f"unknown class {{{name}}}; `gec rules list --classes` shows those there are{verb}")
        if not_:
            return Kind(lambda word: not term.test(word))
        return term


def _are_verbs(said: str, terms: Iterable[Words | Kind]) -> bool:
    """Whether a class has only verbs: *past*, *go~*, or a list such as *is* and *was*."""
    kinds = {one.strip() for one in said.split("&")}
    if ANY_FORM in said or not kinds.isdisjoint(predicates.VERBS):
        return kinds.isdisjoint(predicates.NOUNS)
    listed = [word for one in terms if isinstance(one, Words) for word in one.small]
    return listed != [] and all(map(predicates.is_verb, listed))


def _sides(words: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The words in lower case, and those written with capitals."""
    every = [form for word in words for form in _forms(word.replace("’", "'"))]
    for word in every:
        if not TOKEN.fullmatch(word):
            raise PatternError(f"{word!r} in a list is not one word; write phrases as (a lot of|many), outside {{ }}")
    exact = frozenset(one for one in every if one != one.lower())
    return frozenset(every) - exact, exact


_sides_of_class = lru_cache(maxsize=1024)(_sides)  # many patterns name the same few classes


def _forms(word: str) -> tuple[str, ...]:
    """The word itself, or all forms of a verb that ends in `~`."""
    if not word.endswith(ANY_FORM):
        return (word,)
    verb = word[:-1]
    if (base := predicates.first_form(verb)) != verb and not (forms.bare(verb) or forms.ing(verb)):
        raise PatternError(f"{verb} is a form of {base}; write {base}~")
    if not forms.verb(verb):
        stem = verb.removesuffix("e")
        raise PatternError(
            f"gec's lexicon does not know {verb} as a verb; write ({verb}|{forms.third(verb)}|{stem}ed|{stem}ing)"
        )
    return forms.every(verb)


@lru_cache(maxsize=4096)
def _word(piece: str) -> Words | Kind:
    piece = piece.replace("’", "'")
    if piece in lexicon.CLITICS:
        return Kind(lambda word: word.endswith(piece))
    return Words(*_sides([piece]))


def _all(tests: list[Callable[[str], bool]]) -> Callable[[str], bool]:
    if len(tests) == 1:
        return tests[0]
    return lru_cache(maxsize=1024)(lambda word: all(test(word) for test in tests))


# --- the program


def _compile(nodes: tuple[Node, ...], steps: list[Step]) -> None:
    for node in nodes:
        if isinstance(node, Words | Kind):
            if node.name:
                steps.append((SAVE, node.name, 0))
            simple = isinstance(node, Words) and not node.exact
            steps.append((WORDS, node.small, 0) if isinstance(node, Words) and simple else (TEST, node.test, 0))
        elif isinstance(node, Edge):
            steps.append((EDGE, node.sign, 0))
        elif isinstance(node, Mark):
            steps.append((SAVE, node.sign, 0))
        else:
            _compile_either(node, steps)


def _compile_either(node: Either, steps: list[Step]) -> None:
    """Compile alternatives. Each but the last begins with a SPLIT to the next one and ends with a JUMP to the end."""
    ends = []
    for way in node.ways[:-1]:
        split = len(steps)
        steps.append((SPLIT, None, 0))
        _compile(way, steps)
        ends.append(len(steps))
        steps.append((JUMP, None, 0))
        steps[split] = (SPLIT, None, len(steps))
    _compile(node.ways[-1], steps)
    for end in ends:
        steps[end] = (JUMP, None, len(steps))
