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

from gec.faults.fault import FREE, Fault, any_of, behind_none, has, late, words_of
from gec.faults.forms import base_of_past
from gec.words import lexicon, word_set

TABLE = Path(__file__).with_name("confused.txt")
BESIDE = 30  # characters before a word that are looked at

_APART = r"(?<![\w'’.@#/&=*_-])"
_BEGIN = r"\A\W{0,3}|[,;] "
_LEADS, _ENDS = frozenset(' ("“‘—'), frozenset(' .,;:!?)"”…')
_WHOLE = r"(?![\w'’-]| (?:after|by) (?:day|night|week|month|year)\b)"  # dug a hole night after night
_END = r"(?=[.,;!?](?: |\Z)|[\"”)]|\Z)"

# Of an adjective too much, where what is to be done cannot be meant.
_ADJECTIVES = """
    late early expensive difficult tired young old hot cold big small busy short hard easy dangerous boring high
    heavy nervous sad happy poor dark fat shy loud noisy crowded strict weak strong important much many
"""
_ADJECTIVE = word_set(_ADJECTIVES)
_TOO = late(
    rf"{FREE}(?:am|is|are|was|were|['’]s|['’]m|['’]re|be|been|feel|felt|far|way) (to) (?:{any_of(_ADJECTIVES)})"
    r"(?=[.!?](?: |\Z)|\Z| (?:to|for|and)\b)"
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
_THROWERS = word_set("who that which then also just never and always") | lexicon.AUXILIARIES
_HAVING = word_set("is was has had are were will can could would did does")


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
            for meant, before, behind in known[said]:
                if behind.match(text, end) and before.search(text, max(0, start - BESIDE), start):
                    yield Fault(start, end, meant.capitalize() if text[start].isupper() else meant)
                    break


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
    if "then" in words:
        yield from (Fault(*found.span(1), "than") for pattern in _THAN for found in pattern.finditer(text))


def _through(text: str) -> Iterator[Fault]:
    """*We went threw the gate*."""
    for found in _THREW.finditer(text) if " threw" in text else ():
        verb = found["verb"]
        if lexicon.kind(verb) == "VERB" and verb not in _THROWERS and lexicon.known(verb):
            yield Fault(*found.span(2), "through")


def _whose(text: str) -> Iterator[Fault]:
    """*They're car broke down*."""
    for found in _THEYRE.finditer(text) if has(text, ("hey're ", "hey’re ")) else ():
        noun, verb = found["noun"], found["verb"]
        said = verb in _HAVING or (base_of_past(verb) and lexicon.kind(verb) == "VERB")
        thing = lexicon.kind(noun) == "NOUN" and {*lexicon.kinds(noun)} <= {"NOUN", "VERB"}
        if said and thing and not noun.endswith("ing") and not base_of_past(noun):
            yield Fault(*found.span(1), f"{found[1][0]}heir")


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_confused, _degree, _through, _whose)
