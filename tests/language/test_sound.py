"""*a* and *an* depend on the first sound of a word."""

from __future__ import annotations

import pytest

from gec.language.sound import consonant, spelt_out, vowel


@pytest.mark.parametrize(
    "word",
    ["rvalue", "ndarray", "sdist", "mbox", "nginx", "svg", "sql", "lrzip", "ftp", "md5sum"],
)
def test_words_read_letter_by_letter(word: str) -> None:
    assert spelt_out(word) and not consonant(word)


@pytest.mark.parametrize(
    "word",
    ["namespace", "bugfix", "helper", "patch", "schema", "squad", "string", "sphere", "script", "shrub", "llama",
     "mnemonic", "xylophone", "rhino", "dwarf", "pseudonym", "mr", "mrs", "ms", "schnapps", "schmooze", "schwa"],
)  # fmt: skip
def test_words_read_as_words(word: str) -> None:
    assert not spelt_out(word)


def test_vowels_and_consonants() -> None:
    assert vowel("apple") and vowel("hour") and consonant("user") and consonant("patch")
    assert vowel("ugly") and not vowel("ugandan")
    assert vowel("f64") and not consonant("f64") and consonant("u32") and not vowel("u32")
    assert not any(sound(word) for word in ("historic", "herb") for sound in (vowel, consonant))


@pytest.mark.parametrize(("word", "sounds"), [("upsert", True), ("up", True), ("umd", False), ("uml", False)])
def test_initials_are_said_by_their_names(word: str, sounds: bool) -> None:
    assert vowel(word) is sounds
