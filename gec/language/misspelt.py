"""Misspellings with a known correction. They follow a rule (teached, childs, partys, dont, financialy, firemans), or
are common and listed (`misspelt.txt`: alot, foto, wellcome), because they are far from the intended word or near
another.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from struct import Struct
from zlib import crc32

from gec.language import lexicon, word_set
from gec.language.written import frequency, stands, table

TABLE = Path(__file__).with_name("misspelt.txt")  # misspellings and their corrections
LISTED = Path(__file__).with_name("listed.bin")  # hashes of pairs from lists of misspellings
MARK = Struct("<I")
HISSING = ("s", "x", "z", "ch", "sh", "o")  # endings with a plural in es
# Words that also have a plural in os.
EITHER = word_set("""
    buffalo cargo domino flamingo fresco grotto halo innuendo mango manifesto memento mosquito motto mulatto portico
    tornado volcano zero
""")
VOWELS = "aeiou"
COMMON_LOG_FREQUENCY = 5.0  # least logarithm of the frequency of a word in -or that is written with -er
# Endings of adjectives, which have no plural: difficults, interestings. Other words in s may be names or plurals.
ADJECTIVE = ("ful", "ent", "ult", "ing", "ous", "tant", "cheap", "little", "poor", "big", "tired", "soft")
# Words in golf, in sailing, from tears, in dialect and so on, which may be intended.
_DOUBTFUL = frozenset({"payed", "teared", "blowed", "flied", "lied", "beared", "spinned", "quited", "quitted", "layed"})


def by_rule(word: str) -> str | None:
    """The correction of an unknown lower-case word by a rule or a list, if there is one."""
    return _exceptions().get(word) or _plural(word) or _ending(word)


def usually(word: str) -> bool:
    """Whether the correction of a word comes from a list of whole words, not from a rule for endings."""
    return word in _exceptions()


def listed(wrong: str, right: str) -> bool:
    """Whether lists of misspellings have this pair. Only sorted hashes of the pairs are stored."""
    mark, marks = crc32(f"{wrong}\t{right}".encode()), _marks()
    at = bisect_left(marks, mark)
    return at < len(marks) and marks[at] == mark


def marked(lists: Mapping[str, Iterable[str]]) -> bytes:
    """The table of hashes for lists of misspellings. Known words are left out."""
    marks = {
        crc32(f"{wrong}\t{right}".encode()) for wrong, some in lists.items() if not stands(wrong) for right in some
    }
    return b"".join(MARK.pack(mark) for mark in sorted(marks))


@cache
def _marks() -> Sequence[int]:
    marks = array("I", LISTED.read_bytes())
    if sys.byteorder == "big":
        marks.byteswap()
    return marks


def irregular(word: str, perfect: bool) -> str | None:
    """The past of an irregular verb that was written as a regular one, *teached*, or the participle if `perfect`."""
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
    """A plural with only an s added: partys, boxs."""
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
    """A wrong ending: financialy, happyly, similary, noticeing, worryed, firemans, bookshelfs, journies, translater,
    difficults."""
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
    ("er", "or", lambda word, meant: frequency(meant) > COMMON_LOG_FREQUENCY),
    ("s", "", _adjective),
)


@cache
def misspelt() -> Mapping[str, str]:
    """Listed misspellings and their corrections."""
    return dict(line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines())


@cache
def _exceptions() -> dict[str, str]:
    """Irregular words formed regularly, contractions without their apostrophe, and listed misspellings."""
    found = dict(misspelt())
    for base, past, *_ in lexicon.IRREGULAR:
        for wrong in (f"{base}ed", f"{base}d", f"{base}{base[-1]}ed", f"{past}ed"):
            found.setdefault(wrong, past)
    for plural, single in lexicon.PLURALS.items():
        for wrong in (f"{single}s", f"{single}es", f"{plural}s"):
            found.setdefault(wrong, plural)
    for word in [word for word in table() if "'" in word]:
        head, _, tail = word.partition("'")
        if tail in {"t", "re", "ve", "ll", "d", "m"} or (tail == "s" and head in lexicon.CLOSED):
            found.setdefault(head + tail, word)
    return found
