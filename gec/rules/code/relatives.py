"""Relative clauses as in another language: *the people which*, *all what I know*, *the book that I bought it*; and what
is because of nobody: *because is late*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import word_set
from gec.rules.fault import FREE, LIKELY, Fault, has, late

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

_WHICH = late(rf"{FREE}(?P<who>{'|'.join(_HUMAN.split())}) (?P<which>which) (?P<does>{_DOES}|{_LIVE})\b(?! mistakes)")
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
    r"(?<!at )(?<!bove )(?<!fter )(?<!irst of )(?<!all in )(?<!All in )(?<!us )(?<!them )(?<!you )\b(?:[Aa]ll"
    r"|[Ee]verything|[Ss]omething|[Aa]nything)"
    r" (what) (?:I|you|he|she|it|we|they|is|was|has|had|the|my|can|people)\b"
)
_IT = late(
    rf"{FREE}(?:(?:{'|'.join(THINGS.split())}|one) (?:that|which)|(?:{'|'.join(_HUMAN.split())}) (?:that|who|whom))"
    r" (?:I|we|you|they|he|she) (?:(?:have|has|had|really|always|just|also|did|want to|like to) )?"
    rf"{_SAID}(?P<verb>[a-z]+) (?P<it>it|them|him|her){_ENDS}"
)
_BECAUSE = late(
    rf"(?<!be )(?<!is )(?<!was )(?<!word )(?<![Tt]he ){FREE}[Bb]ecause() (?:is|was|isn['’]t|wasn['’]t)"
    r" (?!it\b|he\b|she\b|this\b|that\b|there\b|when\b|why\b|how\b|where\b|what\b)[a-z]+\b"
)

# Of a thing that somebody was given: the book that I lent her.
_GIVING = word_set(
    """
    give gave given bring brought send sent lend lent show showed shown sell sold buy bought offer offered teach taught
    tell told owe owed leave left read write wrote written get got make made cook cooked promise promised pay paid
    """
)
_THING = late(rf"(?:{'|'.join(THINGS.split())}|one) ")
# What is of many, or of one: the number of students which is known, a letter to my wife which were lost.
_ONES = word_set("is was has lives works wants likes")
_MANY_OF = word_set("are were have live work want like love need think speak know go come")
# A letter to his wife which was never sent.
_THING_OF = late(
    r"\b(?:letters?|e-?mails?|messages?|pictures?|portraits?|photos?|paintings?|statues?|poems?|songs?|stor(?:y|ies)|books?"
    r"|gifts?|presents?|games?|schools?|homes?|houses?|attitude|behaviou?r|part|health|films?)"
    r" (?:of|to|from|for|by) (?:[a-z]+ ){0,2}\Z"
)
_MANY = word_set("people persons men women children kids gentlemen")

_RELATIVES = (" that ", " which ", " who ", " whom ")


def _pronoun(text: str) -> Iterator[Fault]:
    if " which " in text:
        for found in _WHICH.finditer(text):
            if not _other(found) and not _ASKED.search(text, max(0, found.start() - BESIDE), found.start()):
                yield Fault(*found.span("which"), "who")
    if " what " in text:
        for found in (*_WHAT.finditer(text), *_ALL.finditer(text)):
            if not _SAYING.search(text, max(0, found.start() - BESIDE), found.start(1) - 1):
                yield Fault(*found.span(1), "that", LIKELY)


def _other(found: re.Match[str]) -> bool:
    """Whether what one or many do is not what those before *which* do."""
    many = found["who"] in _MANY or (found["who"].endswith("s") and found["who"] not in ("boss", "actress"))
    before = max(0, found.start() - BESIDE)
    return found["does"] in (_ONES if many else _MANY_OF) or bool(_THING_OF.search(found.string, before, found.start()))


def _twice(text: str) -> Iterator[Fault]:
    """*The book that I bought it*."""
    for found in _IT.finditer(text) if has(text, _RELATIVES) and has(text, (" it", " them", " him", " her")) else ():
        given = found["verb"] in _GIVING or found["it"] in ("him", "her")
        if found["it"] == "it" or not (given and _THING.match(found.group())):
            yield Fault(found.start("verb"), found.end(), found["verb"], LIKELY)


def _nobody(text: str) -> Iterator[Fault]:
    """*Because is late*."""
    if has(text, ("ecause is", "ecause was")):
        yield from (Fault(*found.span(1), " it", LIKELY) for found in _BECAUSE.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_pronoun, _twice, _nobody)
