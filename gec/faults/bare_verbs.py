"""Verbs that stand bare where one does it: *he want*, *my daughter speak*, *nobody know*, *a company which decide*.

Whether it is now or was then is told by the other verbs of the sentence; where they are even, nothing is said.
Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.agreeing import of_one
from gec.faults.fault import ADVERB, ADVERBS, FREE, LIKELY, Fault, has, late
from gec.faults.forms import bare, base_of_past, base_of_third, lone, past
from gec.faults.noun_verb import CLAUSE, described, single
from gec.words import lexicon, word_set

_VERB = r"(?P<verb>[a-z]+)\b(?!['’-])"
_BODY = "(?:[Nn]o|[Ee]very|some|any)(?:body|one)|[Nn]o one"  # Anyone want some?
# Behind what is asked for, bare verbs are right.
_ASKED = late(
    r"\b(?:suggest|recommend|insist|demand|requir|request|propos|ask|prefer|advis|urg|wish|want|may|condition|provided|lest"
    r"|important|essential|vital|necessary|crucial|imperative)[a-z]*\b(?: [\w']+){0,4}\W*\Z",
    re.IGNORECASE,
)
# ... and behind these with *that*: it is fitting that she receive it.
_ASKED_THAT = late(
    r"\b(?:(?:order|command|decree|direct|instruct|mandat|stipulat|dictat|plead|pray|grant|forbid)[a-z]*|rul(?:e[ds]?|ing)"
    r"|mov(?:e[ds]?|ing)|beg(?:s|ged|ging)?|vote[ds]?|fitting|proper|only (?:right|fair)|rather|best|better|appropriate"
    r"|desirable|advisable|preferable|urgent|mandatory|compulsory|obligatory|intent|advice (?:is|was)"
    r"|it (?:was|is|had been) (?:agreed|decided|arranged|settled))(?: [\w']+){0,2} \Z",
    re.IGNORECASE,
)
_ALONE = "".join(f"(?<!{who} )" for who in ("he", "she", "it", "you", "I", "we", "they"))  # don't he and she go?
_BEGUN = rf"(?:{CLAUSE}|(?<![\w'’])(?:{_ALONE}[Aa]nd|[Uu]ntil|[Bb]efore|[Aa]fter|[Ss]ince|[Aa]s|[Ww]hat) )"
_HE = late(
    rf"{_BEGUN}(?:[Hh]e|[Ss]he|[Ii]t|(?:{_BODY}|[Nn]othing|[Ee]verything|something)(?: else)?) {ADVERB}"
    rf"(?!save\b){_VERB}"
)
_NOUN = late(
    rf"{CLAUSE}(?:[Tt]he|[Tt]his|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|[Ee]very|[Ee]ach)"
    rf" (?P<quality>[a-z]+ )??(?P<noun>(?!{ADVERBS})[a-z]+) {ADVERB}{_VERB}"
    r"(?= (?:(?P<object>the|an?|my|your|his|her|our|their|me|him|it|us|them)|to|very|more|that"
    r"|all|every|well|about)\b)"
)
_WHO = late(
    rf"(?<!of )(?<!from )(?<!in )(?<!on ){FREE}(?:(?:an?|every|each|another|this) (?P<quality>[a-z]+ )??"
    r"(?P<noun>[a-z]+) (?:who|which|that)"
    rf"|(?:{_BODY}) who) {ADVERB}{_VERB}"
)
_PATTERNS = (
    (_HE, ("he ", "He ", "t ", "one ", "body ", "thing ", " else ")),
    (_NOUN, ("he ", "his ", "r ", "y ", "ach ")),
    (_WHO, (" who ", " which ", " that ")),
)
# Two are its subject, or it is asked: *the doctor and she agree*, *did Ann and he fight?*
_TOGETHER = late(
    rf"(?:{CLAUSE}|[.?!:] )(?:(?:[Tt]he|[Tt]his|[Tt]hat|[Aa]n?|[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir|[Ee]very)"
    r" (?P<quality>[a-z]+ )?(?P<noun>[a-z]+)|(?P<name>[A-Z][a-z]+)) \Z"
)
_QUESTION = late(
    r"\b(?:do|does|did|can|could|will|would|shall|should|may|might|must)(?:n['’]t)? (?:[A-Za-z]+ ){1,6}\Z",
    re.IGNORECASE,
)
# The phone call my mother made.
_WHICH = late(
    r" (?:(?:the|an?|my|your|his|her|our|their) (?:[a-z]+ )??[a-z]+|it|you|him|her|us|them)"
    r"(?: never| just| also| once)? (?P<verb>[a-z]+)(?= [a-z])"
)
_FINITE = word_set("is was has had are were have can could will would should must did does")
_WORD = re.compile(r"[a-z]+(?:n't)?")
_ELSE_THEN = "was were had did wasn't weren't hadn't didn't couldn't yesterday ago"
_ELSE_NOW = "is are am has does isn't aren't don't doesn't can can't will won't every always usually now"
_THEN, _NOW = word_set(_ELSE_THEN), word_set(_ELSE_NOW)
PERHAPS = 1.0  # log-odds of a form where two of three are right: of the past, or where nothing tells the time
BEFORE = 40  # characters before what is found that are looked at


def _bare(text: str) -> Iterator[Fault]:
    for pattern, pieces in _PATTERNS:
        for found in pattern.finditer(text) if has(text, pieces) else ():
            # What somebody does, or does to something, is no noun: *it touch*, *the trainer call me*.
            deed = pattern is _HE or (pattern is _NOUN and found["object"])
            if not (bare(found["verb"]) if deed else lone(found["verb"])):
                continue
            named = pattern is _HE or not found["noun"] or (single(found["noun"]) and described(found))
            if pattern is _NOUN and _called(text, found):
                continue
            if named and not _asked(text, found) and (told := _told(text, found["verb"])):
                yield Fault(*found.span("verb"), *told)


def _asked(text: str, found: re.Match[str]) -> bool:
    before = (max(0, found.start() - BEFORE), found.start())
    if _ASKED.search(text, *before) or (found[0].startswith("that ") and _ASKED_THAT.search(text, *before)):
        return True
    return found[0].startswith("and ") and _together(text, *before)


def _together(text: str, start: int, end: int) -> bool:
    """Whether another before *and* does it too: *the doctor and she agree*, *did Ann and he fight?*"""
    if "?" in text and _QUESTION.search(text, start, end):
        return True
    other = _TOGETHER.search(text, start, end)
    if other is None or not described(other):
        return False
    noun = other["noun"] or other["name"].lower()
    return lexicon.kind(noun) == "NOUN" and noun not in lexicon.CLOSED


def _called(text: str, found: re.Match[str]) -> bool:
    """Whether the verb is a noun, of which the next words tell: *the phone call my mother made*."""
    which = _WHICH.match(text, found.end("verb")) if "NOUN" in lexicon.kinds(found["verb"]) else None
    return which is not None and (which["verb"] in _FINITE or _finite(which["verb"]))


@lru_cache(maxsize=4096)
def _finite(word: str) -> bool:
    base = base_of_past(word) or base_of_third(word)
    return base is not None and word not in lexicon.CLOSED and "VERB" in lexicon.kinds(word)


def _told(text: str, verb: str) -> tuple[str, float] | None:
    """The verb as the others of the sentence are, if they agree, and the log-odds that it is that."""
    then, now = _others(text)
    if then == now and then:
        return None
    new = past(verb) if then > now else of_one(verb)
    return (new, LIKELY if now > then else PERHAPS) if new else None


@lru_cache(maxsize=4)
def _others(text: str) -> tuple[int, int]:
    """How many words tell of what was, and of what is; a bare verb does neither."""
    words = _WORD.findall(text.replace("’", "'"))
    return sum(map(_past, words)), sum(map(_present, words))


@lru_cache(maxsize=4096)
def _past(word: str) -> bool:
    return word in _THEN or (base_of_past(word) is not None and lexicon.kind(word) == "VERB")


@lru_cache(maxsize=4096)
def _present(word: str) -> bool:
    if word in _NOW:
        return True
    base = base_of_third(word)
    return base is not None and lexicon.kinds(base) == ["VERB"]


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_bare,)
