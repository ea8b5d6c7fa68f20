"""Forms of words that stories, letters and the news have stay, and those that are wrong there do not."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "He used it to get a pay {raise->rise} at work.",
        "Think of the questions these books {raise->rise}.",
        "It hopes to {raise->rise} over a million.",
    ],
)
def test_a_form_that_was_right_is_left(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "The song was {writing->written} by him.",
        "A lamp that {costed->cost} ten euros.",
        "The windows were {broke->broken}.",
        "They had {broke->broken} it.",
        "My best friend is {calling->called} Tom.",
        "The prize was {giving->given} every year.",
        "I was {scary->scared} and ran.",
        "They are {interesting->interested} in it.",
        "The mail will {arrived->arrive} on Monday.",
        "I could not {found->find} my keys at home.",
        "Now I can{ to->} swim well.",
        "This kind of {live->living} is hard.",
        "Prices {raise->rise} very fast.",
        "I am sorry for your {lost->loss}.",
        "She has a round face and big blue {eye->eyes}.",
        "Many {peoples->people} came.",
        "The {cars->car} door is open.",
        "We went to {watched->watch} birds.",
        "The lake {freezed->froze} over.",
    ],
)
def test_a_form_that_was_wrong_is_mended(written: str) -> None:
    assert plausible(*marked(written))
