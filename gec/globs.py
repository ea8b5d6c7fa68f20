"""Globs as .gitignore has them: which are any, and what they match. Whose they are is the callers' business."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from gec.errors import OptionError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


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
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except (ValueError, re.error):
        return GitIgnoreSpec.from_lines(line for line in lines if _matching(line))


def _matching(line: str) -> bool:
    from pathspec import GitIgnoreSpec

    try:
        return any(pattern.include is not None for pattern in GitIgnoreSpec.from_lines([line]).patterns)
    except (ValueError, re.error):
        return False
