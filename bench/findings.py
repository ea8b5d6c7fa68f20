"""What each rule finds in a sentence, with the name of the pattern that found it: `module.function`, and behind a colon
the pattern, with its place if it is one of several in a table.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from types import FrameType
from typing import Any

from gec.faults import fault
from gec.faults.fault import Fault
from gec.faults.rules import RULES, _whole

ROOM = "gec.faults."
WORDS = ("key", "said")  # where a rule looks up words in a table of many, the words' name

_made: list[tuple[Fault, str]] = []
_init = Fault.__init__


def _traced(self: Fault, *args: Any, **said: Any) -> None:
    _init(self, *args, **said)
    frame = sys._getframe(1)
    if frame.f_globals["__name__"].startswith(ROOM):
        _made.append((self, _pattern(frame)))


Fault.__init__ = _traced  # type: ignore[method-assign]


def findings(text: str) -> Iterator[tuple[str, Fault]]:
    """The name of each rule that finds something, and what it finds."""
    for rule in RULES:
        module = rule.__module__.removeprefix(ROOM)
        for one in rule(text):
            where = next((pattern for made, pattern in reversed(_made) if made is one), "")
            yield f"{module}.{rule.__name__.strip('_')}{where}", _whole(text, one)
        _made.clear()


def _pattern(frame: FrameType | None) -> str:
    """The pattern whose match the frame, or who called it, looks at."""
    while frame is not None and frame.f_globals["__name__"].startswith(ROOM):
        for name in ("found", "match"):
            found = frame.f_locals.get(name)
            if isinstance(found, re.Match):
                return f":{_names(frame.f_globals['__name__']).get(found.re.pattern, '?')}"
        said = next((frame.f_locals[name] for name in WORDS if isinstance(frame.f_locals.get(name), str)), None)
        if said:
            return ":table"
        found = next((one for one in frame.f_locals.values() if isinstance(one, re.Match)), None)
        if found:
            return f":{_names(frame.f_globals['__name__']).get(found.re.pattern, '?')}"
        frame = frame.f_back
    return ""


@cache
def _names(module: str) -> dict[str, str]:
    """The names of a module's patterns."""
    found: dict[str, str] = {}
    for name, value in vars(sys.modules[module]).items():
        for place, pattern in _patterns(value):
            found.setdefault(pattern, f"{name.strip('_')}{place}")
    return found


def _patterns(value: object, place: str = "", deep: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, fault._Late):
        yield place, value._asked[0]
    elif isinstance(value, re.Pattern):
        yield place, value.pattern
    elif isinstance(value, tuple) and deep < 3:
        for number, one in enumerate(value):
            inside = f"{place}[{number}]" if deep == 0 else place
            yield from _patterns(one, inside, deep + 1)
    elif isinstance(value, dict) and deep < 3:
        for key, one in value.items():
            yield from _patterns(one, f"{place}[{key}]", deep + 1)
