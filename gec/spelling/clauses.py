"""Clauses built as in another language: *Although it rained but we went*, *I know what is it*, *I want that he goes*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.edits import lexicon
from gec.spelling.fault import LIKELY, Fault
from gec.spelling.wording import FREE

FAR = 120  # characters of a clause

# What asks inside a sentence, where the verb stands last.
_ASKING = "knows? knew tell_me told_me understand wonder wondering ask_me asked_me sure see remember imagine idea"
_OBJECTS = {"I": "me", "you": "you", "he": "him", "she": "her", "it": "it", "we": "us", "they": "them"}

_ALTHOUGH = re.compile(
    rf"\W{{0,3}}(?:Although|Though|Even though) [^,;:.!?]{{6,{FAR}}}?(?<!nobody)(?<!nothing)(?<! all)(,? but)"
    r" (?:I|we|they|he|she|it|you|there|the|my|this)\b"
)
_QUESTION = re.compile(
    rf"\b(?:{'|'.join(_ASKING.split()).replace('_', ' ')}) ((what|where|who|how|when|why) (is|are|was|were)"
    r" ((?:your|the|my|his|her|their|our|this|that|these) [a-z]+))(?=[.,?!](?: |\Z))"
)
# Why you are sad?
_INVERTED = re.compile(
    r"\A\W{0,3}(?:Why|Where|How(?: (?:long|often|old|far))?|What time) ((I|you|he|she|it|we|they|this|that|there)"
    r" (am|is|are|was|were|can|could|will|would|should))\b(?!['’-])(?! (?:love|like)\b)(?=[^.,!:]{0,80}\?)"
)
_KNOW = re.compile(
    rf"(?<!will )(?<!would )(?<!should )(?<!must )(?<!n['’]t )(?<!not ){FREE}"
    r"knows?() to (?:swim|cook|drive(?! on\b)|speak|dance|ride|ski|skate|play(?! fair\b))\b"
)
_WANT = re.compile(rf"{FREE}wants?(?:ed)? (that ({'|'.join(_OBJECTS)}) ([a-z]+))\b(?!['’-])")
_PREFER = re.compile(rf"{FREE}prefers? (?!more |rather )(?:[a-z]+ ){{1,3}}(?<!rather )(than) (?!to\b)")
_MARRIED = re.compile(
    rf"{FREE}(?:am|is|are|was|were|be|been|get|gets|got|getting) married (with)"
    r" (?:an?|the|my|his|her|him|me|some(?:one|body))\b"
    r"(?! (?:[a-z]+ )?(?:blessing|help|ring|rites|son|daughter|baby|child|kid|toddler)\b)"
)
_ARRIVED = re.compile(
    rf"{FREE}[Aa]rriv(?:e|es|ed|ing) (to) (?:(the (?:city|town|country|village|capital)|[A-Z])"
    r"|(?:the|my|our|a) (?!(?:[a-z]+ )?(?:end|point|conclusion|decision|welcome|delight|relief|surprise|horror|scene"
    r"|sounds?|smell|news|strains|applause|cheers|reception|chorus)\b))"
)


def _although(text: str) -> Iterator[Fault]:
    if found := _ALTHOUGH.match(text):
        yield Fault(*found.span(1), ",")


def _question(text: str) -> Iterator[Fault]:
    for found in _QUESTION.finditer(text):
        yield Fault(*found.span(1), f"{found[2]} {found[4]} {found[3]}", LIKELY)
    if asked := _INVERTED.match(text):
        yield Fault(*asked.span(1), f"{asked[3]} {asked[2]}", LIKELY)
    yield from (Fault(*one.span(1), " how", LIKELY) for one in _KNOW.finditer(text))


def _want(text: str) -> Iterator[Fault]:
    for found in _WANT.finditer(text):
        verb = found[3]
        bases = [verb] if "VERB" in lexicon.kinds(verb) else []
        if found[2] in ("he", "she", "it"):
            bases = [base for base in lexicon.bases(verb) if base != verb and "VERB" in lexicon.kinds(base)]
        if bases and verb not in lexicon.AUXILIARIES:
            yield Fault(*found.span(1), f"{_OBJECTS[found[2]]} to {min(bases, key=len)}", LIKELY)


def _linked(text: str) -> Iterator[Fault]:
    """Words that go with another preposition: *prefer tea than*, *married with*, *arrive to*."""
    yield from (Fault(*found.span(1), "to", LIKELY) for found in _PREFER.finditer(text))
    yield from (Fault(*found.span(1), "to") for found in _MARRIED.finditer(text))
    yield from (Fault(*found.span(1), "in" if found[2] else "at", LIKELY) for found in _ARRIVED.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_although, _question, _want, _linked)
