"""A table of words, pairs and triples of words, with their frequency in correct text.

The table, `phrases.bin`, is memory-mapped and never read as a whole. It has no phrases in it, only hashes: each hash
names two buckets of four entries, and its phrase is in one of them. An entry is a number of 16 bits, with a part of the
hash and the frequency of the phrase. One in 250 phrases that were not counted is mistaken for another one. `gec train
phrases` makes the table.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import blake2b
from math import ceil, log, log2
from pathlib import Path

TABLE = "phrases.bin"
MAGIC = b"gecusage"
HEADER = struct.Struct("<8sIQ")  # magic, buckets, words counted
BUCKET = struct.Struct("<4H")
SLOTS = BUCKET.size // 2
HASH = struct.Struct("<IIH")
LEVELS = 31  # of frequency; 0 is an empty entry
STEPS = 1.4  # levels for each doubling of the frequency
FULL = 0.92  # share of the entries that are used
LOGS = [level / STEPS * log(2) for level in range(LEVELS + 1)]
REMEMBERED = 32_768  # phrases


class Phrases:
    """The table, in memory or in a mapped file."""

    def __init__(self, data: bytes | mmap.mmap) -> None:
        self.data = memoryview(data)
        magic, self.buckets, self.words = HEADER.unpack_from(self.data)
        if magic != MAGIC or len(self.data) != HEADER.size + self.buckets * BUCKET.size:
            raise ValueError("no table of phrases")
        self.log_words = log(max(1, self.words))
        self.log_count = lru_cache(REMEMBERED)(self._log_count)  # the same few words stand beside many others

    def _log_count(self, phrase: str) -> float | None:
        """The logarithm of the frequency of a phrase, with single spaces between words; None if it is rare."""
        one, other, mark = _places(phrase, self.buckets)
        for place in (one, other):
            entries: tuple[int, ...] = BUCKET.unpack_from(self.data, HEADER.size + place * BUCKET.size)
            for entry in entries:
                if entry and entry >> 5 == mark:
                    return LOGS[entry & LEVELS]
        return None


def packed(counts: Iterable[tuple[str, int]], words: int) -> bytes:
    """The table of phrases and counts. The most frequent are placed first, and a few of the rarest find no place."""
    ordered = sorted(counts, key=lambda one: (-one[1], one[0]))
    buckets = max(1, ceil(len(ordered) / SLOTS / FULL))
    table: list[list[int]] = [[] for _ in range(buckets)]
    for phrase, count in ordered:
        one, other, mark = _places(phrase, buckets)
        emptier = min(table[one], table[other], key=len)
        if len(emptier) < SLOTS:
            emptier.append(mark << 5 | max(1, min(LEVELS, round(STEPS * log2(count)))))
    rows = (BUCKET.pack(*bucket, *[0] * (SLOTS - len(bucket))) for bucket in table)
    return b"".join([HEADER.pack(MAGIC, buckets, words), *rows])


def _places(phrase: str, buckets: int) -> tuple[int, int, int]:
    """The two buckets a phrase may be in, and its mark there."""
    one, other, rest = HASH.unpack(blake2b(phrase.encode("utf-8", "surrogatepass"), digest_size=HASH.size).digest())
    return one % buckets, other % buckets, rest >> 5


@cache
def shipped() -> Phrases:
    with Path(__file__).with_name(TABLE).open("rb") as file:
        return Phrases(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
