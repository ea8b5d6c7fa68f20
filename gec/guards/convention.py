"""Other ways to write stay: old English, quotations in other languages. Dialects are in `edits/policy.py`."""

from __future__ import annotations

import re
from functools import lru_cache

from gec.edits.change import Change
from gec.text.quotes import foreign_quotations

# Nobody writes these by mistake, as thy and thee for they and the.
_OLD = re.compile(r"\b(?:thou|thine|hath|doth|hast|dost|shalt|wilt|unto|whence|cometh|goeth|saith)\b", re.IGNORECASE)


def in_old_english(change: Change) -> bool:
    """*Be thou there until I bring thee word* gets a modern word."""
    old = change.gone and change.edit.type[2:] not in ("ORTH", "PUNCT")
    return bool(old) and any(_OLD.search(side) for side in (change.left, change.old, change.right))


def in_foreign_quotation(change: Change) -> bool:
    """The edit is in a quotation that is not English: *as they say, "se hace tarde"*."""
    edit = change.edit
    return any(low < edit.end and edit.start < high for low, high in _foreign(change.text))


@lru_cache(maxsize=64)
def _foreign(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(foreign_quotations(text))
