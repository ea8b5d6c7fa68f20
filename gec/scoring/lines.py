"""Reads text files for scoring: strict UTF-8, one sentence per line, the same number of lines in all files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gec.edits.message import many
from gec.errors import GecError


class ScoringError(GecError):
    """A file that cannot be scored; the message names the file, the line and what to do."""


def read(path: Path) -> list[str]:
    """The lines of a file without their ends. Only a newline ends a line; other Unicode separators are text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScoringError(f"{path}: {(error.strerror or str(error)).lower()}; name a file that can be read") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ScoringError(f"{path}, line {line}: not UTF-8; convert the file to UTF-8 and try again") from error
    if not text.strip():
        raise ScoringError(f"{path}: the file is empty; expected one sentence a line")
    return text.replace("\r\n", "\n").removesuffix("\n").split("\n")


def same_length(name: str, found: Sequence[object], other: str, wanted: Sequence[object]) -> None:
    """Refuse files with different numbers of sentences."""
    if len(found) != len(wanted):
        alone = min(len(found), len(wanted)) + 1
        raise ScoringError(
            f"{name}: {many(len(found), 'sentence')}, but {other} has {len(wanted)}, so that number {alone} is in one "
            "alone; write one sentence a line in both"
        )
