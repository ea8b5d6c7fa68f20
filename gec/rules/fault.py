"""A fault of a sentence that a rule sees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, cast

SURE, LIKELY = 3.0, 1.7  # log-odds of what is wrong in 95 and in 85 of 100 places
TASTE = 0.4  # ... of what many write, and others would not
FREE = r"(?<![\w'’.@#/&=*_-])"  # in front of a word that is no part of something else
END = r"(?![\w@#/&=*_-]|['’.]\w)"  # ... and behind one
NEAR = 60  # characters in which the words before one are looked at


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, what should stand there, which is never nothing, the log-odds that it should, and the rule."""

    start: int
    end: int
    replacement: str
    odds: float = SURE
    rule: str = ""


class _Late:
    """A pattern that is compiled when it is first looked for: most texts need few of them, and all take a quarter of a
    second."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._asked = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        compiled = re.compile(*self._asked)
        self.__dict__.update({each: getattr(compiled, each) for each in ("finditer", "search", "match", "pattern")})
        return getattr(compiled, name)


def late(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return cast("re.Pattern[str]", _Late(pattern, flags))


def first(text: str, at: int) -> bool:
    """Whether no word comes before a place."""
    return not any(map(str.isalnum, text[: min(at, NEAR)]))
