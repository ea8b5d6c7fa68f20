"""From source ids and output ids to the few edits between them.

First the two id sequences are aligned (`changes`), then what differs is widened to whole words, put into characters
of the source text and trimmed (`edits_between`). What is aligned is never written back from ids: the source's own
characters stand, so a tokenizer that loses something cannot harm text outside an edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

CELLS = 1_000_000  # beyond this many cells of the alignment table, anchors are found first


@dataclass(frozen=True, slots=True)
class Change:
    """`source[start:end]` became `output[new_start:new_end]`."""

    start: int
    end: int
    new_start: int
    new_end: int


def changes(source: Sequence[int], output: Sequence[int]) -> list[Change]:
    """The differing stretches of a cheapest alignment, left to right, none touching the next."""
    head = _common(source, output)
    tail = _common(source[head:][::-1], output[head:][::-1])
    a, b = source[head : len(source) - tail], output[head : len(output) - tail]
    if not a and not b:
        return []
    if not a or not b:
        stretches: Iterator[tuple[int, int, int, int]] = iter([(0, len(a), 0, len(b))])
    elif len(a) * len(b) > CELLS:
        stretches = _by_anchors(a, b)
    else:
        stretches = _merged(_cheapest(a, b))
    return [Change(head + i, head + j, head + k, head + m) for i, j, k, m in stretches]


def _common(a: Sequence[int], b: Sequence[int]) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _cheapest(a: Sequence[int], b: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Unit costs; among equals a substitution comes before a deletion and an insertion, read from the right."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        above, row = rows[-1], [i]
        left = i
        for j, y in enumerate(b):
            best = above[j] if x == y else above[j] + 1
            if above[j + 1] < best:
                best = above[j + 1] + 1
            if left < best:
                best = left + 1
            row.append(best)
            left = best
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


def _by_anchors(a: Sequence[int], b: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    for tag, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            yield i, j, k, m
