"""Dictionaries of a user or a project: one word per line; `#` begins a comment.

A project's dictionary is `.gec-words` in the folder of a text or above it. A user's own is in the configuration folder.
A word in lower case is correct in any case, other words only as they are written. `gec/edits/policy.py` applies them to
edits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gec import above, atomic
from gec.errors import GecError, OptionError, TextError, Wrong, raised, shown
from gec.language.spelt import entry
from gec.text.document import not_utf8

NAME = ".gec-words"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+")  # a line with its end, as editors define it


def personal() -> Path | None:
    """The path of the user's own words, whether it exists or not. None if the user has no home folder."""
    given = Path(os.environ.get("XDG_CONFIG_HOME", ""))  # the standard says to ignore a relative path
    try:
        return (given if given.is_absolute() else Path.home() / ".config") / "gec" / "words"
    except RuntimeError:
        return None


def own() -> Path:
    """The same, but an error if there is none."""
    if (path := personal()) is None:
        raise OptionError("the home folder is unknown, so there is no personal dictionary; set HOME or XDG_CONFIG_HOME")
    return path


def nearest(folder: Path) -> Path | None:
    """The dictionary of the project that a folder belongs to."""
    return above.nearest(folder, NAME)


def words(folder: Path, wrong: Wrong = raised) -> frozenset[str]:
    """All words of the dictionaries that apply to a folder, except for one that is `wrong`."""
    found: frozenset[str] = frozenset()
    for path in applying(folder):
        try:
            found |= entries(path)
        except GecError as error:
            wrong(error)
    return found


def applying(folder: Path) -> tuple[Path, ...]:
    """The dictionaries that apply to a folder: the project's and the user's own, if there are any."""
    mine = personal()
    return tuple(filter(None, (nearest(folder), mine if mine and above.is_file(mine) else None)))


def entries(path: Path) -> frozenset[str]:
    """The words of a dictionary in comparable form."""
    return frozenset(filter(None, map(entry, read(path))))


def read(path: Path) -> list[str]:
    """The words of a dictionary, in order."""
    return [word for line in _lines(path)[1] if (word := _word(line))]


def add(path: Path, new: Iterable[str]) -> list[str]:
    """Append words to a dictionary, which may be new. Returns those that were not in it."""
    words = dict.fromkeys(map(checked, new))
    with _alone(path, begin=True):
        mark, lines = _lines(path) if path.exists() else ("", [])
        there = {entry(_word(line)) for line in lines}
        fresh = [word for word in words if word not in there]
        if fresh:
            end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
            if lines and not lines[-1].endswith(("\r", "\n")):
                lines[-1] += end
            atomic.write(path, (mark + "".join([*lines, *(word + end for word in fresh)])).encode())
    return fresh


def remove(path: Path, old: Iterable[str]) -> list[str]:
    """Remove words from a dictionary. Returns those that were in it."""
    unwanted = {word: _key(word) for word in old if word}  # a comment's line has an empty one
    with _alone(path):
        mark, lines = _lines(path)
        there = [_key(_word(line)) for line in lines]
        gone = set(there).intersection(unwanted.values())
        if gone:
            kept = (line for line, key in zip(lines, there, strict=True) if key not in gone)
            atomic.write(path, (mark + "".join(kept)).encode())
    return [word for word, key in unwanted.items() if key in gone]


def checked(word: str) -> str:
    """A word in the form that is stored. Raises an error if a dictionary cannot hold it."""
    if not word.strip() or "#" in word or len(word.split()) != 1:
        raise OptionError(f"{word!r} is not a single word; give each word separately, without spaces and #")
    if not (kept := entry(word)):
        raise OptionError(f"{word!r} has no letter or digit, so it is not a word; give a word with one")
    if not kept.isprintable():
        raise OptionError(f"{word!r} is not written in UTF-8, or has invisible characters")
    return kept


def takes(word: str) -> bool:
    """Whether a dictionary can hold a word."""
    try:
        return bool(checked(word))
    except OptionError:
        return False


def _lines(path: Path) -> tuple[str, list[str]]:
    """The byte order mark, if there is one, and the lines with their ends."""
    try:
        text = above.content(path).decode()
    except UnicodeDecodeError as error:
        raise TextError(not_utf8(path, error)) from None
    except FileNotFoundError:
        raise TextError(f"{shown(path)}: no such dictionary; add a word to create it") from None
    except OSError as error:
        raise TextError(f"{shown(path)}: cannot be read as a dictionary: {error.strerror}; repair or move it") from None
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    return mark, _LINE.findall(text.removeprefix(mark))


@contextmanager
def _alone(path: Path, *, begin: bool = False) -> Iterator[None]:
    """Lock a dictionary for a change, and report it if it cannot be written."""
    if path.name == NAME:
        above.refuse_to_leave(path)
    try:
        if begin:
            path.parent.mkdir(parents=True, exist_ok=True)
        with atomic.alone(path):
            yield
    except OSError as error:
        raise TextError(f"{shown(path)}: cannot be written: {error.strerror}") from None


def _key(word: str) -> str:
    """The word of a line in comparable form. A line may hold something that is not a word."""
    return entry(word) or word


def _word(line: str) -> str:
    return line.partition("#")[0].strip()
