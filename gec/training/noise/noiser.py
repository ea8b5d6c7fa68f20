"""Puts errors into a clean sentence. It chooses their number, their families and their words.

A family makes one kind of error, and the profile says how often people make it. `passage.py` makes errors across the
border between sentences.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_
from random import Random

from gec.errors import GecError
from gec.training.noise import (
    auxiliaries,
    choices,
    determiners,
    gaps,
    lexicon,
    morphology,
    nouns,
    order,
    orthography,
    passage,
    prepositions,
    pronouns,
    punctuation,
    spelling,
    verbs,
)
from gec.training.noise.family import Family
from gec.training.noise.profile import LEARNER, WEB, Profile
from gec.training.noise.sentence import Corruption, TokenSentence, applied

ROOMS = (
    spelling, choices, determiners, prepositions, verbs, auxiliaries, nouns, morphology, pronouns, order,
    gaps, punctuation, orthography,
)  # fmt: skip
FAMILIES: tuple[Family, ...] = tuple(family for room in ROOMS for family in room.FAMILIES)
REGISTERS = ("heavy", "real", "light", "rewrite")
ACROSS = {"heavy": 0.12, "real": 0.06, "light": 0.02}  # probability of an error across the border of two sentences
TRIES = 12  # most families drawn for one error
REMEMBERED = 300_000  # most words in the cache


class Suited(dict[str, int]):
    """A cache of the families that accept a word, one bit each."""

    def __missing__(self, word: str) -> int:
        mask = sum(1 << bit for bit, family in enumerate(FAMILIES) if family.trigger(word)) if word else 0
        if len(self) < REMEMBERED:
            self[word] = mask
        return mask


SUITED = Suited()


class Noiser:
    """Callable with a clean sentence and a random state; returns the sentence with errors."""

    def __init__(self, register: str = "real", profile: Profile | None = None, families: Collection[str] = ()) -> None:
        """`families` are names, or beginnings of names, of the families to use; none: all."""
        if register not in REGISTERS:
            raise ValueError(f"no noise register {register!r}; choose one of {', '.join(REGISTERS)}")
        self.register = register
        self.profile = profile or Profile.load(WEB if register == "light" else LEARNER)
        of_kind: dict[str, float] = {}
        for family in FAMILIES:
            of_kind[family.kind] = of_kind.get(family.kind, 0.0) + family.weight
        self.shares = [self.profile.types.get(f.kind, 0.0) * f.weight / of_kind[f.kind] for f in FAMILIES]
        reach = lexicon.reach()
        wanted = tuple(families) or ("",)
        weights = [
            share / reach.get(f.name, 1.0) if f.name.startswith(wanted) else 0.0
            for share, f in zip(self.shares, FAMILIES, strict=True)
        ]
        if not any(weights):
            known = sorted({f.name for f in FAMILIES})
            raise GecError(f"no noise family begins with any of {sorted(wanted)}; known are {', '.join(known)}")
        self.bounds = list(accumulate(weights))
        self.edits = list(accumulate(self.profile.edits))

    def __call__(self, sentence: str, rng: Random) -> str:
        return applied(sentence, self.made(sentence, rng)[0])

    def passage(self, sentences: Sequence[str], rng: Random) -> list[str]:
        """Consecutive sentences with errors, which may also join two sentences or split one."""
        if self.register == "rewrite":
            return passage.rewritten(sentences, rng, self)
        return passage.corrupted(sentences, rng, self, ACROSS[self.register])

    def changes(self, sentence: str, rng: Random) -> list[tuple[Corruption, Family]]:
        """The errors that a call with this random state would make, each with its family."""
        changes, numbers = self.made(sentence, rng)
        return [(change, FAMILIES[number]) for change, number in zip(changes, numbers, strict=True)]

    def wanted(self, words: int, rng: Random) -> int:
        """A random number of errors for a sentence of this length."""
        if self.register in {"heavy", "rewrite"}:
            exact = words * (0.15 + 0.1 * rng.random())
        else:
            exact = bisect_right(self.edits, rng.random() * self.edits[-1]) * words / self.profile.words
        return int(exact + rng.random())

    def made(self, sentence: str, rng: Random) -> tuple[list[Corruption], list[int]]:
        """Errors that do not touch each other, and the numbers of their families."""
        changes: list[Corruption] = []
        numbers: list[int] = []
        # The profile counts punctuation marks as words. There is one for eight words.
        count = self.wanted(int(1.13 * len(sentence.split())), rng)
        if not count:
            return changes, numbers
        s = TokenSentence(sentence)
        masks = [SUITED[word] for word in s.low]
        anywhere = reduce(or_, masks, 0)
        bounds, total = self.bounds, self.bounds[-1]
        for _ in range(TRIES * count if anywhere else 0):
            number = bisect_right(bounds, rng.random() * total)
            if not anywhere >> number & 1:
                continue
            change = attempt(s, masks, number, rng)
            if change and not any(map(change.meets, changes)):
                changes.append(change)
                numbers.append(number)
                if len(changes) == count:
                    break
        return changes, numbers


def attempt(s: TokenSentence, masks: list[int], number: int, rng: Random) -> Corruption | None:
    """An error of a family at the first suitable word from a random one on."""
    make, bit, n = FAMILIES[number].make, 1 << number, len(masks)
    turn = int(rng.random() * n)
    for k in range(turn - n, turn):
        if masks[k] & bit:
            change = make(s, k % n, rng)
            if change:
                return change
    return None
