"""MaxMatch on cases small enough to count by hand."""

import pytest

from gec.scoring import m2, maxmatch
from gec.scoring.maxmatch import Tally


def tally(gold: str, hypothesis: str) -> Tally:
    sentences = list(m2.parse(gold.split("\n"), "gold"))
    return maxmatch.score(sentences, [hypothesis.split()])[0]


def edit(start: int, end: int, correction: str, annotator: int = 0) -> str:
    return f"A {start} {end}|||T|||{correction}|||REQUIRED|||-NONE-|||{annotator}"


BOATS = "S My boat sail in lake ."


@pytest.mark.parametrize(
    ("gold", "hypothesis", "expected"),
    [
        ([edit(2, 3, "sails"), edit(4, 4, "the")], "My boat sails in the lake .", (2, 2, 2)),
        ([edit(2, 3, "sails"), edit(4, 4, "the||a")], "My boat sails in a lake .", (2, 2, 2)),
        ([edit(2, 3, "sails")], "Our boat sails in lake .", (1, 2, 1)),
        ([edit(2, 3, "sails")], "My boat sail in lake .", (0, 0, 1)),
        # One gold edit over an unchanged word is found although the words between stay.
        ([edit(2, 5, "sails in a pond")], "My boat sails in a pond .", (1, 1, 1)),
        # Over three unchanged words it is not: joined edits span two at most.
        ([edit(0, 5, "Our boat sail in ponds")], "Our boat sail in ponds .", (0, 2, 1)),
        # A deletion, and two insertions at one place that are one gold edit.
        ([edit(3, 4, "-NONE-")], "My boat sail lake .", (1, 1, 1)),
        ([edit(4, 4, "the big")], "My boat sail in the big lake .", (1, 1, 1)),
        # The same word twice is one agreement and one edit too many.
        ([edit(4, 4, "the")], "My boat sail in the the lake .", (1, 2, 1)),
    ],
)
def test_by_hand(gold: list[str], hypothesis: str, expected: tuple[int, int, int]) -> None:
    assert tally("\n".join([BOATS, *gold]), hypothesis) == Tally(*expected)


def test_the_kindest_annotator_counts() -> None:
    gold = "\n".join([BOATS, edit(2, 3, "sails"), "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"])
    assert tally(gold, "My boat sail in lake .") == Tally(0, 0, 0)
    assert tally(gold, "My boat sails in lake .") == Tally(1, 1, 1)


def test_scores_of_nothing() -> None:
    assert (Tally().precision, Tally().recall, Tally().f()) == (1.0, 1.0, 1.0)
    assert Tally(4, 5, 5).f() == pytest.approx(0.8)
