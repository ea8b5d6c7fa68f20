"""Apostrophes of what belongs to somebody: *my fathers car*, *yesterdays paper*, *it's own*, *a friend who's father*,
*who's book is this*. And those of plurals, which have none: *many photo's*.

Of what may be a verb as well (*my parents name*), only what something is said of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon, word_set
from gec.rules.fault import FREE, LIKELY, Fault, any_of, behind_none, late, words_of

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
# Let us win the tomorrows before us.
_NO_DAY = behind_none("the The these those our all of many few two")
_DAY = late(rf"{FREE}{_NO_DAY}([Tt]odays|[Yy]esterdays|[Tt]omorrows|everyones|someones|anyones) (?=[a-z]{{3,}})")
_YOURS = late(rf"{FREE}((?:your|our|her|their)['’]s)\b(?!['’-])", re.IGNORECASE)
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


def _pronoun(text: str) -> Iterator[Fault]:
    for found in () if _YOUR.isdisjoint(words_of(text)) else _YOURS.finditer(text):
        yield Fault(*found.span(1), f"{found[1][:-2]}s")


def _plural(text: str) -> Iterator[Fault]:
    if "'s" not in text and "’s" not in text:
        return
    for found in _PHOTOS.finditer(text):
        if found[1] not in _SOMEBODY and lexicon.kinds(found[1])[:1] == ["NOUN"]:
            yield Fault(found.start(1), found.end(2), f"{found[1]}s", LIKELY)
    for found in _DVDS.finditer(text):
        yield Fault(found.start(1), found.end(1) + 2, f"{found[1]}s")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_belonging, _pronoun, _plural)
