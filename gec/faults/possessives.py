"""Apostrophes of what belongs to somebody: *my fathers car*, *yesterdays paper*, *it's own*, *a friend who's father*,
*who's book is this*. And those of plurals, which have none: *many photo's*.

Of what may be a verb as well (*my parents name*), only what something is said of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.fault import FREE, LIKELY, Fault, any_of, behind_none, late, words_of
from gec.words import lexicon, word_set

# Of whom one has one, or whom one speaks of as one.
_RELATIVES = """
    father mother brother sister wife husband friend uncle aunt cousin son daughter dad mum mom grandmother grandfather
    boyfriend girlfriend boss neighbour neighbor teacher grandma grandpa
"""
_ONES = "person man woman child boy girl king queen teacher student doctor writer author dog cat baby"
_OWNED = """
    car birthday wedding job bicycle life wife husband cat apartment friend friends kitchen advice opinion money hair
    computer bedroom clothes uncle aunt brother sister family death
"""
# These are done as well: the friends phone, the parents house them.
_NAMED = "name house phone father mother dog book garden company shop room bike flat face head"
_BEHIND = r"(?![\w'’-])"
_NAME = r"(?= (?:is|was)\b)"
_WHOSE = "my|your|his|her|our|their"
# What some are given: it cost my parents money.
_GIVING = """
    owe owes owed owing give gives gave given giving offer offers offered offering send sends sent sending lend lends
    lent lending show shows showed shown showing teach teaches taught teaching pay pays paid paying wish wished promise
    promised bring brings brought bringing buy buys bought buying loan loaned grant granted save saves saved saving
    refuse refused deny denied make makes made making earn earned charge charged leave left tell tells told win won get
    gets got cost costs costing sell sold
"""
_GIVEN = late(rf"\b(?:{any_of(_GIVING)})(?: (?:both|all|even|also|only|just))? \Z")
_GIVEN_THINGS = word_set("money advice friends clothes")
_NEAR = 24  # characters before somebody that are looked at
_FATHERS = late(
    rf"{FREE}(?i:{_WHOSE})(?: best| old| little| big| younger| older| new)?"
    rf" ((?:{any_of(_RELATIVES)})s|(?:grand)?parents)"
    rf" (?:(?P<owned>{any_of(_OWNED)}){_BEHIND}|(?:{any_of(_NAMED)}){_NAME})"
)
_PERSONS = late(
    rf"{FREE}(?:[Aa]|[Tt]his|[Tt]hat|[Ee]very|[Ee]ach|another) ((?:{any_of(_ONES)})s)"
    rf" (?:(?:{any_of(_OWNED)}){_BEHIND}|(?:{any_of(_NAMED)}){_NAME})"
)
# Let us win the tomorrows before us.
_NO_DAY = behind_none("the The these those our all of many few two")
_DAY = late(rf"{FREE}{_NO_DAY}([Tt]odays|[Yy]esterdays|[Tt]omorrows|everyones|someones|anyones) (?=[a-z]{{3,}})")
# What is owned, whatever stands before *it's*; elsewhere any noun is that may not be said of *it*.
_USUAL = """
    name members users place history people size position value values form shape beauty citizens customers leaders
    employees head tail paw paws mouth mother owner owners colour color price quality students environment culture
    streets beaches advantages disadvantages effects impact inhabitants population content contents success meaning
    readers author part parts role roles purpose future origin origins roots neighbour neighbours neighbor neighbors
    end side surface walls windows doors roof legs eyes wings food
"""
_SAID_OF_IT = "time fun ok okay fine like just not so all true good cold work money love magic crap chaos rain"
_THINGS, _NO_THINGS = word_set(_USUAL), word_set(_SAID_OF_IT)
_SAYING = (
    "(?:explain|admitt|insist|reali[sz]|hop|decid|believ|notic|add|learn|argu|claim|suggest|agre|show|confirm|assum"
    "|conclud"
    "|report|stat|mention|prov|complain|predict|pretend|not|announc|warn|promis|remark|remember|wonder)"
)
_ITS = late(
    rf"{FREE}(?:(?P<sure>(?<!is )(?<!are )(?<!re )(?<!give )in|of|on|for|with|from|by|to|has|have|had|about"
    rf"|chang(?:e|es|ed)|lost|lose|the|into|at|(?<![Aa]fter )all"
    r"|than|under|(?<!is )(?<!was )(?<!s )over|through)|and|(?!{_SAYING}ed\b)[a-z]+ed) (it['’]s)"
    r" (?:(?:own|first|new|old|main|best|beautiful|original|second) )?(?P<noun>[a-z]+)\b(?!['’-])"
)
# Half of it's rubbish, and the trouble with it's people; but some of it's rules, and part of it's history is lost.
_PART = late(
    r"\b(?:half|rest|most|some|all|parts?|much|none|any|lot|lots|bits?|best|worst|more|less|bulk|quarter|third|majority"
    r"|(?:every|any|no|some)?things?|trouble|problem|beauty|point) (?:of|about|with|in|to|on|from|for) \Z",
    re.IGNORECASE,
)
# And it's part of the deal, and it's people like you who help.
_CLEFT = late(
    r" (?:part\b|history(?=[.,!?]|\Z| (?:now|that)\b)|(?:food|music|quality) (?:for|that)\b|[a-z]+ (?:who|that|like)\b)"
)
_DOES = late(r" (?:is|are|was|were|have|has|had|will|can|do|did|does|live|lives|lived|work)\b")
_OWN = late(rf"{FREE}([Ii]t['’]s) own\b(?! (?:up|goal|thing))")
_IT_IS = late(
    rf"{FREE}(?:that|think|because|but|if|when|so|know|hope|believe|guess|say|said) (its)"
    r" (?:an?|the|not(?! in[a-z]+able\b)|too|really|just|my|your|going|been|time(?! (?:has|had|is|was|will|would"
    r"|came)\b))\b"
    r"(?!['’-]| (?:and|or) )"
)
_WHO = late(
    rf"{FREE}([Ww]ho['’]?s) (?:(?:names?|father|mother|parents|son|daughter|wife|husband|brother|sister|car|house"
    r"|job|dog|hair|eyes|children|life|books?)\b"
    r"(?! (?:hunting|sitting|shopping|searching|hopping|sharing|of|to)\b)|(?:family|friends?)(?= (?:is|was|are|were"
    r"|has|have|had|lives?|lived"
    r"|owns?|owned|came|comes?|moved|works?|worked|died|runs?)\b))"
    r"(?=[^.!?]* (?:is|was|are|were|has|have|had|do|does|did|can|live|lives|works?)\b)"
)
_WHOSE_IS = late(r"(?<![\w'’-])([Ww]ho['’]s)(?= ([a-z]{2,20}) (?:is|are|was) (?:this|that|it)\b)")
_NO_NOUN = frozenset({"there", "here", "not", "back", "up", "in", "out", "on", "off", "next", "right", "left"})
_YOURS = late(rf"{FREE}((?:your|our|her|their)['’]s)\b(?!['’-])", re.IGNORECASE)
_WHOS = frozenset({"who's", "whos"})
_YOUR = frozenset({"your's", "our's", "her's", "their's"})
_MANY = "these those many some two three four five six several few ten"
_PHOTOS = late(
    rf"{FREE}(?:{any_of(_MANY)}) ([a-z]{{3,}})(['’]s)"
    r"(?=[.;!?](?: |\Z)|\Z| (?:are|were|on|at|of|for|to|have|that|which|who)\b)"
)
# Some guy's at the door, some people's are bigger.
_SOMEBODY = word_set("guy man woman boy girl kid person people child idiot bloke lady dude one")
_DVDS = late(rf"{FREE}(DVD|CD|TV|PC|NGO|MP|SUV|ATM|FAQ|VIP)['’]s (?:are|were|have)\b")


_OWNERS = frozenset(f"{one}s" for one in f"{_RELATIVES} parent grandparent {_ONES}".split())
_DAYS = word_set("todays yesterdays tomorrows everyones someones anyones")


def _belonging(text: str) -> Iterator[Fault]:
    if not _DAYS.isdisjoint(words := words_of(text)):
        for found in _DAY.finditer(text):
            yield Fault(*found.span(1), f"{found[1][:-1]}'s", LIKELY)
    if _OWNERS.isdisjoint(words):
        return
    for found in _FATHERS.finditer(text):
        if found["owned"] in _GIVEN_THINGS and _GIVEN.search(text, max(0, found.start() - _NEAR), found.start()):
            continue
        new = f"{found[1]}'" if found[1].endswith("parents") else f"{found[1][:-1]}'s"
        yield Fault(*found.span(1), new, LIKELY)
    for found in _PERSONS.finditer(text):
        yield Fault(*found.span(1), f"{found[1][:-1]}'s", LIKELY)


def _pronoun(text: str) -> Iterator[Fault]:
    words = words_of(text)
    if "it's" in words:
        own = {found.span(1) for found in _OWN.finditer(text)}
        own |= {found.span(2) for found in _ITS.finditer(text) if _its(text, found)}
        yield from (Fault(*place, f"{text[place[0]]}ts") for place in sorted(own))
    if "its" in words:
        yield from (Fault(*found.span(1), "it's") for found in _IT_IS.finditer(text))
    if not _WHOS.isdisjoint(words):
        asked = [found for found in _WHOSE_IS.finditer(text) if _noun(found[2])]
        yield from (Fault(*found.span(1), f"{found[1][0]}hose") for found in asked)
        told = () if asked else _WHO.finditer(text)
        yield from (Fault(*found.span(1), f"{found[1][0]}hose", LIKELY) for found in told)
    for found in () if _YOUR.isdisjoint(words) else _YOURS.finditer(text):
        yield Fault(*found.span(1), f"{found[1][:-2]}s")


def _its(text: str, found: re.Match[str]) -> bool:
    noun = found["noun"]
    if not found["sure"] and _CLEFT.match(text, found.end(2)):
        return False
    if not noun.endswith("s") and _PART.search(text, max(0, found.start(2) - _NEAR), found.start(2)):
        return _owned(noun, bool(found["sure"])) and _DOES.match(text, found.end()) is not None
    return _owned(noun, bool(found["sure"]))


@lru_cache(maxsize=4096)
def _noun(word: str) -> bool:
    return word not in _NO_NOUN and not word.endswith("ing") and "NOUN" in lexicon.kinds(word)


@lru_cache(maxsize=4096)
def _owned(word: str, sure: bool) -> bool:
    noun = sure and word in lexicon.table() and lexicon.kinds(word)[:1] == ["NOUN"] and word not in _NO_THINGS
    return word in _THINGS or noun


def _plural(text: str) -> Iterator[Fault]:
    if "'s" not in text and "’s" not in text:
        return
    for found in _PHOTOS.finditer(text):
        if found[1] not in _SOMEBODY and lexicon.kinds(found[1])[:1] == ["NOUN"]:
            yield Fault(found.start(1), found.end(2), f"{found[1]}s", LIKELY)
    for found in _DVDS.finditer(text):
        yield Fault(found.start(1), found.end(1) + 2, f"{found[1]}s")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_belonging, _pronoun, _plural)
