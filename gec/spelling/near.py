"""Candidates for a misspelt word, each with its features.

A candidate differs in a few letters, follows from a rule (`gec/language/misspelt.py`), or is two words that were
written as one. `choice.py` weighs the features.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from string import ascii_lowercase

from rapidfuzz import process
from rapidfuzz.distance import OSA, Levenshtein, Prefix

from gec.language import lexicon, word_set
from gec.language.lexicon import COMMON_NAMES
from gec.language.misspelt import by_rule, listed, usually
from gec.language.written import frequency, stems, table

MOST = 24  # candidates of which features are computed
STEP = 4.0  # what each slip costs against the logarithm of the frequency, when these are chosen
SHORT, LONG = 3, 8  # letters: one slip at most up to the first, three from the second on
STEM = 5  # letters that two words of one stem share
NAMED = 7.0  # logarithm of the frequency that common names are given
PART = 6.0  # least logarithm of the frequency of both words that were written as one

# Words that are never proposed.
NEVER = word_set("""
    anal anus arse ass bastard bitch boob boobs cock coon cum cunt dick fag faggot fuck gook homo incest kike negro
    nigger orgasm orgy penis porn prick pussy rape raped rapes raping rapist retard shit slut spic tit tits tranny
    vagina whore wop
""")

_VOWELS = re.compile("[aeiouy']+")
_VOWEL = frozenset("aeiouy")
_DOUBLED = re.compile(r"(.)\1")
_STUTTERED = re.compile(r"(.{2,4})\1")
# Endings that make another word of the same stem: declarator beside declaration, elaborative beside elaborate.
_ENDINGS = word_set("""
    or ors er ers ee ees ive ives ative ize izes ized izing ly ally al ous ity ist ists ism ic ics ish th ths en y ying
    ance ances ence ences ant ants ent ents ion ions ation ations ness ment ments able ible
""")
_OF_FORMS = ("s", "ed", "ing")
# Applied in order, these make words that sound alike look alike.
_SOUNDS: tuple[tuple[str | re.Pattern[str], str], ...] = (
    ("ph", "f"), ("gh", ""), ("ck", "k"), ("sch", "sh"), ("tch", "ch"), ("dg", "g"), ("tio", "sho"),
    (re.compile("^kn"), "n"), (re.compile("^wh"), "w"), (re.compile("^wr"), "r"), (re.compile("c(?=[eiy])"), "s"),
    (re.compile("c(?!h)"), "k"), ("q", "k"), ("z", "s"), ("x", "ks"), ("y", "i"), (re.compile("mb$"), "m"),
    (re.compile("e$"), ""),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Near:
    """A candidate of one or two words, with its features."""

    word: str
    features: Mapping[str, float]


def near(word: str) -> list[Near]:
    """The nearest and most frequent candidates for an unknown lower-case word."""
    if ruled := by_rule(word):
        return [Near(ruled, {"usual" if usually(word) else "by rule": 1.0})]
    found = dict(_slips(word))
    chosen = sorted(found, key=lambda right: (STEP * found[right] - usual(right), right))[:MOST]
    written = _Written.of(word)
    return [*(Near(right, _features(written, right, found[right])) for right in chosen), *_splits(word)]


def usual(word: str) -> float:
    """The logarithm of the frequency of a word as a candidate. Names of days, languages and countries have a fixed one,
    because the table lacks words with capitals."""
    return NAMED if word in COMMON_NAMES else frequency(word)


def _slips(word: str) -> Iterator[tuple[str, int]]:
    """Words within a few slips, with their number. The first letter is the same, or the only slip is there."""
    most = 1 if len(word) <= SHORT else 2 if len(word) < LONG else 3
    for size in range(max(2, len(word) - most), len(word) + most + 1):
        able = _meant(word[0], size)
        for right, distance, _ in process.extract(word, able, scorer=OSA.distance, score_cutoff=most, limit=None):
            # imitates for immitates, but not reading for rendang
            if lexicon.known(right) or word.endswith(_ending(right)):
                yield right, int(distance)
    rest, written = word[1:], table()
    others = [rest, word[1] + word[0] + word[2:], *(one + end for one in ascii_lowercase for end in (word, rest))]
    yield from ((one, 1) for one in others if one in written and one[0] != word[0] and _may_be_meant(one))


def _may_be_meant(word: str) -> bool:
    if word in COMMON_NAMES:
        return not lexicon.known(word)
    return frequency(word) > 0 and len(word) > 1 and word not in NEVER and _is_form(word)


def _is_form(word: str) -> bool:
    return lexicon.known(word) or bool(_ending(word))


def _ending(word: str) -> str:
    """The ending that makes a word a form of one that is known: *imitates*, *imitated*."""
    for ending in _OF_FORMS if word.endswith(_OF_FORMS) else ():
        if word.endswith(ending):
            stem = word[: -len(ending)]
            if lexicon.known(stem) or (ending != "s" and lexicon.known(f"{stem}e")):
                return ending
    return ""


@lru_cache(maxsize=4096)
def _meant(first: str, size: int) -> list[str]:
    """The possible candidates with a first letter and a length. Filtering all words at once would take as long as
    loading the model, at the first misspelling."""
    usual = lexicon.table()  # is asked first, as it decides most often
    able = [
        word
        for word in _by_beginning().get((first, size), ())
        if word in usual
        or word in lexicon.FUNCTION_WORDS
        or "'" in word
        or word in COMMON_NAMES
        or (word.endswith(_OF_FORMS) and _ending(word))
    ]
    return [word for word in able if word not in NEVER and not (word in COMMON_NAMES and lexicon.known(word))]


@cache
def _by_beginning() -> dict[tuple[str, int], list[str]]:
    """Known words by first letter and length, without those that are no candidates, as they were never counted."""
    found: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for word, seen in table().items():
        if seen > 0 or "'" in word or word in COMMON_NAMES:
            found[word[0], len(word)].append(word)
    return found


def _splits(word: str) -> Iterator[Near]:
    """The word as two words that are frequent as a pair, or each by itself."""
    for at in range(1, len(word)):
        parts = word[:at], word[at:]
        together = frequency(" ".join(parts))
        rarer = min(map(frequency, parts))
        if together:
            yield Near(" ".join(parts), {"pair": 1.0, "pair frequency": together})
        elif rarer >= PART and min(map(len, parts)) >= SHORT and all(map(lexicon.known, parts)):
            yield Near(" ".join(parts), {"split": 1.0, "split frequency": rarer})


@dataclass(frozen=True, slots=True)
class _Written:
    """A misspelt word, with what is compared with each of its candidates."""

    word: str
    letters: Sequence[str]  # in order
    shapes: tuple[str, str, str]
    unstuttered: str
    stems: tuple[str, ...]  # how its kin begin

    @classmethod
    def of(cls, word: str) -> _Written:
        kin = tuple(stem[: max(SHORT, len(stem) - 1)] for stem in stems(word))
        return cls(word, sorted(word), _shapes(word), _STUTTERED.sub(r"\1", word), kin)


def _features(written: _Written, right: str, distance: int) -> dict[str, float]:
    word = written.word
    plain, skeleton, sound = map(Levenshtein.distance, written.shapes, _shapes(right))
    shuffled = written.letters == sorted(right)
    shared = int(Prefix.similarity(word, right))
    longer = len(right) - len(word)
    return {
        "frequency": usual(right),
        f"{min(distance, 3)} slips": 1.0,
        "many in a short word": float(distance > 1 and len(word) <= 6),
        "first": float(word[0] == right[0]),
        "last": float(word[-1] == right[-1]),
        "ending": float(word[-2:] == right[-2:]),
        "without s": float(word == f"{right}s"),
        "listed": float(listed(word, right)),
        "undoubled": float(plain),
        "consonants": float(skeleton),
        "sound": float(sound),
        "shuffled": float(shuffled),
        "short and shuffled": float(shuffled and len(word) <= SHORT),
        "share": distance / len(word),
        "stuttered": float(written.unstuttered == right),
        "longer": float(max(0, longer)),
        "shorter": float(max(0, -longer)),
        "apostrophe": float(("'" in right) != ("'" in word)),
        "kin": float(right.startswith(written.stems)),
        "other ending": float(shared >= STEM and word[shared:] in _ENDINGS),
        "apostrophe alone": float("'" in right and right.replace("'", "") == word.replace("'", "")),
        **({} if shuffled else _steps(word, right)),
    }


def _steps(word: str, right: str) -> dict[str, float]:
    """Counts of letters left out, put in or replaced, by kind of letter."""
    found: dict[str, float] = {}
    for step in Levenshtein.editops(word, right):
        at, there = step.src_pos, step.dest_pos
        if step.tag == "replace":
            ours, theirs = word[at], right[there]
            vowels = (ours in _VOWEL) + (theirs in _VOWEL)
            kind = "key" if theirs in _keys()[ours] else ("consonant", "mixed", "vowel")[vowels]
        else:
            long, place = (right, there) if step.tag == "insert" else (word, at)
            twice = long[place] in (long[place - 1 : place], long[place + 1 : place + 2])
            sort = "twin" if twice else "vowel" if long[place] in _VOWEL else "consonant"
            kind = f"{sort} {'left out' if step.tag == 'insert' else 'too many'}"
        found[kind] = found.get(kind, 0.0) + 1.0
    return found


@cache
def _keys() -> dict[str, str]:
    """For each letter its neighbours on a keyboard."""
    found = dict.fromkeys(f"{ascii_lowercase}'", "")
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm"):
        for one, other in pairwise(row):
            found[one] += other
            found[other] += one
    return found


@lru_cache(maxsize=65536)
def _shapes(word: str) -> tuple[str, str, str]:
    """The word without doubled letters, only its consonants, and its sound."""
    sound = word
    for written, said in _SOUNDS:
        sound = sound.replace(written, said) if isinstance(written, str) else written.sub(said, sound)
    return _DOUBLED.sub(r"\1", word), _DOUBLED.sub(r"\1", _VOWELS.sub("", word)), _DOUBLED.sub(r"\1", sound)
