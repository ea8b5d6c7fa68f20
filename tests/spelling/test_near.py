"""The candidates for a misspelt word."""

from __future__ import annotations

import pytest

import gec.spelling.near as near_module
from gec.language.written import table
from gec.spelling.near import near


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("recieve", "receive"),
        ("untill", "until"),
        ("definately", "definitely"),
        ("nowledge", "knowledge"),
        ("dont", "don't"),
        ("do'nt", "don't"),
        ("alot", "a lot"),
        ("eachother", "each other"),
        ("governmentshould", "government should"),
        ("maked", "made"),
        ("teached", "taught"),
        ("childs", "children"),
    ],
)
def test_the_intended_word_is_a_candidate(written: str, meant: str) -> None:
    assert meant in [one.word for one in near(written)]


def test_a_word_that_sounds_the_same_is_nearer() -> None:
    features = {one.word: one.features for one in near("sertain")}
    assert features["certain"]["sound"] == 0


def test_a_word_unlike_any_other_has_no_candidates() -> None:
    assert not near("xqzzvwkj")


def test_days_and_countries_are_candidates() -> None:
    assert "wednesday" in [one.word for one in near("wensday")]


def test_an_offensive_word_is_no_candidate() -> None:
    assert "penis" not in [one.word for one in near("pennis")]


def test_the_first_misspelling_does_not_go_through_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    may_be_meant = near_module._may_be_meant
    monkeypatch.setattr(near_module, "_may_be_meant", lambda word: looked.append(word) or may_be_meant(word))
    near_module._meant.cache_clear()
    assert near("scool")
    assert len(looked) < len(table()) / 10
