"""Marks and words do not pile up: no mark beside a mark, no word said twice, and dots that trail off stay."""

from __future__ import annotations

import re
from itertools import pairwise

from gec.edits.change import Change
from gec.language import word_set

LITTLE = word_set("to of for in on at with by from the a an his her their its my our your")
JOINING = word_set("and or but than not nor")

_PILED = re.compile(r"[,;:!?]\s?[,.;:!?]|\.\s?[.!?]")
_ELLIPSIS = re.compile(r"\.{3,}|…|\.(?: \.){2,}")


def piles_marks(change: Change) -> bool:
    """A mark comes right beside another, which only the full stop of etc. stands."""
    old, new = change.around(2)
    return len(_PILED.findall(new)) > len(_PILED.findall(old))


def loses_dots(change: Change) -> bool:
    """*Loading...* loses dots, or another mark comes for them."""
    was, now = (len(_ELLIPSIS.findall(side)) for side in change.around(3))
    return now < was


def ends_line(change: Change) -> bool:
    """A line of verse, or of a list, that ends with a comma, ends with a full stop, or a string with none."""
    if change.old.strip() != "," or change.right.strip():
        return False
    new = change.edit.replacement.strip()
    return new == "." or (not new and change.left[-1:] in ("'", '"', "”", "’"))


def says_twice(change: Change) -> bool:
    """A word comes beside itself, or with what stands behind it: *some where* becomes *somewhere where*."""
    gone, new, behind = change.gone, change.new, change.behind[:1]
    if not new:
        return False
    was, said = [*change.before[-1:], *gone, *behind], [*change.before[-1:], *new, *behind]
    if _doubled(said) > _doubled(was):
        return True
    return bool(gone and behind) and new[-1] == gone[-1] + behind[0]


def _doubled(words: list[str]) -> int:
    return sum(one == other for one, other in pairwise(words))


def loses_parallel(change: Change) -> bool:
    """*to him and to her* loses the second *to*."""
    if change.new or len(change.gone) != 1 or change.gone[0] not in LITTLE:
        return False
    return change.before[-1:] != [] and change.before[-1] in JOINING and change.gone[0] in change.before[-13:-1]
