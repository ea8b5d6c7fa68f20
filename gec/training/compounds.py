"""Counts which words people write as one or with hyphens, and hardly ever as separate words: *newspaper*,
*self-esteem*. `gec train compounds` prints them as rows for the rules in `gec/rules/tables/compounds.toml`, which
correct such words when they are separate. The rows are sorted into rules by hand. Only words leave this file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from gec.language import lexicon, word_set
from gec.training import texts

OFTEN = 40  # least occurrences of a compound
PART, PIECE = 300, 50  # least occurrences of its parts, without a hyphen and with one
SHORTEST = 3  # letters of a part of a compound without a hyphen
RARELY = 100  # so many times rarer the separate words must be
SURER = 30  # ... if there is a hyphen, or both parts are nouns
# Function words may begin compounds, but are mostly separate for a reason. These hardly are: *some thing*, *him self*.
BEGINNING = word_set("any every some when what where who how him her your them our out over under through up")
# Separate words with a meaning of their own: *a man aged 40*, *the week ends*.
APART_TABLE = Path(__file__).with_name("apart.txt")
MEANT = frozenset(tuple(line.split(" ")) for line in APART_TABLE.read_text(encoding="utf-8").splitlines())

WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*(?:-[A-Za-z]+)*")
APART = re.compile(r"(?<![^\s(\"“])[a-z]+(?: [a-z]+)+")

Parts = tuple[str, ...]


def candidates(counts: Mapping[str, int]) -> dict[Parts, str]:
    """Compounds by their parts; of *counter-attack* and *counterattack* the more frequent one."""
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
    return word in BEGINNING or word not in lexicon.FUNCTION_WORDS


def _may_follow(first: str, second: str) -> bool:
    return second != "led" and (first in BEGINNING or second not in lexicon.CLOSED)


def apart(lines: Iterable[str], wanted: Mapping[Parts, str]) -> Counter[Parts]:
    """How often the parts occur as neighbouring words."""
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
    """The rows for the table."""
    lines = []
    for parts, word in wanted.items():
        surer = "-" in word or all(lexicon.kind(one) == "NOUN" for one in parts)
        if counts[word] >= (SURER if surer else RARELY) * (beside.get(parts, 0) + 0.3):
            lines.append(("_-" if "-" in word else "_").join(parts))
    return sorted(lines)


def rows(files: Sequence[Path]) -> Sequence[str]:
    """The rows for the table, counted in these texts."""

    def lines() -> Iterator[str]:
        return (line for file in files for line in texts.read_lines(file))

    counts = Counter(word for line in lines() for word in WORD.findall(line) if word.islower())
    wanted = candidates(counts)
    return rare(counts, wanted, apart(lines(), wanted))
