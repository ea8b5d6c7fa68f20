"""Makes blocks of what a format found in a stretch of text: what to hide, what to keep, where to break."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gec.text.prose import Block, Span

LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")  # with its end
_NO_BREAK = re.compile(r"[^\r\n]")
SHOWN = 40  # characters at most of a kept stretch that the model sees


def lines(text: str, at: int, end: int) -> Iterator[Span]:
    """The lines of a stretch, each with its end."""
    while at < end and (line := LINE.match(text, at, end)):
        yield at, line.end()
        at = line.end()


def blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with spaces instead of these spans, in the same lines."""
    parts, at = list[str](), 0
    for low, high in sorted(spans):
        parts += text[at:low], _NO_BREAK.sub(" ", text[max(at, low) : high])
        at = max(at, high)
    return "".join([*parts, text[at:]])


@dataclass(slots=True)
class Marks:
    """What a format found, in any order. Stretches may nest and overlap."""

    hidden: list[Span] = field(default_factory=list)
    kept: list[Span] = field(default_factory=list)
    breaks: list[Span] = field(default_factory=list)  # markup that ends one block and begins another
    shown: dict[int, str] = field(default_factory=dict)  # the character to show at a place

    def hide(self, start: int, end: int) -> None:
        self.hidden.append((start, end))

    def split(self, start: int, end: int) -> None:
        self.breaks.append((start, end))

    def keep(self, start: int, end: int, opening: int = 0, closing: int = 0) -> None:
        """Show the first `SHOWN` characters of a stretch, without its opening and closing marks, and keep all of it."""
        self.kept.append((start, end))
        if opening:
            self.hide(start, start + opening)
        shown = min(end - closing, start + opening + SHOWN)
        if shown < end:
            self.hide(shown, end)

    def show(self, start: int, end: int, character: str) -> None:
        """Show a character in place of a stretch that must not change: an entity, a dash, a tie."""
        if character:
            self.shown[start] = character
            self.keep(start, end)
        self.hide(start + len(character), end)


@dataclass(slots=True)
class Ahead:
    """Looks ahead in a text, up to `end`, each time from a later place. What was not found is not looked for again, so
    that many openings without a closing take no time."""

    text: str
    end: int
    missing: set[str] = field(default_factory=set)

    def find(self, closing: str, at: int) -> int:
        """The next place of a closing, or -1."""
        place = -1 if closing in self.missing else self.text.find(closing, at, self.end)
        if place < 0:
            self.missing.add(closing)
        return place

    def search(self, pattern: re.Pattern[str], at: int, name: str) -> re.Match[str] | None:
        """The next place that a pattern fits, or None. `name` says in `missing` what it looks for."""
        found = None if name in self.missing else pattern.search(self.text, at, self.end)
        if found is None:
            self.missing.add(name)
        return found


def assemble(start: int, end: int, marks: Marks, *, flows: bool = True) -> Iterator[Block]:
    """The blocks of the text from `start` to `end`. Each begins and ends with a span, which may be empty."""
    hidden, kept = _merged(marks.hidden, touching=True), _merged(marks.kept, touching=False)
    places = sorted(marks.shown)
    for low, high in _merged([*marks.breaks, (end, end)], touching=True):
        if start < low:
            there = places[bisect_left(places, start) : bisect_left(places, low)]
            shown = tuple((place, marks.shown[place]) for place in there)
            yield Block(tuple(_spans(start, low, hidden)), tuple(_within(kept, start, low)), shown, flows)
        start = max(start, high)


def _spans(start: int, end: int, hidden: Sequence[Span]) -> Iterator[Span]:
    for low, high in _within(hidden, start, end):
        yield start, max(low, start)
        start = min(high, end)
    yield start, end


def _within(ranges: Sequence[Span], start: int, end: int) -> Sequence[Span]:
    """The ranges that overlap the text from `start` to `end`."""
    first = bisect_right(ranges, start, key=lambda span: span[1])
    return ranges[first : bisect_left(ranges, end, key=lambda span: span[0])]


def _merged(ranges: Iterable[Span], *, touching: bool) -> list[Span]:
    """The ranges in order, with overlapping ones merged, and on request those that touch."""
    apart: list[Span] = []
    for low, high in sorted(ranges):
        if apart and (low < apart[-1][1] or (touching and low == apart[-1][1])):
            apart[-1] = (apart[-1][0], max(apart[-1][1], high))
        else:
            apart.append((low, high))
    return apart
