"""Read the text files that are scored: strict UTF-8, one sentence a line, as many lines as their partners.

What is made of them is written here too, so that a path that cannot be written is said before the work is done.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from gec import whole
from gec.edits.message import many
from gec.errors import GecError


class ScoringError(GecError):
    """A file that cannot be scored; the message names the file, the line and what to do."""


def read(path: Path) -> list[str]:
    """The lines of a file without their ends. Only newlines end a line: other Unicode separators are text."""
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


def writable(*paths: Path | None, inputs: Iterable[Path]) -> None:
    """Refuse paths that could not be written, or whose files are read, before there is anything to write."""
    inputs = tuple(inputs)
    seen = set[Path]()
    for path in paths:
        if path is None:
            continue
        if path.is_dir():
            raise ScoringError(f"{path}: is a folder; name a file")
        if not path.parent.is_dir():
            raise ScoringError(f"{path}: there is no folder {path.parent}; make it first")
        if not _open_to_us(path):
            raise ScoringError(f"{path}: cannot be written: permission denied")
        if whole.among(path, inputs):
            raise ScoringError(f"{path}: is an input, which would be lost; write to another file")
        target = _real(path)
        if target in seen and (path.is_file() or not path.exists()):
            raise ScoringError(f"{path}: is named for two outputs; write them to two files")
        seen.add(target)


def _open_to_us(path: Path) -> bool:
    """Whether it may be written, and unless it is a pipe or a device its folder, where the new file begins."""
    folder = _real(path).parent
    if not path.exists():
        return os.access(folder, os.W_OK)
    return os.access(path, os.W_OK) and (not path.is_file() or os.access(folder, os.W_OK))


def _real(path: Path) -> Path:
    try:
        return whole.real(path)
    except OSError as error:
        raise ScoringError(f"{path}: cannot be written: {error.strerror}") from None


def write(path: Path, text: str) -> None:
    """Whole or not at all."""
    try:
        whole.write(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise ScoringError(f"{path}: cannot be written: {error.strerror or error}") from error


def same_length(name: str, found: Sequence[object], other: str, wanted: Sequence[object]) -> None:
    """Refuse two files that do not run in parallel."""
    if len(found) != len(wanted):
        alone = min(len(found), len(wanted)) + 1
        raise ScoringError(
            f"{name}: {many(len(found), 'sentence')}, but {other} has {len(wanted)}, so that number {alone} is in one "
            "alone; write one sentence a line in both"
        )
