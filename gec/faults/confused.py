"""Words taken for others that sound or look alike: *the hole day*, *I though that*, *a peace of cake*, *very
quite*, *more came then we thought*, *went threw the gate*.

The table, `confused.txt`, has on each line what is written, what is meant, and the words before and behind it, between
which nothing else can be meant: `_` is a blank, `*` anything, `^` the beginning of a sentence or what follows a comma,
and `.` a mark or the end. Each was counted in learners' texts and in clean ones before it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gec.faults.agreeing import plural
from gec.faults.fault import FREE, Fault, any_of, behind_none, has, late, words_of
from gec.faults.forms import PARTICIPLES, base_of_past
from gec.words import lexicon, word_set

TABLE = Path(__file__).with_name("confused.txt")
BESIDE = 30  # characters before a word that are looked at

_APART = r"(?<![\w'’.@#/&=*_-])"
_BEGIN = r"\A\W{0,3}|[,;] "
_LEADS, _ENDS = frozenset(' ("“‘—'), frozenset(' .,;:!?)"”…')
_STOPS = frozenset('.!?:,;-–—"”)')
_WHOLE = r"(?![\w'’-]| (?:after|by) (?:day|night|week|month|year)\b)"  # dug a hole night after night
_END = r"(?=[.,;!?](?: |\Z)|[\"”)]|\Z)"

# Of an adjective too much, where what is to be done cannot be meant.
_ADJECTIVES = """
    late early expensive difficult tired young old hot cold big small busy short hard easy dangerous boring high
    heavy nervous sad happy poor dark fat shy loud noisy crowded strict weak strong important much many
"""
_ADJECTIVE = word_set(_ADJECTIVES)
_TOO = late(
    rf"(?<!ve )(?<!ves )(?<!ving )(?<!the ){FREE}(?:am|is|are|was|were|['’]s|['’]m|['’]re|be|been|feel|felt|far|way)"
    rf" (to) (?:(?<!been to )(?:{any_of('many much important old young poor')})|{any_of(_ADJECTIVES)})"
    r"(?=[.!?](?: |\Z)|\Z| (?:to|for)\b| and (?:I|we|he|she|they|it|you|the|my|there|too|very|not|so)\b)"
)
# What is better, before the one that is not.
_BETTER = """
    bigger smaller older younger taller cheaper higher lower faster easier harder larger greater stronger nicer
    happier safer healthier rather other richer warmer colder
"""
_OTHER = """
    me him us them my your his her our their a an any that this before one two three most usual other others expected
    nothing anything ever mine yours
"""
_THOUGHT = """
    expected thought think am is are was were do does did have has had can could used imagined hoped remember remembered
    needed need wanted want planned looked looks look deserve deserved knew know like liked paid earn spend spent got
    get eat ate sold asked realized realised believed anticipated guessed made make normally usually should ever
"""
_MORE = rf"{FREE}(?:[Mm]ore|[Ff]ewer|[Ll]ess|[Bb]etter|[Ww]orse|{any_of(_BETTER)})"
# What comes next behind a noun: *add more water then the rice*, *the other side then the edges*.
_NOUN = late(r"([a-z]+) \Z")
_TASKS = """
    add stir cook fry boil bake do put pour mix use try walk run turn click press give take read wait rest repeat make
    sprinkle heat simmer whisk sear grill roast
"""
_TASK = late(rf"\W{{0,3}}(?i:{any_of(_TASKS)})\b(?! you\b)")
_NOT_NEXT = behind_none("and but since until till by just even right back only or so if when often")
_THAN = (
    late(
        rf"(?:{_MORE}|{FREE}[a-z]+ier) (?:[a-z]+ ){{0,4}}{_NOT_NEXT}(then)"
        rf"(?= (?:(?:{any_of(_OTHER)}|(?:the )?(?:last|previous|first)|the other)\b|\d))"
    ),
    late(
        rf"(?:{_MORE}|{FREE}[a-z]+ier) (?:[a-z]+ ){{0,4}}{_NOT_NEXT}(then) (?:I|we|they|he|she|it|you|people)"
        rf" (?:(?:first|really|would have|could have|even|actually|originally) )?(?:{any_of(_THOUGHT)})\b"
    ),
    late(
        rf"{_MORE} (?:[a-z]+ ){{0,2}}{_NOT_NEXT}(then) (?:the|in|at|on|these|those|what|most|some|all|with|for|to|by"
        r"|from|just)\b(?! (?:the )?future\b)"
    ),
)
# They're house, where a verb follows.
_THEYRE = late(rf"{FREE}([Tt]hey['’]re) (?P<noun>[a-z]+) (?P<verb>[a-z]+)\b(?!['’-])")
# To go threw something; who threw it is said before.
_THREW = late(rf"{FREE}(?P<verb>[a-z]+) (threw)\b(?!['’-])")
_PASSERS = late(r"\b(?:who|that|which) [a-z]+ threw (?!(?:the|a|an|my|your|his|her|our|their|its|this|that)\b)")
_THROWERS = word_set("who that which then also just never and always") | lexicon.AUXILIARIES
# The man arrested threw it, and the one driving.
_GOING = word_set("""
    go goes went going gone walk walks walked run runs ran come comes came pass passes passed drive drives drove look
    looks looked see sees saw seen get gets got getting break breaks broke broken jump jumps jumped fly flies flew fall
    fell climb climbed push pushed pull pulled crawl crawled swim swam slip slipped cut put live lived read rush rushed
    travel travels travelled traveled sail sailed ride rode flow flows flowed step stepped march marched search searched
""")
_HAVING = word_set("is was has had are were will can could would did does")


# Where these are right for all that: *the people I spoke to chose*, *nobody could except him*, *a photo of it*.
_SPOKE = r"\b(?:sp[eo]aks?|spoken?|talk(?:s|ed)?|listen(?:s|ed)?|appl(?:y|ies|ied)|belong(?:s|ed)?|wrote|written) to \Z"
_PLACES = r"(?:school|college|university|doctor|shop|church|club|place|restaurant|dentist|hotel)"
_RIGHT = {
    "accept": r"\b(?:make|makes|made|making|let|lets|letting|have|had|having|help|helps|helped|see|saw) [a-z]+ \Z",
    "chose": rf"{_SPOKE}|\b{_PLACES} (?:I|he|she|we|they|you) (?:went|go|goes) to \Z",
    "except": r"\b(?:no|nobody|none|nothing|nowhere|anyone|anybody|anything|any|much|all|every[a-z]*|place) ",
    "expect": r"\b(?:what|who|do|does|did|should|would)(?:n['’]t)? (?:[a-z]+ ){1,2}\Z",
    "know": r"\bon the right \Z",
    "knight": r"\b(?:the|an?|his|her|their|its|our|my) last \Z",
    "of": r"\b(?:(?:photo|picture|pic|video|view|shot|image|glimpse|sketch|footage|photograph|map)s?\b"
    r"|(?:the|a) switch\b|(?:most|best) [a-z]+ [a-z]+ \Z)",
    "off": r"\b(?:on|in) the [a-z]+ (?:and|but) [a-z]+ \Z",
    "passed": r"\b(?:the|this|that|every|an?) [a-z]+ (?:I|we|he|she|they|you) (?:walked|drove|went|ran|flew|walk) \Z",
    "right": r"\bleft to \Z",
    "success": r"(?:\A\W{0,3}|\b(?:how|what|where|when|why|nor|only) )(?:will|can|could) \Z",
    "there": r"\b(?:people|those|who|live[sd]?|works?|worked|men|women|famil(?:y|ies)|residents|farmers|locals|most"
    r"|many|everyone|nobody|someone) \Z",
    "they're": r"\bafter all \Z",
    "weather": r"\b(?:the|bad|good|fine|rainy|cold|hot|nice|wet|dry|warm|sunny|winter|severe|stormy|poor|any) \Z",
    "you": r"\b(?:some|many|most|all|none|few|lot|any|two|three|half|each|both|those|one|more) of \Z"
    r"|\b(?:work|works|worked|care|cares|cared|voted|pray|fight|do|does|did) for \Z",
}
_STANDS = {said: late(pattern, re.IGNORECASE) for said, pattern in _RIGHT.items()}


class Confusion(NamedTuple):
    """What is meant by a word, and what stands before and behind it."""

    meant: str
    before: re.Pattern[str]
    behind: re.Pattern[str]


@cache
def table() -> Mapping[str, list[Confusion]]:
    """The words that are taken for others."""
    found: dict[str, list[Confusion]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        said, meant, before, behind = line.split("\t")
        found.setdefault(said, []).append(Confusion(meant, _before(before), _behind(behind)))
    return found


def _before(words: str) -> re.Pattern[str]:
    ways = (f"{_place(word)} " if word[-1].isalnum() else _MARKS[word] for word in words.split())
    return late(rf"(?:{'|'.join(ways)})\Z")


_MARKS = {"*": "", "^": rf"(?:{_BEGIN})", ",": ", "}


def _place(word: str) -> str:
    """A word, or several, with or without a capital, apart from what stands before."""
    led, word = word[0] == "^", word.lstrip("^")
    plain = re.escape(word).replace("_", " ").replace("'", "['’]")
    if word[0] == "'":
        return plain
    either = f"[{word[0].upper()}{word[0]}]{plain[1:]}" if word[0].islower() else plain
    return (_MARKS["^"] if led else _APART) + either


def _behind(words: str) -> re.Pattern[str]:
    ways = []
    for word in words.split():
        plain = re.escape(word.rstrip(".")).replace("_", " ").replace("'", "['’]")
        ways.append("" if word == "*" else _END if word == "." else rf" {plain}{_END if word[-1] == '.' else _WHOLE}")
    return late(rf"(?:{'|'.join(ways)})")


def _confused(text: str) -> Iterator[Fault]:
    known, lower = table(), text.lower().replace("’", "'")
    if len(lower) != len(text):  # İ
        return
    for said in known.keys() & words_of(text):
        for start in _places(said, lower):
            end = start + len(said)
            if _stands(said, text, start):
                continue
            for meant, before, behind in known[said]:
                if behind.match(text, end) and before.search(text, max(0, start - BESIDE), start):
                    yield Fault(start, end, meant.capitalize() if text[start].isupper() else meant)
                    break


def _stands(said: str, text: str, start: int) -> bool:
    """Whether a word may be meant as it is written, by what is before it; a capital inside it is a name's."""
    if text[start].isupper() and text[max(0, start - 1) : start] == " " and text[max(0, start - 2)] not in _STOPS:
        return True
    right = _STANDS.get(said)
    return right is not None and right.search(text, max(0, start - BESIDE), start) is not None


def _places(said: str, text: str) -> Iterator[int]:
    """Where a word stands that is no part of something else; quicker than a pattern would find it."""
    at = text.find(said)
    while at >= 0:
        end = at + len(said)
        if (at == 0 or text[at - 1] in _LEADS) and (end == len(text) or text[end] in _ENDS):
            yield at
        at = text.find(said, end)


def _degree(text: str) -> Iterator[Fault]:
    if not _ADJECTIVE.isdisjoint(words := words_of(text)) and "to" in words:
        yield from (Fault(*found.span(1), "too") for found in _TOO.finditer(text))
    for found in (each for pattern in _THAN for each in pattern.finditer(text)) if "then" in words else ():
        if not _next(text, found):
            yield Fault(*found.span(1), "than")


def _next(text: str, found: re.Match[str]) -> bool:
    """Whether *then* may tell what comes next: *add more water then the rice*, *the other side then the edges*."""
    noun = _NOUN.search(text, found.start(), found.start(1))
    if noun is None or noun[1] == "other" or lexicon.kind(noun[1]) != "NOUN":
        return False
    other = found[0].startswith("other ") and not text.startswith("no ", max(0, found.start() - 3))
    return other or text[found.end(1) + 1].isdigit() or _TASK.match(text) is not None


def _through(text: str) -> Iterator[Fault]:
    """*We went threw the gate*."""
    for found in _THREW.finditer(text) if " threw" in text else ():
        verb = found["verb"]
        bare = lexicon.kind(verb) == "VERB" and verb not in _THROWERS and verb not in PARTICIPLES
        goes = verb in _GOING or (bare and lexicon.known(verb) and not verb.endswith(("ing", "ed")))
        near = text[max(0, found.start() - 6) : found.end() + 8]
        if goes and not _PASSERS.search(near):  # all who passed threw stones
            yield Fault(*found.span(2), "through")


def _whose(text: str) -> Iterator[Fault]:
    """*They're car broke down*."""
    for found in _THEYRE.finditer(text) if has(text, ("hey're ", "hey’re ")) else ():
        noun, verb = found["noun"], found["verb"]
        said = verb in _HAVING or (base_of_past(verb) and lexicon.kind(verb) == "VERB")
        if verb in PARTICIPLES or verb.endswith("ed"):  # they're stories told by elders
            said = said and not (plural(noun) or noun == "clothes")
        thing = lexicon.kind(noun) == "NOUN" and {*lexicon.kinds(noun)} <= {"NOUN", "VERB"}
        if said and thing and not noun.endswith("ing") and not base_of_past(noun):
            yield Fault(*found.span(1), f"{found[1][0]}heir")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_confused, _degree, _through, _whose)
