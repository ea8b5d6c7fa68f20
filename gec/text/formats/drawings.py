"""Finds trees of folders, boxes and arrows that are drawn with characters. Their lines hold names and notes in columns,
which are not read, whatever the format is and whatever mark of a comment stands before them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from gec.text.formats.assemble import lines
from gec.text.prose import Block, Span

MAX_LINE = 400  # characters of a line of a drawing; a longer one may hold a whole page
DEEPER = 4  # columns by which a note goes on below the name of its file
BRANCHES = 2  # the fewest in a tree without box-drawing characters

# Box-drawing characters. Horizontal ones alone underline a heading.
_CORNER = "\u2502\u2503\u2506\u2507\u250a-\u254b\u254e\u254f\u2551-\u257f"
_FLAT = "\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2550"
_MARK = r"[^\S\n]*(?:(?:\#+|//+!?|\*|>|;+|%+|\")[^\S\n]*)?"  # of a comment or a quotation
_BOX = re.compile(f"[{_CORNER}]")
_DRAWN = re.compile(f"{_MARK}[{_CORNER}]|[^\n]*[{_CORNER}][^\n]*[{_CORNER}{_FLAT}]|[^\n]*[{_FLAT}][^\n]*[{_CORNER}]")
_LEAD = r"(?>(?:\|[^\S\n]+)*)"  # the lines of outer folders
_BRANCH = re.compile(
    rf"{_MARK}{_LEAD}(?:[|+\\]-{{1,3}} |[|+\\]-{{2,3}}|`-{{1,3}} (?![^\n]*`)|\|_{{1,2}} ?)"
    r"(?=[^\s|+_-])(?![^\n]*\|[^\S\n]*$)",  # but no row of a table
    re.MULTILINE,
)
_TRUNK = re.compile(rf"{_MARK}\|[^\S\n]*(?:\Z|[\n|])")
_ROOT = re.compile(rf"{_MARK}\S+\s*\Z")
_HINTS = ("|-", "+-", "\\-", "`-", "|_")


def left_out(text: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks without the lines of drawings."""
    found = list(_drawings(text)) if _BOX.search(text) or any(hint in text for hint in _HINTS) else []
    return [part for block in blocks for part in _parts(block, found)] if found else list(blocks)


def _parts(block: Block, drawings: Sequence[Span]) -> Iterator[Block]:
    """What lies between the drawings in a block."""
    start, end = block.spans[0][0], block.spans[-1][1]
    first = bisect_right(drawings, start, key=lambda span: span[1])
    inside = drawings[first : bisect_left(drawings, end, key=lambda span: span[0])]
    if not inside:
        yield block
        return
    done = start
    for low, high in [*inside, (end, end)]:
        spans = tuple(_within(block.spans, done, low))
        if any(first < last for first, last in spans):
            shown = tuple(one for one in block.shown if done <= one[0] < low)
            yield Block(spans, tuple(_within(block.kept, done, low)), shown, block.flows)
        done = max(done, high)


def _within(spans: Iterable[Span], start: int, end: int) -> Iterator[Span]:
    for low, high in spans:
        if (low < end and start < high) or (low == high and start <= low <= end):
            yield max(low, start), min(high, end)


def _drawings(text: str) -> Iterator[Span]:
    """The stretches of whole lines."""
    above: Span | None = None  # the line above
    run: list[Span] = []
    branches = column = 0
    for start, end in lines(text, 0, len(text)):
        short = end - start <= MAX_LINE
        boxed = short and _DRAWN.match(text, start, end) is not None
        branch = short and not boxed and _BRANCH.match(text, start, end) is not None
        if boxed or branch or (run and _goes_on(text, start, end, column)):
            if not run:
                root = above and _ROOT.match(text, *above)
                run, branches, column = ([above] if above and root else []), 0, _column(text, start, end)
            run.append((start, end))
            branches += BRANCHES if boxed else branch
        else:
            if branches >= BRANCHES:
                yield run[0][0], run[-1][1]
            run, branches = [], 0
        above = start, end
    if branches >= BRANCHES:
        yield run[0][0], run[-1][1]


def _goes_on(text: str, start: int, end: int, column: int) -> bool:
    """Whether a line below a branch belongs to it: a trunk, or a note that goes on."""
    deep = not text[start:end].isspace() and _column(text, start, end) >= column + DEEPER
    return deep or _TRUNK.match(text, start, end) is not None


def _column(text: str, start: int, end: int) -> int:
    """Where a line begins behind the mark of its comment."""
    line = text[start:end].expandtabs()
    mark = re.match(_MARK, line)
    return mark.end() if mark else 0
