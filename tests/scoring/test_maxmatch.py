"""MaxMatch on cases small enough to count by hand, and on random ones against an exhaustive search."""

import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.scoring import m2, maxmatch
from gec.scoring.m2 import TokenEdit
from gec.scoring.maxmatch import MatchCounts


def tally(gold: str, hypothesis: str) -> MatchCounts:
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
        # A gold edit over an unchanged word is found.
        ([edit(2, 5, "sails in a pond")], "My boat sails in a pond .", (1, 1, 1)),
        # A gold edit over three unchanged words is not: joined edits span at most two.
        ([edit(0, 5, "Our boat sail in ponds")], "Our boat sail in ponds .", (0, 2, 1)),
        # A deletion, and two insertions at one place that are one gold edit.
        ([edit(3, 4, "-NONE-")], "My boat sail lake .", (1, 1, 1)),
        ([edit(4, 4, "the big")], "My boat sail in the big lake .", (1, 1, 1)),
        # The same word twice is one correct edit and one extra edit.
        ([edit(4, 4, "the")], "My boat sail in the the lake .", (1, 2, 1)),
    ],
)
def test_by_hand(gold: list[str], hypothesis: str, expected: tuple[int, int, int]) -> None:
    assert tally("\n".join([BOATS, *gold]), hypothesis) == MatchCounts(*expected)


def test_the_annotator_with_the_best_score_counts() -> None:
    gold = "\n".join([BOATS, edit(2, 3, "sails"), "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1"])
    assert tally(gold, "My boat sail in lake .") == MatchCounts(0, 0, 0)
    assert tally(gold, "My boat sails in lake .") == MatchCounts(1, 1, 1)


def test_a_long_sentence_written_anew_takes_seconds() -> None:
    source, hypothesis = [f"a{i}" for i in range(150)], [f"b{i}" for i in range(160)]
    gold = [TokenEdit(7, 40, "R:OTHER", " ".join(hypothesis[7:40])), TokenEdit(60, 61, "R:OTHER", "b60")]
    begun = time.process_time()
    found = maxmatch.agree(maxmatch.lattice(source, hypothesis), source, hypothesis, gold)
    assert found == MatchCounts(2, 5, 2)
    assert time.process_time() - begun < 10


def test_scores_of_nothing() -> None:
    assert (MatchCounts().precision, MatchCounts().recall, MatchCounts().f()) == (1.0, 1.0, 1.0)
    assert MatchCounts(4, 5, 5).f() == pytest.approx(0.8)


Words = tuple[str, ...]
Node = tuple[int, int]
Cut = tuple[int, int, str | None, int]  # start, end, text and number of steps


def distance(a: Words, b: Words, substitution: int) -> int:
    """The Levenshtein distance by its recursive definition."""
    if not a or not b:
        return len(a) + len(b)
    swap = distance(a[1:], b[1:], substitution) + (0 if a[0] == b[0] else substitution)
    return min(swap, distance(a[1:], b, substitution) + 1, distance(a, b[1:], substitution) + 1)


def walks(a: Words, b: Words, at: Node = (0, 0)) -> Iterator[list[Node]]:
    """All paths of steps, each of which is on a cheapest alignment for one of the two costs."""
    i, j = at
    if at == (len(a), len(b)):
        yield [at]
    for k, m in ((i + 1, j + 1), (i + 1, j), (i, j + 1)):
        pieces = (a[:i], b[:j]), (a[i:k], b[j:m]), (a[k:], b[m:])
        cheapest = (sum(distance(*piece, cost) for piece in pieces) == distance(a, b, cost) for cost in (1, 2))
        if k <= len(a) and m <= len(b) and any(cheapest):
            yield from ([at, *rest] for rest in walks(a, b, (k, m)))


def cuts(a: Words, b: Words, walk: list[Node]) -> Iterator[list[Cut]]:
    """All ways to cut a path into kept words, which have no text, and edits over at most two kept words."""
    if len(walk) == 1:
        yield []
    for steps in range(1, len(walk)):
        (i, j), (k, m) = walk[0], walk[steps]
        kept = sum(same(a, b, *step) for step in pairwise(walk[: steps + 1]))
        if kept == steps == 1:
            yield from ([(i, k, None, 1), *rest] for rest in cuts(a, b, walk[1:]))
        elif kept <= 2 and kept < steps:
            yield from ([(i, k, " ".join(b[j:m]), steps), *rest] for rest in cuts(a, b, walk[steps:]))


def same(a: Words, b: Words, start: Node, end: Node) -> bool:
    return end == (start[0] + 1, start[1] + 1) and a[start[0]] == b[start[1]]


def prices(cut: list[Cut], gold: list[TokenEdit]) -> Iterator[tuple[int, int]]:
    """The negated number of correct edits and the number of other steps, for all ways to pair edits with gold edits in
    order."""
    if not cut:
        yield 0, 0
        return
    (start, end, text, steps), rest = cut[0], cut[1:]
    yield from ((missed, length + steps) for missed, length in prices(rest, gold))
    for place, wanted in enumerate(gold):
        if (wanted.start, wanted.end) == (start, end) and text in wanted.correction.split("||"):
            yield from ((missed - 1, length) for missed, length in prices(rest, gold[place + 1 :]))


words = st.lists(st.sampled_from("xyz"), max_size=4).map(tuple)
places = st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(["", "x", "y", "x y", "y||z", "z x"]))


@given(words, words, st.lists(places, max_size=4, unique=True))
def test_no_cut_agrees_better(a: Words, b: Words, wanted: list[tuple[int, int, str]]) -> None:
    gold = [TokenEdit(s, e, "T", text) for s, e, text in sorted(wanted) if s <= e <= len(a)]
    found = maxmatch.agree(maxmatch.lattice(a, b), a, b, gold)
    best = min(
        (*price, sum(text is not None for _, _, text, _ in cut))
        for walk in walks(a, b)
        for cut in cuts(a, b, walk)
        for price in prices(cut, gold)
    )
    assert (-found.correct, found.proposed, found.gold) == (best[0], best[2], len(gold))
