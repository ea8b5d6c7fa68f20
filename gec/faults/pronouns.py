"""Pronouns: *my self*, *their selves*, *each others*, *a friend of me*, *my brother and me went*, *the both*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.fault import FREE, LIKELY, Fault, any_of, late
from gec.words import lexicon

# Behind *my self* these say that one word is meant.
_BEHIND_SELF = """
    and or but to in on at for with by from of as when because so if that is was are were can will i a an the my more
    very too up into like than about
"""
_SELF = late(
    rf"{FREE}(?P<self>(?P<who>their) sel(?:f|ves)|theirsel(?:f|ves)|hisself|themselfs|ourselfs)\b(?!['’-])"
    r"(?! (?:portraits?|esteem|confidence|respect|image|control|worth|interest|defen[cs]e|help)\b)"
)
_APART = late(
    rf"{FREE}(my|your|our|it|him|her|them) (self|selves)\b(?!['’-])(?=\W*\Z|[.,;:!?)]| (?:{any_of(_BEHIND_SELF)})\b)",
    re.IGNORECASE,
)
_AND_ME = late(
    r"(?:\A\W{0,3}|[,;] |\b(?:and|but|because|so|that|when|if) )(?:[Mm]y|[Hh]is|[Hh]er) (?:[a-z]+ )?[a-z]+ and "
    r"(?P<me>me|myself) (?:are|were|went|go|have|had|like|love|decided|want|wanted|live|play|played|study|can|will"
    r"|always"
    r"|used|met|also|walked|came|visited|saw|took|got|did|do|spent|ate|started|work|worked)\b(?! in\b)"
)
_BOTH = late(rf"{FREE}(?P<both>[Tt]he both)(?: of)?(?= them\b| us\b|[.](?: |\Z)|\Z)")
_EACH = late(rf"{FREE}(?P<each>each others|eachothers?|each another|one each other)\b(?!['’-])(?= (?P<noun>[a-z]+)|)")


@lru_cache(maxsize=4096)
def _noun(word: str) -> bool:
    return word in lexicon.table() and lexicon.kinds(word)[:1] == ["NOUN"]


def _reflexive(text: str) -> Iterator[Fault]:
    for found in _APART.finditer(text):
        whose, ending = found[1], "selves" if found[1].lower() in ("our", "them") else found[2]
        yield Fault(*found.span(), whose + ending.lower())


def _self(text: str) -> Iterator[Fault]:
    for found in _SELF.finditer(text) if "sel" in text else ():
        said = found["self"]
        new = "himself" if said.startswith("h") else "ourselves" if said.startswith("o") else "themselves"
        yield Fault(*found.span("self"), new)
    for found in _EACH.finditer(text) if "other" in text else ():
        eyes = found["each"].endswith(" others") and found["noun"] and _noun(found["noun"])
        yield Fault(*found.span("each"), "each other's" if eyes else "each other")


def _mine(text: str) -> Iterator[Fault]:
    yield from (Fault(*found.span("me"), "I", LIKELY) for found in _AND_ME.finditer(text) if " and m" in text)
    for found in _BOTH.finditer(text) if "he both" in text else ():
        yield Fault(*found.span("both"), "Both" if found["both"][0] == "T" else "both", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_reflexive, _self, _mine)
