"""Verbs in a form that what stands before them does not take: *enjoy to read*, *without to say*, *good at play*, *want
going*, *I know him since 2010*, *I am knowing*, *yesterday I am*.

Each was counted in learners' texts and in 100,000 clean sentences (bench/counts.py) before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon, word_set
from gec.rules.code.forms import base_of_ing, ing, merely_verb, mostly_verb, verb
from gec.rules.fault import FREE, LIKELY, SURE, Fault, any_of, behind_none, late

_ABOUT = "think thinking thought how what talk talked talking worried excited"
# Of a time that is spent.
_SPENT = """
    a_lot_of_time lots_of_time so_much_time too_much_time much_time more_time less_time my_time my_free_time
    a_long_time all_my_time
"""
_WISHED = """
    decide decides decided want wants wanted agree agreed refuse refuses refused would_like threaten threatens
    threatened promised afford
"""
# What is so is not just now being so.
_STATES = """
    knowing/know/knows/knew believing/believe/believes/believed
    preferring/prefer/prefers/preferred belonging/belong/belongs/belonged
    needing/need/needs/needed
"""
_STATE = {first: rest for first, *rest in (row.split("/") for row in _STATES.split())}

BESIDE = 30  # characters on both sides that are looked at
_HOURS = "(?:[a-z]+ ){1,2}(?:hours|days|minutes)"
_VERB = r"(?P<verb>[a-z]+)\b(?!['’-])"
_TO = rf"(?P<whole>to (?!(?:begin|start) with(?:[.,;?!]|\Z)){_VERB})"
_BARE = rf"(?P<whole>{_VERB})"
# What is avoided to save time.
_ACTIVE = behind_none("be is are was were been being best")
# What something is used for.
_USED_FOR = any_of(
    "attract prove smuggle fill obtain maintain sell create build make produce generate provide describe illustrate"
    " represent show demonstrate promote support store indicate denote refer feed"
    " deliver lure transport convey express translate"
)
_I_AM = "I am|I['’]m|I was|s?he is|s?he['’]s|s?he was|we are|we['’]re|you are"


def _any(words: str) -> str:
    return any_of(words).replace("'", "['’]")


# Who is let do it, seen do it, and wants to do it.
_PEOPLE = (
    "mother father parents son daughter children kids students friends? brother sister wife husband dog team people"
)
_LET = late(
    rf"{FREE}(?:(?:[Ll]ets?|[Ll]etting) (?:me|him|her|us|them|you|people)"
    r"|[Mm](?:akes?|ade|aking) (?:me|him|her|us|you|people)"
    rf"|(?:lets?|makes?|made) (?:my|his|her|our|their|your|the) (?:{'|'.join(_PEOPLE.split())})"
    rf"|(?:saw|heard|watched) (?:me|him|her|us|them|someone|people)) {_TO}"
)
# What one is seen for, or made for.
_PURPOSES = word_set(
    "ask represent worship begin say tell talk discuss make get find check be have see order measure start"
)
# What goes before the form in *ing*, and how sure that is.
_GERUNDS: tuple[tuple[re.Pattern[str], str, float], ...] = (
    (late(rf"{FREE}spen(?:ds?|t|ding) (?:{_any(_SPENT)}|{_HOURS}) {_TO}"), "", LIKELY),
    (late(rf"{FREE}succeed(?:s|ed)? (?!to (?:found|rule|reign)\b){_TO}"), "in ", LIKELY),
    (late(rf"{FREE}(?:{_any(_ABOUT)}) about {_TO}", re.IGNORECASE), "", SURE),
    (late(rf"['’](?:m|re|s)(?: also)? (?:thinking|dreaming) {_TO}"), "of ", LIKELY),
    (late(rf"{FREE}(?:am|is|are|was|were|been|['’](?:m|re))(?: (?:very|really|always|also))? busy {_TO}"),
     "", LIKELY),
    (late(rf"{FREE}(?:give|gives|gave|given|giving) up {_TO}"), "", LIKELY),
    (late(rf"{FREE}prevent(?:s|ed)? (?:me|him|her|us|them|you|people) {_TO}"), "from ", LIKELY),
)  # fmt: skip
# A thing wants mending, and what is decided is decided using facts.
_WISH = late(
    rf"{FREE}(?=[dwartpDWARTP]){_ACTIVE}{behind_none('it only good hair shoes windows')}(?:{_any(_WISHED)})"
    r" (?!happening\b|doing (?:properly|well)\b|seeing to\b)"
    r"([a-z]+ing)\b(?!['’-])(?! (?:[a-z]+ ){0,4}?(?:was|is|were|would|might|could|will)\b)"
    r"(?! (?:[^\s.,;]+ ){1,3}to (?:be|feel|look|stay|remain)\b)",
    re.IGNORECASE,
)
# Whatever you want using this.
_ANYTHING = late(r"\b(?:what|whatever|anything|everything|all) (?:I|you|we|they|he|she|people) \Z", re.IGNORECASE)
_BEING = late(
    rf"{FREE}(?:(?P<many>I|[Ww]e|[Tt]hey|[Yy]ou)|(?P<one>[Hh]e|[Ss]he))"
    rf"(?P<whole> (?:am|is|are|(?P<past>was|were)) (?P<verb>{'|'.join(_STATE)}))\b(?!['’-])"
)
_USED = late(
    rf"{FREE}(?:look(?:s|ed|ing)? forward|(?P<used>{_I_AM}|gets?|got|getting)"
    r"(?: (?:not|now|so|very|already|really|quite))? used)"
    rf" to (?!come [a-z]+ time\b)(?!(?<=used to )(?:{_USED_FOR})\b){_BARE}",
    re.IGNORECASE,
)
_USED_TO = late(r"(?:I|get|got|s?he(?: is|['’]s))\b", re.IGNORECASE)  # that does things, and is not used for them
# Where to look for them: the last words of what stands before such a verb.
_PLACE = late(r"(?<![A-Za-z])([A-Za-z]++)(?= to (?P<verb>[a-z]++))")
_BEFORE_TO = word_set(
    """
    time hours days minutes succeed succeeds succeeded about thinking dreaming busy up me him her us them you people
    """
)


def _gerund(text: str) -> Iterator[Fault]:
    for place in _PLACE.finditer(text):
        for pattern, before, odds in _GERUNDS if place[1].lower() in _BEFORE_TO else ():
            if (found := _ending(pattern, text, place)) and (new := ing(place["verb"])):
                yield Fault(*found.span("whole"), before + new, odds)
    if "forward to " in text or "used to " in text:
        for found in _USED.finditer(text):
            fits = mostly_verb if _USED_TO.match(found["used"] or "") else merely_verb
            if fits(found["verb"]) and (new := ing(found["verb"])):
                yield Fault(*found.span("whole"), new, LIKELY if found["used"] else SURE)


def _ending(pattern: re.Pattern[str], text: str, place: re.Match[str]) -> re.Match[str] | None:
    """What a pattern finds that ends with the verb of a place."""
    end = place.end("verb")
    some = pattern.finditer(text, max(0, place.start() - BESIDE), end + BESIDE)
    return next((one for one in some if one.end("whole") == end), None)


def _wish(text: str) -> Iterator[Fault]:
    for found in _WISH.finditer(text):
        if _ANYTHING.search(text, max(0, found.start() - BESIDE), found.start()):
            continue
        if "NOUN" not in lexicon.kinds(found[1]) and (base := base_of_ing(found[1])):
            yield Fault(*found.span(1), f"to {base}", LIKELY)


def _lasting(text: str) -> Iterator[Fault]:
    for found in _BEING.finditer(text):
        many, one, past = _STATE[found["verb"]]
        yield Fault(*found.span("whole"), f" {past if found['past'] else many if found['many'] else one}", LIKELY)


def _bare(text: str) -> Iterator[Fault]:
    """*Let me to go*, *heard him to sing*, *want to going*."""
    if " to " not in text:
        return
    for found in _LET.finditer(text):
        first, whole = found["verb"], found.span("whole")
        if verb(first) and first not in _PURPOSES:
            yield Fault(*whole, first)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_gerund, _wish, _lasting, _bare)
