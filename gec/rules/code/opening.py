"""Faults in a sentence's first words that a rule sees: *Your late*, *To many people came*, *That books are old*, *Is
good*.

Elsewhere the same words may be right, since what comes before them is not known; at the beginning nothing does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.language import lexicon, word_set
from gec.rules.fault import NEAR, Fault, late

_WORD = re.compile(r"[a-z]+")

# It is so, and not I was, or who wrote it: *Was too tired to run*, *Was a good man*.
_FEELING = word_set(
    """
    tired happy sad glad sorry angry hungry thirsty ill sick busy nervous excited scared afraid bored ready proud sure
    lucky lonely worried pleased relieved surprised upset drunk ashamed disappointed embarrassed weak sleepy shy jealous
    young fat rich poor clever smart friendly married single alone able
    """
)
_PERSONS = word_set(
    """
    man woman boy girl person student pupil teacher friend guy child kid player actor actress singer doctor lady husband
    wife brother sister mother father mum mom dad leader writer artist cook nurse driver lawyer officer member
    """
)
_SOMETHING = word_set(
    """
    important difficult easy hard good bad nice kind beautiful cold hot warm cool windy sunny cloudy dark late early far
    long big small interesting boring funny strange useful necessary possible impossible expensive cheap dangerous loud
    quiet noisy delicious tasty simple true wet dry exciting amazing popular famous
    """
)
_DEGREES = frozenset({"very", "so", "really", "too"})
_FIRST_WORDS = 7  # of the sentence that are looked at
_NOBODY = late(
    r"\A\W{0,3}((?:Is|Was) (?:very|so|really|too|important|difficult|easy|good|better|necessary|possible|true"
    r"|raining|impossible|nice|beautiful|cold|hot"
    r"|an? (?:nice|good|great|beautiful|big|small|interesting|wonderful|bad|famous|popular|perfect|amazing|pity)))\b"
    r"(?=[^?:]*[.!][\"”]?\Z)"
)


def _nobody(text: str) -> Iterator[Fault]:
    if (found := _NOBODY.match(text)) and _of_it(text[found.start(1) : found.end() + NEAR].lower()):
        yield Fault(*found.span(1), f"It {found[1][0].lower()}{found[1][1:]}")


def _of_it(said: str) -> bool:
    """Whether it may be something that is so, and not somebody."""
    first_words: list[str] = _WORD.findall(said)[:_FIRST_WORDS]
    is_so, so, *words = first_words
    if so in ("a", "an"):
        return _PERSONS.isdisjoint(words)
    how = words[0] if words else ""
    if not _FEELING.isdisjoint(words[:2]) or (so, how) == ("good", "at"):
        return False
    if so not in _DEGREES:
        return is_so == "is" or so != "better"
    return how in _SOMETHING or (is_so == "is" and how[-2:] != "ed" and _may_be(how))


def _may_be(how: str) -> bool:
    return lexicon.kinds(how)[:1] == ["ADJ"] or not lexicon.known(how)


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_nobody,)
