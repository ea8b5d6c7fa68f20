"""Verbs that agree with the nearest noun and not with their own."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.distant import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("The box of old photos were behind the heater.", "The box of old photos was behind the heater."),
        ("Neither of the twins are allergic to nuts.", "Neither of the twins is allergic to nuts."),
        ("I think each of us contribute something.", "I think each of us contributes something."),
        ("A number of complaints has been made.", "A number of complaints have been made."),
        ("The dog and the cat is on the cushion.", "The dog and the cat are on the cushion."),
        ("The furniture in the waiting room are old.", "The furniture in the waiting room is old."),
        ("Where's the scissors I left here?", "Where are the scissors I left here?"),
        ("There's too many wasps here.", "There are too many wasps here."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Both of them doctors by training, they met in Oslo.",
        "A number of complaints have been made.",
        "A swath of new rooms are open, and a slew of shops have closed.",
        "A raft of new rules were made.",
        "The majority of voters are old.",
        "The question of whether zoos have a future is open.",
        "His last works were dictated.",
        "That evening two of our waiters were ill.",
        "There's one or two chances left.",
        "This is my friends' house.",
        "The fish and chips is good.",
        "My ears hurt and I was tired.",
        "The research of the last years and the money are gone.",
        "Most of the grass is dry.",
        "Some of the physics was new.",
        "There's two weeks left.",
    ],
)
def test_what_is_right_stays(text: str) -> None:
    assert mended(text) == text
