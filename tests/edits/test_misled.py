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
    ],
)
def test_a_correction_is(written: str) -> None:
    assert plausible(*marked(written))
