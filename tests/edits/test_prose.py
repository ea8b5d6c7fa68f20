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
        "It {also is->is also} cheap.",
        "The rest {usually are->are usually} at home.",
        "I asked him {to not->not to} go.",
        "He loved the tune, the slow start, {that->which} moved them.",
        "That is worth {a half->half a} point.",
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
