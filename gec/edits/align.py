"""Makes edits from the source and the output of the model, which are both token ids.

`changes` aligns the two sequences. `proposals` widens each difference to whole words, converts it to characters of the
source text, and trims it. Text that stays the same is never decoded from ids, so a lossy tokenizer cannot harm text
outside an edit.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from rapidfuzz.distance import Levenshtein

from gec.edits.edit import common_prefix
from gec.model.tokenizer import LOST, Encoded, Tokenizer

CERTAIN = 30.0  # log-odds of an edit if the model had no token to keep
PARTS = re.compile(r"\s+|\w+|[^\w\s]")  # whitespace, words, marks
_NOT = re.compile(r"(?<=n)['’]t(?!\w)")
CELLS = 1_000_000  # a larger alignment table is not filled; common stretches are found instead


@dataclass(frozen=True, slots=True)
class Stretch:
    """`source[start:end]` became `output[new_start:new_end]`."""

    start: int
    end: int
    new_start: int
    new_end: int


def changes(source: Sequence[Hashable], output: Sequence[Hashable]) -> list[Stretch]:
    """The differing stretches of a cheapest alignment, left to right, none touching the next."""
    if source == output:
        return []
    head = common_prefix(source, output)
    tail = common_prefix(source[head:][::-1], output[head:][::-1])
    a, b = source[head : len(source) - tail], output[head : len(output) - tail]
    if not a and not b:
        return []
    if not a or not b:
        stretches: Iterator[tuple[int, int, int, int]] = iter([(0, len(a), 0, len(b))])
    elif len(a) * len(b) > CELLS:
        stretches = _by_anchors(a, b)
    else:
        stretches = _merged(_cheapest(a, b))
    return [Stretch(head + i, head + j, head + k, head + m) for i, j, k, m in stretches]


def _cheapest(a: Sequence[Hashable], b: Sequence[Hashable]) -> list[tuple[int, int, int, int]]:
    """Unit costs; among equals a substitution comes before a deletion and an insertion, read from the right. No
    cheapest alignment leaves the band of places that are no further apart than all of it costs, so the table has true
    costs only there."""
    width = Levenshtein.distance(a, b)
    beyond = len(a) + len(b)
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        above, row = rows[-1], [beyond] * (len(b) + 1)
        first = max(0, i - 1 - width)
        left = row[first] = i if first == 0 else beyond
        for j in range(first, min(len(b), i + width)):
            best = above[j] if x == b[j] else above[j] + 1
            if above[j + 1] < best:
                best = above[j + 1] + 1
            if left < best:
                best = left + 1
            row[j + 1] = left = best
        rows.append(row)
    steps = []
    i, j = len(a), len(b)
    while i or j:
        cost = rows[i][j]
        if i and j and a[i - 1] == b[j - 1] and rows[i - 1][j - 1] == cost:
            i, j = i - 1, j - 1
        elif i and j and rows[i - 1][j - 1] + 1 == cost:
            steps.append((i - 1, i, j - 1, j))
            i, j = i - 1, j - 1
        elif i and rows[i - 1][j] + 1 == cost:
            steps.append((i - 1, i, j, j))
            i -= 1
        else:
            steps.append((i, i, j - 1, j))
            j -= 1
    return steps[::-1]


def _merged(steps: list[tuple[int, int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    start, end, new_start, new_end = steps[0]
    for i, j, k, m in steps[1:]:
        if i == end and k == new_end:
            end, new_end = j, m
        else:
            yield start, end, new_start, new_end
            start, end, new_start, new_end = i, j, k, m
    yield start, end, new_start, new_end


def _by_anchors(a: Sequence[Hashable], b: Sequence[Hashable]) -> Iterator[tuple[int, int, int, int]]:
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            yield i, j, k, m


# --- from ids to edits of the text


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed edit that no guard has checked yet. It has up to three log-odds that the change is right: those of the
    model (`odds`), of the speller (`spelling`) and of a rule (`fault`)."""

    start: int
    end: int
    replacement: str
    odds: float | None
    spelling: float | None = None
    fault: float | None = None
    rule: str = ""  # the id of the rule that found it

    @property
    def joined(self) -> bool:
        """Whether the model's edit includes a finding of the speller or a rule."""
        return self.odds is not None and (self.spelling is not None or self.fault is not None)


def proposals(
    text: str, source: Encoded, output: Sequence[int], odds: Sequence[float], tokenizer: Tokenizer
) -> list[Proposal]:
    """The edits of whole words that change `text`, encoded as `source`, into the `output`."""
    found: list[Proposal] = []
    widened = _widened(changes(source.ids, output), source, output, tokenizer.starts_word)
    for change, first in widened:
        before, after = source.ids[change.start : change.end], output[change.new_start : change.new_end]
        if tokenizer.unknown(before) or tokenizer.unknown(after):
            continue  # the tokenizer does not know this text, so it is not changed
        new = tokenizer.middle(after)
        if LOST in new:
            continue
        start, end = _old(text, source, change, tokenizer)
        head, tail, new = _trimmed((" " + text)[start:end], new)
        place = _in_text(text, start + head, end - tail, new)
        if place is not None:
            surprise = odds[first] if first < len(odds) else CERTAIN
            one = Proposal(*place, odds=surprise if math.isfinite(surprise) else CERTAIN)
            if found and _at_one_place(found[-1], one):
                last = found.pop()
                one = replace(last, replacement=last.replacement + one.replacement)
            found.append(one)
    behind = (*(one.start for one in found[1:]), len(text) + 1)
    return [_with_not(text, one, place) for one, place in zip(found, behind, strict=False)]


def _with_not(text: str, one: Proposal, behind: int) -> Proposal:
    """The proposal, extended over the *'t* of a contraction unless the next proposal begins there: *doesn't* becomes
    *don't*, not *doesn* *don*."""
    kept = _NOT.match(text, one.end) if one.start < one.end and one.replacement.endswith("n") else None
    if kept is None or behind <= kept.end():
        return one
    return replace(one, end=kept.end(), replacement=one.replacement + kept[0])


def _at_one_place(one: Proposal, other: Proposal) -> bool:
    """Whether both are insertions at the same place. This happens around the space that is put in front of the text."""
    return one.start == one.end == other.start == other.end


def _widened(
    found: list[Stretch], source: Encoded, output: Sequence[int], starts: Sequence[bool]
) -> list[tuple[Stretch, int]]:
    """The changes, widened to whole words, each with the place in the output where it first differs from the source."""

    def cut(place: int, new_place: int) -> bool:
        spans = source.spans
        inside = 0 < place < len(spans) and spans[place][0] < spans[place - 1][1]  # inside a character
        return not inside and _opens(source.ids, place, starts) and _opens(output, new_place, starts)

    whole: list[tuple[Stretch, int]] = []
    waiting = deque(found)
    while waiting:
        change = waiting.popleft()
        start, end, new_start, new_end = change.start, change.end, change.new_start, change.new_end
        while start and new_start and not cut(start, new_start):
            start, new_start = start - 1, new_start - 1
        while not cut(end, new_end):
            if waiting and waiting[0].start == end:
                following = waiting.popleft()
                end, new_end = following.end, following.new_end
            else:
                end, new_end = end + 1, new_end + 1
        first = change.new_start
        if whole and (whole[-1][0].end, whole[-1][0].new_end) == (start, new_start):
            before, first = whole.pop()
            start, new_start = before.start, before.new_start
        whole.append((Stretch(start, end, new_start, new_end), first))
    return whole


def _opens(ids: Sequence[int], place: int, starts: Sequence[bool]) -> bool:
    """Whether a word may be cut before this token."""
    return place >= len(ids) or starts[ids[place]]


def _old(text: str, source: Encoded, change: Stretch, tokenizer: Tokenizer) -> tuple[int, int]:
    """The span of a change in the text with a space in front. With that space every word has a space before it, as
    tokens do."""
    spans = source.spans
    before = spans[change.start - 1][1] + 1 if change.start else 0
    if change.start == change.end:
        return before, before
    start, end = spans[change.start][0] + 1, spans[change.end - 1][1] + 1
    led = start == 1 or text[start - 2].isspace()
    if led and start > before and tokenizer.leads(source.ids[change.start]) and not text[start - 1 : start].isspace():
        start -= 1  # this tokenizer's spans of words do not include the space
    return start, end


def _trimmed(old: str, new: str) -> tuple[int, int, str]:
    """The change without words, marks and whitespace that both sides begin or end with: the number of characters to
    skip at the beginning and at the end, and the rest of the new text."""
    ours, theirs = PARTS.findall(old), PARTS.findall(new)
    head = tail = 0
    while head < min(len(ours), len(theirs)) and ours[head] == theirs[head]:
        head += 1
    while tail < min(len(ours), len(theirs)) - head and ours[-1 - tail] == theirs[-1 - tail]:
        tail += 1
    kept = "".join(theirs[head : len(theirs) - tail])
    return sum(map(len, ours[:head])), sum(map(len, ours[len(ours) - tail :])), kept


def _in_text(text: str, start: int, end: int, new: str) -> tuple[int, int, str] | None:
    """Convert a change of the text with a space in front to a change of the text itself. None if nothing is left."""
    if start:
        return (start - 1, end - 1, new) if new or start < end else None
    if not new:  # the first word is deleted, and the space after it as well
        if end <= 1:
            return None
        return 0, end - 1 + text[end - 1 : end].isspace(), ""
    word = new.removeprefix(" ")
    return (0, end - 1, word) if end else (0, 0, word + " ")
