"""Spelling conventions: *colour* and *color* are two spellings of one word, and the author chooses.

A correction never changes the spelling convention of a word that it keeps. New words follow the dialect, if one is set.
The table (`variants.py`) has lemmas and endings for each difference. Differences in grammar or vocabulary are not
handled here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from gec.language.variants import CLASSES, ONE_ENDING, ONE_SPELLING, YSE, Pairs, Stems

# For each dialect, which classes it spells the British way. None means that both spellings are usual, or that the
# American spelling is also another word (a check, to tire, a gas meter).
BRITISH = frozenset(CLASSES) | {"ise", "yse"}
FREE = dict.fromkeys(("judgement", "enquire", "learnt", "whilst", "tyre", "programme", "towards", "ogue", "metre"))
DIALECTS: Mapping[str, Mapping[str, bool | None]] = {
    "us": {**dict.fromkeys(BRITISH, False), **dict.fromkeys(("whilst", "towards", "ogue"))},
    "gb": {**dict.fromkeys(BRITISH, True), **FREE, "ise": None},
    "au": {**dict.fromkeys(BRITISH, True), **FREE},
    "ca": {
        **dict.fromkeys(BRITISH, True),
        **FREE,
        **dict.fromkeys(("ise", "yse", "misc"), False),
        **dict.fromkeys(("ae", "grey")),
    },
}
# Outside of America, noun and verb differ in spelling, so the choice is grammar there.
GRAMMAR = frozenset({"practice", "practise", "licence", "license"})

_ONE_ENDING, _ONE_SPELLING, _YSES = tuple(ONE_ENDING.split()), set(ONE_SPELLING.split()), set(YSE.split())
_WORD = re.compile(r"[^\W\d_]+")
_ISE = re.compile(r"(?P<stem>[a-z]{3,}i)(?P<letter>[sz])(?P<rest>e|ed|es|er|ers|ing|ingly|able|ation|ations|ational)")
_NEGATED = re.compile(r"\Aun(?:der)?(?=[a-z]{4})")  # unsurprising, undersized
_YSE = re.compile(r"(?P<stem>[a-z]*ly)(?P<letter>[sz])(?P<rest>e|ed|es|er|ers|ing)")


@dataclass(frozen=True, slots=True)
class Variant:
    """A word that has two spellings."""

    kind: str
    american: str
    british: str


def spelt_alike(old: str, new: str, dialect: str = "") -> str:
    """The replacement `new` of `old` with the spelling convention kept. A word that `old` has in its other spelling is
    spelt as in `old`, and any other word as in the dialect."""
    theirs = [word for word in _WORD.findall(old) if variant(word.lower())]
    pieces = []
    done = 0
    for match in _WORD.finditer(new):
        word = _spelt(match.group(), theirs, dialect)
        pieces += [new[done : match.start()], word]
        done = match.end()
    return "".join([*pieces, new[done:]])


def _spelt(word: str, theirs: list[str], dialect: str) -> str:
    known = variant(word.lower())
    if known is None or word in theirs:
        return word
    for their in theirs:
        if variant(their.lower()) == known and not (dialect not in ("", "us") and their.lower() in GRAMMAR):
            return _cased(their.lower(), word)
    side = DIALECTS[dialect].get(known.kind) if dialect else None
    if side is None or word.lower() in GRAMMAR or word.lower().endswith("lyses"):  # plural of analysis
        return word
    return _cased(known.british if side else known.american, word)


def _cased(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def variant(word: str) -> Variant | None:
    """The two spellings of a lower-case word, if it has two."""
    return _table().get(word) or _by_rule(word)


def spellings(word: str) -> tuple[str, ...]:
    """Both spellings of a lower-case word, if it has two."""
    one = variant(word)
    return (one.american, one.british) if one else ()


def _by_rule(word: str) -> Variant | None:
    for kind, pattern in (("ise", _ISE), ("yse", _YSE)):
        match = pattern.fullmatch(word)
        if match is None:
            continue
        stem, letter, rest = match["stem"], match["letter"], match["rest"]
        lemma = f"{stem}se"
        bare = {_NEGATED.sub("", one) for one in (lemma, f"{stem}{letter}e")}
        single = lemma.endswith(_ONE_ENDING) or not _ONE_SPELLING.isdisjoint(bare)
        if not single if kind == "ise" else lemma in _YSES:
            return Variant(kind, f"{stem}z{rest}", f"{stem}s{rest}")
    return None


@cache
def _table() -> dict[str, Variant]:
    table: dict[str, Variant] = {}
    for kind, rules in CLASSES.items():
        for british, american in (pair for rule in rules for pair in _pairs(rule)):
            one = Variant(kind, american, british)
            table.setdefault(british, one)
            table.setdefault(american, one)
    return table


def _pairs(rule: Stems | Pairs) -> Iterator[tuple[str, str]]:
    endings = ["" if ending == "-" else ending for ending in rule.endings.split()]
    if isinstance(rule, Stems):
        heads = [(stem + rule.british, stem + rule.american) for stem in rule.stems.split()]
    else:
        heads = [(british, american) for british, _, american in (pair.partition("/") for pair in rule.words.split())]
    for british, american in heads:
        for ending in endings:
            yield british + ending, american + ending
