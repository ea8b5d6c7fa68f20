"""The view of one sentence: the text that the model reads. Each character of the view knows its place in the caller's
text, so an edit of the view becomes an edit of the text.

A view shows a run of whitespace (also the newline of a hard-wrapped paragraph) as one space and a run of symbols as a
dash. It leaves out invisible characters and the markup between its spans. Nothing of that is lost, because only edits
are written back. An edit that crosses markup or reaches into a kept stretch is split or dropped. `segment.py` decides
which spans are sentences.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import chain, pairwise, starmap

from gec.edits.edit import Edit, common_prefix
from gec.language.spelt import UNSEEN
from gec.text.remember import Remembered
from gec.text.symbols import dashed

# Every run of whitespace and invisible characters, except a single space.
_RUN = re.compile(rf" [\s{UNSEEN}]+|(?:[^\S ]|[{UNSEEN}])[\s{UNSEEN}]*")
_NEWLINE = re.compile(r"[\n\r\v\f\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")  # without whitespace
_PARTS = re.compile(r"\w+|\s+|[^\w\s]")
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_SPLIT = 100  # words and marks of an edit that may be split
_MAX_EDIT_CHARACTERS = 1_000  # characters of an edit in which invisible ones are put back
_IS_UNSEEN = re.compile(f"[{UNSEEN}]")


@dataclass(frozen=True, slots=True)
class View:
    """`text` is what the model reads. Its character i is in `whole`, the caller's text, from `starts[i]` to `ends[i]`.
    `walls` are the places in the view that no edit may touch or cross: an empty one for markup between two characters,
    a stretch for something kept."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    whole: str
    spans: tuple[tuple[int, int], ...]
    walls: tuple[tuple[int, int], ...] = ()
    kept: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(
        cls,
        text: str,
        spans: tuple[tuple[int, int], ...],
        kept: tuple[tuple[int, int], ...] = (),
        instead: Sequence[tuple[int, str]] = (),
    ) -> View:
        """The view of some ordered spans of a text. Nothing may change in `kept`, and `instead` has the characters to
        show in place of others."""
        written = visible(text, spans, instead)
        if len(spans) == 1 and not kept and _stands(written):
            [(start, end)] = spans
            return cls(written, range(start, end), range(start + 1, end + 1), text, spans)
        shown, symbols = dashed(written)
        places = [*chain.from_iterable(starmap(range, spans))]
        kept = _with(kept, [(places[low], places[high - 1] + 1) for low, high in symbols])
        folded, starts, ends = _folded(shown, places)
        walls = _walls(starts, ends, spans, kept)
        return cls(folded, starts, ends, text, spans, walls, kept)

    def has_words(self) -> bool:
        """Whether there is a letter outside of what is kept."""
        done = 0
        for low, high in self.walls:
            if _LETTER.search(self.text, done, low):
                return True
            done = high
        return _LETTER.search(self.text, done) is not None

    def to_text(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """The edits of the view as edits of the caller's text, in order.

        Line breaks are kept where the replacement has a space for them, and a deletion keeps a line break beside or in
        it. An edit is dropped if it would touch markup or delete a control character or an invisible one. Edits that
        do not overlap in the view do not overlap in the text.
        """
        ordered = sorted(edit for edit in edits if not _CONTROL.search(self.text, edit.start, edit.end))
        if isinstance(self.starts, range):
            first = self.spans[0][0]
            return tuple(self._at(edit, first + edit.start, first + edit.end, edit.replacement) for edit in ordered)
        parts = [(number, part) for number, edit in enumerate(ordered) for part in self._apart(edit)]
        placed = []
        low = 0
        for i, (number, part) in enumerate(parts):
            high = parts[i + 1][1].start if i + 1 < len(parts) else len(self.text)
            sparing = self._sparing_newline(part, low, high)
            low = sparing.end
            one = self._placed(sparing)
            placed.append((number, one and _with_unseen(one)))
        halved = {number for number, one in placed if one is None}
        return tuple(one for number, one in placed if one is not None and number not in halved)

    # --- around markup

    def _free(self, start: int, end: int) -> bool:
        """Whether `start:end` touches no wall."""
        first = bisect_right(self.walls, start, key=lambda wall: wall[1])
        return first == len(self.walls) or self.walls[first][0] >= end

    def _apart(self, edit: Edit) -> list[Edit]:
        """The edit or, if it crosses a wall, its changes word by word. If one of them still crosses a wall, there are
        none: half a correction may be worse than no correction."""
        if self._free(edit.start, edit.end):
            return [edit]
        old, new = _PARTS.findall(self.text[edit.start : edit.end]), _PARTS.findall(edit.replacement)
        if len(old) + len(new) > _LONGEST_SPLIT:
            return []
        at = list(_sums(edit.start, old))
        parts = [
            replace(edit, start=at[i], end=at[j], replacement="".join(new[k:m]))
            for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
            if tag != "equal"
        ]
        return parts if all(self._free(part.start, part.end) for part in parts) else []

    def _placed(self, edit: Edit) -> Edit | None:
        """The edit in the caller's text, or None if it would put whitespace at the border of markup or empty it."""
        if edit.start == edit.end:
            at = self._insertion(edit.start)
            placed = None if at is None else self._at(edit, at, at, edit.replacement)
        else:
            start, end = self.starts[edit.start], self.ends[edit.end - 1]
            placed = self._trimmed(self._at(edit, start, end, self._wrapped(edit)))
        return placed if placed is None or len(self.spans) == 1 or self._leaves_borders(placed) else None

    def _leaves_borders(self, edit: Edit) -> bool:
        """Whether the span of the edit still begins and ends with whitespace, or without it, as it did before."""
        low, high = self.spans[bisect_right(self.spans, edit.start, key=lambda span: span[0]) - 1]
        if (low < edit.start and edit.end < high) or low == high:
            return True
        first = (edit.replacement or self.whole[edit.end : high])[:1] if edit.start == low else self.whole[low]
        last = (edit.replacement or self.whole[low : edit.start])[-1:] if edit.end == high else self.whole[high - 1]
        borders = ((first, self.whole[low]), (last, self.whole[high - 1]))
        return all(new and new.isspace() == old.isspace() for new, old in borders)

    def _insertion(self, at: int) -> int | None:
        """The place of an insertion in the text. After a word it directly follows the word, before any invisible
        characters. At markup it goes before an opening mark and after a closing one, and never into what is kept."""
        low = self.ends[at - 1] if at else self.spans[0][0]
        high = self.starts[at] if at < len(self.text) else self.spans[-1][1]
        first = bisect_left(self.spans, low, key=lambda span: span[1])
        last = bisect_right(self.spans, high, key=lambda span: span[0])
        if last - first == 1 and not self.kept:
            return low if at and not self.text[at - 1].isspace() else high
        places = [
            place
            for start, end in self.spans[first:last]
            for place in sorted({max(start, low), min(end, high)})
            if not self._inside(place) and not (start < place == end and _NEWLINE.match(self.whole, place - 1))
        ]
        if not places:
            return None
        first = self.text[at : at + 1].isalnum() or any(low <= start < end <= high for start, end in self.kept)
        return places[0] if first else places[-1]

    def _inside(self, place: int) -> bool:
        """Whether a place of the text is inside something kept."""
        first = bisect_right(self.kept, place, key=lambda kept: kept[1])
        return first < len(self.kept) and self.kept[first][0] < place

    # --- line breaks

    def _blank(self, index: int) -> str:
        """The whitespace of the caller's text for a space of the view."""
        return self.whole[self.starts[index] : self.ends[index]]

    def _wrapped(self, edit: Edit) -> str:
        """The replacement with the caller's whitespace for its spaces. Where there is too much, line breaks are kept
        first."""
        words = edit.replacement.split(" ")
        blanks = [self._blank(i) for i in range(edit.start, edit.end) if self.text[i] == " "]
        if len(words) == 1 or all(blank == " " for blank in blanks):
            return edit.replacement
        shown = self.text[edit.start : edit.end].split(" ")
        head = common_prefix(shown, words)
        tail = common_prefix(shown[head:][::-1], words[head:][::-1])
        gaps, room = len(words) - 1, len(blanks)
        kept = blanks
        if room > gaps:
            between = range(max(head - 1, 0), min(room - tail + 1, room))
            by_weight = sorted(between, key=lambda i: _NEWLINE.search(blanks[i]) is None)
            dropped = set(by_weight[gaps - room :])
            kept = [blank for i, blank in enumerate(blanks) if i not in dropped]
        elif room < gaps:
            after = max(room - tail, 0)
            kept = [*blanks[:after], *[" "] * (gaps - room), *blanks[after:]]
        return "".join(f"{blank}{word}" for blank, word in zip(["", *kept], words, strict=True))

    def _sparing_newline(self, edit: Edit, low: int, high: int) -> Edit:
        """Change an edit that would join two lines so that it leaves the line break: without the words that it keeps,
        and with the space beside it, in whose place the line break then stands."""
        if not self._joins_lines(edit):
            return edit
        edit = self._without_kept(edit)
        old, new = self.text[edit.start : edit.end], edit.replacement
        wider = [(edit.start - 1, edit.end, f" {new}"), (edit.start, edit.end + 1, f"{new} ")]
        if not new:  # a deletion takes one of the spaces around it
            wider = [one for one, takes in zip(wider, (old.endswith(" "), old.startswith(" ")), strict=True) if takes]
        for start, end, replacement in wider:
            beside = start if start < edit.start else edit.end
            blank = low <= start and end <= high and self.text[beside] == " "
            if blank and not _NEWLINE.search(self._blank(beside)) and self._free(start, end):
                return replace(edit, start=start, end=end, replacement=replacement)
        return edit

    def _joins_lines(self, edit: Edit) -> bool:
        blanks = (self._blank(i) for i in range(edit.start, edit.end) if self.text[i] == " ")
        return sum(_NEWLINE.search(blank) is not None for blank in blanks) > edit.replacement.count(" ")

    def _without_kept(self, edit: Edit) -> Edit:
        """The edit without the words and blanks that it keeps at its beginning and at its end."""
        old, new = _PARTS.findall(self.text[edit.start : edit.end]), _PARTS.findall(edit.replacement)
        head = common_prefix(old, new)
        tail = common_prefix(old[head:][::-1], new[head:][::-1])
        start = edit.start + sum(map(len, old[:head]))
        end = edit.end - sum(map(len, old[len(old) - tail :]))
        return replace(edit, start=start, end=end, replacement="".join(new[head : len(new) - tail]))

    def _trimmed(self, edit: Edit) -> Edit:
        """The edit without whitespace that it would replace by the same whitespace."""
        old, new = self.whole[edit.start : edit.end], edit.replacement
        if new and new.isspace() and old.startswith(new):
            return self._at(edit, edit.start + len(new), edit.end, "")
        if new and new.isspace() and old.endswith(new):
            return self._at(edit, edit.start, edit.end - len(new), "")
        return edit

    def _at(self, edit: Edit, start: int, end: int, replacement: str) -> Edit:
        return replace(edit, start=start, end=end, replacement=replacement, original=self.whole[start:end])


def _with_unseen(edit: Edit) -> Edit | None:
    """The edit with the invisible characters put back, each beside its former neighbour. None if the edit removes that
    neighbour."""
    unseen, new = _IS_UNSEEN.findall(edit.original), edit.replacement
    if unseen == _IS_UNSEEN.findall(new):
        return edit
    old, new = _IS_UNSEEN.sub("", edit.original), _IS_UNSEEN.sub("", new)
    if len(old) + len(new) > _MAX_EDIT_CHARACTERS:
        return None
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()  # the last one is the end
    pieces, done = [], 0
    for number, found in enumerate(_IS_UNSEEN.finditer(edit.original)):
        at = found.start() - number
        beside = (low + at - first for first, low, size in [(0, 0, 0), *blocks] if first <= at <= first + size)
        place = next(beside, None)
        if place is None:
            return None
        pieces += [new[done:place], found.group()]
        done = place
    return replace(edit, replacement="".join([*pieces, new[done:]]))


@Remembered
def _stands(written: str) -> bool:
    """Whether the view shows a sentence exactly as it is written."""
    return not _RUN.search(written) and not dashed(written)[1]


def visible(text: str, spans: Iterable[tuple[int, int]], instead: Sequence[tuple[int, str]] = ()) -> str:
    """The text of the spans, with some characters replaced."""
    pieces: list[str] = []
    for start, end in spans:
        done = start
        for place, character in instead[bisect_left(instead, (start,)) : bisect_left(instead, (end,))]:
            pieces += [text[done:place], character]
            done = place + 1
        pieces.append(text[done:end])
    return "".join(pieces)


def _folded(shown: str, places: Sequence[int]) -> tuple[str, Sequence[int], Sequence[int]]:
    """The text with each run of whitespace as one space and without invisible characters, and where each character
    starts and ends."""
    pieces: list[str] = []
    starts, ends = array("q"), array("q")  # compact, for there is one number a character
    done = 0
    for run in chain(_RUN.finditer(shown), [None]):
        upto = run.start() if run else len(shown)
        pieces.append(shown[done:upto])
        starts.extend(places[done:upto])
        ends.extend([place + 1 for place in places[done:upto]])
        if run and run.group().strip(UNSEEN):
            pieces.append(" ")
            starts.append(places[upto])
            ends.append(places[run.end() - 1] + 1)
        done = run.end() if run else upto
    return "".join(pieces), starts, ends


def _with(kept: tuple[tuple[int, int], ...], more: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The kept stretches with more of them, in order and without overlap."""
    ends = [end for _, end in kept]
    places = ((bisect_left(ends, high), low, high) for low, high in more)
    fresh = [(low, high) for at, low, high in places if at == len(kept) or low < kept[at][0]]
    return tuple(sorted([*kept, *fresh])) if fresh else kept


def _walls(
    starts: Sequence[int], ends: Sequence[int], spans: Sequence[tuple[int, int]], kept: Iterable[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """The places of markup and kept stretches in the view, in order and none inside another."""
    found = {(bisect_right(ends, low), bisect_left(starts, high)) for low, high in kept}
    for _, (start, _) in pairwise(spans):
        at = bisect_left(starts, start)
        # Whitespace may go on after the markup, for example after the `>` of a quote.
        found.add((at - 1, at) if at and ends[at - 1] > start else (at, at))
    walls: list[tuple[int, int]] = []
    for low, high in sorted(found):
        if not (walls and low < walls[-1][1] and high <= walls[-1][1]):
            walls.append((low, high))
    return tuple(walls)


def _sums(start: int, parts: Sequence[str]) -> Iterator[int]:
    """The start of each part, and the end of the last."""
    yield start
    for part in parts:
        start += len(part)
        yield start
