"""No word is said twice, and a small word may stand twice on purpose."""

from __future__ import annotations

import re
from itertools import pairwise

from gec.edits.change import Change
from gec.language import word_set

LITTLE = word_set("to of for in on at with by from the a an his her their its my our your")
JOINING = word_set("and or but than not nor")
DETERMINERS = word_set("a an the my your his her its our their this these those each every another any no")

_LAST = re.compile(r"\w\s*\Z")
_NEXT = re.compile(r"\s*['’]?\w")  # a word that no mark parts from what stands before it


def says_twice(change: Change) -> bool:
    """A word comes beside itself, or beside what follows it: *some where* becomes *somewhere where*."""
    gone, new = change.gone, change.new
    before = change.before[-1:] if _LAST.search(change.left) else []
    behind = change.behind[:1] if _NEXT.match(change.right) else []
    if not new:
        return False
    was, said = [*before, *gone, *behind], [*before, *new, *behind]
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


def drops_second(change: Change) -> bool:
    """*with the an email* becomes *with the email*: the second is what was meant, five times in six."""
    gone, before = change.gone, change.before[-1:]
    both = len(gone) == len(before) == 1 and gone != before and not change.new
    return both and DETERMINERS.issuperset((*gone, *before))
