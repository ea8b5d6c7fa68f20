"""A note on a correction keeps the wrong form beside the right one."""

from __future__ import annotations

import pytest

from gec.guards.cited import keep_both_forms
from gec.text.formats import prose_of
from tests.guards.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Fix typo: {recieve->receive} -> receive",
        "Use {definately->definitely} → definitely.",
        "Change seperate to separate, and {untill->until} to until.",
        "Spelling: {occured->occurred} should be occurred.",
        "It says *{a->an} apple* instead of *an apple*.",
        "Mended *a apple* and *{a->an} owl* and *an owl*.",
        'Rename "{adress->address}" to "address" in the form.',
        "*{news paper->newspaper}* becomes *newspaper*.",
        "Write *a lot*, not *{alot->a lot}*.",
        "The form is *their*, not *{there->their}* here.",
    ],
)
@pytest.mark.parametrize("format", ["plain", "markdown"])
def test_a_note_on_a_correction_keeps_both_forms(written: str, format: str) -> None:
    text, edit = marked(written)
    assert keep_both_forms(prose_of(text, format), [edit]) == []


@pytest.mark.parametrize(
    "written",
    [
        "We {recieve->receive} what you receive.",
        "He went from {dya->day} to day.",
        "Change {untill->until} to before.",
        "*{a->an} apple* and *an owl* are here.",
        "It is late, and {its->it's} not early.",
        "He said that he {go->goes} to school.",
    ],
)
def test_other_sentences_are_corrected(written: str) -> None:
    text, edit = marked(written)
    assert keep_both_forms(prose_of(text, "markdown"), [edit]) == [edit]
