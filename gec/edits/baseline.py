"""Recognises findings that were accepted before, so that they are not shown again. Each finding has a mark, which
changes elsewhere in the file do not affect.

A mark is a hash of the words of an edit, its replacement, and the words around it in the same sentence. The place of
the edit does not count, so other lines and sentences may be added or deleted. If a finding was accepted three times in
a file, three of its occurrences are hidden.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from gec.edits.edit import Edit

WORDS = 3  # words on each side that distinguish findings with the same words
AROUND = 200  # characters on each side that are searched for these words

_BREAK = re.compile(r"\n\s*\n|\r\s*\r")
_STOP = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s")


def mark(text: str, edit: Edit) -> str:
    """The mark of a finding, which does not depend on its place."""
    before, after = _around(text, edit)
    before = _STOP.split(before)[-1]
    if last := _STOP.search(text, edit.start, edit.end + AROUND):
        after = after[: max(last.start() - edit.end, 0)]
    pieces = (
        before.split()[-WORDS:],
        text[edit.start : edit.end].split(),
        edit.replacement.split(),
        after.split()[:WORDS],
    )
    parts = map(" ".join, pieces)
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _around(text: str, edit: Edit) -> tuple[str, str]:
    before = _BREAK.split(text[max(0, edit.start - AROUND) : edit.start])[-1]
    return before, _BREAK.split(text[edit.end : edit.end + AROUND])[0]


def fresh(text: str, edits: Iterable[Edit], accepted: Mapping[str, int]) -> tuple[Edit, ...]:
    """The edits that were not accepted before."""
    left = Counter(accepted)
    new = []
    for edit in edits:
        known = mark(text, edit)
        if left[known] > 0:
            left[known] -= 1
        else:
            new.append(edit)
    return tuple(new)
