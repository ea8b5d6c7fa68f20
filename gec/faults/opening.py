"""Faults in a sentence's first words that a rule sees: *Your late*, *To many people came*, *That books are old*, *Is
good*.

Elsewhere the same words may be right, since what comes before them is not known; at the beginning nothing does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.fault import Fault, late
from gec.words import lexicon
from gec.words.written import frequency

# Of what there is too much, and what nobody does something to: *To much acclaim she came back*.
_MUCH = "time money work homework food sugar salt water noise traffic pressure stress information coffee rain"
# Nouns that end as a plural does and are none, or are both.
_SAME = frozenset({"news", "series", "species", "means"})
_OTHER = {"that": "those", "this": "these", "those": "that", "these": "this"}

_YOUR = late(
    r"\A\W{0,3}Your(?= (?:(?:a|an|the) [a-z]|(?:welcome|right|wrong|late)(?:[.,!]|\Z)"
    r"|(?:very|so|not) [a-z]+(?:[.!]|\Z)))"
)
_TO = late(rf"\A\W{{0,3}}(To)(?= (?:many ([a-z]+)|much (?:{'|'.join(_MUCH.split())}))\b[^,;:–—-]*\Z)")
_ARE = late(r"\A\W{0,3}(That|This) ([a-z]+s) (?:are|were)\b(?!['’-])")
_IS = late(r"\A\W{0,3}(Those|These) ([a-z]+) (?:is|was)\b(?!['’-])")
# That things are getting better is good.
_SAYS = late(r" (?:is|was|has|does|shows?|showed|means?|meant|makes?|made|seems?|seemed|suggests?|proves?)\b")

# It is so.
_NOBODY = late(
    r"\A\W{0,3}((?:Is|Was) (?:very|so|really|too|important|difficult|easy|good|better|necessary|possible|true"
    r"|raining|impossible|nice|beautiful|cold|hot"
    r"|an? (?:nice|good|great|beautiful|big|small|interesting|wonderful|bad|famous|popular|perfect|amazing|pity)))\b"
    r"(?=[^?:]*[.!][\"”]?\Z)"
)


def _your(text: str) -> Iterator[Fault]:
    if found := _YOUR.match(text):
        yield Fault(found.end() - len("Your"), found.end(), "You're")


def _too(text: str) -> Iterator[Fault]:
    if (found := _TO.match(text)) and (found[2] is None or lexicon.kind(found[2]) in ("NOUN", "ADJ")):
        yield Fault(*found.span(1), "Too")


def _demonstrative(text: str) -> Iterator[Fault]:
    if (found := _ARE.match(text)) and _plural(found[2]):
        if found[1] == "This" or not _SAYS.search(text, found.end()):
            yield _agreeing(found)
    elif (found := _IS.match(text)) and _single(found[2]):
        yield _agreeing(found)


def _agreeing(found: re.Match[str]) -> Fault:
    return Fault(*found.span(1), _OTHER[found[1].lower()].capitalize())


def _nobody(text: str) -> Iterator[Fault]:
    if found := _NOBODY.match(text):
        yield Fault(*found.span(1), f"It {found[1][0].lower()}{found[1][1:]}")


@lru_cache(maxsize=4096)
def _plural(word: str) -> bool:
    """Whether a word that ends in *s* is the plural of a noun."""
    singles = [base for base in lexicon.bases(word) if base != word and base in lexicon.table()]
    return word not in _SAME and any(lexicon.kind(base) == "NOUN" for base in singles)


@lru_cache(maxsize=4096)
def _single(word: str) -> bool:
    """Whether a word is a noun that has another plural."""
    noun = word in lexicon.table() and lexicon.kind(word) == "NOUN" and word not in lexicon.PLURALS
    return noun and not word.endswith("s") and frequency(f"{word}s") > 0


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_your, _too, _demonstrative, _nobody)
