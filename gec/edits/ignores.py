"""Remarks: comments in a text with which its writer hides edits.

    gec: off [TYPES]                from here on, until `gec: on` or the end
    gec: ignore-next-line [TYPES]   on the next line that is not blank

TYPES are prefixes of types, ids of rules or names of mistakes (`confused-words`) as in `--ignore`, parted by commas or
blanks; none means all. Where a format has its comments is the format's business.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from gec.edits.edit import Edit
from gec.edits.kinds import known, no_rule, reach
from gec.edits.message import mistake
from gec.errors import OptionError

Remark = tuple[int, int, str]  # start and end of a comment, and its words without comment marks

WORDS = ("off", "on", "ignore-next-line")

_SAID = re.compile(r"\s*gec:\s*(\S*)(.*)", re.DOTALL)
_NEXT_LINE = re.compile(r"[^\n\r]*(?:\r\n|\n|\r)(?:[^\S\n\r]*(?:\r\n|\n|\r))*([^\n\r]*)")


@dataclass(frozen=True, slots=True)
class Ignore:
    """One remark. It hides the edits in `text[start:end]`, or only those of some types if it names any."""

    at: int  # the place of the remark itself
    said: str
    start: int
    end: int
    types: tuple[str, ...] = ()
    trouble: str = ""  # why it is not understood; then it hides nothing

    def among(self, edits: Sequence[Edit]) -> tuple[int, int]:
        """The range of the edits that it covers: the index of the first one, and the index after the last one. The
        edits must be in order and must not overlap."""
        first = bisect_left(edits, self.start, key=_start)
        last = bisect_left(edits, self.end, first, key=_start)
        if first and edits[first - 1].end > self.start:
            first -= 1
        if last < len(edits) and edits[last].start == edits[last].end == self.end:  # an insertion after the last word
            last += 1
        return first, last

    def is_of(self, kind: str, rule: str, mistake: str) -> bool:
        """Whether it hides edits of this type that this rule found, with this name of the mistake."""
        return not self.trouble and (not self.types or reach(self.types, kind, -1, rule, mistake) >= 0)


def hidden(edits: Iterable[Edit], said: Sequence[Ignore]) -> tuple[set[Edit], tuple[Ignore, ...]]:
    """The edits that remarks hide, and the remarks that hide nothing; edits are in order and apart. Each edit is looked
    at once, since thousands of remarks may reach to the end of a text."""
    kinds: dict[tuple[str, str, str], list[Edit]] = {}
    for edit in edits if said else ():
        name = mistake(edit.type, edit.original, edit.replacement)
        kinds.setdefault((edit.type, edit.rule, name), []).append(edit)
    found: set[Edit] = set()
    busy: set[Ignore] = set()
    for kind, some in kinds.items():
        done = 0
        for one in sorted((one for one in said if one.is_of(*kind)), key=_start):
            first, last = one.among(some)
            found.update(some[max(first, done) : last])
            busy.update([one] if first < last else [])
            done = max(done, last)
    return found, tuple(one for one in said if one not in busy)


def _start(one: Edit | Ignore) -> int:
    return one.start


def ignores(text: str, remarks: Iterable[Remark], is_rule: Callable[[str], bool] = no_rule) -> tuple[Ignore, ...]:
    """The remarks among the comments of a text, in order."""
    found: list[Ignore] = []
    opened: list[int] = []  # indices in `found` of remarks without an end so far
    for start, end, comment in sorted(remarks):
        said = _SAID.match(comment)
        if said is None:
            continue
        word, types, shown = said.group(1).lower(), said.group(2).strip(), " ".join(comment.split())
        if word == "on":
            _close(found, opened, start)
            continue
        first, last = _next_line(text, end) if word == "ignore-next-line" else (end, len(text))
        try:
            if word not in WORDS:
                raise OptionError(_unknown(word))
            named = known(re.split(r"[\s,]+", types), is_rule) if types else ()
        except OptionError as error:
            found.append(Ignore(start, shown, end, end, trouble=str(error)))
            continue
        if word == "off":
            opened.append(len(found))
        found.append(Ignore(start, shown, first, last, named))
    return tuple(found)


def _unknown(word: str) -> str:
    near = get_close_matches(word, WORDS, 1)
    hint = f"do you mean {near[0]}?" if near else f"known are {', '.join(WORDS)}"
    return f"{word or 'nothing'} is not a remark that gec knows; {hint}"


def _close(found: list[Ignore], opened: list[int], end: int) -> None:
    for number in opened:
        one = found[number]
        found[number] = Ignore(one.at, one.said, one.start, end, one.types)
    opened.clear()


def _next_line(text: str, place: int) -> tuple[int, int]:
    following = _NEXT_LINE.match(text, place)
    return following.span(1) if following else (len(text), len(text))
