"""What was right as it stood is not taken for a fault, and its like that is wrong is."""

from __future__ import annotations

import pytest

from gec.edits.policy import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Loading{...->..}",
        "It is yet another ending{...->.} And so on.",
        "It is yet another ending{…->.}",
        "Really{?!->?} No.",
        "What{!!->!} No.",
        "{Specifying->Specifies} a host overrides it.",
        "The tyres need {replacing->to replace} soon.",
        "We met the {Smiths'->Smith's} cousin.",
        "If you are {installing->installed} from source, stop.",
        "They're {using->used} it.",
        "Ask for {write->written} access.",
        "It will {raise->rise} `KeyError` then.",
        "It {raises->rises} an error.",
        "I insist that he {leave->had left} now.",
        "We walk along{ side->} it.",
        "Enter in{ to->} a house.",
        "It is very{,->} very good.",
        "Packages have to be {installable->installed} by all.",
        "Backslashes are {literal->literally} unless they are doubled.",
        "It is thought to{ be->} not found.",
        "It shows {traces->tracks} of it.",
        "It sends {signals->signs} to it.",
        "I have 3 {mins->mines} left.",
        "What it is{ is->} unclear.",
        "Tell it{ to->} not run.",
        "{Lets users->Let's} log in.",
        "{Lets you->Let's} run them.",
        "{Its fast, it->It}'s small.",
        "Repairs were {effected->affected} by the crew.",
        "Void {where->were} prohibited.",
        "This must {suffice->suffer} for now.",
        "I suggest he {see->sees} it.",
        "We talk of users, {your->You're} rights.",
        "What was last {accessed->accessible} goes first.",
        "It is one of the most {depended->dependent} upon.",
        "It is buffered until {read->reading}, no longer.",
        "{Its->It's} exact location depends on it.",
        "{Fork->For} the repo and test it.",
        "It is full; {its->it's} `after` says how long.",
        "The files are {writable->written} by it.",
        "You may be {installing->installed} from there.",
        "See the error {raised->rose} when it fails.",
        "It is used for {labelling->label} keys.",
        "It is preferred as{ of->} a given version.",
        "We, the pip team{,->} would like it.",
        "{To->For} only read it, say so.",
        'It is on an "AS IS" BASIS{,->.} WITHOUT WARRANTIES.',
        "It is {direct->directly} or contributory infringement.",
        "It is not liable for {damages->damage} here.",
        "I believe him; his leeks {stand->standing} in rows.",
        "The cat having been fed{,->;} we left.",
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
    ],
)
def test_what_was_wrong_is_mended(written: str) -> None:
    assert plausible(*marked(written))
