"""Guards for verbs that agree already: with *data* or *police*, with the one of *one of my friends*, with the effects
in *the effects of the drug*. `guesses.py` asks them all.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gec.edits.change import Change
from gec.language import lexicon, word_set

# Subjects that look like plurals, that look like singulars, and that are used as both.
SINGULAR = word_set("physics politics athletics mathematics economics linguistics news measles")
PLURAL = word_set("police people cattle")
EITHER = word_set("""
    data media staff family government team crew committee audience jury council board band club crowd majority
    minority couple army navy orchestra choir squad parliament cabinet
""")
# Before such a subject: it is no subject, or said to be one or many.
BOUND = word_set("""
    of in on for about with and or to from by a an this that each every one another these those both many few
""")
_MADE_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}
_OWN = "the|my|your|his|her|our|their|its|these|those"

# Interface and operation affect it.
_BOTH = re.compile(
    rf"(?:\A|[.;:!?,] (?:and )?|\bthat )\W*(?:(?:{_OWN}|this|that) )?(?:[a-z]+ )?([a-z]+)"
    rf" and (?:(?:{_OWN}|this|that) (?:[a-z]+ )?)?([a-z]+) (?:[a-z]+ly )?\Z",
    re.IGNORECASE,
)
# What somebody sees, hears, lets or makes somebody do.
_DOING = re.compile(
    r"\b(?:sees?|saw|seen|seeing|hears?|heard|hearing|watch(?:es|ed|ing)?|ha(?:ve|s|d|ving)|felt|notic(?:es?|ed|ing)|lets?|letting"
    rf"|mak(?:es?|ing)|made|helps?|helped|helping) (?:it|him|her|them|me|us|(?:{_OWN}|an?) [a-z]+) \Z",
    re.IGNORECASE,
)
_MAKING = re.compile(
    r"\b(?:mak(?:es?|ing)|made|lets?|letting) (?!.*\b(?:and|or|but|that|which|who|if|when)\b)(?:[a-z]+ ){1,4}\Z"
)


def _either(change: Change) -> bool:
    """The verb of *physics*, *data* or *police* is made to agree, and did already."""
    before = [word for word in change.before if word not in lexicon.BETWEEN]
    if change.pair is None or not before or not BOUND.isdisjoint(before[-3:-1]):
        return False
    one, many = _made_singular(change), _made_plural(change)
    if not one and not many:
        return False
    return before[-1] in EITHER or before[-1] in (PLURAL if one else SINGULAR)


def _both(change: Change) -> bool:
    """*interface and operation affect it* becomes *affects*."""
    found = _BOTH.search(change.left) if _made_singular(change) else None
    return found is not None and all("NOUN" in lexicon.kinds(word.lower()) for word in found.groups())


def _done(change: Change) -> bool:
    """*I heard it rain* becomes *it rains*."""
    pair = change.pair
    plain = pair is not None and pair[0] != pair[1] and pair[0] in lexicon.bases(pair[1])
    doing = _DOING.search(change.left) or (_made_singular(change) and _MAKING.search(change.left))
    return plain and bool(doing)


def _made_singular(change: Change) -> bool:
    return change.pair is not None and _agreeing(change.pair[1], change.pair[0])


def _made_plural(change: Change) -> bool:
    return change.pair is not None and _agreeing(*change.pair)


def _agreeing(one: str, many: str) -> bool:
    """Whether these are a verb's form of the third person and its plain one."""
    return _MADE_PLURAL.get(one) == many or any(form == "s" and base == many for base, form in lexicon.analyses(one))


GUARDS: tuple[Callable[[Change], bool], ...] = (
    _either,
    _done,
    _both,
)
