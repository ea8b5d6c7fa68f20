"""Puts errors into a clean sentence: how many, of which families, at which words.

The families know what an error looks like; the profile how often people make it. Errors that cross the border
between sentences are for `passage.py`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random

from gec.training.noise import (
    auxiliaries,
    choices,
    determiners,
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
from gec.training.noise.sentence import Change, Sentence, applied

ROOMS = (
    spelling, choices, determiners, prepositions, verbs, auxiliaries, nouns, morphology, pronouns, order, punctuation, orthography,
)  # fmt: skip
FAMILIES: tuple[Family, ...] = tuple(family for room in ROOMS for family in room.FAMILIES)
REGISTERS = ("heavy", "real", "light", "rewrite")
ACROSS = {"heavy": 0.12, "real": 0.06, "light": 0.02}  # the chance that a border between sentences is broken
TRIES = 6  # families asked for one error before it is given up


@lru_cache(maxsize=400_000)
def suited(word: str) -> int:
    """The families this word may suit, one bit each."""
    return sum(1 << bit for bit, family in enumerate(FAMILIES) if family.trigger(word)) if word else 0


class Noiser:
    """Callable: a clean sentence and a random state in, the sentence with errors out."""

    def __init__(self, register: str = "real", profile: Profile | None = None) -> None:
        if register not in REGISTERS:
            raise ValueError(f"no noise register {register!r}; choose one of {', '.join(REGISTERS)}")
        self.register = register
        self.profile = profile or Profile.load(WEB if register == "light" else LEARNER)
        of_kind: dict[str, float] = {}
        for family in FAMILIES:
            of_kind[family.kind] = of_kind.get(family.kind, 0.0) + family.weight
        weights = [self.profile.types.get(f.kind, 0.0) * f.weight / of_kind[f.kind] for f in FAMILIES]
        self.bounds = list(accumulate(weights))
        self.edits = list(accumulate(self.profile.edits))

    def __call__(self, sentence: str, rng: Random) -> str:
        changes = self.changes(sentence, rng)
        return applied(sentence, changes) if changes else sentence

    def passage(self, sentences: Sequence[str], rng: Random) -> list[str]:
        """Consecutive sentences with errors, some of which join two sentences or cut one."""
        if self.register == "rewrite":
            return passage.rewritten(sentences, rng, self)
        return passage.corrupted(sentences, rng, self, ACROSS[self.register])

    def wanted(self, words: int, rng: Random) -> int:
        """How many errors a sentence of this length gets."""
        if self.register in {"heavy", "rewrite"}:
            exact = words * (0.15 + 0.1 * rng.random())
        else:
            exact = bisect_right(self.edits, rng.random() * self.edits[-1]) * words / self.profile.words
        return int(exact + rng.random())

    def changes(self, sentence: str, rng: Random) -> list[Change]:
        """The errors to make, none touching another, each with the type of its correction."""
        s = Sentence(sentence)
        count = self.wanted(len(s), rng)
        if not count:
            return []
        masks = [suited(word) for word in s.low]
        made: list[Change] = []
        for _ in range(count):
            for _ in range(TRIES):
                change = self.attempt(s, masks, rng)
                if change and all(change.end < old.start or old.end < change.start for old in made):
                    made.append(change)
                    break
        return made

    def attempt(self, s: Sentence, masks: list[int], rng: Random) -> Change | None:
        """One family, drawn by its share, at one of the words it suits."""
        number = bisect_right(self.bounds, rng.random() * self.bounds[-1])
        bit = 1 << number
        sites = [i for i, mask in enumerate(masks) if mask & bit]
        family = FAMILIES[number]
        for _ in range(min(3, len(sites))):
            change = family.make(s, sites[int(rng.random() * len(sites))], rng)
            if change:
                return change._replace(kind=family.kind)
        return None
