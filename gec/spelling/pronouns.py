"""Pronouns: *in it's middle*, *who's car*, *their selves*, *a friend of me*, *my brother and me went*, *the both*,
*each others*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from gec.edits import lexicon
from gec.spelling.fault import LIKELY, Fault, words_in
from gec.spelling.wording import FREE

_OWNED = "mother|father|parents|son|daughter|wife|husband|brother|sister|friend|car|house|name|job|dog|family|hair|eyes"
_MINE = {"me": "mine", "my": "mine", "him": "his", "us": "ours", "our": "ours", "them": "theirs", "their": "theirs",
         "you": "yours", "your": "yours"}  # fmt: skip


# In it's been a week, and that it's a noun of, *it's* is a verb.
_ITS = re.compile(
    rf"{FREE}(?:in|of|on|for|with|from|by|to|has|have|had|about|chang(?:e|es|ed)|lost|the|into|at|all)"
    r" (?P<its>it['’]s) (?:(?:own|first|new|old|main|best|beautiful|original|second) )?(?P<noun>[a-z]+)\b(?!['’-])"
)
_OWN = re.compile(rf"{FREE}(?P<its>[Ii]t['’]s) own\b(?! (?:up|goal|thing))")
_AFTER_IT_IS = """
    time fun ok okay fine like just not so all true good cold work money love magic crap chaos rain
"""
_NO_NOUNS = frozenset(_AFTER_IT_IS.split())
_WHOSE = re.compile(rf"{FREE}(?P<who>[Ww]ho['’]?s) (?:{_OWNED})\b(?=[^.!?]* (?:is|was|are|were|has|had)\b)")
_SELF = re.compile(
    rf"{FREE}(?P<self>(?P<who>their) sel(?:f|ves)|theirsel(?:f|ves)|hisself|themselfs|ourselfs)\b(?!['’-])"
    r"(?! (?:portraits?|esteem|confidence|respect|image|control|worth|interest|defen[cs]e|help)\b)"
)
_OF_ME = re.compile(
    r" of (?P<me>me|my|him|us|our|them|their|you|your)"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:but|because|who|in|at|is|was|has|told|said|lives|works|from|went|gave|when)\b)"
)
_KNOWN = """
    friend friends classmate classmates colleague colleagues cousin cousins neighbour neighbours neighbor neighbors
    teacher teachers relative relatives
"""
_FRIENDS = frozenset(_KNOWN.split())
_FRIEND = re.compile(
    r"\b(?:[Aa]|some|two|three|[Ss]everal|old|best|good|close|new|this|that|another|many) "
    r"(?:friends?|classmates?|colleagues?|cousins?|neighbou?rs?|teachers?|relatives?)\Z"
)
_OURS = re.compile(r"(?:is|are|was|were)(?: not)? (?P<me>my|your|our)[.!?]?\Z")
BESIDE = 30  # characters before a word that are looked at
_AND_ME = re.compile(
    r"(?:\A\W{0,3}|[,;] |\b(?:and|but|because|so|that|when|if) )(?:[Mm]y|[Hh]is|[Hh]er) (?:[a-z]+ )?[a-z]+ and "
    r"(?P<me>me|myself) (?:are|were|went|go|have|had|like|love|decided|want|wanted|live|play|played|study|can|will"
    r"|always"
    r"|used|met|also|walked|came|visited|saw|took|got|did|do|spent|ate|started|work|worked)\b(?! in\b)"
)
_BOTH = re.compile(rf"{FREE}(?P<both>[Tt]he both)(?: of)?(?= them\b| us\b|[.](?: |\Z)|\Z)")
_EACH = re.compile(
    rf"{FREE}(?P<each>each others|eachothers?|each another|one each other)\b(?!['’-])(?= (?P<noun>[a-z]+)|)"
)


@cache
def _noun(word: str) -> bool:
    return word in lexicon.table() and lexicon.kinds(word)[:1] == ["NOUN"] and word not in _NO_NOUNS


def _its(text: str) -> Iterator[Fault]:
    if "t's" in text or "t’s" in text:
        own = [found.span("its") for found in _OWN.finditer(text)]
        its = [found.span("its") for found in _ITS.finditer(text) if _noun(found["noun"])]
        yield from (Fault(*place, text[place[0]] + "ts") for place in sorted({*own, *its}))
    for found in _WHOSE.finditer(text) if "hos " in text or "ho's " in text or "ho’s " in text else ():
        yield Fault(*found.span("who"), f"{found['who'][0]}hose", LIKELY)


def _self(text: str) -> Iterator[Fault]:
    for found in _SELF.finditer(text) if "sel" in text else ():
        said = found["self"]
        new = "himself" if said.startswith("h") else "ourselves" if said.startswith("o") else "themselves"
        yield Fault(*found.span("self"), new)
    for found in _EACH.finditer(text) if "other" in text else ():
        eyes = found["each"].endswith(" others") and found["noun"] and _noun(found["noun"])
        yield Fault(*found.span("each"), "each other's" if eyes else "each other")


def _mine(text: str) -> Iterator[Fault]:
    for found in () if _FRIENDS.isdisjoint(words_in(text)) else _OF_ME.finditer(text):
        if _FRIEND.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span("me"), _MINE[found["me"]], LIKELY)
    if text.rstrip(".!?").endswith((" my", " your", " our")) and (ours := _OURS.search(text)):
        yield Fault(*ours.span("me"), _MINE[ours["me"]], LIKELY)
    yield from (Fault(*found.span("me"), "I", LIKELY) for found in _AND_ME.finditer(text) if " and m" in text)
    for found in _BOTH.finditer(text) if "he both" in text else ():
        yield Fault(*found.span("both"), "Both" if found["both"][0] == "T" else "both", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_its, _self, _mine)
