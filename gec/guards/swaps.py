"""Words that people often replace by words that look different (*at* for *in*, *told* for *said*), leave out or put in.

Each line of the table, `swaps.txt`, is a word and all that people put in its place. It was counted in corrections that
people made (`gec/training/swaps.py`).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

from gec.edits.classify import similarity
from gec.language import lexicon

TABLE = Path(__file__).with_name("swaps.txt")
NOTHING = "-"  # in place of what is put in, or for what is left out
MIN_SIMILARITY = 0.5  # what is left of a word that is a form of another, or merely misspelt
SHORT = 4  # letters of words that are taken for each other by their sound: bye, buy


def unlike(old: str, new: str) -> bool:
    """Whether two known words are no forms of one word, and neither look nor sound alike."""
    if not (old.isalpha() and new.isalpha() and lexicon.known(old) and lexicon.known(new)) or related(old, new):
        return False
    return similarity(old, new) < MIN_SIMILARITY and not (old[0] == new[0] and max(len(old), len(new)) <= SHORT)


def related(old: str, new: str) -> bool:
    return not {old, *lexicon.bases(old)}.isdisjoint({new, *lexicon.bases(new)})


def common(old: str, new: str) -> bool:
    """Whether people often make this correction, or that of the base forms: *made* to *done* as *make* to *do*."""
    pairs = product({old, *lexicon.bases(old)}, {new, *lexicon.bases(new)})
    return not _table().isdisjoint(pairs)


@cache
def _table() -> frozenset[tuple[str, str]]:
    lines = map(str.split, TABLE.read_text(encoding="utf-8").splitlines())
    return frozenset((old, new) for old, *others in lines for new in others)
