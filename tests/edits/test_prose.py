"""What stories, letters, old books and talk have is left alone."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Whence {comest->comes} thou, and where is thy horse?",
        "Peace cometh {quiet->quite} to him.",
        "’Tis {strange->strangely} how they sing.",
        "She always {say->says} I ain't no good.",
        "Them two {was->were} sittin' by the door.",
        "Send me the bill and I'll see{ to->} it.",
        "She went indoors to attend{ to->} her guests.",
        "He got up and reached{ for->} his hat.",
        "They were in{ at->} the death.",
        "Have you two tickets {to->for} the match?",
        "It {also is->is also} cheap.",
        "The rest {usually are->are usually} at home.",
        "I asked him {to not->not to} go.",
        "She is {an->a} historian of note.",
        "There is a lot of{ the->} work left.",
        "He loved the tune, the slow start, {that->which} moved them.",
        "It was a pity, no doubt{,->} that it rained.",
        "{Further->Furthermore}, the roof leaks.",
        "They saved the {farmers'->farmer's} market.",
        "It rests on the {cities’->city’s} taxes.",
        "That is worth {a half->half a} point.",
        "Thank you {to->for} our readers.",
        "It sets the clock {to->for} the last hour.",
        "The dog tries {its->it's} best.",
        "Ask me, and leave {if->is} so.",
        "You can rest {easy->easily} now.",
        "Take it {easy->easily} today.",
        "They built it{-> the} following our plan.",
    ],
)
def test_what_prose_has_is_left(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "She always {say->says} he is no good.",
        "I will attend{ to->} a course in May.",
        "I arrived{ at->} home late.",
        "This gift is {to->for} you.",
        "We {go often->often go} there.",
        "I want {an->a} hot drink.",
        "Some of{ the->} my friends came.",
        "He lost the match, {that->which} made him sad.",
        "I said{,->} that it rained.",
        "It is a {childrens'->children's} book.",
        "We are thankful {to->for} it.",
        "We have a gift {to->for} him.",
        "I know {its->it's} best there.",
        "It {if->is} late now.",
        "He found it {easy->easily}.",
        "I answer{-> the} following questions.",
    ],
)
def test_what_is_wrong_in_prose_too_is_mended(written: str) -> None:
    assert plausible(*marked(written))
