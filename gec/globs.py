"""Globs as .gitignore has them: which are any, and what they match. Whose they are is the callers' business."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from gec.errors import OptionError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


_SET = re.compile(r"\[(?:[^\[\]\\]|\\.|\[:[a-z]+:\])+\]")
_CLASSES = {
    "[:alnum:]": "0-9A-Za-z", "[:alpha:]": "A-Za-z", "[:blank:]": " \t", "[:digit:]": "0-9", "[:lower:]": "a-z",
    "[:space:]": " \t", "[:upper:]": "A-Z", "[:xdigit:]": "0-9A-Fa-f",
}  # fmt: skip


def checked(globs: Iterable[str]) -> tuple[str, ...]:
    """These globs; one that can match nothing is an error."""
    globs = tuple(globs)
    for glob in globs:
        if not _matching(glob):
            raise OptionError(f"{glob!r} is no glob; expected one as in .gitignore, such as *.md or drafts/")
    return globs


@cache
def spec(lines: tuple[str, ...]) -> GitIgnoreSpec:
    """What these lines match together; as with git, a line that is no glob matches nothing."""
    try:
        return _read(lines)
    except (ValueError, re.error):
        return _read(line for line in lines if _matching(line))


def _matching(line: str) -> bool:
    try:
        return any(pattern.include is not None for pattern in _read([line]).patterns)
    except (ValueError, re.error):
        return False


def _read(lines: Iterable[str]) -> GitIgnoreSpec:
    """What pathspec makes of these lines; it knows no classes of characters, and takes brackets for what they are."""
    from pathspec import GitIgnoreSpec

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # of sets in sets, which Python may have one day
        return GitIgnoreSpec.from_lines(_SET.sub(_spelt_out, line) for line in lines)


def _spelt_out(found: re.Match[str]) -> str:
    """A set of characters with what its classes stand for."""
    inside = found.group()[1:-1]
    for name, characters in _CLASSES.items():
        inside = inside.replace(name, characters)
    return f"[{inside}]"
