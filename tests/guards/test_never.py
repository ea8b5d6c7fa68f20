"""The table of what is never changed into what: each guard refuses its examples, and lets pass what looks like them."""

from __future__ import annotations

import pytest

from gec.edits.change import Change
from gec.edits.edit import Edit
from gec.guards import never
from gec.rules.table import Rule, check, rules_of
from tests.guards.conftest import marked

GUARDS = [*rules_of(never.TABLE, own=False)]


@pytest.mark.parametrize("guard", GUARDS, ids=lambda one: one.id)
def test_every_example_holds(guard: Rule) -> None:
    check(guard)
    assert guard.id.startswith("never.")
    assert any(one.wrong != one.right for one in guard.examples)
    for one in guard.examples:
        if one.wrong != one.right:
            assert never.named(Change(one.wrong, Edit(0, len(one.wrong), one.right))) == guard.id
        else:
            assert guard.id not in never.refused(one.wrong).values()


def test_other_changes_at_the_same_place_pass() -> None:
    assert never.named(Change(*marked("It is an alternative to {adding->having added} a key."))) == ""
    assert never.named(Change(*marked("The data {are->were} here."))) == ""
    assert never.named(Change(*marked("He wants to {playing->play} cards."))) == ""
