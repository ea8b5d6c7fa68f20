"""Measures how often each family of errors finds a place for an error, so that `noiser.py` can make the shares follow
the profile. The result is called the reach of a family.

Run by hand after a family has changed; it writes `tables/reach.json`:

    python -m gec.training.noise.calibrate --clean clean-0.txt.xz
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import Counter
from itertools import accumulate, islice
from pathlib import Path
from random import Random

from gec.training.noise.lexicon import TABLES
from gec.training.noise.noiser import FAMILIES, Noiser

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


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how readily each family of errors finds a site.")
    parser.add_argument("--clean", type=Path, required=True)
    parser.add_argument("--sentences", type=int, default=40_000)
    options = parser.parse_args()
    with lzma.open(options.clean, "rt", encoding="utf-8") as lines:
        sentences = [line.rstrip("\n") for line in islice(lines, options.sentences)]
    reach = calibrated(sentences, 5, Random(7))
    rounded = {name: round(value, 4) for name, value in reach.items()}
    (TABLES / "reach.json").write_text(json.dumps(rounded, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
