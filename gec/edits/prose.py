"""Guards for what stories, letters, old books and talk have, and learners' essays have not: archaic words, dialect,
verbs with little words that belong to them, words of which either order will do. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.language import word_set

# Nobody writes these by mistake.
_OLD = re.compile(
    r"\b(?:thou|thee|thy|thine|hath|doth|hast|dost|shalt|wilt|unto|whence|thence|hither|thither"
    r"|cometh|goeth|saith|maketh|giveth|taketh|forsooth|methinks)\b|(?<!\w)['’]t(?:is|was)\b",
    re.IGNORECASE,
)
SPOKEN = ("VERB", "ADV", "ADJ", "PRON", "MORPH", "NOUN:NUM", "DET")  # what dialects have of their own
EITHER_ORDER = word_set("also often usually generally still probably")
BEFORE_THESE = word_set("is are was were has have may can will")
_APPOSED = re.compile(r",[^,.;:]{2,60}, ?\Z")


def _archaic(change: Change) -> bool:
    """*Whence comest thou?* gets a word of today."""
    return bool(change.gone) and _near(change, _OLD) and change.edit.type[2:] not in ("ORTH", "PUNCT")


def _near(change: Change, words: re.Pattern[str]) -> bool:
    return any(words.search(side) for side in (change.left, change.old, change.right))


def _ordered(change: Change) -> bool:
    """*It also is cheap* becomes *is also*, *to not go* *not to go*, and *a half point* *half a point*."""
    gone = change.gone
    if len(gone) != 2 or [*reversed(gone)] != [*change.new]:
        return False
    return (gone[0] in EITHER_ORDER and gone[1] in BEFORE_THESE) or gone in (["to", "not"], ["a", "half"])


def _that_one(change: Change) -> bool:
    """*older music, by Bach and Handel, that was lost* becomes *which was lost*: the comma ends what was put in."""
    return change.pair == ("that", "which") and _APPOSED.search(change.left) is not None


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _ordered,
    _that_one,
    _archaic,
)
