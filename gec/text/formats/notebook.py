"""Jupyter notebooks: JSON files with the Markdown of each cell in strings, one string per line. `markdown.py` finds the
prose of a cell, and this file maps each character of it to its place in the JSON.

A character that is escaped in JSON is shown but must not change. Code, outputs and raw cells are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from gec.text.formats import markdown
from gec.text.formats.assemble import Marks, assemble
from gec.text.prose import Block, Span

_TOKEN = re.compile(r'"(?>(?:[^"\\]++|\\.)*)"|[{}\[\],:]|[^\s{}\[\],:"]+')
_PIECE = re.compile(r"(?:\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2})|\\u[\da-fA-F]{4}|\\.|[^\\]")
_PROSE = frozenset({"markdown", "heading"})


def blocks(text: str, format: str) -> list[Block]:
    return [
        block for cell in _cells(text) for one in markdown.blocks(cell.content, "markdown") for block in cell.found(one)
    ]


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return [
        (cell.starts[start], cell.ends[end - 1], words)
        for cell in _cells(text)
        for start, end, words in markdown.remarks(cell.content, "markdown")
    ]


def quoted(text: str) -> list[Span]:
    """The quotations in the cells."""
    from gec.text.quotes import quotations

    return [
        (cell.starts[start], cell.ends[end - 1])
        for cell in _cells(text)
        for start, end in quotations(cell.content, "markdown")
    ]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell of Markdown. Character i of `content` is in the file from `starts[i]` to `ends[i]`."""

    content: str
    starts: Sequence[int]
    ends: Sequence[int]

    def found(self, block: Block) -> Iterator[Block]:
        """A block of the cell as blocks of the file."""
        first, last = block.spans[0][0], block.spans[-1][1]
        marks, done = Marks(), first
        shown = dict(block.shown)
        for low, high in block.spans:
            if done < low:
                marks.hide(self._place(done), self._place(low))
            for at in range(low, high):
                if at in shown or self.ends[at] - self.starts[at] > 1:
                    marks.show(self.starts[at], self.ends[at], shown.get(at, self.content[at]))
                if at + 1 < high and self.ends[at] < self.starts[at + 1]:  # between two strings
                    marks.hide(self.ends[at], self.starts[at + 1])
            done = high
        marks.kept += [(self._place(low), self._place(high)) for low, high in block.kept if low < high]
        yield from assemble(self._place(first), self._place(last, behind=True), marks, flows=block.flows)

    def _place(self, at: int, *, behind: bool = False) -> int:
        """The place in the file of a place in the cell: before the character there, or `behind` the previous one."""
        if at == len(self.content) or (behind and at):
            return self.ends[at - 1] if at else 0
        return self.starts[at]


@lru_cache(maxsize=2)  # called for the cells, and before for an error message
def is_json(text: str) -> bool:
    """Whether the text is JSON. Otherwise nothing of it is read."""
    try:
        json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True


@lru_cache(maxsize=2)
def _cells(text: str) -> tuple[_Cell, ...]:
    if not is_json(text):
        return ()
    return tuple(cell for strings in _sources(text) if (cell := _cell(text, strings)).content)


def _cell(text: str, strings: Sequence[Span]) -> _Cell:
    content, starts, ends = [], [], []
    for low, high in strings:
        for piece in _PIECE.finditer(text, low + 1, high - 1):
            characters = piece.group() if len(piece.group()) == 1 else json.loads(f'"{piece.group()}"')
            content.append(characters)
            starts.append(piece.start())
            ends.append(piece.end())
    return _Cell("".join(content), starts, ends)


@dataclass(slots=True)
class _Frame:
    """A list or an object that is not closed yet."""

    is_object: bool
    key: str = ""  # of the next value in an object; of the list itself
    cell: bool = False
    kind: str = ""
    strings: list[Span] = field(default_factory=list)


def _sources(text: str) -> Iterator[list[Span]]:
    """The strings of each cell with prose."""
    waiting: list[_Frame] = []
    string: Span | None = None
    for token in _TOKEN.finditer(text):
        mark = token.group()[0]
        inner = waiting[-1] if waiting else _Frame(is_object=False)
        if mark == '"':
            string = token.span()
            _take(text, waiting, string)
        elif mark == ":" and string and inner.is_object:
            inner.key = text[string[0] + 1 : string[1] - 1]
        elif mark == "," and inner.is_object:
            inner.key = ""
        elif mark in "{[":
            is_cell = mark == "{" and not inner.is_object and inner.key == "cells"
            is_cell = is_cell and not any(outer.cell for outer in waiting)  # an output may contain a notebook
            waiting.append(_Frame(mark == "{", inner.key if mark == "[" else "", is_cell))
        elif mark in "}]" and waiting:
            closed = waiting.pop()
            if closed.cell and closed.kind in _PROSE:
                yield closed.strings


def _take(text: str, waiting: Sequence[_Frame], string: Span) -> None:
    """Record a string that is a value of a cell, or is in a list that is one."""
    inner = waiting[-1] if waiting else None
    if inner is None:
        return
    if inner.cell and inner.key == "cell_type":
        inner.kind = text[string[0] + 1 : string[1] - 1]
    elif inner.cell and inner.key == "source":
        inner.strings.append(string)
    elif not inner.is_object and inner.key == "source" and len(waiting) > 1 and waiting[-2].cell:
        waiting[-2].strings.append(string)
