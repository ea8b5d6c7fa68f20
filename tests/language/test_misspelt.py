"""Misspellings that a rule corrects."""

from __future__ import annotations

import pytest

from gec.language.misspelt import by_rule, irregular


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("goed", "went"),
        ("choosed", "chose"),
        ("teached", "taught"),
        ("runned", "ran"),
        ("childs", "children"),
        ("partys", "parties"),
        ("boxs", "boxes"),
        ("dont", "don't"),
        ("doenst", "doesn't"),
        ("youre", "you're"),
        ("couldve", "could've"),
        ("hes", "he's"),
        ("socialy", "socially"),
        ("gratefuly", "gratefully"),
        ("happyly", "happily"),
        ("similary", "similarly"),
        ("noticeing", "noticing"),
        ("worryed", "worried"),
        ("firemans", "firemen"),
        ("bookshelfs", "bookshelves"),
        ("journies", "journeys"),
        ("translater", "translator"),
        ("difficults", "difficult"),
        ("wellcome", "welcome"),
        ("busstop", "bus stop"),
        ("flammables", None),
        ("table", None),
        ("boys", None),
        ("dogs", None),
    ],
)
def test_corrections_by_rule(written: str, meant: str | None) -> None:
    assert by_rule(written) == meant


@pytest.mark.parametrize(
    ("word", "past", "participle"),
    [("teached", "taught", "taught"), ("writed", "wrote", "written"), ("putted", "put", "put")],
)
def test_pasts_that_verbs_do_not_have(word: str, past: str, participle: str) -> None:
    assert irregular(word, False) == past
    assert irregular(word, True) == participle


@pytest.mark.parametrize("word", ["worked", "payed", "lied", "flied"])
def test_pasts_that_may_be_meant(word: str) -> None:
    assert irregular(word, False) is None
