"""Nouns that are not counted, and those that are: *informations*, *a beautiful weather*, *less people*, *many noise*,
*a new shoes*, *the number of cars have*, *one of the best film*, *every students*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.language.agreement import plural
from gec.language.misspelt import by_rule
from gec.language.written import frequency
from gec.rules.fault import FREE, LIKELY, Fault, any_of, behind_none, late

_COUNTED = """
    informations advices furnitures homeworks equipments knowledges luggages baggages softwares hardwares feedbacks
"""
# What nobody has one of.
_NO_UNIT = """
    weather news homework luggage baggage furniture progress advice housework information public_transport
    public_transportation bread software traffic equipment research
"""
# Of what there is much, and not many.
_MUCH = """
    noise traffic water food homework rain sugar bread pollution rubbish furniture advice information luggage baggage
    money happiness fun energy electricity equipment knowledge help stress snow stuff rice milk meat music news progress
    garbage salt pressure respect patience luck housework
"""
_PAIRS = "shoes clothes jeans trousers sunglasses pants shorts pyjamas headphones scissors"
_LIKE_ADJECTIVES = "new nice beautiful black white blue red good long old"
_SINGULAR = {"have": "has", "are": "is", "were": "was", "do": "does"}
# These are no part of a name of something else, as *efficient* is in *energy efficient homes*.
_LITTLE_WORDS = """
    in on at for to from of because but with when that if is are was were have has had can will do i we you they he she
    it than as by about every so inside outside here there which always
"""
# Of which there are several kinds, or one at a time, rather than many.
_NO_PLURAL = """
    time money work advice information food music water news love help furniture research evidence nature education
    people police staff fish quality order rank importance kind sort class standard size grade calibre degree home
"""
BESIDE = 30  # characters before them that are looked at
_ONE = {"these": "this", "those": "that", "are": "is", "were": "was", "have": "has"}
_ENDS = r"(?=[.,;!?](?: |\Z)|\Z| (?:about|for|from|but|because|in|when|if|is|was|to)\b)"

_NOUNS = late(
    rf"{FREE}{behind_none('many few criminal positive negative climate radiative')}"
    rf"(?:(these|those) )?({'|'.join(_COUNTED.split())})\b"
    r"(?!['’-]| (?:were )?(?:laid|filed|sworn)\b)"
    r"(?: (are|were|have)\b)?",
    re.IGNORECASE,
)
_A = late(
    rf"{FREE}an? (?!little |[a-z]+ bread\b|information was\b|(?:royal|slow|steady|stately|painful"
    rf"|triumphal) progress\b)"
    rf"((?:(?:very|really|quite|so) )?(?:[a-z]+ )?(?:{'|'.join(_NO_UNIT.split()).replace('_', ' ')})){_ENDS}",
    re.IGNORECASE,
)
_LESS = late(rf"{FREE}(?<!or )(?<!much )(?<!no )(?<!any )(?<!far )(less) ([a-z]+)\b(?!['’-]| of\b)", re.IGNORECASE)
# Profit is revenue less costs.
_DEDUCTED = word_set("costs expenses returns discounts deductions liabilities taxes fees charges dividends")
_SUM = late(
    r"\b(?:revenues?|sales|incomes?|prices?|pay|salary|assets|profits?|earnings|receipts|total|amount) \Z",
    re.IGNORECASE,
)
# In DOM less environments.
_WITHOUT = late(r"\b(?:in|for|on|from|of|with) [A-Z]{2,} \Z")
_SO_MANY = late(
    r"(?!\AMany (?:help|progress|respect|stress|pressure|milk|water|traffic|salt|sugar|stuff|luck)\b)"
    rf"{FREE}many ({any_of(_MUCH)}|{any_of(_COUNTED)})\b"
    r"(?!['’-]| (?:[a-z]+(?:s|ed)|and|their|him|her|them|us|the)\b"
    rf"| (?!(?:{any_of(_LITTLE_WORDS)})\b)[a-z]+ (?:[a-z]+s|people|men|women)\b)",
    re.IGNORECASE,
)
# Much stands behind these and in what is denied; elsewhere it is a lot.
_DENIED = late(
    r"(?:\b(?:how|so|too|to|as|very)|(?:\b(?:not|never|without|hardly)|n['’]t)(?: [a-z]+){0,2}) \Z", re.IGNORECASE
)
_PAIR = late(
    rf"{FREE}an? ((?:(?:{any_of(_LIKE_ADJECTIVES)}) )?(?:{any_of(_PAIRS)}))"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:and(?= (?:an?|the|it|my|some|I|we|he|she|they)\b)"
    r"|but|because|with|for|from|which|that|in|at)\b)"
)
_NUMBER = late(
    r"(?:\A\W{0,3}|[,;] |because |that )[Tt]he number of"
    r" (?:(?:[a-z]+ ){0,2}[a-z]+s|(?:[a-z]+ )?(?:people|children|men|women))"
    rf" ({any_of(' '.join(_SINGULAR))})\b(?! (?:to|of)\b)"
    r"(?![^.,;]*? (?:is|was|has)\b)"  # the number of cars people have is high
)
# The number of books children have at home.
_OTHERS = late(r" of (?:[a-z]+ )?(?:[a-z]+s|children|people) (?:[a-z]+s|children|people|men|women) [a-z]+\Z")
_ONE_OF = late(
    rf"{FREE}one of (?:the|my|his|her|our|their|your|its) (?:most [a-z]+|best|worst|main|first|last|[a-z]{{2,}}est)"
    r" (?:[a-z]+(?:al|ic|ous|ful|ive|ant|ent|ble|ish) )?([a-z]+)"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:I|we|he|she|they|you|in|of|that|is|was|which|to|for|are|about|on|at|because|from)\b)",
    re.IGNORECASE,
)
_EVERY = late(rf"{FREE}(?:every|each) ([a-z]+s)\b(?!['’-])", re.IGNORECASE)
# He is one of the main cast, and of the first generation; one of the best value hotels.
_GROUPS = word_set("value cast crew generation wave crop batch bunch intake")
_LIKE_PLURALS = frozenset({"news", "series", "species", "means", "physics", "maths", "politics"})
# Every sales person, every sports car.
_BEFORE_NOUNS = """
    sales sports arms arts goods customs systems communications operations humanities accounts admissions records games
    drinks parents boys girls ladies trades works corps crossroads barracks yes bus careers
    pants results securities weights letters rights settings options characters
"""


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


def _many(text: str) -> Iterator[Fault]:
    for found in _SO_MANY.finditer(text):
        denied = _DENIED.search(text, max(0, found.start() - BESIDE), found.start())
        noun = found[1].removesuffix("s") if found[1].lower() in _COUNTED.split() else found[1]
        new = f"{'much' if denied else 'a lot of'} {noun}"
        yield Fault(*found.span(), new[0].upper() + new[1:] if found.group()[0] == "M" else new, LIKELY)
    yield from (Fault(*found.span(), found[1]) for found in _PAIR.finditer(text))
    for found in _NUMBER.finditer(text):
        if not _OTHERS.search(found.group()):
            yield Fault(*found.span(1), _SINGULAR[found[1]])


def _less(text: str) -> Iterator[Fault]:
    for found in _LESS.finditer(text):
        noun = found[2].lower()
        if noun in _DEDUCTED and _SUM.search(text, max(0, found.start() - BESIDE), found.start()):
            continue
        if _WITHOUT.search(text, max(0, found.start() - BESIDE), found.start()):
            continue
        counted = lexicon.kind(noun) == "NOUN" and noun not in lexicon.CLOSED  # the less its members say
        if counted and plural(noun) and noun not in _LIKE_PLURALS:
            yield Fault(*found.span(1), "Fewer" if found[1][0] == "L" else "fewer", LIKELY)


def _numbered(text: str) -> Iterator[Fault]:
    """*One of the best film*, *every students*."""
    for found in _ONE_OF.finditer(text):
        if found[1] not in _GROUPS and (plural := plural_of(found[1].lower())):
            yield Fault(*found.span(1), plural)
    for found in _EVERY.finditer(text):
        plural = found[1].lower()
        single = [one for one in lexicon.bases(plural) if plural_of(one) == plural]
        verb = found.group()[:4].lower() == "each" and any("VERB" in lexicon.kinds(one) for one in single)
        if single and found[1].islower() and not verb and plural not in {*_LIKE_PLURALS, *_BEFORE_NOUNS.split()}:
            yield Fault(*found.span(1), single[0], LIKELY)


@lru_cache(maxsize=4096)
def plural_of(word: str) -> str | None:
    """The plural of a word that is a noun before all, and one that is counted."""
    kinds = lexicon.kinds(word) if word in lexicon.table() else []
    if (
        kinds[:1] != ["NOUN"]
        or "ADJ" in kinds
        or word.endswith("s")
        or word in lexicon.PLURALS
        or word in _NO_PLURAL.split()
    ):
        return None
    plural = by_rule(f"{word}s") or f"{word}s"
    return plural if frequency(plural) else None


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_uncounted, _article, _many, _numbered, _less)
