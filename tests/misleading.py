"""Sources and drafts with which nobody decodes: random ones, and drafts that mislead."""

from __future__ import annotations

import random

from gec.decoding.row import Row
from gec.decoding.verify import Drafter

EOS, WORDS = 1, 300  # the ids below that number are in the vocabularies of all small models


def random_sources(count: int, seed: int, longest: int = 18) -> list[list[int]]:
    rng = random.Random(seed)
    return [[3, *(rng.randrange(5, WORDS) for _ in range(rng.randrange(longest))), EOS] for _ in range(count)]


def adversary(seed: int) -> Drafter:
    """Misleading drafts: random, ended too early, too long, shifted, repeated, half right."""
    rng = random.Random(seed)

    def draft(row: Row, limit: int) -> list[int]:
        right = row.keep.ahead(limit)
        kinds = (
            [],
            [rng.randrange(WORDS) for _ in range(rng.randrange(40))],
            [*right[: rng.randrange(4)], EOS, *right],
            right * 3,
            right[1:],
            [*row.said[-1:] * 20],
            [*right[:3], rng.randrange(WORDS), *right[3:]],
            row.source[::-1],
        )
        return kinds[rng.randrange(len(kinds))]

    return draft
