"""Nouns that are not counted, and those that are: *informations*, *a beautiful weather*, *less people*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.edits import lexicon
from gec.spelling.fault import LIKELY, Fault
from gec.spelling.wording import FREE

_COUNTED = """
    informations advices furnitures homeworks equipments knowledges luggages baggages softwares hardwares feedbacks
"""
# What nobody has one of.
_NO_UNIT = """
    weather news homework luggage baggage furniture progress advice housework information public_transport
    public_transportation
"""
_ONE = {"these": "this", "those": "that", "are": "is", "were": "was", "have": "has"}
_ENDS = r"(?=[.,;!?](?: |\Z)|\Z| (?:about|for|from|but|because|in|when|if|is|was|to)\b)"

_NOUNS = re.compile(
    rf"{FREE}(?:(these|those) )?({'|'.join(_COUNTED.split())})\b(?!['’-])(?: (are|were|have)\b)?", re.IGNORECASE
)
_A = re.compile(
    rf"{FREE}an? ((?:(?:very|really|quite|so) )?(?:[a-z]+ )?(?:{'|'.join(_NO_UNIT.split()).replace('_', ' ')})){_ENDS}",
    re.IGNORECASE,
)
_LESS = re.compile(
    rf"{FREE}(?<!or )(?<!much )(?<!no )(?<!any )(?<!far )(less) ([a-z]+)\b(?!['’-]| of\b)", re.IGNORECASE
)
_MANY = frozenset({"people", "children", "men", "women"})
_LIKE_PLURALS = frozenset({"news", "series", "species", "means", "physics", "maths", "politics"})


def _uncounted(text: str) -> Iterator[Fault]:
    for found in _NOUNS.finditer(text):
        which, noun, verb = found.groups()
        said = [_ONE[which.lower()]] if which else []
        said += [noun[:-1].lower() if which else noun[:-1], *([_ONE[verb.lower()]] if verb else [])]
        new = " ".join(said)
        yield Fault(*found.span(), new[0].upper() + new[1:] if found.group()[0].isupper() else new)


def _article(text: str) -> Iterator[Fault]:
    for found in _A.finditer(text):
        new = found[1]
        yield Fault(*found.span(), new[0].upper() + new[1:] if found.group()[0] == "A" else new, LIKELY)


def _less(text: str) -> Iterator[Fault]:
    for found in _LESS.finditer(text):
        noun = found[2].lower()
        if noun in _MANY or (_plural(noun) and noun not in _LIKE_PLURALS):
            yield Fault(*found.span(1), "Fewer" if found[1][0] == "L" else "fewer", LIKELY)


def _plural(word: str) -> bool:
    ends = word.endswith("s") and not word.endswith(("ss", "is", "us"))
    return ends and lexicon.kind(word) == "NOUN" and any(form == "s" for _, form in lexicon.analyses(word))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_uncounted, _article, _less)
