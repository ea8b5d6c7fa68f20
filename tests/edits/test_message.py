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


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        ("R:NOUN:POSS", "it's", "its", "belongs to it is its"),
        ("R:NOUN:POSS", "Its", "It’s", "short for it is"),
        ("R:NOUN:POSS", "1980’s", "1980s", "no apostrophe"),
        ("R:NOUN:POSS", "friend's", "friends", "no apostrophe"),
        ("R:NOUN:POSS", "teachers room", "teacher's room", "Possession"),
        ("R:NOUN:POSS", "Whats", "What's", "apostrophe stands for them"),
        ("R:DET", "a", "an", "sound of a vowel"),
        ("R:DET", "a", "the", "Another article"),
        ("U:DET", "The the", "The", "twice"),
        ("R:VERB", "Lets", "Let's", "let us"),
        ("R:SPELL", "then", "than", "compares"),
        ("R:SPELL", "peace", "piece", "the other one is meant"),
        ("R:SPELL", "recieve", "receive", REASONS["SPELL"]),
        ("R:ORTH", " ,", ", ", "One space"),
        ("R:ORTH", "alot", "a lot", "written as one"),
        ("R:ORTH", "every thing", "everything", "written as one"),
        ("R:PUNCT", "well known", "well-known", "written as one"),
        ("R:ORTH", "monday", "Monday", "capital"),
        ("R:OTHER", "the same", "the same one", REASONS["OTHER"]),
    ],
)
def test_why_looks_at_the_words(kind: str, old: str, new: str, said: str) -> None:
    assert said in why(kind, old, new)
