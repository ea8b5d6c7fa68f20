"""Words written twice: *the the*, *we we*, *he he*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon
from gec.language.forms import verb
from gec.rules.fault import END, FREE, NEAR, Fault, any_of, first, late

_TWICE = late(rf"{FREE}(the|an?|of|to|and|for|with|my|from|we|they|be) (\1){END}", re.IGNORECASE)
# These may stand three times for a reason: he he he.
_AGAIN = late(
    rf"{FREE}(me|him|us|them|he|she|at|by|can|will|not|was|were|before|after|because|when|their|our|your|into"
    rf"|this) \1(?! \1\b){END}"
)
_WHAT = late(r"\b(?:what|who|whoever|whatever)\b", re.IGNORECASE)
# The will will be read, the oil can can be opened.
_NAMED = late(
    r"(?<![\w'’])(?:the|an?|my|your|his|her|our|their|this|that|every|each|no|[a-z]+['’]s) (?:([a-z]+) )?\Z",
    re.IGNORECASE,
)
# Somebody to talk to to cheer me up, what he asked for for years, most proud of of all.
_RELATIVE = late(
    r"\b(?:what|who|whom|which|that|where|whatever|whoever|(?:some|any|every|no)(?:body|one|thing|where)|no one|places?"
    r"|persons?|people|things?|ones?|most|more|all|how"
    r"|(?!(?:and|but|so|because|when|if|then|I|we|he|she|they|you)\b)[a-z]+ (?:I|we|he|she|they|you))\b",
    re.IGNORECASE,
)
_LEFT = frozenset({"of", "to", "for", "with", "from", "at", "by"})
_TO = """
    talk talks talked talking speak speaks spoke spoken speaking listen listens listened listening write writes wrote
    written writing go goes went gone going come comes came belong relate turn turns turned forward used agree agrees
    agreed refer referred return returned reply replied respond responded object apply applied subscribe subscribed move
    moved travel travelled lead leads led stick stuck point pointed connect connected adhere resort resorted appeal
    appealed adapt adapted add added get gets got close near married related drive drove driven walk walked run ran fly
    flew sail sailed ride rode climb climbed
"""
_TAKES_TO = late(rf"\b(?:{any_of(_TO)}) \Z", re.IGNORECASE)
_LAST = late(r"([a-z]+) \Z")
_NEXT = late(r" ([a-z]+)")


# What it was was, the way they were were: a noun or the like, and a clause about it.
_ABOUT_IT = late(
    r"\b(?!(?:and|but|so|because|when|if|then|that|than|as|since|while|though|although|until|till|before|after|once)\b)"
    r"[a-z]+ (?:I|we|he|she|it|they|you|there) \Z",
    re.IGNORECASE,
)
_TIMES = late(r" (?:morning|afternoon|evening|week|weekend|month|year|summer|winter|spring|autumn|time|way)\b")
_GOES_BY = late(
    r"\b(?:go|goes|went|gone|going|pass(?:e[sd]|ing)?|drop(?:s|ped|ping)?|stop(?:s|ped|ping)?|c[oa]mes?|coming) \Z"
)


def _twice(text: str) -> Iterator[Fault]:
    for found in _TWICE.finditer(text):
        once, again = found.groups()  # AND and OR, plan A a success
        same = once == again or (once == again.capitalize() and first(text, found.start()))
        if same and not _stranded(text, *found.span(), once):
            yield Fault(*found.span(), once)
    for found in _AGAIN.finditer(text):
        said = found[1] in ("was", "were") and _WHAT.search(text, 0, found.start()) is not None  # what it was was
        said = said or _apart(text, found) or _named(text, found) or _stranded(text, *found.span(), found[1])
        if not said and not text.endswith(f"{found[1]} ", 0, found.start()):
            yield Fault(*found.span(), found[1])


def _apart(text: str, found: re.Match[str]) -> bool:
    """Whether a clause or a phrase ends between the two: *all it was was*, *I did this this week*."""
    before = max(0, found.start() - NEAR)
    if found[1] in ("was", "were"):
        return _ABOUT_IT.search(text, before, found.start()) is not None
    if found[1] == "this":
        return _TIMES.match(text, found.end()) is not None
    return found[1] == "by" and _GOES_BY.search(text, before, found.start()) is not None


def _named(text: str, found: re.Match[str]) -> bool:
    """Whether the first of two is a noun: *the will will*."""
    if found[1] not in ("can", "will"):
        return False
    before = _NAMED.search(text, max(0, found.start() - NEAR), found.start())
    if before is None or before[1] is None or found[1] == "can":
        return before is not None
    return before[1] == "living" or "ADJ" in lexicon.kinds(before[1])


def _stranded(text: str, start: int, end: int, word: str) -> bool:
    """Whether the first of two belongs to what comes before, and the second to what follows."""
    before = max(0, start - NEAR)
    if word not in _LEFT or not _RELATIVE.search(text, before, start):
        return False
    if word == "to":
        follows = _NEXT.match(text, end)
        return follows is not None and verb(follows[1]) and _TAKES_TO.search(text, before, start) is not None
    last = _LAST.search(text, before, start)
    return last is not None and lexicon.kind(last[1]) in ("VERB", "ADJ")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_twice,)
