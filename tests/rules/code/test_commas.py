"""Commas that a rule misses, and places where none is due."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.commas import RULES
from gec.rules.fault import Fault


def found(text: str) -> list[Fault]:
    return sorted((one for rule in RULES for one in rule(text)), key=lambda one: one.start)


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in found(text)])


@pytest.mark.parametrize(
    "text",
    [
        "However, the train was late.",
        '"In my opinion, we should leave."',
        "Nowadays, we buy them online.",
        "Also, there are two parks.",
        "In the future, I'd like one.",
        "Thanks to that, they never wait.",
        "If you had asked me, I would have come.",
        "When the rain stops tonight, we'll go out.",
    ],
)
def test_missing_commas(text: str) -> None:
    assert mended(text.replace(", ", " ")) == text


def test_no_comma_before_what_is_said() -> None:
    assert mended("I think, that he is late.") == "I think that he is late."
    assert mended("My friends said, that we were right.") == "My friends said that we were right."
    assert mended("We were surprised, that the shop was open.") == "We were surprised that the shop was open."


@pytest.mark.parametrize(
    "text",
    [
        "However hard it is, go on.",
        "Also known as the park, it opened.",
        "Instead of a car he bought a bike.",
        "First it.",
        "Second order effects matter.",
        "It was nothing but it hurt.",
        "Not we but they came.",
        "She said so he left.",
        "He was so tired, so the.",
        "I put it there so the door can close.",
        "If this is set then you will see it.",
        "If for some reason you would rather stay, say so.",
        "Please write to the whole list so we have a record.",
        "If what you say they would do is right, go.",
        "If she is sure that he would come, wait.",
        "When can you come?",
        "He said, as we all know, that it was late.",
        "It was there, she thought, that he would wait.",
        "For years, that he was ill was known.",
        "The words especially made for it.",
        "By doing so they saved the whole day.",
        "He had a new desk built especially for the boy.",
        "If there is anything I can do for you, I will do it.",
        "If you see any other thing you would like there, send it.",
        "When she told me she would leave, I wept.",
        "However they bake it, the loaf stays flat.",
        "Above all these roofs, a stork was circling.",
        "To conclude our tour, we rowed home.",
        "By the way she hums, you can tell it is Friday.",
        "After all we did for them, they left.",
        "As you know the road, please drive.",
        "As I told you I would, I painted it.",
        "If you see the hat he would wear, buy it.",
        "When she heard he would sing, she fled.",
        "If you know which boat you would take, book it.",
    ],
)
def test_what_stands(text: str) -> None:
    assert mended(text) == text


def test_a_comma_that_many_leave_out_is_less_sure() -> None:
    (opening,), (clause,) = found("However we left."), found("If you ask me kindly I will come.")
    assert opening.odds > clause.odds > 0
