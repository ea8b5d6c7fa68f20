"""Guards for where a mended sentence leads a small model on: a form behind *did*, *remember to do*, the past that looks
like the first form. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.words import lexicon, word_set

# Behind these *to do* and *doing* say different things.
EITHER = word_set("remember remembers remembered forget forgets forgot stop stops stopped try tries tried")
PLACES = word_set("anywhere nowhere somewhere anything nothing something anyone nobody")
SAME = frozenset(base for base, past, *_ in lexicon.IRREGULAR if base == past)  # she cut it
ONES = word_set("he she it")
HAVE_NOT = word_set("haven't haven’t hasn't hasn’t hadn't hadn’t")

_DID = re.compile(
    r"\b(?:did|didn['’]t|does|doesn['’]t)(?: not)?"
    r"(?: (?:i|you|he|she|it|we|they|anyone|anybody|(?:the|your|my|his|her|our|their) [a-z]+))? \Z",
    re.IGNORECASE,
)


def _did(change: Change) -> bool:
    """*I didn't receive it* becomes *didn't received*."""
    pair = change.pair
    if pair is None or _DID.search(change.left) is None:
        return False
    forms = {form for base, form in lexicon.analyses(pair[1]) if base == pair[0]}
    return not forms.isdisjoint(("past", "s"))


def _remembered(change: Change) -> bool:
    """*Did you remember to feed it?* becomes *remember feeding*."""
    gone, new = list(change.gone), list(change.new)
    return (
        gone[:1] == ["to"]
        and len(gone) == 2
        and len(new) == 1
        and not EITHER.isdisjoint(change.before[-1:])
        and gone[1] in lexicon.bases(new[0])
    )


def _apologised(change: Change) -> bool:
    """*apologise to the driver* becomes *for the driver*."""
    return change.pair == ("to", "for") and bool(change.before) and change.before[-1].startswith("apologi")


def _cut(change: Change) -> bool:
    """*She cut her finger* becomes *cuts*, though it is told of what is over."""
    pair = change.pair
    return (
        pair is not None
        and change.edit.type == "R:VERB:SVA"
        and pair[0] in SAME
        and pair[1] == f"{pair[0]}s"
        and not ONES.isdisjoint(change.before[-1:])
    )


def _have_not(change: Change) -> bool:
    """*They have not a window* becomes *don't have not*, and *they haven't a window* *haven't had*."""
    if not change.gone and change.new in (["had"], ["have"]) and not HAVE_NOT.isdisjoint(change.before[-1:]):
        return True
    behind = [word.lower() for word in change.behind[:1]]
    return change.new[-1:] == ["have"] and behind == ["not"] and len(change.new) > len(change.gone)


def _were_to(change: Change) -> bool:
    """*If I were to walk on water* becomes *were walking*."""
    to_do = len(change.gone) == 2 and change.gone[0] == "to" and len(change.new) == 1
    return to_do and change.before[-1:] == ["were"] and change.gone[1] in lexicon.bases(change.new[0])


def _to_the(change: Change) -> bool:
    """*nowhere to park* becomes *nowhere to the park*."""
    led = change.before[-2:-1] if change.before[-1:] == ["to"] else []
    return not change.gone and change.new in (["the"], ["a"], ["an"]) and not PLACES.isdisjoint(led)


GUARDS: tuple[Callable[[Change], bool], ...] = (_did, _remembered, _apologised, _cut, _have_not, _were_to, _to_the)
