"""Verbs that do not agree with the noun right before them: *the cat don't*, *my old neighbour are*, *the teachers was*,
*these pills makes*, or before a few words between: *the reasons for this has*;
*the two sisters has*, *where is my keys*.

A noun is one or many by what the lexicon knows of it; those that are both, or as you take them, are left alone.
Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.rules.code.agreeing import of_many, of_one, plural
from gec.rules.code.distant import SEVERAL
from gec.rules.code.forms import base_of_third
from gec.rules.fault import LIKELY, Fault, has, late

# Behind these a clause begins, and its verb is that of the noun that follows.
CLAUSE = (
    r"(?:\A\W{0,3}|, (?:but |so |yet )?|; |(?<![\w'’])(?:[Bb]ut|[Bb]ecause|[Ii]f|[Uu]nless|[Ww]hen(?:ever)?|[Ww]hile"
    r"|[Ww]hereas|Once|[Aa]lthough|[Tt]hough|so|that|thinks?|thought|know|says?|said|where|why|whether|[Yy]et|then) )"
)
_OWN = "[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir"
_ONE = late(
    rf"{CLAUSE}(?P<whose>[Tt]he|[Tt]his|[Tt]hat|{_OWN}|[Ee]very|[Ee]ach|[Aa]nother|[Aa]n?) (?P<quality>[a-z]+ )?"
    r"(?P<noun>[a-z]+) (?P<verb>(?:are|were|have|do)(?:n['’]t| not)|are|were|have)(?= [a-z])"
)
_MANY = late(
    rf"{CLAUSE}(?P<whose>[Tt]he|[Tt]hese|[Tt]hose|{_OWN}|(?<!so )(?<!too )(?<!many, )[Mm]any|[Ss]ome|[Bb]oth"
    r"|[Aa]ll(?: the)?|[Mm]ost|[Ss]everal|(?:[Tt]he )?[Oo]ther) (?P<quality>[a-z]+ )?(?P<noun>[a-z]+s)"
    r" (?P<verb>(?:is|was|has|does)(?:n['’]t| not)|[a-z]+s)(?= [a-z])"
)
# The reasons for this has; the key to the rooms are. What is of something, several or not, is distant.py's.
_WHAT = r"(?:(?:the|this|that|these|those|my|your|his|her|our|their|an?|its) )?(?:[a-z]+ )?[a-z]+"
_ONE_WITH = late(
    rf"{CLAUSE}(?P<whose>[Tt]he|[Tt]his|[Tt]hat|{_OWN}|[Ee]very|[Ee]ach|[Aa]nother|[Aa]n?) (?P<quality>[a-z]+ )?"
    rf"(?P<noun>[a-z]+) (?:in|for|with|from|on|at|near|about|to) (?P<what>{_WHAT})"
    r" (?P<verb>(?:are|were|have|do)(?:n['’]t| not)|are|were|have)(?= [a-z])"
)
_OTHER_CLAUSE = late(
    r"\b(?:that|which|who|whom|what|where|when|whether|if|and|or|how|why|because|is|was|are|were|has|have|it|he|she"
    r"|they|you"
    r"|we|i|to|will|would|can|could|may|might|should|must|there)\b"
)
_UNREAL = late(r"\b(?:if|though|wish(?:ed)?|suppose|imagine|lest|whether|rather)\b", re.IGNORECASE)
_ASKED = late(  # that each item have a name
    r"\b(?:care must be taken|(?:suggest|recommend|insist|demand|requir|request|propos|ask|prefer)[a-z]*"
    r"|important|essential|vital|necessary|crucial|imperative|better) that \Z"
)
_NAMED = late(  # one of those that follow each other: *my mother, my father are*
    r"(?:\A|[,;:] |\b(?:and|or) )\W{0,3}(?:the|this|that|my|your|his|her|our|their|an?) (?:[a-z]+ ){0,2}[a-z]+\Z",
    re.IGNORECASE,
)
# Several as you take them, or by their form alone.
_NEITHER = """
    club choir infantry cavalry gentry clergy nobility proletariat bourgeoisie trio duo quartet quintet orchestra
    cast company firm government opposition council jury audience public press media data team side squad enemy
    minority police folk kin fry cattle poultry livestock vermin personnel offspring cod trout salmon squid shrimp
    sheep deer moose antelope bison swine sperm aircraft spacecraft species series means headquarters crossroads
    barracks works news odds bellows sales proceeds spectra ova atria rich poor young elderly dead latter former
    opposite half other others one ones hundred thousand million billion few little many things hair water progeny
    dice cannot faculty management leadership administration prosecution foundation defense emu parliament senate
    defence school university department church bank community industry nation country couple pair village town
    world brethren matzot innings ethics biceps triceps links agency airline electorate youth battalion midfield
    attack household brass race ministry union network label
"""
_EITHER = (SEVERAL - {"mother", "father", "president"}) | word_set(_NEITHER)
BEFORE = 40  # characters before what is found that are looked at


def _one(text: str) -> Iterator[Fault]:
    for pattern in (_ONE, _ONE_WITH) if has(text, (" are", " were", " have", " do")) else ():
        for found in pattern.finditer(text):
            if single(found["noun"]) and _fits(text, found) and not _unreal(text, found):
                yield Fault(*found.span("verb"), of_one(found["verb"]) or "", LIKELY)


def _many(text: str) -> Iterator[Fault]:
    for found in _MANY.finditer(text) if "s " in text else ():
        several = found["noun"] not in _EITHER and plural(found["noun"])
        if several and _fits(text, found) and (new := _by_many(found["verb"])):
            yield Fault(*found.span("verb"), new)


@lru_cache(maxsize=4096)
def single(noun: str) -> bool:
    """Whether a word is a noun, and one thing."""
    if noun in _EITHER or noun in lexicon.CLOSED or noun in lexicon.AUXILIARIES:
        return False
    if noun.endswith(("i", "ae", "ia", "men", "people", "fish")) or re.search(r"(?<!s)s\Z", noun):
        return False
    kinds = lexicon.kinds(noun)
    return kinds[:1] == ["NOUN"] and "ADJ" not in kinds and lexicon.known(noun) and not plural(noun)


def described(found: re.Match[str]) -> bool:
    """Whether what stands between, if anything, says what the noun is like."""
    quality = found["quality"]
    return not quality or lexicon.kind(quality.strip()) == "ADJ"


def _fits(text: str, found: re.Match[str]) -> bool:
    """Whether the verb is said of the noun, and not of others before it or behind."""
    what = found.groupdict().get("what")
    return described(found) and not (what and _OTHER_CLAUSE.search(what)) and not _listed(text, found)


def _unreal(text: str, found: re.Match[str]) -> bool:
    """Whether it says what is not so, or what somebody asks for."""
    pattern = {"were": _UNREAL, "have": _ASKED, "do n": _ASKED}.get(found["verb"][:4])
    return pattern is not None and pattern.search(_before(text, found)) is not None


def _listed(text: str, found: re.Match[str]) -> bool:
    before = _before(text, found)
    return before.endswith((", ", "; ")) and _NAMED.search(before[:-2]) is not None


def _before(text: str, found: re.Match[str]) -> str:
    return text[max(0, found.start() - BEFORE) : found.start("whose")]


@lru_cache(maxsize=4096)
def _by_many(verb: str) -> str | None:
    """What many do where it says what one does, if that is no noun."""
    if verb.endswith(" not"):
        bare = of_many(verb[:-4])
        return bare and f"{bare} not"
    new = of_many(verb)
    if new is None or verb in ("is", "was", "has", "does", "goes") or not verb.isalpha():
        return new
    return new if lexicon.kinds(new) == ["VERB"] and base_of_third(verb) and verb != "means" else None


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    _one,
    _many,
)
