"""Findings that were accepted once and are not shown again. Each has a mark that survives changes elsewhere in the
file.

A mark is made of the words of an edit, its replacement, and the words around it in the same sentence. Where the edit
stands does not count, so lines and other sentences may come and go. If a finding occurs several times, as many are
accepted as were counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from gec.edits.edit import Edit

WORDS = 3  # on each side, which tell a finding from another of the same words
AROUND = 200  # characters on each side in which these words are looked for

_BREAK = re.compile(r"\n\s*\n|\r\s*\r")
_STOP = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s")


def mark(text: str, edit: Edit) -> str:
    """The mark of a finding: it tells it from others in its file, wherever it stands."""
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
