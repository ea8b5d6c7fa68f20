"""What people write in mails and to friends stays; where others write the same by mistake, it is mended."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "The builders are{ in->} next week.",
        "I phoned{ in->} this morning.",
        "The {ticket's->tickets have} been closed.",
        "The {guest's->guests} had a late checkout.",
        "{Were->We're} given a room over the car park.",
        "{Was->It was} very impressed with the service.",
        "Could do with a coffee{.->?}",
        "Does the job{.->?}",
        "Could{-> you} really do with a coffee.",
        "Hi Liz, have you in for three{.->?}",
        "Is on order{.->?}",
        "Does nothing if it is empty{.->?}",
        "Our cat's been very {poorly->poor} lately.",
        "He was too {poorly->poor} to travel.",
        "The hamster is still a bit {poorly->poor} but eating.",
        "The boiler is due{-> to} a service.",
        "Write{-> to} me when you get there.",
        "I can't {make->do} it after all.",
        "That's me {told->said}.",
        "As {from->of} Monday, we are open.",
        "I'm tied up {until->to} three.",
        "I was{-> a} head girl.",
        "It is faster now, thanks{-> to} Robert.",
    ],
)
def test_a_guess_is_never_shown(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "We will meet{ in->} next Monday.",
        "My {parent's->parents} live in Rome.",
        "{Were->We're} happy to help.",
        "{Was->It was} very cold there.",
        "Could you do Friday instead{.->?}",
        "Is it on order{.->?}",
        "He gave a {poorly->poor} answer.",
        "The food was very {poorly->poor}.",
        "Does the job pay well{.->?}",
        "Does the world need more cars{.->?}",
        "The delay is due{-> to} bad weather.",
        "Listen{-> to} me.",
        "I can't {make->do} my homework.",
        "He {told->said} that it was late.",
        "She is{-> a} manager in a bank.",
        "It is faster now, thanks{-> to} the new engine.",
    ],
)
def test_a_correction_is(written: str) -> None:
    assert plausible(*marked(written))
