"""Common words inside a sentence get no capital."""

from __future__ import annotations

import re

from gec.edits.change import WORD, Change
from gec.language import lexicon
from gec.language.lexicon import COMMON_NAMES

# Matches the text before a word if the word is inside a sentence.
_INSIDE = re.compile(r"[^\W\d_][^.!?:;…|\n•]*(?:[^\W_][,;\s]|[^\W\d_]{2}[)\"”],?\s)\s*\Z")


def raises(change: Change) -> bool:
    """Whether an edit gives a common word inside a sentence a capital."""
    old, new = change.old, change.edit.replacement
    if old == new or old.lower() != new.lower() or not old.islower() or old == "i" or old in COMMON_NAMES:
        return False
    return lexicon.known(old) and _INSIDE.search(change.left) is not None


def begins_sentence(change: Change) -> bool:
    """Whether an edit replaces a word in lower case inside a sentence by another word with a capital: *users, your
    rights* becomes *users, You're*."""
    gone, new = change.gone, change.new
    if not gone or not new or gone[0] == new[0] or not change.old.lstrip()[:1].islower():
        return False
    first = WORD.search(change.edit.replacement)
    raised = first is not None and first[0][0].isupper() and first[0][:2] not in ("I", "I'", "I’")
    known = lexicon.known(new[0].partition("'")[0]) and new[0] not in COMMON_NAMES
    return raised and known and _INSIDE.search(change.left) is not None
