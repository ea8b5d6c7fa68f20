"""Counts the phrases of `gec/language`: words, pairs and triples of words that are frequent enough in correct text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gec import atomic
from gec.errors import GecError
from gec.language.likely import BEGIN, END, WORDS, parts
from gec.language.phrases import TABLE, packed
from gec.training.texts import read_lines

SEEN = 5  # least occurrences of a phrase
BITS = 21  # for the number of a word: two million different ones

Ints = NDArray[np.int64]


def write(texts: Sequence[Path], out: Path) -> int:
    """Write the table of phrases. Returns how many there are. All words are held in memory at once."""
    ids = {BEGIN: 0, END: 1}
    words = _words(texts, ids)
    if len(ids) >> BITS:
        raise GecError(f"{len(ids):,} different words are more than {1 << BITS:,}; give fewer texts")
    names = list(ids)
    lengths = range(1, WORDS + 1) if len(names) > len((BEGIN, END)) else ()
    counted = [one for length in lengths for one in _counts(words, length, names)]
    if not counted:  # an empty table would replace a useful one
        raise GecError(f"{texts[0]}: no word occurs {SEEN} times; give millions of words, one sentence per line")
    atomic.write(out / TABLE, packed(counted, len(words)))
    return len(counted)


def _words(texts: Iterable[Path], ids: dict[str, int]) -> Ints:
    """The numbers of all words, with marks around each sentence. New words are added to `ids`."""
    files = []
    for path in texts:
        found: list[int] = []
        for line in read_lines(path):
            found += [ids.setdefault(word, len(ids)) for word in (BEGIN, *parts(line), END)]
        files.append(np.array(found, dtype=np.int64))
    return np.concatenate(files)


def _counts(words: Ints, length: int, names: list[str]) -> Iterator[tuple[str, int]]:
    """The frequent phrases of a length. None crosses the end of a sentence."""
    last = len(words) - length + 1
    inside = np.ones(last, dtype=bool)
    keys = np.zeros(last, dtype=np.int64)
    for at in range(length):
        part = words[at : last + at]
        keys = keys << BITS | part
        if at < length - 1:
            inside &= part != 1
    keys = np.sort(keys[inside])
    firsts = np.concatenate([[0], np.flatnonzero(np.diff(keys)) + 1])
    counts = np.diff(np.concatenate([firsts, [len(keys)]]))
    for key, count in zip(keys[firsts[counts >= SEEN]].tolist(), counts[counts >= SEEN].tolist(), strict=True):
        places = [key >> BITS * at & (1 << BITS) - 1 for at in reversed(range(length))]
        yield " ".join(names[place] for place in places), count
