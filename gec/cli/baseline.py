"""The baseline: a file with the findings that a project has accepted. gec then shows only new ones.

The file is JSON. Its paths are relative to its own folder, so it can be stored with the texts. `gec/edits/baseline.py`
decides which findings are the same.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from gec import above, atomic
from gec.cli.finding import FileFindings
from gec.errors import TextError, shown
from gec.settings import Settings

NAME = ".gec-baseline.json"
MOST_BYTES = 100_000_000  # of a baseline

Accepted = Mapping[str, Mapping[str, int]]  # path -> mark -> count


def place(settings: Settings, folder: Path, *, look: bool = True) -> Path | None:
    """The baseline for a folder: the one in the settings, else the nearest file with the usual name."""
    if settings.baseline:
        return settings.root / settings.baseline
    return above.nearest(folder, NAME) if look else None


def accepted(path: Path | None, file: Path) -> Mapping[str, int]:
    """The accepted findings of one file."""
    return _read(path).get(_key(path, file), {}) if path else {}


def size(path: Path) -> int:
    """The number of accepted findings."""
    return sum(sum(marks.values()) for marks in _read(path).values())


def _read(path: Path) -> Accepted:
    try:
        state = path.stat()
        return _parsed(path, state.st_mtime_ns, state.st_size)
    except (FileNotFoundError, NotADirectoryError):
        raise TextError(f"{shown(path)}: no such baseline; make one with --write-baseline", of="baseline") from None
    except OSError as error:
        raise TextError(f"{shown(path)}: cannot be read: {str(error.strerror).lower()}", of="baseline") from None


@lru_cache(maxsize=8)
def _parsed(path: Path, time: int, size: int) -> Accepted:
    """Cached, because every file of a run needs it. A change of the file gives another key."""
    try:
        data = json.loads(above.content(path, MOST_BYTES))
        return {
            str(file): {str(mark): int(count) for mark, count in marks.items()} for file, marks in data["files"].items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        said = f"{shown(path)}: is not a baseline of gec, or is damaged; repair it or delete it"
        raise TextError(said, of="baseline") from None


def write(path: Path, found: Iterable[FileFindings], *, add: bool = False) -> None:
    """Write these findings into the baseline. They replace the entries of their files, or are added to them."""
    if path.name == NAME:
        above.refuse_to_leave(path)
    try:
        with atomic.alone(path):
            files = _accepting(path, found, add)
            about = "findings of gec that were accepted; gec correct --write-baseline"
            text = json.dumps({"about": about, "files": files}, indent=1)
            atomic.write(path, (text + "\n").encode())
    except OSError as error:
        raise TextError(f"{shown(path)}: cannot be written: {error.strerror}") from None


def _accepting(path: Path, found: Iterable[FileFindings], add: bool) -> Accepted:
    """The new content of the baseline, sorted."""
    before = _before(path)
    for one in found:
        key = _key(path, Path(one.real))
        marks = Counter(before.get(key, {}) if add else {})
        marks.update(finding.mark for finding in one.findings)
        before[key] = dict(sorted(marks.items()))
    return {file: marks for file, marks in sorted(before.items()) if marks}


def _before(path: Path) -> dict[str, Mapping[str, int]]:
    """The present content, without files that no longer exist. A file that is no baseline raises an error, so it is not
    overwritten."""
    there = _read(path) if path.exists() and path.stat().st_size else {}
    return {file: marks for file, marks in there.items() if above.is_there(path.parent / file)}


def _key(path: Path, file: Path) -> str:
    return Path(os.path.relpath(file, path.parent)).as_posix()
