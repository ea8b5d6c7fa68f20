"""In British English a collective noun may have a plural verb."""

from __future__ import annotations

import pytest

from gec.edits.policy import Policy
from tests.guards.conftest import marked


@pytest.mark.parametrize(
    ("written", "british"),
    [
        ("The company {have->has} moved.", True),
        ("My old school {are->is} raising money.", True),
        ("Our class also {want->wants} to go.", True),
        ("The union {weren't->wasn't} told.", True),
        ("The company {has->have} moved.", False),
        ("The history of the company {are->is} long.", False),
        ("The table {are->is} old.", False),
        ("He {go->goes} home.", False),
    ],
)
def test_a_plural_verb_behind_a_collective_noun_is_kept_in_british_english(written: str, british: bool) -> None:
    text, edit = marked(written)
    assert Policy(dialect="gb").filter(text, [edit]).edits == (() if british else (edit,))
    assert Policy(dialect="us").filter(text, [edit]).edits == (edit,)
    assert Policy().filter(text, [edit]).edits == (edit,)
