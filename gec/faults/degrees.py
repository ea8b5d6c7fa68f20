"""How much, and how: *more better*, *the most cheapest*, *the most young*, *she sings very beautiful*, *enough old*,
*too much expensive*, *the film was interested*.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.fault import FREE, LIKELY, Fault, any_of, behind_none, late
from gec.words import lexicon

# What needs no *more*.
_COMPARED = """
    better worse easier cheaper bigger smaller faster slower stronger happier healthier safer nicer higher older
    younger taller longer shorter richer poorer closer
"""
# What is compared with an ending.
_ENDED = """
    easy/easier cheap/cheaper big/bigger fast/faster strong/stronger clean/cleaner bad/worse small/smaller tall/taller
    young/younger old/older cold/colder hot/hotter
"""
_MOST_OF_ALL = """
    easy/easiest cheap/cheapest big/biggest fast/fastest strong/strongest clean/cleanest bad/worst small/smallest
    tall/tallest young/youngest old/oldest cold/coldest hot/hottest nice/nicest happy/happiest funny/funniest
    busy/busiest long/longest short/shortest rich/richest poor/poorest near/nearest high/highest pretty/prettiest
"""
ENDED = dict(two.split("/") for two in _ENDED.split())
SUPERLATIVES = dict(two.split("/") for two in _MOST_OF_ALL.split())

_MORE = late(
    rf"(?<!any )(?<!no )(?<!many )(?<!some )(?<!needs )(?<!need )(?<! one ){FREE}"
    rf"(more (?:(?:{'|'.join(_COMPARED.split())})\b"
    rf"|(?:{'|'.join(ENDED)})(?=[.,;!?](?: |\Z)|\Z| (?:than|and|to|for|in|if|when|because|with|on|at|now)\b)))"
    r"(?!-| (?:[a-z]+s|paid|known|made|quality|educated|equipped|looking|people"
    r"|men|women|children|education|housing|food)\b)"
)
_TWICE = late(rf"{FREE}[Tt]wice (?P<whole>(?P<word>[a-z]+er) than)\b")
# More cold than hungry, and more cold and formal.
_OTHER_QUALITY = late(r" (?:than|and) ([a-z]+)\b(?! [a-z]+s?\b(?! (?:to|than|in|when|because)\b))")
_NO_QUALITY = frozenset({"other", "usual", "all", "any", "more", "before", "ever", "last", "normal"})
_MOST_EASY = late(
    rf"(?:{behind_none('with has have had holds')}|(?=the most [a-z]+(?:[.,!?]|\Z)))"  # with the most hot water
    rf"{FREE}the (most ({any_of(' '.join(SUPERLATIVES))}))"
    r"(?!-)\b(?! (?:[a-z]+s|[a-z]+ed|people|men|women|children|profile|God)\b)"
)
# What is done well, with or without a word between.
_DONE = """
    speak speaks spoke speaking sing sings sang singing dance dances danced dancing play plays played playing swim swims
    swam cook cooks cooked cooking drive drives drove write writes wrote work works worked know knows knew sleep slept
    understand understood did
"""
# ... and no other quality: he speaks very good and fluent English.
_AND = r" (?:and|but) (?:I|he|she|it|we|they|you|the|my|his|her|our|their|so|can|never|always|also|[a-z]+(?:s|ed|ly))\b"
_WELL = late(
    rf"{FREE}(?:{any_of(_DONE)})"
    r"(?: (?:[A-Z][a-z]+|it|him|her|them|football|tennis|(?:the )?guitar|(?:the )?piano|basketball|together|here))?"
    r" (?:very|really|so|too|quite|pretty) (good|careful|beautiful|slow|quiet|easy|quick)"
    rf"(?=[.!?](?: |\Z)|\Z| (?:because|when|in the|with me|at)\b|{_AND})"
)
_ADVERBS = {"good": "well", "easy": "easily"}
_TOO_MUCH = late(
    rf"{behind_none('do does did done doing')}{FREE}"
    r"(?!too much (?:late|early|long|hard|fast|heavy|good|bad|cold) (?:at|and|in|for|to)\b)"
    r"(?:(?P<too>too)|(?:am|is|are|was|were) (?P<very>very)) much (?=(?:expensive|big|small|difficult|hard|easy"
    r"|important|tired|old|young|hot|cold|late|early|long|short|fast|slow|good|bad|busy|crowded|noisy|dangerous|heavy"
    r"|high|boring|sad|happy|beautiful|nice)(?:[.,;!?](?: |\Z)|\Z| (?:to|for|but|because|at|in|now|today"
    r"|and(?! (?!(?:I|we|he|she|it|they|you|the|my|there|too|very|not|so)\b)[a-z]+"
    r" (?!(?:to|for|but|because|at|in|so|that|and)\b)[a-z]))\b))",
    re.IGNORECASE,
)
_FELT = late(
    rf"{FREE}(?:film|movie|book|story|lesson|game|match|trip|course|article|show|concert|journey|day|week|exam|museum) "
    r"(?:is|was|are|were) (?:(?:very|really|so|too|quite|not) )?"
    r"(?:interest|bor|excit|surpris|amaz|disappoint|tir)(ed)"
    r"(?=[.!?](?: |\Z)|\Z| (?:and|but|because|for)\b)"
)


@lru_cache(maxsize=4096)
def _quality(word: str) -> bool:
    return word in lexicon.table() and "ADJ" in lexicon.kinds(word) and word not in _NO_QUALITY


@lru_cache(maxsize=4096)
def positive(word: str) -> str | None:
    """What *heavier* is a degree of; none if it is a noun."""
    bases = [base for base, form in lexicon.analyses(word) if form == "comparative"]
    return bases[0] if bases and lexicon.kind(word) != "NOUN" else None


def _compared(text: str) -> Iterator[Fault]:
    for found in _MORE.finditer(text) if "ore " in text else ():
        word = found[1][5:]
        if (other := _OTHER_QUALITY.match(text, found.end())) and word in ENDED and _quality(other[1]):
            continue
        yield Fault(*found.span(1), ENDED.get(word, word))
    for found in _TWICE.finditer(text) if "wice " in text else ():
        if quality := positive(found["word"]):
            yield Fault(*found.span("whole"), f"as {quality} as", LIKELY)
    yield from (Fault(*found.span(1), SUPERLATIVES[found[2]]) for found in _MOST_EASY.finditer(text) if "most " in text)


def _well(text: str) -> Iterator[Fault]:
    for found in _WELL.finditer(text):
        yield Fault(*found.span(1), _ADVERBS.get(found[1], f"{found[1]}ly"), LIKELY)
    yield from (Fault(*found.span(1), "ing") for found in _FELT.finditer(text))
    for found in _TOO_MUCH.finditer(text) if " much " in text else ():
        which = "too" if found["too"] else "very"
        yield Fault(found.start(which), found.end() - 1, found[which])


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_compared, _well)
