"""Measures how often each family of errors finds a place for an error, so that `noiser.py` can make the shares follow
the profile. The result is called the reach of a family.

`gec train reach` writes it into `tables/reach.json`. Run it after a family has changed.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import accumulate, islice
from pathlib import Path
from random import Random

from gec import atomic
from gec.errors import GecError
from gec.training.noise.lexicon import TABLES
from gec.training.noise.noiser import FAMILIES, Noiser
from gec.training.texts import read_lines

STEEPEST = 0.04  # least reach: a family below it stays under its share, because drawing it in vain costs time


def realised(noiser: Noiser, sentences: list[str], rng: Random) -> Counter[str]:
    return Counter(family.name for sentence in sentences for _, family in noiser.changes(sentence, rng))


def calibrated(sentences: list[str], rounds: int, rng: Random) -> dict[str, float]:
    """The reach of each family: its share of the errors made over its share of the draws, refined in rounds."""
    noiser = Noiser("real")
    wanted = dict(zip((family.name for family in FAMILIES), noiser.shares, strict=True))
    whole = sum(wanted.values())
    reach = dict.fromkeys(wanted, 1.0)
    for _ in range(rounds):
        noiser.bounds = list(accumulate(wanted[name] / reach[name] for name in wanted))
        counts = realised(noiser, sentences, rng)
        total = sum(counts.values())
        for name, share in wanted.items():
            if share:
                reach[name] *= (counts[name] + 0.5) / total / (share / whole)
        best = max(reach.values())
        reach = {name: max(value / best, STEEPEST) for name, value in reach.items()}
    return reach


def write(clean: Path, most: int) -> int:
    """Write the reach of each family, measured on so many sentences of a file. Returns how many families there are."""
    sentences = list(islice(read_lines(clean), most))
    if not sentences:  # an empty measurement would replace a useful one
        raise GecError(f"{clean}: no sentences in it; give clean ones, one per line")
    reach = calibrated(sentences, 5, Random(7))
    rounded = {name: round(value, 4) for name, value in reach.items()}
    atomic.write(TABLES / "reach.json", f"{json.dumps(rounded, indent=1)}\n".encode())
    return len(rounded)
