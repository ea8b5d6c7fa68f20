"""Relative clauses as in another language: *the people which*, *all what I know*, *the book that I bought it*; and what
is because of nobody: *because is late*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import FREE, LIKELY, Fault, has, late

_HUMAN = """
    people person persons man men woman women girl girls boy boys friend friends teacher teachers student students
    children child someone somebody anyone anybody everyone everybody nobody lady doctor neighbour neighbours colleague
    colleagues kids tourists visitors
    mother father sister sisters brother brothers daughter daughters son sons aunt uncle cousin cousins grandmother
    grandfather wife husband boss manager customer customers actor actress pupil pupils doctors nurse gentleman parents
    adults teenagers workers employees citizens scientists politicians passenger passengers waiter roommate
"""
THINGS = """
    book books film films movie movies house car city place places thing things problem problems game games song songs
    job phone computer letter email hotel shop story room town day money
"""
_DOES = r"(?:is|are|was|were|has|have|had|can|could|will|would|I|we|you|they|he|she)"
_LIVE = "(?:live|work|want|like|love|need|think|do|don['’]t|speak|know|go|come|lives|works|wants|likes|came|[a-z]+ed)"
_SAID = "(?!(?:think|thought|say|said|know|knew|believed?|hoped?|felt|let|make|made) )"
_ENDS = r"(?=[.,](?: |\Z)| (?:yesterday|last|is|are|was|were)\b)"

_WHICH = late(rf"{FREE}(?:{'|'.join(_HUMAN.split())}) (which) (?:{_DOES}|{_LIVE})\b(?! mistakes)")
_WHAT = late(
    rf"{FREE}(?:[Tt]he|a|this|that|my|only|last|best|same|these|those|some|any|other) (?:{'|'.join(THINGS.split())})"
    rf" (what) {_DOES}\b"
)
# Somebody is asked or told which one; in a letter it says what somebody wants.
_ASKED = late(
    r"\b(?:(?:ask|tell|told|show|inform|remind|advis|warn|teach|taught)[a-z]*"
    r"|(?:discuss|argu|agree|decid|explain)[a-z]* (?:with|to))"
    r" (?:(?:the|an?|my|your|his|her|our|their|this|that|these|those|some|all|both|any|every|other) (?:[a-z]+ )?)?\Z",
    re.IGNORECASE,
)
_SAYING = late(
    r"\b(?:expla|say|said|ask|tell|told|know|knew|see|saw|wonder|writ|wrote|hear|learn|f(?:i|ou)nd|underst|descri|show"
    r"|decid|discover|remember|forg[eo]t|imagin|read|notic|realis|realiz|reveal|announc)[a-z]*(?: [a-z]+){0,4}"
    r" (?:(?:in|on|by|from|through|at|with|over) (?:an?|the|this|that|my|some|any|other)|the other|last) [a-z]+\Z",
    re.IGNORECASE,
)
BESIDE = 60  # characters before a pronoun that are looked at
_ALL = late(
    r"(?<!at )(?<!above )(?<!after )(?<!us )(?<!them )(?<!you )\b(?:[Aa]ll|[Ee]verything|[Ss]omething|[Aa]nything)"
    r" (what) (?:I|you|he|she|it|we|they|is|was|has|had|the|my|can|people)\b"
)
_IT = late(
    rf"{FREE}(?:(?:{'|'.join(THINGS.split())}|one) (?:that|which)|(?:{'|'.join(_HUMAN.split())}) (?:that|who|whom))"
    r" (?:I|we|you|they|he|she) (?:(?:have|has|had|really|always|just|also|did|want to|like to) )?"
    rf"{_SAID}(?P<verb>[a-z]+) (?:it|them|him|her){_ENDS}"
)
_BECAUSE = late(
    rf"(?<!be )(?<!is )(?<!was ){FREE}[Bb]ecause() (?:is|was|isn['’]t|wasn['’]t)"
    r" (?!it\b|he\b|she\b|this\b|that\b|there\b|when\b|why\b|how\b|where\b|what\b)[a-z]+\b"
)

_RELATIVES = (" that ", " which ", " who ", " whom ")


def _pronoun(text: str) -> Iterator[Fault]:
    if " which " in text:
        for found in _WHICH.finditer(text):
            if not _ASKED.search(text, max(0, found.start() - BESIDE), found.start()):
                yield Fault(*found.span(1), "who")
    if " what " in text:
        for found in (*_WHAT.finditer(text), *_ALL.finditer(text)):
            if not _SAYING.search(text, max(0, found.start() - BESIDE), found.start(1) - 1):
                yield Fault(*found.span(1), "that", LIKELY)


def _twice(text: str) -> Iterator[Fault]:
    """*The book that I bought it*."""
    for found in _IT.finditer(text) if has(text, _RELATIVES) and has(text, (" it", " them", " him", " her")) else ():
        yield Fault(found.start("verb"), found.end(), found["verb"], LIKELY)


def _nobody(text: str) -> Iterator[Fault]:
    """*Because is late*."""
    if has(text, ("ecause is", "ecause was")):
        yield from (Fault(*found.span(1), " it", LIKELY) for found in _BECAUSE.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_pronoun, _twice, _nobody)
