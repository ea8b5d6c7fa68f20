"""An edit in words."""

from __future__ import annotations

import pytest

from gec.edits.lesson import PAIRS, TYPE_LESSONS, lesson
from gec.edits.message import NAMES, message, why


def test_the_explanation_depends_on_the_operation() -> None:
    assert "needs a, the, my" in why("M:DET")
    assert "take no article" in why("U:DET")
    assert "mean one of many" in why("R:DET")
    assert why("R:VERB:SVA") == why("M:VERB:SVA") == str(TYPE_LESSONS["VERB:SVA"])


def test_every_type_but_other_has_a_lesson_of_its_own() -> None:
    kinds = [f"{operation}:{category}" for operation in "MRU" for category in NAMES]
    assert [kind for kind in kinds if lesson(kind) == TYPE_LESSONS["OTHER"]] == ["M:OTHER", "R:OTHER", "U:OTHER"]


def test_a_lesson_is_two_sentences_and_an_example() -> None:
    lessons = {**TYPE_LESSONS, **PAIRS}
    assert [name for name, one in lessons.items() if not (one.wrong.endswith(".") and one.rule.endswith("."))] == []
    assert [name for name, one in lessons.items() if one.before == one.after] == ["UNK"]


@pytest.mark.parametrize("kind", ["", "R:", "X", "R:WHATEVER"])
def test_an_unknown_type_has_a_general_lesson(kind: str) -> None:
    assert lesson(kind) == TYPE_LESSONS["OTHER"]


def test_every_lesson_belongs_to_a_type() -> None:
    assert all(one in NAMES or (one[:2] in ("M:", "R:", "U:") and one[2:] in NAMES) for one in TYPE_LESSONS)


def test_a_message_names_the_mistake_and_not_only_its_type() -> None:
    assert message("Its", "It's", "R:NOUN:POSS") == "replace “Its” with “It's” (confused words)"
    assert message("the the", "the", "U:DET") == "remove “the” before “the” (repeated word)"
    assert message("go", "goes", "R:VERB:SVA") == "replace “go” with “goes” (subject-verb agreement)"


@pytest.mark.parametrize(
    ("kind", "old", "new", "said"),
    [
        ("R:NOUN:POSS", "it's", "its", "shows what belongs to it"),
        ("R:NOUN:POSS", "Its", "It’s", "short for it is"),
        ("R:NOUN:POSS", "1980’s", "1980s", "no apostrophe"),
        ("R:NOUN:POSS", "friend's", "friends", "no apostrophe"),
        ("R:NOUN:POSS", "teachers room", "teacher's room", "takes 's"),
        ("R:NOUN:POSS", "Whats", "What's", "letters left out"),
        ("R:NOUN:POSS", "someones", "someone's", "takes 's"),
        ("R:NOUN:POSS", "their's", "theirs", "are possessive without one"),
        ("R:OTHER", "want's", "wants", "simply ends in -s"),
        ("R:VERB:SVA", "affect", "affects", "takes a singular verb"),
        ("M:PUNCT", "", "?", "a question mark a question"),
        ("M:PUNCT", "", ",", "Put a comma"),
        ("U:PUNCT", ".", "", "where a sentence ends"),
        ("R:DET", "a", "an", "vowel sound"),
        ("R:DET", "a", "the", "mean one of many"),
        ("U:DET", "The the", "The", "written twice"),
        ("R:VERB", "Lets", "Let's", "let us"),
        ("R:SPELL", "then", "than", "in comparisons"),
        ("R:SPELL", "peace", "piece", "sound or look alike"),
        ("R:SPELL", "recieve", "receive", str(TYPE_LESSONS["SPELL"])),
        ("R:ORTH", " ,", ", ", "one space"),
        ("R:ORTH", "alot", "a lot", "joined or separated"),
        ("R:ORTH", "every thing", "everything", "joined or separated"),
        ("R:PUNCT", "well known", "well-known", "joined or separated"),
        ("R:ORTH", "monday", "Monday", "capital"),
        ("R:OTHER", "the same", "the same one", str(TYPE_LESSONS["OTHER"])),
    ],
)
def test_the_explanation_depends_on_the_words(kind: str, old: str, new: str, said: str) -> None:
    assert said in why(kind, old, new)
