"""Counts deletions, insertions and substitutions by very different words in people's corrections, and writes the
frequent ones. A substitution that people never make is probably a wrong guess of a model (`gec/guards/swaps.py`).

`gec train swaps` runs this, whenever a source changes. Only words leave this file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from gec import atomic
from gec.errors import GecError
from gec.guards.swaps import NOTHING, TABLE, unlike
from gec.training import texts
from gec.training.records import held_out

OFTEN = 7  # least occurrences of a substitution
FREELY = 16  # ... of a deletion or insertion, which people make with any word now and then
TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[^\w\s]|\w+")


def pairs(path: Path) -> Iterator[tuple[str, str]]:
    """The pairs of a file, without held-out texts."""
    if ".txt" in path.suffixes:
        yield from (texts.expand(line) for text in texts.learner_texts(path) if not held_out(text) for line in text)
    else:
        yield from texts.read_pairs(path, {})


def swaps(written: str, right: str) -> Iterator[tuple[str, str]]:
    """The old and new words of each change; `NOTHING` stands for no word."""
    old, new = (TOKEN.findall(side.lower()) for side in (written, right))
    for kind, low, high, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        was, now = " ".join(old[low:high]) or NOTHING, " ".join(new[first:last]) or NOTHING
        one = (was.isalpha() and now == NOTHING) or (was == NOTHING and now.isalpha())
        if kind != "equal" and (one or unlike(was, now)):
            yield was, now


def lines(found: Iterable[tuple[str, str]]) -> Sequence[str]:
    """Each old word with the new ones that are often put in its place."""
    counts = Counter(found).items()
    often = sorted(swap for swap, count in counts if count >= (FREELY if NOTHING in swap else OFTEN))
    return [" ".join([old, *(new for _, new in some)]) for old, some in groupby(often, key=itemgetter(0))]


def write(files: Iterable[Path]) -> int:
    """Write the table. Returns how many words it has something for."""
    found = (swap for file in files for pair in pairs(file) if pair[0] != pair[1] for swap in swaps(*pair))
    rows = lines(found)
    if not rows:  # an empty table would replace a useful one
        raise GecError(f"no substitution occurs {OFTEN} times; give more corrections by people")
    atomic.write(TABLE, "".join(f"{line}\n" for line in rows).encode())
    return len(rows)
