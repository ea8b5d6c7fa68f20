"""Dictionaries of a user or a project: one word per line; `#` begins a comment.

A project's stand in `.gec-words`, in the folder of a text or in one above it; a person's own stand in their
configuration folder. Words in small letters are right in any case, others as they are written. `gec/edits/policy.py`
decides what they do to edits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gec import above, whole
from gec.errors import OptionError, TextError
from gec.language.spelt import entry
from gec.text.document import not_utf8, shown

NAME = ".gec-words"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+")  # as editors end lines, with its end


def personal() -> Path | None:
    """Where a person's own words stand, whether or not there are any; nowhere for who has no home."""
    given = Path(os.environ.get("XDG_CONFIG_HOME", ""))  # whose standard has a relative one ignored
    try:
        return (given if given.is_absolute() else Path.home() / ".config") / "gec" / "words"
    except RuntimeError:
        return None


def own() -> Path:
    """The same, where there must be such a place."""
    if (path := personal()) is None:
        raise OptionError("the home folder is unknown, so there is no personal dictionary; set HOME or XDG_CONFIG_HOME")
    return path


def nearest(folder: Path) -> Path | None:
    """The dictionary of the project that a folder belongs to."""
    return above.nearest(folder, NAME)


def words(folder: Path) -> frozenset[str]:
    """All words that are right in a folder."""
    project = nearest(folder)
    mine = personal()
    written = [*(read(project) if project else ()), *(read(mine) if mine and above.is_file(mine) else ())]
    return frozenset(filter(None, map(entry, written)))


def read(path: Path) -> list[str]:
    """The words of a dictionary, in order."""
    return [word for line in _lines(path)[1] if (word := _word(line))]


def add(path: Path, new: Iterable[str]) -> list[str]:
    """Put words at a dictionary's end; those that were not there yet. A dictionary that is missing is begun."""
    words = dict.fromkeys(map(checked, new))
    with _alone(path, begin=True):
        mark, lines = _lines(path) if path.exists() else ("", [])
        there = {entry(_word(line)) for line in lines}
        fresh = [word for word in words if word not in there]
        if fresh:
            end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
            if lines and not lines[-1].endswith(("\r", "\n")):
                lines[-1] += end
            whole.write(path, (mark + "".join([*lines, *(word + end for word in fresh)])).encode())
    return fresh


def remove(path: Path, old: Iterable[str]) -> list[str]:
    """Take words out of a dictionary; those that were there."""
    unwanted = {_key(word): word for word in old}
    with _alone(path):
        mark, lines = _lines(path)
        kept = [line for line in lines if _key(_word(line)) not in unwanted]
        if len(kept) < len(lines):
            whole.write(path, (mark + "".join(kept)).encode())
    there = {_key(_word(line)) for line in lines}
    return [word for key, word in unwanted.items() if key in there]


def checked(word: str) -> str:
    """One word as it is kept; what a dictionary cannot hold is an error."""
    if not word.strip() or "#" in word or len(word.split()) != 1:
        raise OptionError(f"{word!r} is not a single word; give each word separately, without spaces and #")
    if not (kept := entry(word)):
        raise OptionError(f"{word!r} has no letter or digit, so it is not a word; give a word with one")
    if not kept.isprintable():
        raise OptionError(f"{word!r} is not written in UTF-8, or has invisible characters")
    return kept


def takes(word: str) -> bool:
    """Whether a dictionary can hold it."""
    try:
        return bool(checked(word))
    except OptionError:
        return False


def _lines(path: Path) -> tuple[str, list[str]]:
    """The byte order mark, where there is one, and the lines with their ends."""
    try:
        text = path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise TextError(not_utf8(path, error)) from None
    except FileNotFoundError:
        raise TextError(f"{shown(path)}: no such dictionary; add a word to create it") from None
    except OSError as error:
        raise TextError(f"{shown(path)}: cannot be read as a dictionary: {error.strerror}; make it readable") from None
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark, _LINE.findall(text.removeprefix(mark))


@contextmanager
def _alone(path: Path, *, begin: bool = False) -> Iterator[None]:
    """Nobody else changes this dictionary meanwhile; that it cannot be written is told."""
    try:
        if begin:
            path.parent.mkdir(parents=True, exist_ok=True)
        with whole.alone(path):
            yield
    except OSError as error:
        raise TextError(f"{shown(path)}: cannot be written: {error.strerror}") from None


def _key(word: str) -> str:
    """What tells a line's word from others; somebody may have written there what is none."""
    return entry(word) or word


def _word(line: str) -> str:
    return line.partition("#")[0].strip()
