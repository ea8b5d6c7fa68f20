"""Substitutions by words that look different (*at* for *in*, *told* for *said*), deletions and insertions that people
often make in corrections.

Each line of the table, `swaps.txt`, has a word and its replacements. They were counted in corrections by people
(`gec/training/swaps.py`).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

from gec.language import lexicon
from gec.language.similarity import similarity

TABLE = Path(__file__).with_name("swaps.txt")
NOTHING = "-"  # stands for no word: on the left of an insertion, on the right of a deletion
MIN_SIMILARITY = 0.5  # between two forms of one word, or a word and its misspelling
SHORT = 4  # words with so many letters may be confused because of their sound: bye, buy


def unlike(old: str, new: str) -> bool:
    """Whether two known words are not forms of one word, and neither look nor sound similar."""
    if not (old.isalpha() and new.isalpha() and lexicon.known(old) and lexicon.known(new)) or related(old, new):
        return False
    return similarity(old, new) < MIN_SIMILARITY and not (old[0] == new[0] and max(len(old), len(new)) <= SHORT)


def related(old: str, new: str) -> bool:
    return not {old, *lexicon.bases(old)}.isdisjoint({new, *lexicon.bases(new)})


def common(old: str, new: str) -> bool:
    """Whether people often make this substitution, or the one of the base forms: *made* and *done* like *make* and
    *do*."""
    pairs = product({old, *lexicon.bases(old)}, {new, *lexicon.bases(new)})
    return not _table().isdisjoint(pairs)


@cache
def _table() -> frozenset[tuple[str, str]]:
    lines = map(str.split, TABLE.read_text(encoding="utf-8").splitlines())
    return frozenset((old, new) for old, *others in lines for new in others)
