"""Guards for ways of saying it that learners hardly have, so that a model takes them for errors: *need* as *must* is,
*attended to the customer*, *who's job hunting*, *Rain stopped play*, *Anyone know it?*, *the position of cook*.
`guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.language import lexicon, word_set

OF = word_set("of to for with from about in into on through towards")
HOW = word_set("very so too more most really quite such")
_PREFER = re.compile(r"\bprefer\w* (?!to\b)(?:[\w'’-]+ ){1,8}?to (?:[a-z]+ly )?\Z", re.IGNORECASE)


def _preferred(change: Change) -> bool:
    """*She prefers writing to actually meeting* becomes *to actually meet*."""
    pair = change.pair
    bare = pair is not None and pair[0].endswith("ing") and pair[1] in lexicon.bases(pair[0])
    return bare and _PREFER.search(change.left) is not None


def _specialty(change: Change) -> bool:
    """*a specialty clinic* becomes *a special clinic*."""
    special = change.pair in (("specialty", "special"), ("speciality", "special"))
    return special and HOW.isdisjoint(change.before[-1:])


def _state(change: Change) -> bool:
    """*an approach to wellness*, *a time of togetherness* become *to well*, *of together*."""
    pair = change.pair
    if pair is None or not pair[0].endswith("ness") or OF.isdisjoint(change.before[-1:]):
        return False
    adjective = pair[0].removesuffix("ness")
    named = bool(change.behind) and lexicon.kind(change.behind[0].lower()) in ("NOUN", "ADJ")
    return pair[1] in (adjective, f"{adjective.removesuffix('i')}y") and not named


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _preferred,
    _state,
    _specialty,
)
