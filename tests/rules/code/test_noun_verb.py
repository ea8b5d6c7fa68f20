"""Verbs that do not agree with the noun right before them."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit, apply
from gec.rules.code.noun_verb import RULES


def mended(text: str) -> str:
    return apply(text, [Edit(one.start, one.end, one.replacement) for rule in RULES for one in rule(text)])


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("The kettle don't work any more.", "The kettle doesn't work any more."),
        ("First, the budget don’t match ours.", "First, the budget doesn’t match ours."),
        ("My sister don’t swim.", "My sister doesn’t swim."),
        ("I think my old neighbour are ill.", "I think my old neighbour is ill."),
        ("My boss don't agree.", "My boss doesn't agree."),
        ("Every child have a bicycle.", "Every child has a bicycle."),
        ("The teachers was late again.", "The teachers were late again."),
        ("We left because the waves was too high.", "We left because the waves were too high."),
        ("These pills makes me sleepy.", "These pills make me sleepy."),
        ("The window in these rooms have been lost.", "The window in these rooms has been lost."),
        ("All the windows is open.", "All the windows are open."),
        ("Some neighbours does not like dogs.", "Some neighbours do not like dogs."),
    ],
)
def test_what_is_wrong_is_mended(written: str, meant: str) -> None:
    assert mended(written) == meant


@pytest.mark.parametrize(
    "text",
    [
        "The kettle doesn't work any more.",
        "If the kettle were full, it would boil over.",
        "She wished that her brother were taller.",
        "We ask that every guest have a ticket.",
        "My mother, my father are both here.",
        "My mother and my father are both here.",
        "The team are tired, and the police have left.",
        "This will have to wait, and that may have helped.",
        "The bacteria have spread, and the data are lost.",
        "The news is bad.",
        "So many cooks spoils the broth.",
        "The works is closed, and the series was long.",
        "The elderly have priority.",
        "He knows that they have won, so that we are second.",
        "The glow that lamps in the dark have is green.",
        "The trenches means a lot to him.",
        "One of the two sisters has a shop.",
        "The two years is a long time, and ten dollars is enough.",
        "Where is the news?",
        "Two beds is enough for us.",
        "Six pages was the limit.",
        "Three goals is a lot.",
        "The innings was short.",
        "The airline have lost our bags.",
        "Three coats is recommended, and two drinks is when I stop.",
    ],
)
def test_what_may_stand_stays(text: str) -> None:
    assert mended(text) == text
