"""Names written small, and seasons that are not: *on monday*, *my brazilian friend*, *mr Smith*, *in the Summer*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import word_set
from gec.language.lexicon import COMMON_NAMES
from gec.rules.fault import FREE, LIKELY, Fault, any_of, late, words_of

# Common names that are words besides, or that many write small.
_UNSURE = """
    march may august polish turkey china internet bible catholic christian christianity protestant arctic facebook
    google youtube whatsapp instagram wikipedia french dutch swiss danish welsh roman arabic arab pacific atlantic
    thanksgiving
"""
# Behind *in* or *to*; programs are called so too.
_PLACES = """
    madrid barcelona moscow tokyo beijing shanghai istanbul berlin munich vienna athens prague warsaw budapest
    lisbon dublin sydney melbourne toronto vancouver montreal chicago boston delhi mumbai seoul osaka kyoto bangkok
    hanoi cairo dubai amsterdam brussels stockholm copenhagen helsinki oslo zurich geneva milan venice florence
    naples rome seville valencia manchester liverpool edinburgh glasgow california florida texas hawaii sicily kenya
    nigeria ghana ethiopia morocco tunisia algeria peru chile colombia venezuela ecuador cuba bolivia iraq syria
    lebanon kuwait nepal bangladesh malaysia indonesia singapore taiwan mongolia serbia croatia slovenia slovakia
    estonia latvia lithuania belarus armenia azerbaijan kazakhstan uzbekistan iceland cyprus malta luxembourg
"""
_TWO = """
    new_york hong_kong los_angeles san_francisco new_zealand south_africa south_korea north_korea saudi_arabia
    sri_lanka costa_rica buenos_aires mexico_city great_britain south_america north_america new_delhi las_vegas
    eiffel_tower santa_claus latin_america czech_republic
"""
_PEOPLES = """
    colombian peruvian chilean venezuelan cuban moroccan tunisian algerian nigerian kenyan ethiopian ghanaian syrian
    lebanese iraqi malaysian indonesian taiwanese nepali mongolian serbian croatian slovenian estonian latvian
    lithuanian belarusian armenian kazakh icelandic hindi urdu punjabi cantonese catalan farsi buddhism hinduism judaism
"""
_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NAMES = "|".join(sorted(COMMON_NAMES - {*_UNSURE.split()}))
# Three days in a row are values to choose from; what stands beside = or ` is one as well.
_NAME = late(
    rf"{FREE}(?<!`)(?<!= )(?:{_DAY}(?:(?:, ?| ?[|/] ?| )(?:or |and )?{_DAY}){{2,}}+"
    rf"|({_NAMES})(?! ?[=`]|[\w@#/&*_-]|\.\w|['’](?!s)))"
)
_SHORT = late(rf"{FREE}(?<!`)(?<!= )(?:tv|usa|uk)(?! ?[=`]|[\w@#/&*_(\[-]|\.\w|['’](?!s))")
_ALONE = r"(?! ?[=`(]|[\w@#/&*_-]|\.\w|['’](?!s))"
_PLACE = late(
    rf"{FREE}(?:in|from|to|visit|visited|near) ({any_of(_PLACES)})"
    r"(?=[.,!?](?: [A-Za-z]|\Z)|\Z| (?:and|but|with|last|in|for|when|because|on|is|was|next|I|we)\b)"
)
_PEOPLE_AND_PLACES = late(rf"{FREE}(?<!`)(?<!= )(?:{any_of(_TWO)}|{any_of(_PEOPLES)}){_ALONE}")
# What to look for where one of some words is.
_WRITTEN_SMALL = (
    (word_set(_PLACES), _PLACE),
    (word_set(f"{_PEOPLES} {_TWO}".replace("_", " ")), _PEOPLE_AND_PLACES),
)
_SEASON = late(
    rf"{FREE}(?:(?:[Ii]n|[Dd]uring) the|(?P<bare>[Ii]n|[Dd]uring)|[Tt]his|[Ll]ast|[Nn]ext|[Ee]very)"
    r" (?P<season>Summer|Winter|Spring|Autumn)"
    r"(?=[.,;!?](?: [A-Za-z]|\Z)|\Z| (?:I|we|he|she|it|they|the|my|but|because|when|holidays|vacation)\b)"
)
# What a framework called Spring has nothing to do with.
_OUTDOORS = late(
    r"\b(?:summer|winter|autumn|fall|flowers?|bloom(?:s|ed)?|blossoms?|birds?|trees?|weather|rain(?:s|ed|y)?|gardens?"
    r"|plants?|planted|sow(?:s|n)?|seeds?|snow|warm(?:er)?|cold|leaves|holidays?|vacation|bees|lambs?|days|nights|melts?|I|we|my|our)\b",
    re.IGNORECASE,
)


def _name(text: str) -> Iterator[Fault]:
    yield from (Fault(*found.span(), found[1].capitalize()) for found in _NAME.finditer(text) if found[1])
    yield from (Fault(*found.span(), found.group().upper()) for found in _SHORT.finditer(text))


def _small(text: str) -> Iterator[Fault]:
    words = words_of(text)
    for wanted, rule in _WRITTEN_SMALL:
        if not wanted.isdisjoint(words):
            for found in rule.finditer(text):
                which = found.lastindex or 0
                yield Fault(*found.span(which), found[which].title())


def _season(text: str) -> Iterator[Fault]:
    if any(season in text for season in ("Summer", "Winter", "Spring", "Autumn")):
        for found in _SEASON.finditer(text):
            bare = found["bare"] and found["season"] == "Spring"
            if not bare or _OUTDOORS.search(text):
                yield Fault(*found.span("season"), found["season"].lower(), LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_name, _small, _season)
