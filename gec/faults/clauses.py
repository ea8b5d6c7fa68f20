"""Clauses built as in another language: *Although it rained but we went*, *I want that he goes*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gec.faults.degrees import positive
from gec.faults.fault import FREE, LIKELY, Fault, late
from gec.words import lexicon

FAR = 120  # characters of a clause
_OBJECTS = {"I": "me", "you": "you", "he": "him", "she": "her", "it": "it", "we": "us", "they": "them"}
# Everybody but the dog, no choice but the bus; but not I know everything but I forget it.
_NOT_EXCEPT = (
    "(?:(?<!thing)|(?= but (?:I|we|they|he|she) ))(?<!body)(?<!one)(?<!where)(?<! all)(?<! help)(?<! choice)"
    "(?<! option)(?<! alternative)"
)
_ALTHOUGH = late(
    rf"\W{{0,3}}(?:Although|Though|Even though) [^,;:.!?]{{3,{FAR}}}?(?:(?=,)|{_NOT_EXCEPT})(,? but)"
    r" (?:I|we|they|he|she|it|you|there|the|my|this)\b"
)
_WANT = late(rf"{FREE}(?:wants?(?:ed)?|(?:would|['’]d) like) (that ({'|'.join(_OBJECTS)}) ([a-z]+))\b(?!['’-])")
_PREFER = late(rf"{FREE}prefers? (?!more |rather )((?:[a-z]+ ){{1,3}})(?<!rather )(than) (?!to\b)")
_MARRIED = late(
    rf"{FREE}(?:am|is|are|was|were|be|been|get|gets|got|getting) married (with)"
    r" (?:an?|the|my|his|her|him|me|some(?:one|body))\b"
    r"(?! (?:[a-z]+ )?(?:blessing|help|ring|rites|son|daughter|baby|child|kid|toddler)\b)"
)


def _although(text: str) -> Iterator[Fault]:
    """*Although it rained, but we went*."""
    if found := _ALTHOUGH.match(text):
        yield Fault(*found.span(1), ",")


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
    for found in _PREFER.finditer(text):
        if not any(word in ("other", "more", "less") or positive(word) for word in found[1].split()):  # stronger than
            yield Fault(*found.span(2), "to", LIKELY)
    yield from (Fault(*found.span(1), "to") for found in _MARRIED.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_although, _want, _linked)
