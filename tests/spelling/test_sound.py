"""With what sound a word begins."""

from __future__ import annotations

import pytest

from gec.spelling.sound import consonant, spelt_out, vowel


@pytest.mark.parametrize(
    "word",
    ["rvalue", "ndarray", "sdist", "mbox", "nginx", "svg", "sql", "lrzip", "ftp", "md5sum", "xterm"],
)
def test_what_is_said_letter_by_letter(word: str) -> None:
    assert spelt_out(word) and not consonant(word)


@pytest.mark.parametrize(
    "word",
    ["namespace", "bugfix", "helper", "patch", "schema", "squad", "string", "sphere", "script", "shrub", "llama",
     "mnemonic", "xylophone", "rhino", "dwarf", "pseudonym"],
)  # fmt: skip
def test_what_is_said_as_it_is_written(word: str) -> None:
    assert not spelt_out(word)


def test_vowels_and_consonants() -> None:
    assert vowel("apple") and vowel("hour") and consonant("user") and consonant("patch")
    assert not any(sound(word) for word in ("historic", "herb") for sound in (vowel, consonant))
