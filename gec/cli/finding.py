"""One finding, in the form that every output format uses: its place, the words before and after, the type, and the
message.

Lines and columns count from 1, offsets from 0. Columns and offsets count Unicode code points of the decoded text,
without a byte order mark.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate

from gec.edits.baseline import mark
from gec.edits.edit import Edit, apply
from gec.edits.message import message
from gec.rules.engine import reason
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
    byte_column: int  # counted in UTF-8 bytes
    end_byte_column: int
    original: str
    replacement: str
    type: str
    rule: str  # the id of the rule that found it, or ""
    confidence: float
    message: str
    why: str
    mark: str  # identifies the finding; changes elsewhere in the file do not change it

    @property
    def name(self) -> str:
        """The id of the rule, or else the type."""
        return self.rule or self.type


@dataclass(frozen=True, slots=True)
class FileFindings:
    """One file and its findings."""

    path: str
    findings: tuple[Finding, ...]
    idle: tuple[tuple[int, str, str], ...] = ()  # remarks that hide nothing: line, words, and why
    file: str = ""  # the path for the system, if `path` is only a printable form of it

    @property
    def real(self) -> str:
        return self.file or self.path


@dataclass(slots=True)
class _ByteColumns:
    """Computes columns in UTF-8 bytes. It counts on from the last place in the same line, because a line may be long
    and have many findings."""

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
    """The edits of a document as findings."""
    columns = _ByteColumns(document.text)
    return tuple(_finding(document, edit, columns) for edit in edits)


def left_over(document: Document, accepted: Iterable[Edit], left: Iterable[Edit]) -> tuple[Finding, ...]:
    """The edits that were not accepted, as findings in the text with the accepted ones."""
    accepted = sorted(accepted)
    ends = [edit.end for edit in accepted]
    longer = (len(edit.replacement) - (edit.end - edit.start) for edit in accepted)
    shifts = list(accumulate(longer, initial=0))  # how far the text after so many accepted edits has moved
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
        message(original, edit.replacement, edit.type, text, edit.start),
        reason(edit, original),
        mark(text, edit),
    )
