"""Forms of words that stories, letters and the news have stay, and those that are wrong there do not."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "The clerk was {writing->written} on the board.",
        "A second squad was {training->trained} in the hills.",
        "The best defence was {hiring->hired} guards.",
        "The party was not {intending->intended} to go.",
        "The shop is {selling->sold} well.",
        "It was {scary->scared} and I ran.",
        "Those numbers were {surprising->surprised} to you.",
        "I find it very {exciting->excited} to watch.",
        "Her will {provided->provide} that he gets it.",
        "All political will {vanished->vanish} by June.",
        "His last will {named->name} nobody.",
        "The will {was->be} signed on Monday.",
        "His aunt's will {left->leave} it to me.",
        "They came here to {found->find} a school for girls.",
        "He left to {found->find} Acme Inc in Leeds.",
        "I do all I can{ to->} help them.",
        "She ran as fast as she could{ to->} catch it.",
        "It will help kind of {extend->extending} the plan.",
        "We never wanted to like {put->putting} them online.",
        "What they did well was {start->starting} the club.",
        "He used it to get a pay {raise->rise} at work.",
        "Think of the questions these books {raise->rise}.",
        "It hopes to {raise->rise} over a million.",
        "The French {lost->loss} half of their men.",
        "His {eye->eyes} went round the room.",
        "She made friends with all free {peoples->people}.",
        "It is one of the Baltic {peoples->people}.",
        "It pays for a {jobs->job} program.",
        "It shows all changes to {watched->watch} folders.",
        "The call is {inlined->inline} there.",
        "We wrote a {templated->template} class.",
        "It is a {templating->template} language.",
        "Everyone is {broke->broken} in May.",
        "I'm flat {broke->broken}.",
        "Despite her will{ to->} cry, she smiled.",
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
