"""An edit in words."""

from __future__ import annotations

import pytest

from gec.edits.message import NAMES, REASONS, why


def test_why_depends_on_what_is_done() -> None:
    assert "needs an article" in why("M:DET")
    assert "no article" in why("U:DET")
    assert "another article" in why("R:DET").lower()
    assert why("R:VERB:SVA") == why("M:VERB:SVA") == REASONS["VERB:SVA"]


@pytest.mark.parametrize("operation", "MRU")
@pytest.mark.parametrize("category", NAMES)
def test_every_type_has_a_reason_of_its_own(operation: str, category: str) -> None:
    assert (why(f"{operation}:{category}") == REASONS["OTHER"]) == (category == "OTHER")


@pytest.mark.parametrize("kind", ["", "R:", "X", "R:WHATEVER"])
def test_of_an_unknown_type_something_general_is_said(kind: str) -> None:
    assert why(kind) == REASONS["OTHER"]


def test_what_has_a_reason_is_a_type() -> None:
    assert all(one in NAMES or (one[:2] in ("M:", "R:", "U:") and one[2:] in NAMES) for one in REASONS)
