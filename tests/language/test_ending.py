"""Which lines are read as sentences without their stop."""

from __future__ import annotations

import pytest

from gec.language.ending import ended, with_stop


@pytest.mark.parametrize(
    "text", ["Give me you phone", "I dont know", "It's a nice day", "She like cats", "You can go now"]
)
def test_a_clause_without_an_end_is_read_with_a_stop(text: str) -> None:
    assert with_stop(text) == f"{text}."


@pytest.mark.parametrize("text", ["Table of contents", "You win", "Dear Anna,", "She left:", "(I know it)", ""])
def test_a_possible_heading_or_a_line_with_a_stop_is_unchanged(text: str) -> None:
    assert with_stop(text) == text


def test_quotes_and_brackets_may_follow_the_end() -> None:
    assert ended('He said "no."')
    assert ended("(He did!) ")
    assert not ended("He did")
