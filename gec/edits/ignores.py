"""What a text says about its own correction, in its comments: which edits its author does not want to see.

    gec: off [TYPES]                from here on, until `gec: on` or the end
    gec: ignore-next-line [TYPES]   on the next line that is not blank

TYPES are prefixes as in `--ignore`, parted by commas or blanks; none means all. Where a format has its comments is
the format's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gec.edits.edit import Edit
from gec.edits.kinds import known, reach
from gec.errors import OptionError

Remark = tuple[int, int, str]  # where a comment stands, and what it says without its marks

WORDS = ("off", "on", "ignore-next-line")

_SAID = re.compile(r"\s*gec:\s*(\S*)\s*(.*?)\s*\Z", re.DOTALL)
_NEXT_LINE = re.compile(r"[^\n\r]*(?:\r\n|\n|\r)(?:[^\S\n\r]*(?:\r\n|\n|\r))*([^\n\r]*)")


@dataclass(frozen=True, slots=True)
class Ignore:
    """One remark: it hides the edits that begin in `text[start:end]`, of these types if any are named."""

    at: int  # where the remark itself stands
    said: str
    start: int
    end: int
    types: tuple[str, ...] = ()
    trouble: str = ""  # why it cannot be understood; then it hides nothing

    def hides(self, edit: Edit) -> bool:
        last = edit.start == edit.end == self.end  # an insertion behind the last word
        inside = self.start <= edit.start < self.end or edit.start < self.start < edit.end or last
        return inside and (not self.types or reach(self.types, edit.type, -1) >= 0)


def ignores(text: str, remarks: Iterable[Remark]) -> tuple[Ignore, ...]:
    """What the remarks of a text ask for, in order."""
    found: list[Ignore] = []
    opened: list[int] = []  # numbers of those in `found` that still wait for their end
    for start, end, comment in sorted(remarks):
        said = _SAID.match(comment)
        if said is None:
            continue
        word, types, shown = said.group(1).lower(), said.group(2), " ".join(comment.split())
        if word == "on":
            _close(found, opened, start)
            continue
        first, last = _next_line(text, end) if word == "ignore-next-line" else (end, len(text))
        try:
            if word not in WORDS:
                raise OptionError(f"{word or 'nothing'} is no remark that gec knows; known are {', '.join(WORDS)}")
            named = known(re.split(r"[\s,]+", types)) if types else ()
        except OptionError as error:
            found.append(Ignore(start, shown, end, end, trouble=str(error)))
            continue
        if word == "off":
            opened.append(len(found))
        found.append(Ignore(start, shown, first, last, named))
    return tuple(found)


def _close(found: list[Ignore], opened: list[int], end: int) -> None:
    for number in opened:
        one = found[number]
        found[number] = Ignore(one.at, one.said, one.start, end, one.types)
    opened.clear()


def _next_line(text: str, place: int) -> tuple[int, int]:
    following = _NEXT_LINE.match(text, place)
    return following.span(1) if following else (len(text), len(text))
