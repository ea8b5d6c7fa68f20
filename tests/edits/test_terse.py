"""What is said tersely stays so; who tells something gets the articles that are missing."""

from __future__ import annotations

import pytest

from gec.edits.plausible import plausible
from tests.edits.conftest import marked


@pytest.mark.parametrize(
    "written",
    [
        "Fix {bug->bugs} in the lexer that lost a line.",
        "Add{-> an} option for it.",
        "Change{-> the} default port to 80.",
        "{->To }fix the crash at startup",
        "Jump to{-> the} next pane.",
        "Handle of{-> the} previous pane.",
        "Toggle wrapping in{-> the} current pane.",
        "Version 2 reaches{-> the} end of life in May.",
        "It reads until{-> the} end of file.",
        "Delete selected lines in{-> the} other pane.",
        "Lines deleted from{-> the} previous pane.",
        "Set bit in{-> the} next cell.",
        "Lists names in{-> the} current folder.",
        "Line numbers in{-> the} left margin",
        "Options for use in{-> the} next release",
        "Do it{.->?}",
        "Obsolete {flag->flags}.",
        "Does nothing{.->?}",
        "Security {fix->fixes} for the parser.",
        "Do your homework{.->?}",
        "Do the dishes before you leave{.->?}",
        "Do your best for me{.->?}",
        "Have your ticket ready{.->?}",
        "Should you need help, call me{.->?}",
        "How nice of you{.->?}",
        "{were->we're}",
        "{i->I}:",
        "{your->You're}:",
    ],
)
def test_what_is_terse_stays(written: str) -> None:
    assert not plausible(*marked(written))


@pytest.mark.parametrize(
    "written",
    [
        "I fixed two {bug->bugs} in it.",
        "{childs->children}",
        "{monday->Monday}",
        "{Dont->Don't}!",
        "Use{-> the} option below.",
        "One of{-> the} following values",
        "We jump to{-> the} next pane.",
        "It is in{-> the} middle of everything.",
        "This is{-> the} end of summer.",
        "I came{-> to} fix it.",
        "Tom bought{-> a} car yesterday.",
        "Peter went to{-> the} shop.",
        "Maria works in{-> a} bank.",
        "Sun rises in{-> the} east.",
        "Students visited{-> a} museum last week.",
        "Mother makes soup in{-> the} kitchen.",
        "Children play football in{-> the} garden.",
        "People eat rice in{-> a} restaurant.",
        "Do you like it{.->?}",
        "Two {flag->flags}.",
        "Does anybody know it{.->?}",
        "Does it work{.->?}",
        "Do your parents live here{.->?}",
        "Have the guests arrived{.->?}",
        "Should I stay{.->?}",
        "How many of us came{.->?}",
        "She always {fix->fixes} it.",
    ],
)
def test_what_is_told_is_mended(written: str) -> None:
    assert plausible(*marked(written))
