"""Decides whether a change is part of another correction of the sentence: it has to reduce the distance between the
sentence and that correction by its own size.
"""

from __future__ import annotations

from collections.abc import Sequence

from gec.edits.align import PARTS
from gec.edits.edit import common_prefix


def contains(text: str, start: int, end: int, new: str, other: str) -> bool:
    """Whether `other`, a correction of the text, contains the change."""
    if text == other:
        return False
    ours, theirs = (PARTS.findall(one) for one in (text[:start] + new + text[end:], other))
    old = PARTS.findall(text)
    return distance(old, theirs) - distance(ours, theirs) == distance(old, ours) > 0


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """The edit distance in words, spaces and punctuation marks."""
    head = common_prefix(one, other)
    one, other = one[head:], other[head:]
    tail = common_prefix(one[::-1], other[::-1])
    one, other = one[: len(one) - tail], other[: len(other) - tail]
    row = [*range(len(other) + 1)]
    for number, word in enumerate(one, 1):
        above, row = row, [number]
        for place, with_word in enumerate(other):
            same = above[place] + (word != with_word)
            row.append(min(same, above[place + 1] + 1, row[place] + 1))
    return row[-1]
