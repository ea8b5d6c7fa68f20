"""Words written apart that people write as one, or with hyphens: *news paper*, *every body*, *self esteem*.

The table, `compounds.txt`, was counted in clean text (`gec/training/compounds.py`): what is in it stands apart there
once in a hundred times at most; what has a hyphen, or is made of nouns, in thirty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from gec.faults.fault import LIKELY, Fault, late, words_of
from gec.words import lexicon, word_set

TABLE = Path(__file__).with_name("compounds.txt")

_LEADS = word_set("any every some him her your them our")  # these may go with a word that goes with the next
# Behind these, *out* goes with the verb: *filter out lines*, *check out source*, though not *out side*.
_PARTS = word_set(
    """
    carry check cut draw edit figure fill filter find lay map pick point print pull read rule screen sort spell strip
    send weed write
    """
)
_WHERE = frozenset({"out side", "out doors"})

_WHOM = frozenset({"me", "him", "us", "them"})
# What has a body, or none; and times that are some of many.
_BODIED = word_set("""
    request requests response responses header headers http html xml json message messages payload function functions
    method methods loop loops statement statements rule rules tag tags element elements block blocks
""")
_BODY = late(r"\b(?:have|has|had|having|contains?|includes?|carry|carries) (?:any|some) body(?:[.,;:)]|\Z| at all\b)")
_TIMES = late(r"\b(?:are|were|be|been|at|for|of|from|had) some times\b|\bsome times (?:are|were|of)\b", re.IGNORECASE)

_NEXT = late(r" ([a-z]+)")
_WORDS = late(r"(?<![\w'’.@#/&=*_`-])[A-Za-z]+(?: [a-z]+)+(?![\w'’@#/&=*_`-])")


def _apart(text: str) -> Iterator[Fault]:
    joined, firsts = _table(), _firsts()
    counted = "ome times" in text and _TIMES.search(text) is not None
    bodied = " body" in text and (_BODY.search(text) is not None or not _BODIED.isdisjoint(words_of(text)))
    for run in _WORDS.finditer(text):
        words, at = run.group().split(" "), run.start()
        for place, word in enumerate(words):
            for size in (3, 2) if word.lower() in firsts else ():
                said = " ".join(words[place : place + size])
                one = joined.get(said.lower())
                if one is None or (place and _phrasal(words[place - 1], said)):
                    continue
                if (counted and one == "sometimes") or (bodied and one.endswith("body")):
                    continue
                if (said.islower() or at == 0) and not _led(word, text[at + len(said) :]):
                    yield Fault(at, at + len(said), one if said.islower() else one.capitalize(), LIKELY)
                    break
            at += len(word) + 1


def _led(first: str, behind: str) -> bool:
    """Whether the second word goes with what follows: *some body function*, *your self introduction*, or is what
    the first did: *the gun shot me*."""
    following = _NEXT.match(behind)
    if following is None:
        return False
    if first.lower() == "count" and following[1] == "than":  # if you count less than ten
        return True
    return following[1] in _WHOM or (first.lower() in _LEADS and lexicon.kind(following[1]) == "NOUN")


def _phrasal(before: str, said: str) -> bool:
    """Whether the first word goes with the verb before it."""
    if not said.startswith("out ") or said in _WHERE:
        return False
    return not _PARTS.isdisjoint(lexicon.bases(before.lower()))


@cache
def _table() -> Mapping[str, str]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def _firsts() -> frozenset[str]:
    """The words that an entry begins with, so that the others cost one look."""
    return frozenset(words.split(" ", 1)[0] for words in _table())


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_apart,)
