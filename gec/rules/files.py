"""Reads and parses TOML files, and finds places in them for error messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gec.above import content
from gec.errors import OptionError, shown

MAX_QUOTED_LETTERS = 80  # letters that an error quotes
MAX_KEY_PARTS = 100  # of a dotted key: the parser takes quadratic time for them
BLANKS = r"[^\S\n]*+"  # within a line; possessive, because backtracking in a long run would take quadratic time

_PART = r"""(?:[\w-]++|"(?>(?:[^"\\\n]|\\.)*)"|'[^'\n]*+')[ \t]*+"""
_ENDLESS_KEY = re.compile(rf"(?<![^\s\[{{,]){_PART}(?:\.[ \t]*+{_PART}){{{MAX_KEY_PARTS}}}")


@dataclass(frozen=True, slots=True)
class Place:
    """A file and a line in it. The line number is computed only when an error needs it."""

    file: str
    counted: Callable[[], int] = field(repr=False)

    @property
    def line(self) -> int:
        return self.counted()

    def wrong(self, trouble: object) -> OptionError:
        return OptionError(f"{self.file}:{self.line}: {trouble}")


def written(path: Path) -> str:
    """The text of a file, with plain newlines and without a byte order mark."""
    return as_it_is(path).removeprefix("\ufeff").replace("\r\n", "\n")


def as_it_is(path: Path) -> str:
    """The text of a file with every character."""
    try:
        data = content(path)
    except OSError as trouble:
        raise OptionError(
            f"{named(path)}: cannot be read: {trouble.strerror or trouble}; see to it or move it"
        ) from None
    try:
        return data.decode()
    except UnicodeDecodeError as trouble:
        line = data.count(b"\n", 0, trouble.start) + 1
        raise OptionError(f"{named(path)}:{line}: not UTF-8; save the file as UTF-8") from None


def parsed(text: str, name: str) -> dict[str, Any]:
    """Parse TOML. `name` is the name of the file in errors."""
    if endless := _ENDLESS_KEY.search(text):
        line = text.count("\n", 0, endless.start()) + 1
        raise OptionError(f"{name}:{line}: a key has over {MAX_KEY_PARTS} parts; shorten it")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as trouble:
        place = re.search(r"at line (\d+)", str(trouble))
        at = place[1] if place else text.rstrip().count("\n") + 1
        said = re.sub(r" \(at .*\)\Z", "", str(trouble))
        raise OptionError(f"{name}:{at}: not TOML: {said}; correct the line") from None
    except (ValueError, RecursionError):  # the parser does not handle these itself
        raise OptionError(f"{name}: has a number of thousands of digits, or brackets as deep; correct it") from None


def quoted(said: str) -> str:
    """A value in quotes for an error message. Only the beginning of a long value is shown."""
    return repr(said if len(said) <= MAX_QUOTED_LETTERS else f"{said[:MAX_QUOTED_LETTERS].rstrip()} ...")


def line_of(text: str, pattern: str) -> int:
    found = re.search(pattern, text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def named(path: Path) -> str:
    """A path as errors show it: relative to the current folder if it is inside."""
    here = Path.cwd()
    return shown(path.relative_to(here) if path.is_relative_to(here) else path)
