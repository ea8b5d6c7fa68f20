"""Guards for the forms of words in everyday prose: a will that is signed, a town that is founded, *scary* and *scared*,
one eye. `guesses.py` asks them all.
"""

from __future__ import annotations

from collections.abc import Callable

from gec.edits.change import Change
from gec.language import lexicon, word_set

RAISED_BY = word_set("to by from in with very so again fast quickly high higher more every up each and since during")


def _raising(change: Change) -> bool:
    """*a pay raise* becomes *a pay rise*, *the questions they raise* becomes *rise*, but *prices raise every year* is
    mended."""
    if (
        change.pair is None
        or "raise" not in lexicon.bases(change.pair[0])
        or "rise" not in lexicon.bases(change.pair[1])
    ):
        return False
    named = lexicon.CLOSED.get(change.before[-1]) if change.before else None
    behind = [word.lower() for word in change.behind[:1]]
    done = named in ("DET", "PRON") or change.before[-1:] in (["pay"], ["total"]) or change.before[-2:-1] == ["these"]
    return done or (bool(behind) and behind[0] not in RAISED_BY and change.right.lstrip()[:1] not in ".,;")


GUARDS: tuple[Callable[[Change], bool], ...] = (_raising,)
