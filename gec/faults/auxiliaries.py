"""Auxiliaries that a verb does not take, or takes in another form: *was happened*, *she is want*, *does he likes*, *do
she*, *will can*, *could not able to*, *was build*, *have forget*, *can going*, *can be apply*, *could copied*; and one
that is missing: *she done it*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/faults.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.commas import CLAUSES
from gec.faults.fault import ADVERB, FREE, LIKELY, Fault, any_of, beginning, behind_none, has, late, words_of
from gec.faults.forms import (
    base_of_ing,
    base_of_participle,
    base_of_past,
    base_of_third,
    lone,
    participle,
    past,
    third,
    verb,
)
from gec.words import lexicon, word_set

# What is done to nobody.
_BEFALLEN = """
    happened occurred appeared disappeared died existed belonged seemed collapsed emerged fainted lasted came
    went fell became cried
"""
# What one is not.
_THOUGHT = """
    want need hope know think believe prefer have agree understand enjoy wish remember forget wants needs hopes knows
    thinks believes prefers has agrees understands enjoys
"""
_PERSONS = "mother father brother sister friend son daughter wife husband teacher boss dog cat"
# Verbs whose first form nobody takes for what is done.
_DONE = "steal sell speak forget forgive eat bite"
_MADE = "build send write choose shoot teach"  # ... if nothing behind them says what
_HAVING = """
    see be go eat write speak choose know give forget begin buy bring teach find sell tell grow hear visit learn lose
"""
_KNOWN = word_set(f"{_DONE} {_MADE} {_HAVING}")
_ASKED = r"(?:\A\W{0,3}|[Ww]h(?:at|en|ere|y) |[Hh]ow |(?:much|many|often|long|time) |[,;] )"
_FIRST_FORMS = frozenset({"found", "saw", "fell", "felt", "seed", "left", "need", "speed", "feed"})  # of other verbs

_HAPPENED = late(
    rf"(?<!there )(?<!battery )(?<!phone ){FREE}(?:was|were) ((?:also |suddenly |already )?(?:{any_of(_BEFALLEN)}))\b"
    r"(?!['’-]| to be\b)"
)
_BEEN = late(
    rf"{FREE}(?:have|has|had) been (happened|occurred|appeared|disappeared|died|existed|belonged|seemed|remained|lasted"
    r"|become)\b(?!['’-])"
)
_NEEDS = frozenset({"want", "need", "hope", "wants", "needs", "hopes"})  # It is hope that counts.
_IS = late(rf" (?P<whole>(?:am|is|are) (?P<verb>{any_of(_THOUGHT)}))\b(?!['’-]| been\b)")
# ... but for what they can using it, and what they have.
_WHO = late(
    rf"{FREE}(?<![Ww]hat )(?<![Ww]ho )(?<!ere )(?<!all )(?<!as )(?<!than )"
    r"(?:(?P<one>[Hh]e|[Ss]he|[Ii]t)|[Ii]|[Ww]e|[Tt]hey|[Yy]ou|people|who)\Z"
)
_DOES = late(
    rf"{_ASKED}(?:[Dd]oes|[Dd]id)(?:n['’]t)?"
    r" (?:he|she|it|this|(?P<noun>(?:your|the|my|his|her|our|their) [a-z]+[a-rt-z]))"
    r" (?P<verb>[a-z]+s)\b(?!['’-])(?=[^.!]*\?)"
)
_DID = late(
    rf"{_ASKED}[Dd]id(?:n['’]t)? (?:I|you|he|she|it|we|they|your (?![a-z]+ly )[a-z]+) ([a-z]+)\b(?!['’-])(?=[^.!]*\?)"
)
# Do your boss a favour; do my dog's paws hurt, and do her cat toys squeak?
_DO = late(
    rf"{_ASKED}([Dd]o)(?:n['’]t)? (?:(?:he|she) (?!and\b)"
    rf"|(?:your|his|her|my) (?:{any_of(_PERSONS)}) (?!(?:and|or|an?|[a-z]+s)\b))[a-z]+"
)
_CAN = late(r" (?:will|would|may|might|must|should)(?: not)? (?P<can>can|could)(?= [a-z]+\b)")
_ABLE = late(rf"{FREE}(?:can|could|cannot|can['’]t|couldn['’]t)(?: not)? ((?:be )?able to ([a-z]+))\b")
_BUILD = late(
    r" (?<! do )(?<! did )(?<!ing )(?:was|were|been|being|be)(?: (?:not|also|always|never))?"
    rf" (?P<verb>(?:{any_of(_DONE)})\b(?! (?:up|for)\b)|(?:{any_of(_MADE)})(?=[.,;!?]|\Z"
    r"| (?:by|in|on|at|to|from|with|of|and|or|using|as|into|when|because|again|before|after|until)\b))(?!['’-])"
)
_HAVE = late(
    r" (?:have|has|had)(?:n['’]t)?(?: (?:never|already|always|just|ever|also|not))?"
    rf" (?P<verb>{any_of(_HAVING)}|send(?= (?:the|an?|my|your|you|him|her|them|it|us|this|that)\b))\b(?!['’-])"
)
_TO = late(r"(?:[Cc]an|[Cc]ould|[Ww]ould) (?:you|we|I) (?:please )?(?P<whole>to (?P<verb>[a-z]+))\b(?!['’-])")
_READY = late(
    rf"{_ASKED}([Dd]o) (?:you|they|we) (?:ready|sure|happy|interested|afraid|tired|able|available|hungry"
    r"|(?:free|busy)(?=[?.,;]| (?:now|today|tonight|tomorrow|this|next|on|at|for|to|in|after|with|if)\b))\b"
)
_GOING = late(
    r"(?P<full> (?:can|could|would|should|must)(?: not)?|(?<!\w)[Ll]et['’]s| cannot"
    r"|(?P<no>(?<=[Dd]o)|(?<=oes)|(?<=id)|(?<=ca)|(?<=ould)|(?<=wo))n['’]t)"
    r"(?: also| only)? (?P<verb>[a-z]+ing)\b(?!['’-])"
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
_BE = late(
    rf"(?<![\w'’-])(?:(?:can|could|should|would|must|may|might|will|shall)(?:n['’]t| not)? {ADVERB}be|cannot be|to be"
    rf"|(?:have|has|had)(?:n['’]t| not)? {ADVERB}been) {_LONE}"
)
# Who has debug information, or does not have attribute T?
_HAS = late(
    rf"(?<!do )(?<!does )(?<!did )(?<!not )(?<!n['’]t )(?<![\w'’-])(?:(?:have|has|had)(?:n['’]t| not)?"
    rf"|(?:I|[Ww]e|[Yy]ou|[Tt]hey)['’]ve) {_LONE}"
    r"(?=[.,;!?](?: |\Z)|\Z| (?:the|an?|my|your|his|her|our|their|its|this|that|these|to|me|him|it|us|them|you|in|on|at"
    r"|for|with|from|by|about|into|of|up|out|down|so|very|as|and|or|but|because|when|how|what|why|all|some|many|much)\b)"
)
_MODALS = (" can", "ould", " must", " may ", " might ", " will ", "n't ", "n’t ")
_NO_DEEDS = frozenset({"using", "being", "including", "regarding", "following", "starting", "depending", "concerning"})
_BEFORE_GOING = (" can", "could", "would", "should", " must", "n't", "n’t", "et's", "et’s")
_REST = late(r"(?: [a-z]+){1,12}")  # what is asked
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
    for found in _IS.finditer(text):
        first = base_of_third(found["verb"]) or found["verb"]
        who = _WHO.search(text, max(0, found.start() - BESIDE), found.start())
        if who and not (who["one"] in ("It", "it") and found["verb"] in _NEEDS):
            yield Fault(*found.span("whole"), third(first) if who["one"] else first, LIKELY)


def _asked(text: str) -> Iterator[Fault]:
    """*Does he likes it?*, *Did you went?*, *Do she know?*"""
    if "?" not in text:
        return
    for found in _DOES.finditer(text):
        base = base_of_third(found["verb"])
        if base and not (found["noun"] and asked_of(found["verb"], text, found.end("verb"))):
            yield Fault(*found.span("verb"), base)
    for found in _DID.finditer(text):
        if found[1] not in _FIRST_FORMS and (base := base_of_past(found[1])):
            yield Fault(*found.span(1), base)
    yield from (Fault(*found.span(1), f"{found[1]}es") for found in _DO.finditer(text))
    yield from (Fault(*found.span(1), "Are" if found[1] == "Do" else "are") for found in _READY.finditer(text))
    for found in _TO.finditer(text):
        if verb(found["verb"]):
            yield Fault(*found.span("whole"), found["verb"])


def asked_of(word: str, text: str, end: int) -> bool:
    """Whether a word is rather the noun, or its last part, of whom a verb behind it is asked: *do plants need soil?*"""
    if "NOUN" not in lexicon.kinds(base_of_third(word) or word):
        return False
    behind = _REST.match(text, end)
    return any(map(_may_do, behind[0].split())) if behind else False


def _may_do(word: str) -> bool:
    return word not in lexicon.CLOSED and "VERB" in lexicon.kinds(word) and base_of_third(word) is None


def _able(text: str) -> Iterator[Fault]:
    """*Will can*, *could not able to*, *can going*."""
    for found in _CAN.finditer(text) if has(text, (" can ", " could ")) else ():
        if _WHO.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span("can"), "be able to", LIKELY)
    for found in _ABLE.finditer(text) if "able to " in text else ():
        yield Fault(*found.span(1), found[2], LIKELY)
    for found in _GOING.finditer(text) if has(text, _BEFORE_GOING) else ():
        fits = found["full"][0] != " " or _WHO.search(text, max(0, found.start() - BESIDE), found.start())
        named = found["no"] is not None and "NOUN" in lexicon.kinds(found["verb"])  # don't building costs rise?
        if fits and not named and found["verb"] not in _NO_DEEDS and (base := base_of_ing(found["verb"])):
            yield Fault(*found.span("verb"), base, LIKELY)


def _done(text: str) -> Iterator[Fault]:
    """*Was build*, *have forget*."""
    for found in _BUILD.finditer(text):
        yield Fault(*found.span("verb"), participle(found["verb"]) or "", LIKELY)
    for found in _HAVE.finditer(text):
        if _WHO.search(text, max(0, found.start() - BESIDE), found.start()):
            yield Fault(*found.span("verb"), participle(found["verb"]) or "", LIKELY)


def _form(text: str) -> Iterator[Fault]:
    """*Could copied*, *can be apply*, *has recently been discuss*, *had even change*."""
    for found in _COULD.finditer(text) if has(text, _MODALS) else ():
        if not _A_WILL.search(text, max(0, found.end() - 40), found.end()) and (new := _first(found["verb"])):
            yield Fault(*found.span("verb"), new, LIKELY)
    for pattern, pieces in ((_BE, (" be ", " been ")), (_HAS, (" have", " has", " had", "ve "))):
        for found in pattern.finditer(text) if has(text, pieces) else ():
            if found["verb"] not in _KNOWN and (new := _third_form(found["verb"])):
                yield Fault(*found.span("verb"), new, LIKELY)


@lru_cache(maxsize=4096)
def _first(word: str) -> str | None:
    """The first form of a verb, of another form that is nothing else."""
    kinds = lexicon.kinds(word)
    if kinds[:1] == ["NOUN"] or lone(word):
        return None
    base = base_of_third(word) or (base_of_past(word) if word not in lexicon.table() or kinds == ["VERB"] else None)
    return base if base and base != word and lone(base) else None


@lru_cache(maxsize=4096)
def _third_form(word: str) -> str | None:
    """The participle of a first form that is nothing else."""
    new = participle(word)
    return new if lone(word) and new != word else None


def _alone(text: str) -> Iterator[Fault]:
    """*She done it*, *they begun*: without *have* it is the past."""
    for found in _DEED.finditer(text) if not _DEEDS.isdisjoint(words_of(text)) and "?" not in text else ():
        perfect = _PERFECT.search(text, max(0, found.start() - CLAUSE), found.start())
        if not perfect and (did := past(base_of_participle(found["verb"]) or "")):
            yield Fault(*found.span("verb"), did, LIKELY)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_have, _never, _asked, _able, _done, _form, _alone)
