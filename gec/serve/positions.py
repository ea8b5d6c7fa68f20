"""Positions of characters in the units of an editor: UTF-8, UTF-16 or code points, line by line.

All arithmetic between offsets and positions is here; `utf16.py` has the width of a character in UTF-16. Lines end at
`\\n`, `\\r\\n` and `\\r`, as in the protocol; Python also knows other line breaks. A position that does not exist
becomes the nearest one before it and never an error, because clients do send such positions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from copy import copy
from functools import cache
from itertools import accumulate, compress, count, pairwise
from operator import ne

from lsprotocol.types import Position, PositionEncodingKind, Range

from gec.serve import utf16

_BREAK = re.compile(r"\r\n|\n|\r")


def _utf8(character: str) -> int:
    point = ord(character)
    return 1 + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF)


# The width of a character in each encoding. In UTF-32 it is always one, so nothing is computed.
_WIDTHS: dict[str, Callable[[str], int]] = {PositionEncodingKind.Utf8: _utf8, PositionEncodingKind.Utf16: utf16.width}


class Ruler:
    """Converts the offsets of a text to positions and back."""

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        breaks = [match.span() for match in _BREAK.finditer(text)]
        self.text = text
        self._starts = [0, *(end for _, end in breaks)]
        self._ends = [*(start for start, _ in breaks), len(text)]
        self._width = None if text.isascii() else _WIDTHS.get(encoding)
        self._columns = cache(self._measured)

    def position(self, offset: int) -> Position:
        line = bisect_right(self._starts, offset) - 1
        column = min(offset, self._ends[line]) - self._starts[line]
        columns = self._columns(line)
        return Position(line, columns[column] if columns else column)

    def offset(self, position: Position) -> int:
        if position.line >= len(self._starts):
            return len(self.text)
        line = max(0, position.line)
        start, columns = self._starts[line], self._columns(line)
        column = bisect_right(columns, position.character) - 1 if columns else position.character
        return start + max(0, min(column, self._ends[line] - start))

    def range(self, start: int, end: int) -> Range:
        return Range(self.position(start), self.position(end))

    def span(self, range_: Range) -> tuple[int, int]:
        start, end = self.offset(range_.start), self.offset(range_.end)
        return min(start, end), max(start, end)

    def behind(self, offset: int) -> str:
        """The rest of the line after an offset."""
        return self.text[offset : self._ends[bisect_right(self._starts, offset) - 1]]

    def _measured(self, line: int) -> list[int]:
        """The columns of the characters of a line and of its end. Empty if every character has the width one."""
        written = self.text[self._starts[line] : self._ends[line]]
        if self._width is None or written.isascii():
            return []
        return list(accumulate(map(self._width, written), initial=0))


class ChangingText:
    """A text as lines, so that the cost of a change depends on the changed lines and not on the length of the text."""

    def __init__(self, text: str, encoding: str = PositionEncodingKind.Utf16) -> None:
        self._lines, self._encoding = lines_of(text), encoding

    def text(self) -> str:
        return "".join(self._lines)

    def copy(self) -> ChangingText:
        """A copy that can be changed separately. Both share the strings of the lines."""
        other = copy(self)
        other._lines = self._lines.copy()
        return other

    def touched(self, before: ChangingText) -> int:
        """The last line that differs from the text before; -1 if none does."""
        old, new = before._lines, self._lines
        changed = map(ne, reversed(old), reversed(new))
        same = next(compress(count(), changed), min(len(old), len(new)))
        return len(new) - 1 - same

    def replace(self, range_: Range, new: str) -> None:
        (first, start), (last, end) = sorted((self._place(range_.start), self._place(range_.end)))
        head, tail = self._lines[first][:start], self._lines[last][end:]
        # A \r and a \n may now be neighbours and form one line break.
        low, high = max(0, first - 1), last + 2
        before, after = self._lines[low:first], self._lines[last + 1 : high]
        self._lines[low:high] = lines_of("".join((*before, head, new, tail, *after)), last=high >= len(self._lines))

    def _place(self, position: Position) -> tuple[int, int]:
        """The line of a position, and the number of its characters before the position."""
        if position.line >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        line = self._lines[position.line][: position.character]
        return position.line, Ruler(line, self._encoding).offset(Position(0, position.character))


def lines_of(text: str, *, last: bool = True) -> list[str]:
    """The lines of a text with their line breaks. The last one has none and may be empty."""
    ends = [match.end() for match in _BREAK.finditer(text)]
    return [text[start:end] for start, end in pairwise((0, *ends, *[len(text)] * last))]
