"""Commas beside what stands apart from its sentence: *Yes I do*, *Hello Maria I hope*, *Thanks Mary!*, *It is cold
isn't it?*, *Paris France*. And those that part what belongs together: *He told me, that*, *I wonder, why*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.language import word_set
from gec.rules.fault import FREE, LIKELY, Fault, any_of, late, words_of

_DOES = r"(?:am|is|are|was|were|do|does|did|can|could|will|would|have|has|had|should|must|(?:[a-z]+n|can|won|don)['’]t)"
_WE = "(?:I|we|they|he|she|you|it|there)"
_YES = late(rf"\A\W{{0,3}}(?:Yes|No|Yeah)(?= (?:{_WE} {_DOES}|(?:I|we|they|you|he|she|it)['’](?:m|s|re|ll|d|ve))\b)")
_NAMED = r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][a-z]+"
_HELLO = late(
    rf"\A\W{{0,3}}(?:(?:Hi|Hello|Hey|Dear|Thanks|Good (?:morning|evening|afternoon)|Sorry) {_NAMED}"
    r"|(?:Hi|Hello|Hey|Good (?:morning|evening|afternoon)|Dear),? (?:everyone|everybody|all|guys|friends|sir|madam))"
    r"(?= (?:I|how|thank|thanks|my|we|it|what|this|sorry|can|are|do|did)\b)"
)
# Thank you God!, No Parking!, Yes Minister!
_NOBODY = (
    "God|Lord|Bye|Way|Entry|Exit|Thanks|Problem|Idea|Doubt|Men|Minister|Vietnam|America|Everyone|Limits|Fear|Comment"
    "|Deal|Chance|Worries|[A-Z][a-z]+ing"
)
_CALLED = late(
    r"\A\W{0,3}(?:Thanks|Thank you|Sorry|Goodbye|Bye|Congratulations|Good (?:morning|evening|afternoon|night)|Yes|No)"
    rf"(?= (?!(?:{_NOBODY})\b){_NAMED}[.!](?: |\Z))"
)
_FIRST = frozenset("YNHDTSGBC\"“‘'(")
_NOT = late(r"n['’]t\b|\b(?:not|never)\b")
_TAG_YES = late(
    r"(?<=[a-z])(?<! or)(?<! nor)(?<! so)"
    r"(?= (?:is|was|do|does|did|can|could|will|would|have|has|are|were) (?:it|he|she|they|you|we)\?)"
)
_CITIES = """
    Paris London Berlin Rome Madrid Barcelona Milan Munich Vienna Athens Moscow Tokyo Osaka Beijing Shanghai Seoul
    Bangkok Hanoi Delhi Mumbai Cairo Istanbul Ankara Warsaw Krakow Prague Budapest Lisbon Porto Dublin Sydney
    Melbourne Toronto Vancouver Montreal Nairobi Lagos Lima Santiago Kiev Kyiv Zurich Geneva Oslo Stockholm
    Copenhagen Helsinki Amsterdam Brussels Lahore Karachi Manila Jakarta Venice Florence Naples Valencia Seville
"""
_CITY_NAMES = word_set(_CITIES.lower())
_COUNTRIES = """
    France England Germany Italy Spain Austria Greece Russia Japan China Korea South_Korea Thailand Vietnam India
    Egypt Turkey Poland Hungary Portugal Ireland Australia Canada Kenya Nigeria Peru Chile Ukraine Switzerland
    Norway Sweden Denmark Finland Belgium Pakistan Indonesia
"""
_CITY = late(rf"{FREE}(?:{any_of(_CITIES)})(?= (?:{any_of(_COUNTRIES)})(?=[.,;!?](?: |\Z)|\Z| [a-z]))")
_TOLD = late(
    r"\b(?:told|tell|tells) (?:me|him|her|us|them|you)(,) that"
    r" (?:I|he|she|it|we|they|the|my|there)\b(?=[^,;:]*(?:\Z|, (?:and|but|so|because|or|which)\b))"
)
_WHY = late(
    r"(?<!never )(?<![Aa]s you )(?<![Aa]s I )(?<!If I )(?<!if I )(?<!If you )"
    r"\b(?:(?:do|did|does)n['’]t (?:know|understand|remember)|know|wonder|understand|remember|forgot"
    r"|asked (?:me|him|her|us)|tell me|told me)(,)"
    r" (?:where|how|why|who) (?:I|we|he|she|they|it|you|to)\b(?=[^,;:]*\Z)"
)
_SISTER = late(
    r"\A\W{0,3}(?:My|The|Our|His|Her|Their|This) (?!other\b|same\b)(?:[a-z]+ )?[a-z]+(,)"
    r" (?:is|was|are|were) (?!(?:it|he|she|they|you|we|this|these|there)\b)(?=[^,;:?!]*\Z)"
)


def _missing(text: str) -> Iterator[Fault]:
    for rule in (_YES, _HELLO, _CALLED) if text[:1] in _FIRST else ():
        if found := rule.match(text):
            yield Fault(found.end(), found.end(), ",", LIKELY)
    if text.endswith("?", 0, len(text.rstrip("\"'”’) "))):
        for found in _TAG_YES.finditer(text):
            if _NOT.search(text, 0, found.start()) and "?" not in text[: found.start()]:
                yield Fault(found.start(), found.start(), ",", LIKELY)
    if not _CITY_NAMES.isdisjoint(words_of(text)):
        yield from (Fault(found.end(), found.end(), ",", LIKELY) for found in _CITY.finditer(text))


def _needless(text: str) -> Iterator[Fault]:
    if "," not in text:
        return
    for rule in (_TOLD, _WHY):
        for found in rule.finditer(text):
            yield Fault(found.start(1), found.end(1) + 1, " ", LIKELY)
    if sister := _SISTER.match(text):
        yield Fault(sister.start(1), sister.end(1) + 1, " ", LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_missing, _needless)
