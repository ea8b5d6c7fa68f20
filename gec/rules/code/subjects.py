"""Pronouns in the case of another place: *Me and Priya is going*, *Him and his wife run it*, *Us students work*, *Them
boots are tight*, *Whom is responsible?*, *with Tom and I*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon
from gec.rules.code.agreeing import of_many, plural
from gec.rules.fault import LIKELY, Fault, has, late

_SUBJECT = {"me": "I", "him": "he", "her": "she", "them": "they"}
_PERSON = r"(?:(?:my|his|her|their|our) (?:[a-z]+ )?[a-z]+|[A-Z][a-z]+)"
_VERB = r"(?P<verb>[a-z]+(?:n['’]t)?)\b(?!['’-])"
_NAMED = r"(?!(?:we|they|he|she|it|you|who|that) )[a-z]+"  # *me and my friends we go*: said twice


def _with_one_and_two(pattern: str) -> tuple[re.Pattern[str], ...]:
    """The pattern with one word behind *my*, and with two: *Me and my wife run it*, *Me and my old wife run it*."""
    return tuple(late(pattern.replace("<quality>", quality)) for quality in ("", "[a-z]+ "))


_PAIRS = _with_one_and_two(
    r"(?:\A\W{0,3}|(?<![\w'’])(?:because|so|when|that|but|and) )(?P<whole>(?:(?P<one>[Mm]e|[Hh]im) and (?P<other>"
    rf"(?:my|his|her|their|our) <quality>{_NAMED}|[A-Z][a-z]+|me|him|her)"
    rf"|(?P<she>[Hh]er) and (?P<another>[A-Z][a-z]+|me|him)) (?:we |they )?{_VERB})"
)
_OTHERS = _with_one_and_two(
    r"\A\W{0,3}(?P<whole>(?P<other>(?:My|His|Her|Their|Our) <quality>[a-z]+|(?!Me\b|Him\b|Her\b)[A-Z][a-z]+)"
    rf" and (?P<one>me|him) {_VERB})"
)
_US = late(r"\A\W{0,3}(?P<us>Us|Them) (?P<noun>[a-z]+) (?P<verb>[a-z]+)(?:n['’]t)?\b")
_I_AND = _with_one_and_two(
    r"\A\W{0,3}(?P<whole>I and (?P<other>(?:my|his|her|our) <quality>[a-z]+|(?!Thou\b)[A-Z][a-z]+))"
    rf"(?= {_VERB})"
)
_TO_I = late(rf"\b(?:to|without) (?:{_PERSON}|him|her|you) and (?P<me>I)(?=[.!?](?: |\Z)|\Z)")
_FOR_I = late(
    r"\b(?:between|for|with|by|about|invited|invites|invite|told|asked|emailed|gave|sent|showed|helped|thanked|taught"
    rf"|from|behind|against) (?:{_PERSON}|him|her|you) and (?P<me>I)"
    r"(?=[.!?](?: |\Z)|\Z| (?!for one\b|at (?:once|first|last)\b|in (?:turn|fact)\b)(?:about|to|for|at|in|on|last"
    r"|yesterday|when|because|with|if|every|after|before|how|what|an?"
    r"|the|some|home|out|as|tomorrow|this)\b)"
)


def _pair(text: str) -> Iterator[Fault]:
    """*Me and Priya is*, *Priya and me are*."""
    if not has(text, ("e and ", "im and ", "er and ", " and me", " and him")):
        return
    seen: set[int] = set()
    for pattern in _PAIRS:
        for pair in pattern.finditer(text):
            if pair.start("whole") not in seen and _finite(pair["verb"]):
                seen.add(pair.start("whole"))
                one, other = _SUBJECT[(pair["one"] or pair["she"]).lower()], pair["other"] or pair["another"]
                other = _SUBJECT.get(other, other)
                yield _together(pair, *((other, one) if one == "I" else (one, other)))
    others = [found for pattern in _OTHERS if (found := pattern.match(text)) and _finite(found["verb"])]
    yield from (_together(found, found["other"], _SUBJECT[found["one"]]) for found in others[:1])


def _and_i(text: str) -> Iterator[Fault]:
    """*Her and I are*, *I and my wife are*."""
    ours = (pattern.match(text) for pattern in (_I_AND if "I and " in text else ()))
    for found in [one for one in ours if one and _finite(one["verb"])][:1]:
        other = found["other"]
        yield Fault(*found.span("whole"), f"{other[0].upper()}{other[1:]} and I", LIKELY)


def _together(found: re.Match[str], one: str, other: str) -> Fault:
    first = f"{one[0].upper()}{one[1:]}" if found["whole"][0].isupper() else one
    return Fault(*found.span("whole"), f"{first} and {other} {of_many(found['verb']) or found['verb']}", LIKELY)


def _finite(verb: str) -> bool:
    if verb in lexicon.AUXILIARIES:
        return verb not in ("be", "been", "being", "having")
    return verb.endswith(("n't", "n’t")) or ("VERB" in lexicon.kinds(verb) and not verb.endswith("ing"))


def _us(text: str) -> Iterator[Fault]:
    """*Us students work*, *Them boots are tight*."""
    if (found := _US.match(text)) and plural(found["noun"]) and _finite(found["verb"]):
        yield Fault(*found.span("us"), "We" if found["us"] == "Us" else "Those", LIKELY)
    for pattern in (_FOR_I, _TO_I) if " and I" in text else ():
        yield from (Fault(*one.span("me"), "me", LIKELY) for one in pattern.finditer(text))


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_pair, _and_i, _us)
