"""Which words are known."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from gec.language.written import compound, frequency, inflected, prefixed, stands


@pytest.mark.parametrize(
    "word", ["receive", "don't", "tabloids", "colour", "color", "globalisation", "london", "thirdly", "snorer"]
)
def test_words_names_and_both_dialects_are_known(word: str) -> None:
    assert stands(word)


@pytest.mark.parametrize("word", ["recieve", "untill", "dont", "alot", "teh", "maked"])
def test_misspellings_are_not_known(word: str) -> None:
    assert not stands(word)


def test_every_word_of_words_txt_is_known() -> None:
    own = Path(__file__).parents[2] / "corpora" / "words.txt.xz"
    assert [word for word in lzma.decompress(own.read_bytes()).decode().split() if not stands(word)] == []


def test_how_often_a_word_is_written() -> None:
    assert frequency("the") > frequency("because") > frequency("zebra") > frequency("recieve") == 0
    assert frequency("a lot") > 0


def test_parts_of_compounds_and_derivations() -> None:
    assert inflected("saturations")
    assert prefixed("overbooked")
    assert compound("kitesurfing")
    assert not inflected("recieve") and not prefixed("recieve") and not compound("recieve")
