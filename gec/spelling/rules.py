"""Misspellings that follow a rule, so that what was meant is known: teached, childs, partys, dont, alot."""

from __future__ import annotations

from functools import cache

from gec.edits import lexicon
from gec.spelling.words import frequency, table

HISSING = ("s", "x", "z", "ch", "sh", "o")  # what a plural adds es to
VOWELS = "aeiou"
# Golf, sails, tears, dialect and what else they may be of.
_DOUBTFUL = frozenset({"payed", "teared", "blowed", "flied", "lied", "beared", "spinned", "quited", "quitted", "layed"})
JOINED = (
    "a lot",
    "no one",
    "in fact",
    "as well",
    "in case",
    "at least",
    "even though",
    "thank you",
    "of course",
    "each other",
)


def by_rule(word: str) -> str | None:
    """What a lower-case word that does not stand is, if a rule says so."""
    return _exceptions().get(word) or _plural(word)


def irregular(word: str, perfect: bool) -> str | None:
    """What *teached* is, or as a participle *writed*, if a verb with a past of its own is meant."""
    both = _pasts().get(word)
    return both[perfect] if both else None


@cache
def _pasts() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for base, past, *rest in lexicon.IRREGULAR:
        for wrong in (f"{base}ed", f"{base}d", f"{base}{base[-1]}ed"):
            if wrong.endswith("ed") and wrong not in _DOUBTFUL:
                found.setdefault(wrong, (past, rest[0] if rest else past))
    return found


def _plural(word: str) -> str | None:
    """partys, boxs: the plural of a known word as most words have it."""
    single = word[:-1]
    if not word.endswith("s") or not lexicon.known(single):
        return None
    if single.endswith("y") and single[-2:-1] not in VOWELS:
        plural = f"{single[:-1]}ies"
    elif single.endswith(HISSING):
        plural = f"{single}es"
    else:
        return None
    return plural if frequency(plural) else None


@cache
def _exceptions() -> dict[str, str]:
    """What irregular words would be if they were regular; contractions without their apostrophe; two words without
    their space."""
    found = {both.replace(" ", ""): both for both in JOINED}
    for base, past, *_ in lexicon.IRREGULAR:
        for wrong in (f"{base}ed", f"{base}d", f"{base}{base[-1]}ed", f"{past}ed"):
            found.setdefault(wrong, past)
    for plural, single in lexicon.PLURALS.items():
        for wrong in (f"{single}s", f"{single}es", f"{plural}s"):
            found.setdefault(wrong, plural)
    for word in table():
        head, mark, tail = word.partition("'")
        if mark and (tail in {"t", "re", "ve", "ll", "d", "m"} or (tail == "s" and head in lexicon.CLOSED)):
            found.setdefault(head + tail, word)
    return found
