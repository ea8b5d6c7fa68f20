"""What a misspelt word may be."""

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
def test_a_misspelt_word_may_be_what_was_meant(written: str, meant: str) -> None:
    assert meant in [one.word for one in near(written)]


def test_what_sounds_the_same_is_nearer() -> None:
    signs = {one.word: one.signs for one in near("sertain")}
    assert signs["certain"]["sound"] == 0


def test_what_is_like_no_word_may_be_nothing() -> None:
    assert not near("xqzzvwkj")


def test_days_and_countries_may_be_meant() -> None:
    assert "wednesday" in [one.word for one in near("wensday")]


def test_no_slip_leads_to_what_nobody_wants_to_read() -> None:
    assert "penis" not in [one.word for one in near("pennis")]


def test_the_first_misspelling_does_not_wait_for_a_look_at_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    may_be_meant = near_module._may_be_meant
    monkeypatch.setattr(near_module, "_may_be_meant", lambda word: looked.append(word) or may_be_meant(word))
    near_module._meant.cache_clear()
    assert near("scool")
    assert len(looked) < len(table()) / 10
