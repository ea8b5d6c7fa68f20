"""Only what the user lets through changes a text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gec.edits.edit import Edit, apply
from gec.edits.kinds import known
from gec.edits.message import message
from gec.edits.policy import Policy
from gec.edits.threshold import Threshold
from gec.errors import OptionError
from tests.linear import linear, seconds

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
def test_threshold_and_types_decide(least: float, select: list[str], ignore: list[str], kept: list[int]) -> None:
    policy = Policy(tuple(select), tuple(ignore), Threshold(least))
    assert policy.filter("0 2 4 6 8 10", EDITS).edits == tuple(EDITS[i] for i in kept)


def test_types_may_be_spelt_in_any_case_but_must_exist() -> None:
    assert known(["verb", " r:verb:sva", "M"]) == ("VERB", "R:VERB:SVA", "M")
    assert known(["VERB", "house"], lambda name: name == "house") == ("VERB", "house")  # a rule's
    for wrong in ("VRB", "VERB:", "R:", "", "X:VERB", "VER"):
        with pytest.raises(OptionError, match="is not a type of edit"):
            known([wrong])


def passed(text: str, old: str, new: str, policy: Policy) -> str:
    """What the policy makes of one replacement."""
    start = text.index(old)
    edits = policy.filter(text, [Edit(start, start + len(old), new, "R:OTHER")]).edits
    return apply(text, edits)


WORDS = Policy(words=frozenset({"frobnicate", "GitHub", "naïveté"}))


@pytest.mark.parametrize(
    ("text", "old", "new", "gets_through"),
    [
        ("We frobnicate it.", "frobnicate", "fabricate", False),
        ("Frobnicate it.", "Frobnicate", "Fabricate", False),
        ("Frobnicate's end.", "Frobnicate's", "Fabricated", False),
        ("He frobnicate it.", "frobnicate", "frobnicate,", True),
        ("A frobnicate-based tool.", "frobnicate", "fabricate", False),
        ("A frobnicate-based tool.", "frobnicate-based", "fabricated", False),
        ("A frobnicate-bassed tool.", "frobnicate-bassed", "frobnicate-based", True),
        ("On GitHub we meet.", "GitHub", "Github", False),
        ("On Github we meet.", "Github", "GitHub", True),
        ("She go to GitHub.", "go to", "goes to", True),
        ("Much naïveté here.", "naïveté", "naivety", False),
        ("Much naïveté here.", "here", "there", True),
    ],
)
def test_dictionary_words_stay(text: str, old: str, new: str, gets_through: bool) -> None:
    assert (passed(text, old, new, WORDS) != text) is gets_through


def test_quotations_stay() -> None:
    edits = (Edit(2, 3, "x"), Edit(6, 7, "x"))
    assert Policy().filter("0 2 4 6 8", edits, quoted=[(1, 4)]).edits == edits[1:]
    assert Policy(quotes=True).filter("0 2 4 6 8", edits, quoted=[(1, 4)]).edits == edits


def test_an_edit_in_the_outer_of_two_quotations_stays_out() -> None:
    edits = (Edit(0, 1, "x"), Edit(3, 3, "x"), Edit(6, 7, "x"), Edit(8, 8, "x"))
    assert Policy().filter("0 2 4 6 8 10", edits, quoted=[(3, 5), (2, 8)]).edits == (edits[0], edits[3])


def test_a_book_of_conversations_is_filtered_in_linear_time() -> None:
    def took(size: int) -> float:
        edits = [Edit(place, place + 1, "x") for place in range(0, 10 * size, 10)]
        quoted = [(place + 3, place + 8) for place in range(0, 10 * size, 10)]

        def filtered() -> None:
            assert len(Policy().filter("0123456789" * size, edits, quoted=quoted).edits) == size

        return seconds(filtered)

    assert linear(took, 500, 4_000)


@pytest.mark.parametrize(
    ("original", "edit", "said"),
    [
        ("go", Edit(3, 5, "goes", "R:VERB:SVA"), "replace “go” with “goes” (subject-verb agreement)"),
        ("", Edit(3, 3, " the", "M:DET"), "insert “the” (article or determiner)"),
        (" the\n", Edit(3, 8, "", "U:DET"), "remove “the” (article or determiner)"),
        ("", Edit(3, 3, " ", "R:ORTH"), "insert a space (capitals or spacing)"),
        (" ", Edit(3, 4, "", "R:ORTH"), "remove a space (capitals or spacing)"),
        ("  ", Edit(3, 5, " "), "leave one space"),
        (" .", Edit(3, 5, "."), "remove the space before “.”"),
        (" ,", Edit(3, 5, ", "), "put the space after “,”"),
        ("( ", Edit(3, 5, " ("), "put the space before “(”"),
        (",", Edit(3, 4, ", "), "insert a space after “,”"),
        ("(", Edit(3, 4, " ("), "insert a space before “(”"),
        ("( ", Edit(3, 5, "("), "remove the space after “(”"),
        ("its", Edit(3, 6, "it's"), "replace “its” with “it's”"),
        ("to home", Edit(3, 10, "home"), "remove “to” before “home”"),
        ("Robot", Edit(3, 8, "The robot"), "insert “The” before “Robot”"),
    ],
)
def test_an_edit_is_described_in_words(original: str, edit: Edit, said: str) -> None:
    assert message(original, edit.replacement, edit.type) == said


def test_the_place_of_an_insertion_is_described() -> None:
    assert message("", "the ", "", "I saw robot.", 6) == "insert “the” before “robot”"
    assert message("", ",", "", "However we go.", 7) == "insert “,” after “However”"
    assert message(" in", "", "", "at in **Rome**", 2) == "remove “in” before “Rome”"
    assert message("", "?", "", "Who is “he”\n\nYes.", 11) == "insert “?” after “he”"


def test_edits_of_dictionary_words_are_no_evidence() -> None:
    text = "Thuyy and Ngocc go there ."
    edits = [
        Edit(0, 5, "They", "R:SPELL", 0.95),
        Edit(10, 15, "Not", "R:SPELL", 0.95),
        Edit(19, 24, "here", "R:ADV", 0.5),
    ]
    asks = Policy(threshold=Threshold(0.7, 0.5))
    assert asks.filter(text, edits).edits[-1].type == "R:ADV"
    assert replace(asks, words=frozenset({"Thuyy", "Ngocc"})).filter(text, edits).edits == ()


def test_asking_for_fewer_types_changes_no_confidence() -> None:
    text = "Thuyy and Ngocc go there ."
    edits = [Edit(0, 5, "They", "R:SPELL", 0.95), Edit(19, 24, "here", "R:ADV", 0.5)]
    asks = Policy(threshold=Threshold(0.3, 0.5))
    every = asks.filter(text, edits).edits
    assert replace(asks, ignore=("SPELL",)).filter(text, edits).edits == every[1:]
    assert asks.filter(text, edits, wanted=lambda some: some[1:]).edits == every[1:]
