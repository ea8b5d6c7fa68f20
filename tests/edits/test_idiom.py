"""Ways of saying it that learners hardly have stay; what looks like them by mistake is mended."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "My aunt prefers a letter to actually {meeting->meet} people.",
        "She runs a {specialty->special} clinic.",
        "We offer a new approach to {wellness->well} made for nurses.",
        "It is a time of {togetherness->together}.",
        "The road to {happiness->happy} is long.",
        "If you have a question {feel->feels} free to ask.",
    ],
)
def test_a_guess_is_never_shown(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "He attended{ to->} the meeting.",
        "We reached{ to->} the station.",
        "I called{ to->} him yesterday.",
        "A cousin {who's->whose} job is hard is tired.",
        "Anyone {know->knows} the time.",
        "Swim and then {lets->let's} go.",
        "You need{-> to} do your homework.",
        "We stopped {play->playing} football.",
        "She is one of the women who {has->have} stayed.",
        "Who should I call about the leak{.->?}",
        "I would like to {meeting->meet} you.",
        "We went out as {you->your} shop was closed.",
        "Call me if {you->your} plan works.",
        "He told us about {sickness->sick} people.",
        "My parents prefer to {living->live} in the city.",
        "The job of {teach->teaching} children is hard.",
        "He has a job as {sell->selling} books.",
        "I was nervous and {sickness->sick} all day.",
        "He is a very {specialty->special} person.",
        "I am busy {theses->these} days.",
        "She {feel->feels} free at last.",
    ],
)
def test_a_correction_is(written: str) -> None:
    assert plausible(*marked(written))
