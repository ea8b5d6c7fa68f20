"""The table of phrases: counted phrases are found with about their counts, and hardly any others."""

from __future__ import annotations

from itertools import islice, product
from math import log
from string import ascii_lowercase

import pytest

from gec.language.phrases import HEADER, Phrases, packed, shipped

WORDS = ["".join(letters) for letters in islice(product(ascii_lowercase, repeat=3), 5000)]


@pytest.fixture(scope="module")
def table() -> Phrases:
    return Phrases(packed(((word, 5 + number**2 % 100_000) for number, word in enumerate(WORDS)), 10**6))


def test_counted_phrases_are_found(table: Phrases) -> None:
    found = {word: table.log_count(word) for word in WORDS}
    counts = {word: 5 + number**2 % 100_000 for number, word in enumerate(WORDS)}
    lost = [counts[word] for word, one in found.items() if one is None]  # found no place
    assert len(lost) < len(WORDS) / 15
    assert max(lost) < sorted(counts.values())[len(WORDS) // 3]
    off = [word for word, one in found.items() if one is not None and abs(one - log(counts[word])) > 0.3]
    assert len(off) < len(WORDS) / 100  # mistaken for another word


def test_other_phrases_are_not_found(table: Phrases) -> None:
    others = [f"{one} {other}" for one, other in product(WORDS[:100], repeat=2)]
    assert sum(table.log_count(other) is not None for other in others) < len(others) / 100


def test_the_same_counts_make_the_same_bytes() -> None:
    counts = [("a", 5), ("b", 9), ("a b", 5)]
    assert packed(counts, 20) == packed(reversed(counts), 20)


def test_a_table_of_nothing() -> None:
    assert Phrases(packed([], 0)).log_count("a") is None


@pytest.mark.parametrize("data", [b"no table" + bytes(HEADER.size), packed([("a", 5)], 5)[:-2]])
def test_data_that_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="table"):
        Phrases(data)


def test_the_shipped_table_knows_common_phrases() -> None:
    known = shipped()
    of, on = known.log_count("depends of the"), known.log_count("depends on the")
    assert on is not None
    assert of is None or of < on - 3
    assert known.log_count("<s> however ,") is not None
