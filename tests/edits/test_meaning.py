"""Corrections that would say something else, and those like them that are right."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "IT IS NO FAULT OF THE AUTHORS OR OF THOSE WHO SELL IT, IN ANY WAY{ OUT->} OF THE USE OF THIS SOFTWARE.",
        "It is three on the {Hardness->Hard} Scale.",
        "They asked the Medical {Chance->Change} Fund.",
        "{Was->He was} so glad to meet him.",
        "{->We }were there by six.",
    ],
)
def test_what_says_something_else_is_never_shown(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "I did not {now->know} it.",
        "{Am->I am} a student.",
        "{Is->It is} cold here.",
        "Then{-> we} were there by six.",
        "It is {Sport->Sports} Day.",
        "It met the National {Peoples->People's} Congress.",
        "{Peoples->People} Magazine came.",
        "He said: {Their->There} Ann is.",
        "We saw {Jon->John} Smith.",
        "She is {no->not} here.",
        "I can't{ not->} go.",
        "I {dont->don't} like it.",
        "It was {quiet->quite} good.",
        "We talked about {to go->going} home.",
        "I want to {received->receive} it.",
        "They sing and {dances->dance} well.",
        "My brother {being->is} a doctor.",
        "I used to {going->go} there.",
        "The key is used to {opening->open} it.",
        "Two of your {friend's->friends} slipped there.",
        "It is for {team's->teams} like ours.",
        "The {1970's->1970s} saw progress.",
        "The {boy's->boys} ate cake.",
        "They are young women{'s->} who paint.",
        "It has more {colour's->colours} than the others.",
        "He {as->has} lived here.",
        "What should I report{.->?}",
        "We ran{ out->} of the USA.",
    ],
)
def test_a_correction_is(written: str) -> None:
    assert plausible(*marked(written))
