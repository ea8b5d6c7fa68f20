"""What was right as it stood is not taken for a fault, and its like that is wrong is."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Loading{...->..}",
        "It is yet another ending{...->.} And so on.",
        "It is yet another ending{…->.}",
        "It will {raise->rise} `KeyError` then.",
        "It {raises->rises} an error.",
        "We walk along{ side->} it.",
        "Packages have to be {installable->installed} by all.",
        "It is thought to{ be->} not found.",
        "It shows {traces->tracks} of it.",
        "It sends {signals->signs} to it.",
        "I have 3 {mins->mines} left.",
        "This must {suffice->suffer} for now.",
        "We talk of users, {your->You're} rights.",
        "What was last {accessed->accessible} goes first.",
        "It is one of the most {depended->dependent} upon.",
        "The files are {writable->written} by it.",
        "See the error {raised->rose} when it fails.",
        "It is not liable for {damages->damage} here.",
        "It can be done very {naturally->natural}: see below.",
        "The moon is high{,->.}",
        '"You are no longer hungry."{,->}',
        "It runs faster and more {reliably->reliable}.",
        "The door shuts {reliably->reliable} now.",
    ],
)
def test_what_was_right_is_left(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "He left{..->.}",
        "{Lets->Let's} go home.",
        "{Lets all->Let's all} go home.",
        "He is{ is->} here.",
        "We were {effected->affected} by it.",
        "They {where->were} here.",
        "He {suggest->suggests} it.",
        "It is loading{....->...}",
        "{Use->Using} it is fine.",
        "{Using->Use} it now.",
        "The cats {is->are} here.",
        "I {did->made} a note of it.",
        "It looks {reliably->reliable} to me.",
        "You need {replacing->to replace} it.",
        "We met the {boys->boy's} cousin.",
        "We are {interesting->interested} in it.",
        "It is {making->made} of wood.",
        "See the {follow->following} list.",
        "He dreams of {climb->climbing} mountains.",
        "Prices {raise->rise} every year.",
        "It {rises->raises} an error.",
        "I said that he {leave->had left} then.",
        "We had to{ to->} go.",
        "They may{ be->} come.",
        "It is big{,->} and red.",
        "The files are {automatical->automatically} made.",
        "They have to{ be->} go now.",
        "{Its->It's} very cold here.",
        "{Its->It's} a nice day here.",
        "I like my dog{,->} it is old.",
        "The boy hates being late{,->.} he runs.",
        "It made me want{-> to} go.",
        "Let him in, he wants{-> to} sleep.",
        "She loses some {file->files} too.",
        "I think of{ of->} or about him.",
        "I {did->made} a bad mistake there.",
        "Both {criterion->criteria} are met.",
        "I like it better {to->than} coffee.",
        "He feels very {happily->happy}.",
        "It is the {parents->parent's} house.",
        "Two {friend's->friends} of mine came.",
        "I wrote it all myself{->.}",
        'He said "no"{,->} and left.',
        "Both {parent->parents} came.",
        "Two {parent->parents} focused on the child.",
        "Our {student->students} facing the sea were glad.",
    ],
)
def test_what_was_wrong_is_mended(written: str) -> None:
    assert plausible(*marked(written))
