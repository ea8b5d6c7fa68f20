"""Auxiliaries that a verb does not take, or takes in another form: *was happened*, *she is want*, *does he likes*, *do
she*, *will can*, *could not able to*, *was build*, *have forget*, *can going*, *can be apply*, *could copied*; and one
that is missing: *she done it*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.language import lexicon, word_set
from gec.rules.code.commas import CLAUSES
from gec.rules.code.forms import (
    base_of_participle,
    base_of_past,
    base_of_third,
    lone,
    participle,
    past,
)
from gec.rules.fault import ADVERB, FREE, LIKELY, Fault, any_of, beginning, behind_none, has, late, words_of

# What is done to nobody.
_BEFALLEN = """
    happened occurred appeared disappeared died existed belonged seemed collapsed emerged fainted lasted came
    went fell became cried
"""
_PERSONS = "mother father brother sister friend son daughter wife husband teacher boss dog cat"
_HAVING = """
    see be go eat write speak choose know give forget begin buy bring teach find sell tell grow hear visit learn lose
"""
_ASKED = r"(?:\A\W{0,3}|[Ww]h(?:at|en|ere|y) |[Hh]ow |(?:much|many|often|long|time) |[,;] )"
_HAPPENED = late(
    rf"(?<!there )(?<!battery )(?<!phone ){FREE}(?:was|were) ((?:also |suddenly |already )?(?:{any_of(_BEFALLEN)}))\b"
    r"(?!['’-]| to be\b)"
)
_BEEN = late(
    rf"{FREE}(?:have|has|had) been (happened|occurred|appeared|disappeared|died|existed|belonged|seemed|remained|lasted"
    r"|become)\b(?!['’-])"
)
# ... but for what they can using it, and what they have.
_WHO = late(
    rf"{FREE}(?<![Ww]hat )(?<![Ww]ho )(?<!ere )(?<!all )(?<!as )(?<!than )"
    r"(?:(?P<one>[Hh]e|[Ss]he|[Ii]t)|[Ii]|[Ww]e|[Tt]hey|[Yy]ou|people|who)\Z"
)
# Do your boss a favour; do my dog's paws hurt, and do her cat toys squeak?
_DO = late(
    rf"{_ASKED}([Dd]o)(?:n['’]t)? (?:(?:he|she) (?!and\b)"
    rf"|(?:your|his|her|my) (?:{any_of(_PERSONS)}) (?!(?:and|or|an?|[a-z]+s)\b))[a-z]+"
)
_CAN = late(r" (?:will|would|may|might|must|should)(?: not)? (?P<can>can|could)(?= [a-z]+\b)")
_ABLE = late(rf"{FREE}(?:can|could|cannot|can['’]t|couldn['’]t)(?: not)? ((?:be )?able to ([a-z]+))\b")
_HAVE = late(
    r" (?:have|has|had)(?:n['’]t)?(?: (?:never|already|always|just|ever|also|not))?"
    rf" (?P<verb>{any_of(_HAVING)}|send(?= (?:the|an?|my|your|you|him|her|them|it|us|this|that)\b))\b(?!['’-])"
)
_LONE = rf"{ADVERB}(?P<verb>[a-z]+)\b(?!['’-])"
_NAMED = "(?<!['’]s )" + behind_none("the a his her my their this that free own old public")
_COULD = late(
    rf"{_NAMED}(?<=\w )(?<!and )(?:(?:can|could|should|would|must|may|might|will)(?: not)?|cannot"
    rf"|(?:ca|could|should|would|must|wo|do|does|did)n['’]t) {_LONE}"
)
# What somebody leaves, or has to do it with: the will stipulated, the political will evaporated.
_A_WILL = late(
    r"\b(?:the|an?|my|your|his|her|their|our|its|political|iron|free|good|ill|last|own) will [a-z]+\Z", re.IGNORECASE
)
_MODALS = (" can", "ould", " must", " may ", " might ", " will ", "n't ", "n’t ")
# She done it, which nobody says with *have* before it: neither of what he has seen and she done.
_DEEDS = word_set("""
    done seen drunk rung sung swum begun gone written taken eaten given known driven fallen chosen forgotten stolen torn
    worn spoken broken flown grown thrown shaken hidden ridden risen bitten
""")
_DEED = late(
    rf"{beginning('and|but|because|that|so|when|if|then')}(?:I|[Ww]e|[Tt]hey|[Yy]ou|[Hh]e|[Ss]he)"
    rf" (?:(?:just|also|only|then|finally|once) )?(?P<verb>{'|'.join(sorted(_DEEDS))})\b"
    r"(?!['’,-]| (?:as|for|by)\b)"
)
_PERFECT = late(r"\b(?:have|has|had|having|haven['’]t|hasn['’]t|hadn['’]t|being)\b|['’](?:ve|d)\b", re.IGNORECASE)
CLAUSE = 80  # characters before a participle in which its auxiliary may stand
BESIDE = 12  # characters before what is found that are looked at
_OF = late(
    rf"{FREE}(?:could|should|would|might|must)(?:n['’]t| not)? (of)\b"
    rf"(?! (?:course|all|necessity|late|right|itself|themselves|himself|herself|{any_of(CLAUSES)})\b)"
)


def _have(text: str) -> Iterator[Fault]:
    return (Fault(*found.span(1), "have") for found in _OF.finditer(text))


def _never(text: str) -> Iterator[Fault]:
    """What nobody is: *was happened*, *is want*, *have been appeared*."""
    if "was " in text or "were " in text:
        for found in _HAPPENED.finditer(text):
            yield Fault(*found.span(), found[1], LIKELY)
    for found in _BEEN.finditer(text) if " been " in text else ():
        yield Fault(found.start(1) - len("been "), found.end(), found[1])


def _asked(text: str) -> Iterator[Fault]:
    """*Does he likes it?*, *Did you went?*, *Do she know?*"""
    if "?" not in text:
        return
    yield from (Fault(*found.span(1), f"{found[1]}es") for found in _DO.finditer(text))


def _able(text: str) -> Iterator[Fault]:
    """*Will can*, *could not able to*, *can going*."""
    for found in _CAN.finditer(text) if has(text, (" can ", " could ")) else ():
        if _WHO.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span("can"), "be able to", LIKELY)
    for found in _ABLE.finditer(text) if "able to " in text else ():
        yield Fault(*found.span(1), found[2], LIKELY)


def _done(text: str) -> Iterator[Fault]:
    """*Was build*, *have forget*."""
    for found in _HAVE.finditer(text):
        if _WHO.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span("verb"), participle(found["verb"]) or "", LIKELY)


@lru_cache(maxsize=4096)
def _first(word: str) -> str | None:
    """The first form of a verb, of another form that is nothing else."""
    kinds = lexicon.kinds(word)
    if kinds[:1] == ["NOUN"] or lone(word):
        return None
    base = base_of_third(word) or (base_of_past(word) if word not in lexicon.table() or kinds == ["VERB"] else None)
    return base if base and base != word and lone(base) else None


def _form(text: str) -> Iterator[Fault]:
    """*Could copied*."""
    for found in _COULD.finditer(text) if has(text, _MODALS) else ():
        if not _A_WILL.search(text, max(0, found.end() - 40), found.end()) and (new := _first(found["verb"])):
            yield Fault(*found.span("verb"), new, LIKELY)


def _alone(text: str) -> Iterator[Fault]:
    """*She done it*, *they begun*: without *have* it is the past."""
    for found in _DEED.finditer(text) if not _DEEDS.isdisjoint(words_of(text)) and "?" not in text else ():
        perfect = _PERFECT.search(text, max(0, found.start() - CLAUSE), found.start())
        if not perfect and (did := past(base_of_participle(found["verb"]) or "")):
            yield Fault(*found.span("verb"), did, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_have, _never, _asked, _able, _done, _form, _alone)
