"""Forms of verbs, in both directions: *hop* and *hope* have pasts of their own."""

from __future__ import annotations

import pytest

from gec.language import agreement, forms, lexicon
from gec.language.written import frequency


def test_a_past_in_ed_belongs_to_the_verb_in_e() -> None:
    bases = [word for word in lexicon.table() if len(word) > 2 and word.endswith("e") and forms.verb(word)]
    pasts = {f"{base}d": base for base in bases if base not in lexicon.AUXILIARIES and frequency(f"{base}d")}
    wrong = {past for past, base in pasts.items() if forms.base_of_past(past) != base}
    assert not wrong
    assert [forms.base_of_past(word) for word in ("hopped", "scarred", "caressed", "freed")] == [
        "hop", "scar", "caress", None
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("base", "past", "ing"),
    [
        ("hop", "hopped", "hopping"),
        ("hope", "hoped", "hoping"),
        ("scar", "scarred", "scarring"),
        ("scare", "scared", "scaring"),
        ("scrape", "scraped", "scraping"),
        ("lapse", "lapsed", "lapsing"),
        ("caress", "caressed", "caressing"),
        ("sing", "sang", "singing"),
        ("singe", "singed", "singeing"),
        ("dye", "dyed", "dyeing"),
        ("die", "died", "dying"),
        ("plan", "planned", "planning"),
        ("route", "routed", "routing"),
    ],
)
def test_forms_and_back(base: str, past: str, ing: str) -> None:
    assert (forms.past(base), forms.ing(base)) == (past, ing)
    assert (forms.base_of_past(past), forms.base_of_ing(ing)) == (base, base)


def test_third_persons_and_plurals_in_es() -> None:
    told = (
        "undergo undergoes, veto vetoes, echo echoes, quiz quizzes, hero heroes, piano pianos, zero zeros, redo redoes"
    )
    assert [forms.third(pair.split()[0]) for pair in told.split(", ")] == [pair.split()[1] for pair in told.split(", ")]


def test_a_third_person_in_es_is_one() -> None:
    for third, base in (("watches", "watch"), ("carries", "carry"), ("likes", "like"), ("uses", "use"), ("goes", "go")):
        assert forms.base_of_third(third) == base
    assert agreement.of_many("teaches") == "teach"
    assert [forms.base_of_third(word) for word in ("is", "was", "toes", "buses", "watch")] == [None] * 5
