"""Where a mended sentence leads a small model on, and where the same change is right."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Until now I didn't {receive->received} an answer.",
        "Did your cousin {like->likes} the soup?",
        "Did you remember {to feed->feeding} the goldfish?",
        "Please apologise {to->for} the driver.",
        "She {cut->cuts} her finger on the tin.",
        "They {have->don't have} not a window.",
        "There is nowhere to{-> the} park.",
        "If I were {to walk->walking} on water, you would laugh.",
        "They haven't{-> had} enough chairs.",
        "All you need{-> to} do is ask.",
        "All she {need->needs to} do is smile.",
        "You need{-> to} tell nobody.",
        "Rain stopped {play->playing} at four.",
        "It was all he could do not{ to->} laugh.",
        "He is the only one of her sons who {has->have} stayed.",
        "Who should walk in but my old teacher{.->?}",
        "He attended{ to->} the customer at once.",
        "Her hair reached{ to->} her waist.",
        "She called{ to->} me from the roof.",
        "My cousin, {who's->whose} job hunting, is tired.",
        "My cousin, {who's job->whose job} hunting, is tired.",
        "Anyone {know->knows} the time?",
        "Somebody {do->does} something!",
        "She swings on the bar and then {lets->let's} go of it.",
    ],
)
def test_a_guess_is_never_shown(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "I didn't {received->receive} an answer.",
        "He always {receive->receives} the answer.",
        "I enjoy {to feed->feeding} the goldfish.",
        "We want to talk {for->to} the driver.",
        "She {like->likes} her finger.",
        "We went to{-> the} park.",
        "We enjoyed {to walk->walking} there.",
        "He attended{ to->} the meeting.",
        "We reached{ to->} the station.",
        "I called{ to->} him yesterday.",
        "You need{-> to} do your homework.",
        "We stopped {play->playing} football.",
        "She is one of the women who {has->have} stayed.",
        "Who should I call about the leak{.->?}",
        "A cousin {who's->whose} job is hard is tired.",
        "Anyone {know->knows} the time.",
        "Swim and then {lets->let's} go.",
    ],
)
def test_a_correction_is(written: str) -> None:
    assert plausible(*marked(written))
