"""Contractions that a rule sees: *Dont go*, *Whose coming?*.

A word without its apostrophe is one at the beginning of a sentence, before a small letter, where it is nobody's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.rules.fault import Fault, late

# Contractions that are no words without their apostrophe, as they begin a sentence.
_BEGINNING = """
    That's You're They're We've You've They've I've I'm Don't Doesn't Didn't Isn't Wasn't Aren't Weren't Couldn't
    Wouldn't Shouldn't Haven't Hasn't What's There's Here's Where's He's She's Who's How's
    They'll You'll It'll That'll There'll
"""
WHOLE = {whole.replace("'", ""): whole for whole in [*_BEGINNING.split(), "Can't", "Won't"]}

_BARE = late(
    rf"\A\W{{0,3}}((?:{'|'.join(_BEGINNING.replace(chr(39), '').split())})(?= [a-z])"
    r"|(?:Cant|Wont)(?= (?:I|you|we|they|he|she|it|this|that|there|someone|somebody|anyone|anybody)\b))"
)
# Half of it is left of what it stands for.
_HALF = late(
    r"(?<!\w)(I['’]am|(?:[Hh]e|[Ss]he|[Ii]t)['’]is|(?:[Ww]e|[Tt]hey|[Yy]ou)['’]are|I['’](?:have|will))(?= [a-z])"
)
_HALVES = [f"{mark}{verb} " for mark in "'’" for verb in ("am", "is", "are", "have", "will")]


def bare(text: str) -> re.Match[str] | None:
    """The contraction without its apostrophe that a sentence begins with."""
    return _BARE.match(text)


def _contraction(text: str) -> Iterator[Fault]:
    if found := bare(text):
        yield Fault(*found.span(1), WHOLE[found[1]])


def _half(text: str) -> Iterator[Fault]:
    """*I'am*, and *lets go*."""
    for found in _HALF.finditer(text) if any(half in text for half in _HALVES) else ():
        whole, mark, verb = found[1].partition("’" if "’" in found[1] else "'")
        yield Fault(*found.span(1), f"{whole}{mark}{_CLITIC[verb]}")


_CLITIC = {"am": "m", "is": "s", "are": "re", "have": "ve", "will": "ll"}


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    _contraction,
    _half,
)
