"""Comments and docstrings of source code, found with tree-sitter's grammars. Comments on consecutive lines are one
text, and the marks at the beginning of their lines are hidden. `comment.py` finds the prose in them.

Inside a line, docstrings are read as reStructuredText and comments as Markdown: names in backticks are kept, and tags
such as `@param x` are hidden.
"""

from __future__ import annotations

import importlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from typing import TYPE_CHECKING

from gec.errors import TextError, extra
from gec.text.formats import comment, rst
from gec.text.formats.assemble import LINE
from gec.text.prose import Block, Span

if TYPE_CHECKING:
    from tree_sitter import Language, Tree, TreeCursor

_GRAMMARS = {
    "python": "tree_sitter_python.language",
    "javascript": "tree_sitter_javascript.language",
    "typescript": "tree_sitter_typescript.language_typescript",
    "tsx": "tree_sitter_typescript.language_tsx",
    "rust": "tree_sitter_rust.language",
    "go": "tree_sitter_go.language",
    "c": "tree_sitter_c.language",
    "java": "tree_sitter_java.language",
}
_COMMENTS = ("comment", "line_comment", "block_comment")
_OPENING = re.compile(r"[ \t]*+(?:/\*+!?<?|//+[!<]*|\#+:?|\*(?!/|\*))?[ \t]*+")
_MACHINE = re.compile(
    r"""!|-\*-|vim?:|noqa\b|type:|pragma\b|pylint:|mypy:|ruff:|fmt:|isort:|nosec\b|flake8:|eslint[-\s]|prettier-ignore|@ts-|ts-
    |jshint\s|globals?\s[\w$,:\s]{1,200}\*/|istanbul\signore|c8\signore|webpack[A-Z]|\#?(?:end)?region\b|go:|\+build\b|nolint\b
    |clang-format|NOLINT|gec:|[\#@]\s?sourceMappingURL|use\sstrict|<reference|cython:|distutils:|coding[:=]|\$Id""",
    re.VERBOSE,
)
_LEGAL = re.compile(r"copyright (?:\d|\(c\)|©|by)|SPDX-|licensed under|all rights reserved", re.IGNORECASE)
_OUTPUT = re.compile(r"/[/*]\s*(?:unordered )?output:", re.IGNORECASE)  # the expected output of an example in Go
_BRACKET = re.compile(r"^\w|[(\[{<]|[)\]}>]", re.MULTILINE)
_DEEP = 1_000  # nested brackets: this is data, for which a grammar may need quadratic time
_CHUNK = 4_096  # bytes given to a grammar at a time
# The most steps of a grammar: a constant and a number a byte. Minified programs, the densest, need a ninth of these.
_STEPS, _STEPS_A_BYTE = 5_000, 0.2
_QUOTES = re.compile(r"[A-Za-z]{0,2}(\"\"\"|'''|\"|')")


def blocks(text: str, format: str) -> list[Block]:
    found: list[Block] = []
    for docstring, spans in _groups(text, format):
        if docstring:
            found += _docstring(text, spans[0])
        elif not (format == "go" and _OUTPUT.match(text, *spans[0])):
            found += comment.prose(text, list(_contents(text, spans)), go=format == "go")
    return found


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return [
        (low, high, text[low:high].strip("/*#!<- \t\r\n"))
        for docstring, spans in _groups(text, format)
        if not docstring
        for low, high in spans
    ]


def require_grammars() -> None:
    """Raise an error if the extra for source code is not installed."""
    if find_spec("tree_sitter") is None:
        raise TextError(f"the comments of source code need tree-sitter, which is not installed; {extra('source')}")


@dataclass(frozen=True, slots=True)
class _Grammar:
    """The grammar of a language, with its ids for comments and, in Python, for statements that are only a string."""

    language: Language
    comments: frozenset[int]
    statement: int | None = None
    string: int | None = None


@cache
def _grammar(format: str) -> _Grammar:
    require_grammars()
    from tree_sitter import Language

    module, function = _GRAMMARS[format].split(".")
    language = Language(getattr(importlib.import_module(module), function)())
    kinds = (language.id_for_node_kind(kind, True) for kind in _COMMENTS)
    comments = frozenset(kind for kind in kinds if kind is not None)
    if format != "python":
        return _Grammar(language, comments)
    statement, string = (language.id_for_node_kind(kind, True) for kind in ("expression_statement", "string"))
    return _Grammar(language, comments, statement, string)


def _groups(text: str, format: str) -> Iterator[tuple[bool, list[Span]]]:
    """Docstrings and groups of comments on consecutive lines, each with whether it is a docstring."""
    if _is_deep(text):
        return
    waiting: list[Span] = []
    for docstring, low, high in _found(text, format):
        joins = (
            waiting
            and not docstring
            and text.startswith(("//", "#"), low)
            and text.startswith(("//", "#"), waiting[0][0])
            and text[waiting[-1][1] : low].count("\n") <= 1
            and not text[waiting[-1][1] : low].strip()
            and not text[text.rfind("\n", 0, waiting[0][0]) + 1 : waiting[0][0]].strip()
        )
        if waiting and not joins:
            yield False, waiting
            waiting = []
        if docstring:
            yield True, [(low, high)]
        else:
            waiting.append((low, high))
    if waiting:
        yield False, waiting


def _is_deep(text: str) -> bool:
    depth = 0
    for bracket in _BRACKET.finditer(text):
        mark = bracket.group()
        depth = depth + 1 if mark in "([{<" else max(depth - 1, 0) if mark in ")]}>" else 0
        if depth > _DEEP:
            return True
    return False


def _found(text: str, format: str) -> list[tuple[bool, int, int]]:
    """Every comment and docstring in order: whether it is a docstring, its start and its end."""
    raw = text.encode("utf-8", "surrogatepass")
    grammar = _grammar(format)
    tree = _tree(raw, grammar.language)
    if tree is None:
        return []
    place = _characters(text, raw)
    found = [(docstring, place(start), place(end)) for start, end, docstring in sorted(_marked(tree.walk(), grammar))]
    return [one for one in _apart(found) if format != "c" or not _in_macro(text, one[1])]


def _marked(cursor: TreeCursor, grammar: _Grammar) -> Iterator[tuple[int, int, bool]]:
    """The start and end of each comment and docstring in bytes, and whether it is a docstring. A tree-sitter query
    would need quadratic time in the number of siblings."""
    inside = True
    while inside:
        node = cursor.node
        assert node is not None
        kind = node.kind_id
        if kind in grammar.comments:
            yield node.start_byte, node.end_byte, False
        elif kind == grammar.statement and node.named_child_count == 1:
            (only,) = node.named_children
            if only.kind_id == grammar.string:
                yield only.start_byte, only.end_byte, True
        inside = cursor.goto_first_child() or _onward(cursor)


def _onward(cursor: TreeCursor) -> bool:
    """Go to the next node outside the current one. False if there is none."""
    while not cursor.goto_next_sibling():
        if not cursor.goto_parent():
            return False
    return True


def _tree(raw: bytes, language: Language) -> Tree | None:
    """The syntax tree of a text, or None if the grammar takes far more steps than any program needs.

    Recovery from errors may take quadratic time and blocks other threads. Steps are counted instead of seconds, so the
    result for a text is always the same. Each text has a parser of its own, because a parser may be stopped midway, and
    other threads may run during its callbacks.
    """
    from tree_sitter import Parser

    steps, most = 0, _STEPS + _STEPS_A_BYTE * len(raw)

    def read(at: int, _: object) -> bytes:
        nonlocal steps
        steps += 1
        return raw[at : at + _CHUNK] if steps <= most else b""

    def enough(_: int, __: bool) -> bool:
        nonlocal steps
        steps += 1
        return steps > most

    try:
        tree = Parser(language).parse(read, progress_callback=enough)
    except ValueError:  # it was stopped
        return None
    return tree if steps <= most else None


def _apart(found: list[tuple[bool, int, int]]) -> Iterator[tuple[bool, int, int]]:
    """Drop what is inside another one: in a string that does not end, the grammar may see comments."""
    done = 0
    for one in found:
        if one[1] >= done:
            yield one
            done = one[2]


def _in_macro(text: str, at: int) -> bool:
    """Whether a comment may really be in a string: C's grammar does not see strings inside macros."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return '"' in before and before.lstrip().startswith("#")


def _characters(text: str, raw: bytes) -> Callable[[int], int]:
    """A function from places in the bytes to places in the text."""
    if len(text) == len(raw):
        return lambda at: at
    step = 4096
    parts = (text[start : start + step] for start in range(0, len(text), step))
    begins = [0, *accumulate(len(part.encode("utf-8", "surrogatepass")) for part in parts)]

    def place(at: int) -> int:
        i = bisect_right(begins, at) - 1
        return min(i * step, len(text)) + len(raw[begins[i] : at].decode("utf-8", "surrogatepass"))

    return place


def _docstring(text: str, span: Span) -> list[Block]:
    low, high = span
    quotes = _QUOTES.match(text, low, high)
    if quotes is None or set(quotes.group().lower()) & set("bf"):
        return []
    return rst.docstring(text, quotes.end(), high - len(quotes[1]))


def _contents(text: str, spans: list[Span]) -> Iterator[tuple[int, int, int]]:
    """The lines of comments without the marks around them. Comments for tools are left out."""
    if _LEGAL.search(text, spans[0][0], min(spans[0][0] + 400, spans[-1][1])):
        return
    for low, high in spans:
        first = _OPENING.match(text, low, high)
        if first and _MACHINE.match(text, first.end(), high):
            yield low, low, low
            continue
        at = low
        while at < high and (line := LINE.match(text, at, high)):
            opening = _OPENING.match(text, at, line.end())
            begin = opening.end() if opening else at
            content = text[begin : line.end()].rstrip()
            if line.end() == high and text.startswith("/*", low):
                content = content.removesuffix("/").rstrip("*").rstrip() if content.endswith("*/") else content
            yield at, begin, begin + len(content)
            at = line.end()
