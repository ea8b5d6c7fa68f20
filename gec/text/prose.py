"""The prose of a text: blocks (paragraphs, headings, cells, comments) of visible runs. The model does not see the
markup between and around the runs. It sees some stretches, such as code, that must not change.

`formats/` finds the blocks of a format. This file turns blocks into sentences, each a view over its runs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain

from gec.text.foreign_language import foreign, has_no_english
from gec.text.remember import Remembered
from gec.text.segment import WIDE, paragraphs, sentences
from gec.text.view import View, visible

Span = tuple[int, int]

_SOLID = str.maketrans(dict.fromkeys(".!?…。！？ \t\n\r", "X"))  # makes one word of code, so no sentence ends in it


@dataclass(frozen=True, slots=True)
class Block:
    """One run of prose, such as a paragraph. No sentence crosses its borders.

    `spans` are the visible stretches of the text, in order, with markup between them. An empty span is a place where
    something may be inserted. `kept` are stretches that must not change, with their delimiters (backticks); the model
    sees the parts of them that are in `spans`. `shown` are characters that the model sees in place of others: a space
    for LaTeX's `~`, an apostrophe for the ampersand of an entity. A block that `flows` is one paragraph, in which line
    breaks mean nothing.
    """

    spans: tuple[Span, ...]
    kept: tuple[Span, ...] = ()
    shown: tuple[tuple[int, str], ...] = ()
    flows: bool = False

    def moved(self, by: int) -> Block:
        """The same block with all its places moved by a number of characters."""
        spans, kept = (tuple([(start + by, end + by) for start, end in some]) for some in (self.spans, self.kept))
        return Block(spans, kept, tuple([(at + by, character) for at, character in self.shown]), self.flows)


@dataclass(frozen=True, slots=True)
class Prose:
    """A text with the blocks that may be corrected, and its format."""

    text: str
    blocks: tuple[Block, ...]
    format: str = "plain"

    def views(self) -> Iterator[View]:
        """The sentences for the model to read, block by block, without those in another language."""
        return (view for block in self.blocks for view in _english(self._sentences(block)))

    def _sentences(self, block: Block) -> Iterator[View]:
        if len(block.spans) == 1 and not block.kept:
            [(start, end)] = block.spans
            for begin, stop in paragraphs(self.text, start, end):
                for low, high in _cut(*_in_its_lines(self.text, begin, stop), block.flows):
                    yield View.of(self.text, ((begin + low, begin + high),))
        else:
            yield from self._over_markup(block)

    def _over_markup(self, block: Block) -> Iterator[View]:
        shown = visible(self.text, block.spans, block.shown)
        ends = list(accumulate(end - start for start, end in block.spans))
        place = _Places(block.spans, ends)
        solid = _solid(shown, [(place.shown(low), place.shown(high)) for low, high in block.kept])
        for low, high in sentences(solid, lambda at: _typed(self.text, 0, place.typed(at)), flows=block.flows):
            spans = place.cut(low, high)
            first = bisect_right(block.kept, spans[0][0], key=lambda kept: kept[1])
            last = bisect_left(block.kept, spans[-1][1], key=lambda kept: kept[0])
            view = View.of(self.text, spans, block.kept[first:last], block.shown)
            if view.has_words():
                yield view


@dataclass(frozen=True, slots=True)
class _Places:
    """Maps places in the text to places among the visible characters of a block, and back."""

    spans: Sequence[Span]
    ends: Sequence[int]  # of each span among the visible characters

    def shown(self, offset: int) -> int:
        """The place of the first visible character at or after an offset of the text."""
        i = min(bisect_left(self.spans, offset, key=lambda span: span[1]), len(self.spans) - 1)
        start, end = self.spans[i]
        return self.ends[i] - (end - max(start, min(offset, end)))

    def typed(self, at: int) -> int:
        """The place in the text of a visible character."""
        i = bisect_right(self.ends, at)
        return self.spans[i][1] - (self.ends[i] - at)

    def cut(self, low: int, high: int) -> tuple[Span, ...]:
        """The spans of the visible characters `low:high`, with empty spans at both borders, and an empty span where
        a border is also the end of the span before or the start of the one after."""
        first, last = bisect_left(self.ends, low), bisect_left(self.ends, high)
        while last + 1 < len(self.ends) and self.ends[last] == high:
            last += 1
        found = []
        for i in range(first, last + 1):
            start, end = self.spans[i]
            before = self.ends[i] - (end - start)
            found.append((start + max(0, low - before), end - max(0, self.ends[i] - high)))
        return tuple(found)


def _english(views: Iterable[View]) -> Iterator[View]:
    """The English sentences of a block. One without English words is dropped if a sentence beside it is foreign. A
    block may be as long as a book, so no more than three sentences are held at a time."""
    flagged: Iterator[tuple[View | None, bool]] = ((view, foreign(view.text)) for view in views)
    this: View | None = None
    before = other = False
    for following, beyond in chain(flagged, [(None, False)]):
        if this and not other and not ((before or beyond) and has_no_english(this.text)):
            yield this
        before, this, other = other, following, beyond


def _in_its_lines(text: str, start: int, end: int) -> tuple[str, str, str]:
    """A paragraph, the rest of its first line before it, and the rest of its last line after it, up to `WIDE`."""
    above, at = _typed(text, 0, start)
    below, upto = _typed(text, 0, end)
    return text[start:end], above[:at], below[upto:]


@Remembered
def _cut(paragraph: str, before: str, behind: str, flows: bool) -> tuple[Span, ...]:
    """The sentences of a paragraph."""
    written = partial(_typed, before + paragraph + behind, len(before))
    return tuple(sentences(paragraph, written, flows=flows))


def _typed(text: str, start: int, at: int) -> tuple[str, int]:
    """The line around a place that is counted from `start`, cut to `WIDE` on both sides, and the place in it."""
    at += start
    low, high = max(0, at - WIDE), at + WIDE
    low = max(low, text.rfind("\n", low, at) + 1, text.rfind("\r", low, at) + 1)
    ends = [end for end in (text.find("\n", at, high), text.find("\r", at, high)) if end >= 0]
    return text[low : min(ends, default=high)], at - low


def _solid(shown: str, kept: Sequence[Span]) -> str:
    """The visible text, with each kept stretch made one word."""
    pieces, done = [], 0
    for low, high in kept:
        pieces += [shown[done:low], shown[low:high].translate(_SOLID)]
        done = max(done, high)
    return "".join([*pieces, shown[done:]])
