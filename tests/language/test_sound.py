"""*a* and *an* depend on the first sound of a word."""

from __future__ import annotations

import pytest

from gec.language.sound import consonant, misses_sound, spelt_out, vowel

SPELT = """
    rvalue ndarray sdist mbox nginx svg mp3 sql s-expression `ssl.SSLContext` md5sum lr ftp npm HTTPServer API SQL `iex`
    8-bit 11th 18th 80s £85 €11 apple onerous
"""
SPOKEN = """
    namespace bugfix helper patch squeeze string xylophone shrimp rhyme svelte llama university URL SMALLINT `u32`
    3-bit 12th 110th £15 table
"""


@pytest.mark.parametrize("word", SPELT.split())
def test_an_is_kept_before_the_sound_of_a_vowel(word: str) -> None:
    assert misses_sound(["an"], ["a"], f" {word} here")
    assert not misses_sound(["a"], ["an"], f" {word} here")


@pytest.mark.parametrize("word", SPOKEN.split())
def test_an_may_become_a_before_the_sound_of_a_consonant(word: str) -> None:
    assert not misses_sound(["an"], ["a"], f" {word} here")


@pytest.mark.parametrize("word", ["f64", "i8", "x86", "e2e", "m4", "s3", "h264", "A4", "`i32`", "R2D2"])
def test_an_stands_before_letters_with_digits_whose_names_begin_with_a_vowel(word: str) -> None:
    assert misses_sound(["an"], ["a"], f" {word} here")
    assert not misses_sound(["a"], ["an"], f" {word} here")


@pytest.mark.parametrize("word", ["u32", "u8", "b2b", "k8s", "v8", "t1", "U2", "`u64`"])
def test_a_stands_before_the_others(word: str) -> None:
    assert misses_sound(["a"], ["an"], f" {word} here")
    assert not misses_sound(["an"], ["a"], f" {word} here")


def test_other_changes_do_not_count() -> None:
    assert not misses_sound(["the"], ["a"], " apple")
    assert not misses_sound(["an"], ["a"], "")


@pytest.mark.parametrize(
    "word",
    ["rvalue", "ndarray", "sdist", "mbox", "nginx", "svg", "sql", "lrzip", "ftp", "md5sum"],
)
def test_words_read_letter_by_letter(word: str) -> None:
    assert spelt_out(word) and not consonant(word)


@pytest.mark.parametrize(
    "word",
    ["namespace", "bugfix", "helper", "patch", "schema", "squad", "string", "sphere", "script", "shrub", "llama",
     "mnemonic", "xylophone", "rhino", "dwarf", "pseudonym"],
)  # fmt: skip
def test_words_read_as_words(word: str) -> None:
    assert not spelt_out(word)


def test_vowels_and_consonants() -> None:
    assert vowel("apple") and vowel("hour") and consonant("user") and consonant("patch")
    assert vowel("f64") and not consonant("f64") and consonant("u32") and not vowel("u32")
    assert not any(sound(word) for word in ("historic", "herb") for sound in (vowel, consonant))


@pytest.mark.parametrize(("word", "sounds"), [("upsert", True), ("up", True), ("umd", False), ("uml", False)])
def test_initials_are_said_by_their_names(word: str, sounds: bool) -> None:
    assert vowel(word) is sounds
