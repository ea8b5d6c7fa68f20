"""Contractions that a rule sees: *Dont go*, *Whose coming?*.

A word without its apostrophe is one at the beginning of a sentence, before a small letter, where it is nobody's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import Fault, late
from gec.faults.forms import base_of_past
from gec.words import word_set

# Contractions that are no words without their apostrophe, as they begin a sentence.
_BEGINNING = """
    That's You're They're We've You've They've I've I'm Don't Doesn't Didn't Isn't Wasn't Aren't Weren't Couldn't
    Wouldn't Shouldn't Haven't Hasn't What's There's Here's Where's He's She's Who's How's
    They'll You'll It'll That'll There'll
"""
WHOLE = {whole.replace("'", ""): whole for whole in [*_BEGINNING.split(), "Can't", "Won't"]}
# What nobody does whose name is Im or Ive.
_BEHIND_ME = "not going been never so sorry very happy glad"
# Forms in -ing that are no nouns people own.
_COMING = """
    coming going doing getting making taking trying looking paying waiting driving talking playing asking bringing
    there here not been got
"""

_BARE = late(
    rf"\A\W{{0,3}}((?:{'|'.join(_BEGINNING.replace(chr(39), '').split())})(?= [a-z])"
    r"|(?:Cant|Wont)(?= (?:I|you|we|they|he|she|it|this|that|there|someone|somebody|anyone|anybody)\b))"
)
_LATER = late(  # behind a label or a first word: nobody is called so
    r"[:;,–—!?] [\"'“‘(]?((?:Do|Does|Did|Is|Was|Are|Were|Could|Would|Should|Have|Has)nt"
    r"|Thats|Youre|Theyre|Theres|Whats)(?= [a-z])"
)
_ME = late(rf"(?<=[a-z,;:] )(Im|Ive)(?= (?:{'|'.join(_BEHIND_ME.split())})\b)")
# Half of it is left of what it stands for.
_HALF = late(
    r"(?<!\w)(I['’]am|(?:[Hh]e|[Ss]he|[Ii]t)['’]is|(?:[Ww]e|[Tt]hey|[Yy]ou)['’]are|I['’](?:have|will))(?= [a-z])"
)
_HALVES = [f"{mark}{verb} " for mark in "'’" for verb in ("am", "is", "are", "have", "will")]
# A dog that bites and then lets go; but we are late, lets go home.
_LETS = late(
    r"(?:(?:\A\W{0,3}(?:(?:And|But|So|Then|Ok|Okay|Now|Well),? )?|[;.!?] |\b(?:ok|okay|please) )([Ll]ets) "
    r"(?=(?:go|HAVE)\b)|(?:, |\b(?:and|but|so|then|now) )(lets) (?=(?:HAVE|go (?:home|out|there|shopping|swimming"
    r"|together|to (?:the|an?|bed|school|work)))\b))(?!\w+[-'’])".replace(
        "HAVE",
        "have(?! (?:to|been|had|become|risen|[a-z]+ed)\\b)|see|do|make|take|start|get|talk|meet|try|say|play|eat|look"
        "|think|begin|hope|face|not|just|find|use|keep|call|wait|move|check|be|dance|create|add|define"
        "|assume|suppose|consider|imagine|explore|compare|dive|(?:warm|set) up|walk through",
    )
)
# Whose playing did you like? Whose waiting list is it?
_WHOSE = late(rf"\A\W{{0,3}}(Whose)(?= (?:{'|'.join(_COMING.split())})\b(?!['’-])(?: ([a-z]+))?(?:(?<! to) ([a-z]+))?)")
_ASKED = word_set("is are was were do does did has have had will would can could should")


def bare(text: str) -> re.Match[str] | None:
    """The contraction without its apostrophe that a sentence begins with."""
    return _BARE.match(text)


def _contraction(text: str) -> Iterator[Fault]:
    if found := bare(text):
        yield Fault(*found.span(1), WHOLE[found[1]])
    for pattern in (_LATER, _ME):
        for found in pattern.finditer(text):
            yield Fault(*found.span(1), WHOLE[found[1]])


def _half(text: str) -> Iterator[Fault]:
    """*I'am*, and *lets go*."""
    for found in _HALF.finditer(text) if any(half in text for half in _HALVES) else ():
        whole, mark, verb = found[1].partition("’" if "’" in found[1] else "'")
        yield Fault(*found.span(1), f"{whole}{mark}{_CLITIC[verb]}")
    if "ets " in text:
        for found in _LETS.finditer(text):
            at = found.lastindex or 0
            yield Fault(*found.span(at), f"{found[at][:-1]}'s")


_CLITIC = {"am": "m", "is": "s", "are": "re", "have": "ve", "will": "ll"}


def _who(text: str) -> Iterator[Fault]:
    found = _WHOSE.match(text)
    if found and not (_ASKED.intersection(found.groups()) or (found[2] and base_of_past(found[2]))):
        yield Fault(*found.span(1), "Who's")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_contraction, _half, _who)
