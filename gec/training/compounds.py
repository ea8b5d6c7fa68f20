"""Counts which words people write as one, or with hyphens, and hardly ever apart: *newspaper*, *self-esteem*. What is
written apart all the same is a fault that a table sees (`gec/rules/tables/compounds.toml`). It prints rows
for that table; which rule of it a row belongs to is decided by hand.

Run by hand whenever a source changes:

    python -m gec.training.compounds clean-[0-5].txt.xz wiki-0.txt.xz

Only words leave this file.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from gec.language import lexicon, word_set
from gec.training import texts

OFTEN = 40  # times that a word must be written
PART, PIECE = 300, 50  # times that its parts are, beside other words
SHORTEST = 3  # letters of a part of what has no hyphen
RARELY = 100  # how much rarer it is apart, at least
SURER = 30  # ... if it has a hyphen, or both parts are nouns
# Words that say little begin many that are written apart for a reason; these hardly do: *some thing*, *him self*.
BEGINNING = word_set("any every some when what where who how him her your them our out over under through up")
# What means something when it stands apart: *a man aged 40*, *the week ends*.
APART_TABLE = Path(__file__).with_name("apart.txt")
MEANT = frozenset(tuple(line.split(" ")) for line in APART_TABLE.read_text(encoding="utf-8").splitlines())

WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*(?:-[A-Za-z]+)*")
APART = re.compile(r"(?<![^\s(\"“])[a-z]+(?: [a-z]+)+")

Parts = tuple[str, ...]


def candidates(counts: Mapping[str, int]) -> dict[Parts, str]:
    """Words that may be written apart, by their parts; of *counter-attack* and *counterattack* the more frequent."""
    found: dict[Parts, str] = {}
    for word, count in sorted(counts.items(), key=lambda one: (one[1], one[0])):
        if count >= OFTEN and "'" not in word and "’" not in word:
            found.update((parts, word) for parts in _parts(word, counts))
    return found


def _parts(word: str, counts: Mapping[str, int]) -> Iterator[Parts]:
    if "-" in word:
        parts = tuple(word.split("-"))
        if len(parts) < 4 and all(counts[one] >= PIECE for one in parts) and _may_begin(parts[0]):
            yield parts
    elif lexicon.known(word):
        for at in range(SHORTEST, len(word) - SHORTEST + 1):
            parts = word[:at], word[at:]
            if (
                parts not in MEANT
                and _may_follow(*parts)
                and all(counts[one] >= PART and lexicon.known(one) for one in parts)
                and _may_begin(parts[0])
            ):
                yield parts


def _may_begin(word: str) -> bool:
    return word in BEGINNING or not (word in lexicon.CLOSED or word in lexicon.AUXILIARIES)


def _may_follow(first: str, second: str) -> bool:
    return second != "led" and (first in BEGINNING or second not in lexicon.CLOSED)


def apart(lines: Iterable[str], wanted: Mapping[Parts, str]) -> Counter[Parts]:
    """How often the parts stand beside each other."""
    found: Counter[Parts] = Counter()
    for line in lines:
        for run in APART.findall(line):
            words = run.split(" ")
            for size in (2, 3):
                found.update(
                    parts for parts in zip(*(words[at:] for at in range(size)), strict=False) if parts in wanted
                )
    return found


def rare(counts: Mapping[str, int], wanted: Mapping[Parts, str], beside: Mapping[Parts, int]) -> Sequence[str]:
    """The lines of the table."""
    lines = []
    for parts, word in wanted.items():
        surer = "-" in word or all(lexicon.kind(one) == "NOUN" for one in parts)
        if counts[word] >= (SURER if surer else RARELY) * (beside.get(parts, 0) + 0.3):
            lines.append(("_-" if "-" in word else "_").join(parts))
    return sorted(lines)


def main(*files: str) -> None:
    def lines() -> Iterator[str]:
        return (line for file in files for line in texts.read_lines(Path(file)))

    counts = Counter(word for line in lines() for word in WORD.findall(line) if word.islower())
    wanted = candidates(counts)
    found = rare(counts, wanted, apart(lines(), wanted))
    sys.stdout.write("".join(f"{line}\n" for line in found))


if __name__ == "__main__":
    main(*sys.argv[1:])
