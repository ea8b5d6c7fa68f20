"""Correct sentences with some hidden words, which the model must restore. So it learns which words are neighbours
everywhere, not only where people make errors.

Words are hidden as ids, because a special token takes their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from gec.errors import GecError
from gec.model.tokenizer import UNK, Tokenizer

MARKS = ("<extra_id_0>", UNK)  # T5's first sentinel, or the unknown token, which byte-level vocabularies never need
SHARE = 0.28  # of the words are hidden
DROPPED, SWAPPED = 0.12, 0.12  # shares of these that are dropped, or replaced by another word of the sentence


@dataclass(frozen=True, slots=True)
class Hiding:
    """Callable with the ids of a sentence and a random state; returns the ids with words hidden."""

    mark: int
    starts_word: Sequence[bool]

    @classmethod
    def of(cls, tokenizer: Tokenizer) -> Hiding:
        mark = next((token for name in MARKS if (token := tokenizer.id_of(name)) is not None), None)
        if mark is None:
            raise GecError(f"none of {', '.join(MARKS)} is in the vocabulary: nothing can stand for hidden words")
        return cls(mark, tokenizer.starts_word)

    def __call__(self, ids: Sequence[int], rng: Random) -> list[int]:
        starts = [place for place, token in enumerate(ids) if not place or self.starts_word[token]]
        words = [ids[start:end] for start, end in pairwise([*starts, len(ids)])]
        out: list[int] = []
        for word in words:
            if rng.random() >= SHARE:
                out += word
                continue
            how = rng.random()
            if how >= DROPPED + SWAPPED:
                out.append(self.mark)
            elif how >= DROPPED:
                out += rng.choice(words)
        return out
