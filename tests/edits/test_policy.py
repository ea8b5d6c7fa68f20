"""Only what the user lets through changes a text."""

from __future__ import annotations

import pytest

from gec.edits.edit import Edit
from gec.edits.message import message
from gec.edits.policy import allowed, known, plausible
from gec.errors import OptionError

EDITS = (
    Edit(0, 1, "x", "R:VERB:SVA", 0.9),
    Edit(2, 3, "x", "R:VERB", 0.5),
    Edit(4, 5, "x", "M:DET", 0.8),
    Edit(6, 7, "x", "U:PUNCT", 0.7),
    Edit(8, 9, "x", "", 1.0),
)


@pytest.mark.parametrize(
    ("least", "select", "ignore", "kept"),
    [
        (0.0, [], [], [0, 1, 2, 3, 4]),
        (0.8, [], [], [0, 2, 4]),
        (0.0, ["VERB"], [], [0, 1]),
        (0.0, ["R"], [], [0, 1]),
        (0.0, ["R:VERB", "M"], [], [0, 1, 2]),
        (0.0, ["VERB:SVA"], [], [0]),
        (0.0, [], ["VERB"], [2, 3, 4]),
        (0.0, ["VERB"], ["VERB:SVA"], [1]),
        (0.0, ["VERB:SVA"], ["VERB"], [0]),
        (0.0, ["DET"], ["DET"], []),
        (0.6, ["R"], [], [0]),
    ],
)
def test_who_gets_through(least: float, select: list[str], ignore: list[str], kept: list[int]) -> None:
    passed = allowed(EDITS, min_confidence=least, select=select, ignore=ignore)
    assert passed == tuple(EDITS[i] for i in kept)


def test_types_may_be_spelt_in_any_case_but_must_exist() -> None:
    assert known(["verb", " r:verb:sva", "M"]) == ("VERB", "R:VERB:SVA", "M")
    for wrong in ("VRB", "VERB:", "R:", "", "X:VERB", "VER"):
        with pytest.raises(OptionError, match="no type of edit; the types are ADJ ADJ:FORM"):
            known([wrong])


@pytest.mark.parametrize(
    ("original", "edit", "said"),
    [
        ("go", Edit(3, 5, "goes", "R:VERB:SVA"), "replace “go” by “goes” (subject-verb agreement)"),
        ("", Edit(3, 3, " the", "M:DET"), "insert “the” (article or determiner)"),
        (" the\n", Edit(3, 8, "", "U:DET"), "remove “the” (article or determiner)"),
        ("", Edit(3, 3, " ", "R:ORTH"), "insert a space (capitals or spacing)"),
        ("its", Edit(3, 6, "it's"), "replace “its” by “it's”"),
    ],
)
def test_an_edit_in_words(original: str, edit: Edit, said: str) -> None:
    assert message(original, edit) == said


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("He go home.", "go", "goes", True),
        ("He did it for to win.", " for to", " to", True),
        ("It was the the end.", " the the", " the", True),
        ("I am also writing because of the garden.", " because of the garden", "", True),
        ("I write because of the old green garden.", " because of the old green garden", "", False),
        ("We would like to help with it.", "help", "help help", False),
        ("We like to help.", "like", "to like to", False),
        ("He had had enough.", "enough", "plenty", True),
    ],
)
def test_what_no_correction_looks_like_is_never_proposed(text: str, old: str, new: str, expected: bool) -> None:
    start = text.index(old)
    assert plausible(text, Edit(start, start + len(old), new)) is expected
