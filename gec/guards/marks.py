"""A small word may stand twice on purpose, and of two determiners the first is one too many."""

from __future__ import annotations

from gec.edits.change import Change
from gec.language import word_set

LITTLE = word_set("to of for in on at with by from the a an his her their its my our your")
JOINING = word_set("and or but than not nor")
DETERMINERS = word_set("a an the my your his her its our their this these those each every another any no")


def loses_parallel(change: Change) -> bool:
    """Whether an edit deletes the second *to* of *to him and to her*, or a similar word."""
    if change.new or len(change.gone) != 1 or change.gone[0] not in LITTLE:
        return False
    return change.before[-1:] != [] and change.before[-1] in JOINING and change.gone[0] in change.before[-13:-1]


def drops_second(change: Change) -> bool:
    """Whether an edit deletes the second of two determiners: *with the an email* becomes *with the email*. In five of
    six cases the writer meant the second one."""
    gone, before = change.gone, change.before[-1:]
    both = len(gone) == len(before) == 1 and gone != before and not change.new
    return both and DETERMINERS.issuperset((*gone, *before))
