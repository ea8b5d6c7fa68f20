"""Places, peoples and titles written small: *in madrid*, *new york*, *my brazilian friend*, *mr Smith*. And seasons
that have a capital: *in the Summer*.

Days, months, languages and countries of which nobody makes anything else are `COMMON_NAMES` (`faults.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.spelling.fault import LIKELY, Fault, any_of, late, words_of
from gec.spelling.wording import FREE

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
    brazilian colombian peruvian chilean venezuelan cuban moroccan tunisian algerian nigerian kenyan ethiopian
    ghanaian syrian lebanese iraqi malaysian indonesian taiwanese nepali mongolian serbian croatian slovenian
    estonian latvian lithuanian belarusian armenian kazakh icelandic hindi urdu punjabi cantonese catalan farsi
    buddhism hinduism judaism hindu
"""
_ALONE = r"(?! ?[=`(]|[\w@#/&*_-]|\.\w|['’](?!s))"
_PLACE = late(
    rf"{FREE}(?:in|from|to|visit|visited|near) ({any_of(_PLACES)})"
    r"(?=[.,!?](?: [A-Za-z]|\Z)|\Z| (?:and|but|with|last|in|for|when|because|on|is|was|next|I|we)\b)"
)
_NAMES = late(rf"{FREE}(?<!`)(?<!= )(?:{any_of(_TWO)}|{any_of(_PEOPLES)}){_ALONE}")
_TITLE = late(rf"{FREE}(mr|mrs|ms)(?=\.? [A-Z][a-z]+)")
# What to look for where one of some words is.
_SMALL = (
    (frozenset(_PLACES.split()), _PLACE),
    (frozenset(f"{_PEOPLES} {_TWO}".replace("_", " ").split()), _NAMES),
    (frozenset({"mr", "mrs", "ms"}), _TITLE),
)
_SEASON = late(
    rf"{FREE}(?:[Ii]n|[Dd]uring|[Tt]his|[Ll]ast|[Nn]ext|[Ee]very) (?:the )?(Summer|Winter|Spring|Autumn)"
    r"(?=[.,;!?](?: [A-Za-z]|\Z)|\Z| (?:I|we|he|she|it|they|the|my|but|because|when|holidays|vacation)\b)"
)


def _small(text: str) -> Iterator[Fault]:
    words = words_of(text)
    for wanted, rule in _SMALL:
        if not wanted.isdisjoint(words):
            for found in rule.finditer(text):
                which = found.lastindex or 0
                yield Fault(*found.span(which), found[which].title())


def _season(text: str) -> Iterator[Fault]:
    if any(season in text for season in ("Summer", "Winter", "Spring", "Autumn")):
        yield from (Fault(*found.span(1), found[1].lower(), LIKELY) for found in _SEASON.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_small, _season)
