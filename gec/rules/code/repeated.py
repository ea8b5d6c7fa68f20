"""Words written twice: *the the*, *we we*. Which word is repeated is any of some forty; whether it has to stand twice
hangs on a clause that ends between the two (*what it was was*), and on what the word before governs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gec.language import lexicon, word_set
from gec.language.forms import verb
from gec.rules.fault import Fault

_TWICE = re.compile(r"(?<![\w'’.@#/&=*_-])([A-Za-z]{1,7}) (?i:(\1))(?![\w@#/&=*_-]|['’.]\w)")
_NO_NOUN = {"and", "but", "so", "because", "when", "if", "that", "than", "as", "while", "before", "after"}
_ONCE = word_set("the a an of to and for with my from we they be")
# The same, but three times for a reason: he he he.
_RARELY_THRICE = word_set(
    "me him us them he she at by can will not was were before after because when their our your into this"
)
_WHAT = word_set("what who whoever whatever")
_DETERMINERS = word_set("the a an my your his her our their this that every each no living")
_TIMES = word_set("morning afternoon evening week weekend month year summer winter spring autumn time way")
_PASSING = word_set(
    "go goes went gone going pass passes passed passing drop dropped stop stopped come comes came coming"
)
# Behind a relative clause these may be stranded: nobody to talk to, what he asked for.
_STRANDED = word_set("of to for with from at by")
_RELATIVE = word_set("""
    what who whom which that where whatever whoever somebody someone something somewhere anybody anyone anything nobody
    nothing everybody everyone everything place places person people thing things one ones most more all how
""")
_TAKES_TO = word_set("""
    want wants wanted need needs needed have has had try tries tried like likes liked love hope plan decide decided
    going able used
""")
_NEAR = 60  # characters in which the words beside are looked at
_WORDS = re.compile(r"[\w'’]+")


def twice(text: str) -> Iterator[Fault]:
    for found in _TWICE.finditer(text):
        once, again = found.groups()
        low = once.lower()
        opens = once == again.capitalize() and not _WORDS.search(text, 0, found.start())
        if (low not in _ONCE and low not in _RARELY_THRICE) or not (once == again or opens):
            continue  # AND and OR, plan A a success
        before = [word.lower() for word in _WORDS.findall(text, max(0, found.start() - _NEAR), found.start())]
        after = [word.lower() for word in _WORDS.findall(text, found.end(), found.end() + _NEAR)]
        if low in _RARELY_THRICE and (before[-1:] == [low] or after[:1] == [low]):  # he he he
            continue
        if not (_ends(low, before, after) or _governed(low, before, after)):
            yield Fault(*found.span(), once)


def _ends(word: str, before: list[str], after: list[str]) -> bool:
    """Whether a clause or a phrase ends between the two: *all it was was*, *the will will*, *I did this this week*."""
    last = before[-1] if before else ""
    if word in ("was", "were"):
        asked = not _WHAT.isdisjoint(before)
        return asked or (
            last in lexicon.SUBJECTS | {"there"} and _NO_NOUN.isdisjoint(before[-2:-1]) and len(before) > 1
        )
    if word in ("can", "will"):
        described = word == "can" or last == "living" or "ADJ" in lexicon.kinds(last)  # an oil can, the last will
        return any(map(_determines, before[-2:] if described else before[-1:]))
    if word == "this":
        return bool(after) and after[0] in _TIMES
    return word == "by" and last in _PASSING


def _governed(word: str, before: list[str], after: list[str]) -> bool:
    """Whether the first belongs to what comes before, and the second to what follows: *somebody to talk to to rest*."""
    if word not in _STRANDED or not before:
        return False
    if _RELATIVE.isdisjoint(before) and not any(map(_about, before, before[1:])):
        return False
    if word == "to":
        does = before[-2:-1] == ["to"] or not lexicon.SUBJECTS.isdisjoint(before[-2:-1])
        return does and bool(after) and verb(after[0]) and before[-1] not in _TAKES_TO
    return lexicon.kind(before[-1]) in ("VERB", "ADJ")


def _about(word: str, following: str) -> bool:
    """Whether a clause about a noun begins: *the hill we drove to*."""
    return following in lexicon.SUBJECTS and word not in lexicon.CLOSED and lexicon.kind(word) == "NOUN"


def _determines(word: str) -> bool:
    return word in _DETERMINERS or word.endswith(("'s", "’s"))
