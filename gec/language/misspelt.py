"""Misspellings with a known correction: they follow a rule (teached, childs, partys, dont, financialy, firemans), or
they are usual and far from the intended word, or close to another one (`misspelt.txt`: alot, foto, wellcome).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from struct import Struct
from zlib import crc32

from gec.language import lexicon, word_set
from gec.language.written import frequency, stands, table

TABLE = Path(__file__).with_name("misspelt.txt")  # what nobody writes who can spell, and what is meant
LISTED = Path(__file__).with_name("listed.bin")  # what lists of misspellings have
MARK = Struct("<I")
HISSING = ("s", "x", "z", "ch", "sh", "o")  # what a plural adds es to
# What has a plural in os as well.
EITHER = word_set("""
    buffalo cargo domino flamingo fresco grotto halo innuendo mango manifesto memento mosquito motto mulatto portico
    tornado volcano zero
""")
VOWELS = "aeiou"
USUAL = 5.0  # how often a word in -or is written, as a logarithm, that one in -er is meant for
# Adjectives have no plural: difficults, interestings. Others that end in s may be names, or plurals of nouns.
ADJECTIVE = ("ful", "ent", "ult", "ing", "ous", "tant", "cheap", "little", "poor", "big", "tired", "soft")
# Golf, sails, tears, dialect and what else they may be of.
_DOUBTFUL = frozenset({"payed", "teared", "blowed", "flied", "lied", "beared", "spinned", "quited", "quitted", "layed"})


def by_rule(word: str) -> str | None:
    """What a lower-case word that does not stand is, if a rule says so."""
    return _exceptions().get(word) or _plural(word) or _ending(word)


def usually(word: str) -> bool:
    """Whether it is known as a whole, and not by its ending."""
    return word in _exceptions()


def listed(wrong: str, right: str) -> bool:
    """Whether lists of misspellings have one word for another. They are known by hashes, in order."""
    mark, marks = crc32(f"{wrong}\t{right}".encode()), _marks()
    at = bisect_left(marks, mark)
    return at < len(marks) and marks[at] == mark


def marked(lists: Mapping[str, Iterable[str]]) -> bytes:
    """The table of such lists, without words that are written."""
    marks = {
        crc32(f"{wrong}\t{right}".encode()) for wrong, some in lists.items() if not stands(wrong) for right in some
    }
    return b"".join(MARK.pack(mark) for mark in sorted(marks))


@cache
def _marks() -> Sequence[int]:
    return [mark for (mark,) in MARK.iter_unpack(LISTED.read_bytes())]


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
    elif single.endswith(HISSING) and single not in EITHER:
        plural = f"{single}es"
    else:
        return None
    return plural if frequency(plural) else None


def _ending(word: str) -> str | None:
    """financialy, happyly, similary, noticeing, worryed, firemans, bookshelfs, journies, translater: an ending that
    most words would have so; difficults: one that no adjective has."""
    for ending, right, fits in _ENDINGS:
        if word.endswith(ending):
            meant = word[: -len(ending)] + right
            if frequency(meant) and fits(word, meant):
                return meant
    return None


def _adverb(word: str, meant: str) -> bool:
    return lexicon.known(word[:-1])


def _adjective(word: str, meant: str) -> bool:
    kinds = lexicon.kinds(meant)
    return word.endswith(tuple(f"{ending}s" for ending in ADJECTIVE)) and kinds[:1] == ["ADJ"] and "NOUN" not in kinds


def _always(word: str, meant: str) -> bool:
    return True


_ENDINGS: tuple[tuple[str, str, Callable[[str, str], bool]], ...] = (
    ("aly", "ally", _adverb),
    ("icly", "ically", _adverb),
    ("fuly", "fully", _adverb),
    ("yly", "ily", _always),
    ("ary", "arly", lambda word, meant: "ADJ" in lexicon.kinds(word[:-1])),
    ("eing", "ing", lambda word, meant: "VERB" in lexicon.kinds(word[:-3])),
    ("yed", "ied", _always),
    ("mans", "men", _always),
    ("fs", "ves", _always),
    ("ies", "eys", _always),
    ("er", "or", lambda word, meant: frequency(meant) > USUAL),
    ("s", "", _adjective),
)


@cache
def misspelt() -> Mapping[str, str]:
    """What nobody writes who can spell, and what is meant."""
    return dict(line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines())


@cache
def _exceptions() -> dict[str, str]:
    """What irregular words would be if they were regular; contractions without their apostrophe; usual misspellings."""
    found = dict(misspelt())
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
