"""Writes what changes in texts, without the texts, from sentences that somebody corrected (`gec train corrections`).

    python bench/corrections.py TEXTS CORRECTED.tsv mine.jsonl.xz

TEXTS is as in `gec train corrections`. Each line of CORRECTED.tsv has the name of a text, a sentence of it as written,
and the corrected sentence, or ? where it cannot be understood. The sentences of a text stand in order; blanks and line
ends between words may differ.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from gec import atomic
from gec.errors import GecError
from gec.training import corrections, texts


def main(source: Path, corrected: Path, out: Path) -> None:
    every = corrections.texts_of(source)
    at = dict.fromkeys(every, 0)
    found: dict[str, dict[tuple[int, int], str | None]] = {}
    for number, line in enumerate(texts.read_lines(corrected), 1):
        name, written, target = line.split("\t")
        words = r"\s+".join(map(re.escape, written.split()))
        place = re.compile(words).search(every.get(name, ""), at.get(name, 0))
        if place is None:
            raise GecError(f"{corrected}:{number}: the text {name!r} has no such sentence from here on")
        at[name] = place.end()
        found.setdefault(name, {})[place.span()] = None if target == "?" else target
    rows = [corrections.compared(name, every[name], some) for name, some in found.items()]
    atomic.write(out, texts.packed(out, corrections.as_lines(rows)))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
