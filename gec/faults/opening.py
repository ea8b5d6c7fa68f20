"""Faults in a sentence's first words that a rule sees: *Your late*, *To many people came*, *That books are old*, *Is
good*.

Elsewhere the same words may be right, since what comes before them is not known; at the beginning nothing does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gec.faults.fault import NEAR, Fault, late
from gec.words import lexicon, word_set
from gec.words.written import frequency

# Of what there is too much, and what nobody does something to: *To much acclaim she came back*.
_MUCH = "time money work homework food sugar salt water noise traffic pressure stress information coffee rain"
# Nouns that end as a plural does and are none, or are both.
_SAME = frozenset({"news", "series", "species", "means"})
_OTHER = {"that": "those", "this": "these", "those": "that", "these": "this"}

_YOUR = late(
    r"\A\W{0,3}Your(?= (?:(?:a|an|the) [a-z]|(?:welcome|right|wrong|late)(?:[.,!]|\Z)"
    r"|(?:very(?! (?:own|first|last|best)\b)|so|not) [a-z]+(?:[.!]|\Z)))"
)
_TO = late(rf"\A\W{{0,3}}(To)(?= (?:many ([a-z]+)|much (?:{'|'.join(_MUCH.split())}))\b[^,;:–—-]*\Z)")
_WORD = re.compile(r"[a-z]+")
# Those of whom something is said: *to many people life is hard*.
_SUBJECT = late(r" ([a-z]+|[A-Z])")
_ARE = late(r"\A\W{0,3}(That|This) ([a-z]+s) (?:are|were)\b(?!['’-])")
_IS = late(r"\A\W{0,3}(Those|These) ([a-z]+) (?:is|was)\b(?!['’-])")
# That things are getting better is good.
_SAYS = late(
    r" (?:is|was|has|does|shows?|showed|means?|meant|makes?|made|seems?|seemed|suggests?|proves?|cannot|worr(?:y"
    r"|ies|ied)|bec[ao]mes?|surprise[ds]?|came|comes"
    r"|should|will|would|may|might|must)\b"
)

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


def _your(text: str) -> Iterator[Fault]:
    if found := _YOUR.match(text):
        yield Fault(found.end() - len("Your"), found.end(), "You're")


def _too(text: str) -> Iterator[Fault]:
    if (found := _TO.match(text)) and (
        found[2] is None or (_described(found[2]) and not _followed(text, found.end(2)))
    ):
        yield Fault(*found.span(1), "Too")


def _described(word: str) -> bool:
    return word not in lexicon.CLOSED and lexicon.kind(word) in ("NOUN", "ADJ")


def _followed(text: str, end: int) -> bool:
    """Whether what is said of others follows: *to many people life is hard*, *to many people he is a hero*."""
    who = _SUBJECT.match(text, end)
    if who is None:
        return False
    closed = lexicon.CLOSED.get(who[1])
    return who[1].isupper() or closed in ("DET", "PRON") or (closed is None and lexicon.kinds(who[1]) == ["NOUN"])


def _demonstrative(text: str) -> Iterator[Fault]:
    if (found := _ARE.match(text)) and _plural(found[2]):
        if found[1] == "This" or not _SAYS.search(text, found.end()):
            yield _agreeing(found)
    elif (found := _IS.match(text)) and _single(found[2]):
        yield _agreeing(found)


def _agreeing(found: re.Match[str]) -> Fault:
    return Fault(*found.span(1), _OTHER[found[1].lower()].capitalize())


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


@lru_cache(maxsize=4096)
def _plural(word: str) -> bool:
    """Whether a word that ends in *s* is the plural of a noun."""
    singles = [base for base in lexicon.bases(word) if base != word and base in lexicon.table()]
    return word not in _SAME and any(lexicon.kind(base) == "NOUN" for base in singles)


@lru_cache(maxsize=4096)
def _single(word: str) -> bool:
    """Whether a word is a noun that has another plural."""
    noun = word in lexicon.table() and lexicon.kind(word) == "NOUN" and word not in lexicon.PLURALS
    return noun and not word.endswith("s") and frequency(f"{word}s") > 0


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_your, _too, _demonstrative, _nobody)
