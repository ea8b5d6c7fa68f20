"""One finding, for every output format: its place, the words before and after, the type, and what to do.

Lines and columns count from 1, offsets from 0; columns and offsets count Unicode code points of the decoded text, a
byte order mark not included.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

from gec.edits.baseline import mark
from gec.edits.edit import Edit, apply
from gec.edits.message import message, why
from gec.rules.engine import why as ruled
from gec.text.document import Document


@dataclass(frozen=True, slots=True)
class Finding:
    """One edit of one file."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    byte_column: int  # columns in the UTF-8 bytes of their lines
    end_byte_column: int
    original: str
    replacement: str
    type: str
    rule: str  # the id of the rule that found it, if one did
    confidence: float
    message: str
    why: str
    mark: str  # stays the same when other lines of the file change

    @property
    def name(self) -> str:
        """The rule, where one found it, or else the type."""
        return self.rule or self.type


@dataclass(frozen=True, slots=True)
class Found:
    """One file and what was found in it."""

    path: str
    findings: tuple[Finding, ...]
    idle: tuple[tuple[int, str, str], ...] = ()  # of remarks that hide nothing: line, words, and why
    file: str = ""  # the path as the system has it, where `path` is but a picture of it

    @property
    def real(self) -> str:
        return self.file or self.path


@dataclass(slots=True)
class _ByteColumns:
    """Columns in the bytes of their lines. A place behind the last one in the same line is counted from there: a line
    may be long, and have a finding in every sentence."""

    text: str
    place: int = 0
    bytes: int = 0

    def at(self, place: int, column: int) -> int:
        start = place - column + 1
        if not start <= self.place <= place:
            self.place, self.bytes = start, 0
        self.bytes += len(self.text[self.place : place].encode("utf-8", "surrogatepass"))
        self.place = place
        return self.bytes + 1


def findings(document: Document, edits: Iterable[Edit]) -> tuple[Finding, ...]:
    """The edits of a document as they are shown."""
    columns = _ByteColumns(document.text)
    return tuple(_finding(document, edit, columns) for edit in edits)


def left_over(document: Document, accepted: Iterable[Edit], left: Iterable[Edit]) -> tuple[Finding, ...]:
    """What was not accepted, as the next run finds it: between the words that were."""
    accepted = sorted(accepted)
    ends = [edit.end for edit in accepted]
    longer = (len(edit.replacement) - (edit.end - edit.start) for edit in accepted)
    shifts = list(accumulate(longer, initial=0))  # behind so many of them
    moved = []
    for edit in left:
        shift = shifts[bisect_right(ends, edit.start)]
        moved.append(replace(edit, start=edit.start + shift, end=edit.end + shift))
    return findings(replace(document, text=apply(document.text, accepted)), moved)


def _finding(document: Document, edit: Edit, columns: _ByteColumns) -> Finding:
    text = document.text
    original = text[edit.start : edit.end]
    line, column = document.position(edit.start)
    end_line, end_column = document.position(edit.end)
    return Finding(
        edit.start,
        edit.end,
        line,
        column,
        end_line,
        end_column,
        columns.at(edit.start, column),
        columns.at(edit.end, end_column),
        original,
        edit.replacement,
        edit.type,
        edit.rule,
        round(edit.confidence, 4),
        message(original, edit.replacement, edit.type),
        edit.why or ruled(edit.rule) or why(edit.type, original, edit.replacement),
        mark(text, edit),
    )
