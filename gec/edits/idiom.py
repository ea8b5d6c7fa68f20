"""Guards for ways of saying it that learners hardly have, so that a model takes them for errors: *need* as *must* is,
*attended to the customer*, *who's job hunting*, *Rain stopped play*, *Anyone know it?*, *the position of cook*.
`guesses.py` asks them all.
"""

from __future__ import annotations

from collections.abc import Callable

from gec.edits.change import Change
from gec.words import word_set

OF = word_set("of to for with from about in into on through towards")
HOW = word_set("very so too more most really quite such")


def _specialty(change: Change) -> bool:
    """*a specialty clinic* becomes *a special clinic*."""
    special = change.pair in (("specialty", "special"), ("speciality", "special"))
    return special and HOW.isdisjoint(change.before[-1:])


GUARDS: tuple[Callable[[Change], bool], ...] = (_specialty,)
