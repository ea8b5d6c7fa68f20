"""Spelling conventions are kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.edits.edit import Edit
from gec.edits.policy import Policy
from gec.language.dialect import DIALECTS, spelt_alike, variant

PAIRS = """
    colour/color favourites/favorites neighbouring/neighboring behavioural/behavioral theatre/theater metres/meters
    centred/centered organise/organize realisation/realization emphasised/emphasized analysing/analyzing
    travelled/traveled labelling/labeling marvellous/marvelous fulfil/fulfill enrolment/enrollment skilful/skillful
    catalogue/catalog defence/defense grey/gray programme/program anaemia/anemia judgement/judgment ageing/aging
    learnt/learned towards/toward whilst/while tyres/tires
"""
ONE_SPELLING = """
    advertise exercise promise rise arise surprise wise otherwise size prize seize noise praise citizen hour four your
    pour tour flour contour glamorous humorous label model reed story check advice advise bass wizard horizon poison
    raise cruise disguise paradise precise tortoise unsurprisingly undersized metropolises trellises highrises mantises
    portcullises unwise
"""


def test_both_spellings_are_known_and_never_exchanged() -> None:
    for british, american in (pair.split("/") for pair in PAIRS.split()):
        assert variant(british) == variant(american) is not None, british
        for old, new in ((british, american), (american, british), (british.title(), american.title())):
            for dialect in ("", *DIALECTS):
                assert spelt_alike(old, new, dialect) == old
                assert Policy(dialect=dialect).filter(old, [Edit(0, len(old), new)]).edits == (), (old, new)


def test_words_with_one_spelling_are_left_alone() -> None:
    assert [word for word in ONE_SPELLING.split() if variant(word) is not None] == []


@pytest.mark.parametrize(
    ("old", "new", "dialect", "expected"),
    [
        ("backword", "backward", "gb", "backward"),
        ("dialouge", "dialogue", "us", "dialogue"),
        ("glamur", "glamour", "us", "glamour"),
        ("analysis", "analyses", "us", "analyses"),
        ("gery", "grey", "ca", "grey"),
        ("colur", "color", "", "color"),
        ("colur", "color", "gb", "colour"),
        ("colur", "colour", "us", "color"),
        ("Colur", "Color", "gb", "Colour"),
        ("COLUR", "COLOR", "gb", "COLOUR"),
        ("the colors is", "the colours are", "", "the colors are"),
        ("the colors is", "the colours are", "gb", "the colors are"),
        ("center", "centers", "", "centers"),
        ("center", "centers", "gb", "centres"),
        ("organze", "organize", "gb", "organize"),
        ("organze", "organise", "gb", "organise"),
        ("organze", "organize", "au", "organise"),
        ("organze", "organise", "ca", "organize"),
        ("practise", "practice", "", "practise"),
        ("practise", "practice", "us", "practise"),
        ("practise", "practice", "gb", "practice"),
        ("tyred", "tired", "gb", "tired"),
        ("chek", "check", "gb", "check"),
        ("whle", "while", "gb", "while"),
        ("color", "Color", "gb", "Color"),
        ("metr", "meter", "gb", "meter"),
        ("metr", "metre", "us", "meter"),
        ("kilometr", "kilometer", "gb", "kilometre"),
        ("unrealized", "unrealised", "us", "unrealized"),
        ("my favourite color are", "my favorite color is", "", "my favourite color is"),
    ],
)
def test_a_new_word_follows_the_text_and_then_the_dialect(old: str, new: str, dialect: str, expected: str) -> None:
    assert spelt_alike(old, new, dialect) == expected


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(["", *DIALECTS]))
def test_settling_twice_settles_nothing_more(old: str, new: str, dialect: str) -> None:
    once = spelt_alike(old, new, dialect)
    assert spelt_alike(old, once, dialect) == once
