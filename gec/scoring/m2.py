"""The M2 format: a tokenised sentence on an `S` line, then the annotators' edits on `A` lines.

`parse` and `read` refuse a malformed file with its line number; `write` gives the same output as ERRANT. Corrections
keep the text they have in the file, because ERRANT compares that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gec.scoring import lines
from gec.scoring.lines import ScoringError

_EDIT = re.compile(r"A -?\d+ -?\d+\|\|\|")
_TOKENS = re.compile(r"[^ ]+|(?<=[^ ] ) +(?= [^ ])")  # a token may itself be white space, as spaCy makes them


@dataclass(frozen=True, slots=True, order=True)
class TokenEdit:
    """Replaces the tokens from `start` up to `end` with `correction`."""

    start: int
    end: int
    type: str
    correction: str

    @property
    def tokens(self) -> list[str]:
        """The tokens of the correction; of the first one, if a test set allows several."""
        first, _, _ = self.correction.partition("||")
        return [] if first == "-NONE-" else _TOKENS.findall(first)


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """The tokens, and the edits of each annotator by number. An annotator who changed nothing has no edits."""

    tokens: tuple[str, ...]
    annotators: dict[int, tuple[TokenEdit, ...]]

    def corrected(self, annotator: int | None = None) -> list[str]:
        """The tokens after one annotator's edits. The default is the first annotator."""
        if annotator is None:
            annotator = min(self.annotators, default=0)
        done, tokens = 0, list[str]()
        for edit in sorted(self.annotators.get(annotator, ()), key=lambda one: (one.start, one.end)):
            if edit.start >= done:  # overlapping edits: the first one; insertions at one place: all, in order
                tokens += [*self.tokens[done : edit.start], *edit.tokens]
                done = edit.end
        return [*tokens, *self.tokens[done:]]


def holds(correction: str) -> bool:
    """Whether an M2 line can hold a correction: `|||` separates fields, so it must not contain that or end in `|`."""
    return "|||" not in correction and not correction.endswith("|")


def looks_like(path: Path) -> bool:
    """Whether a file is M2 rather than plain text. A file named .m2 always is, so that its errors are reported. Others
    have to consist of `S` lines and the `A` lines after them."""
    if path.suffix == ".m2":
        return True
    begins = True
    for line in lines.read(path):
        if begins and line.strip() and not (line == "S" or line.startswith("S ")):
            return False
        if not begins and line.strip() and not _EDIT.match(line):
            return False
        begins = not line.strip()
    return True


def read(path: Path) -> list[AnnotatedSentence]:
    """The sentences of an M2 file."""
    return list(parse(lines.read(path), str(path)))


def parse(rows: Sequence[str], name: str) -> Iterator[AnnotatedSentence]:
    """The sentences in the lines of an M2 file. `name` is the file's name in errors."""
    tokens: tuple[str, ...] | None = None
    annotators: dict[int, list[TokenEdit]] = {}
    for number, row in enumerate([*rows, ""], 1):
        where = f"{name}, line {number}"
        if not row.strip():
            if tokens is not None:
                yield AnnotatedSentence(tokens, {who: tuple(edits) for who, edits in annotators.items()} or {0: ()})
            tokens, annotators = None, {}
        elif row.startswith("S ") or row == "S":
            if tokens is not None:
                raise ScoringError(f"{where}: a second S line; sentences must be parted by an empty line")
            tokens = tuple(_TOKENS.findall(row[2:]))
        elif row.startswith("A "):
            if tokens is None:
                raise ScoringError(f"{where}: an A line before any S line")
            who, edit = _edit(row, len(tokens), where)
            annotators.setdefault(who, [])
            if edit:
                annotators[who].append(edit)
        else:
            raise ScoringError(f"{where}: expected a line that begins with 'S ' or 'A ', found {row[:40]!r}")


def _edit(row: str, length: int, where: str) -> tuple[int, TokenEdit | None]:
    """The annotator and the edit of an A line; no edit for a noop."""
    fields = row[2:].split("|||")
    span = fields[0].split()
    try:
        start, end, who = int(span[0]), int(span[1]), int(fields[-1])
    except (ValueError, IndexError):
        start = end = who = -2
    if len(fields) != 6 or len(span) != 2 or who < 0:
        raise ScoringError(
            f"{where}: expected 'A start end|||type|||correction|||REQUIRED|||-NONE-|||annotator', found {row[:60]!r}"
        )
    if fields[1] == "noop":
        return who, None
    if not fields[1]:
        raise ScoringError(f"{where}: an edit without a type; write UNK where none is known")
    if not 0 <= start <= end <= length:
        raise ScoringError(f"{where}: offsets {start} {end} lie outside a sentence of {length} tokens")
    return who, TokenEdit(start, end, fields[1], fields[2])


def write(sentences: Iterable[AnnotatedSentence]) -> Iterator[str]:
    """The lines of an M2 file, each with its newline."""
    for sentence in sentences:
        yield " ".join(["S", *sentence.tokens]) + "\n"
        for who, edits in sentence.annotators.items():
            if not edits:
                yield f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{who}\n"
            for edit in edits:
                span = f"A {edit.start} {edit.end}"
                yield "|||".join([span, edit.type, edit.correction, "REQUIRED", "-NONE-", str(who)]) + "\n"
        yield "\n"
