"""GLEU computed by hand, and on the published development set."""

import math
from pathlib import Path

import pytest

from gec.scoring import gleu, sources
from gec.scoring.lines import ScoringError

JFLEG = Path(__file__).parents[3] / "shared" / "data" / "eval" / "jfleg-dev"


def test_counts_by_hand() -> None:
    source, reference, hypothesis = ["a", "b", "c", "d"], ["a", "b", "x", "d"], ["a", "b", "c", "d"]
    # Shared with the reference: a, b, d and "a b". Wrongly kept: c, "b c", "c d" and longer.
    assert gleu.statistics(source, reference, hypothesis) == [4, 4, 2, 4, 0, 3, 0, 2, 0, 1]


def test_the_reference_itself_scores_one() -> None:
    source, reference = ["he", "go", "home", "every", "day"], ["he", "goes", "home", "every", "day"]
    score = gleu.score([source], [[reference]], [reference])
    assert (score.mean, score.rounds) == (pytest.approx(1.0), 1)


def test_a_short_hypothesis_pays_for_its_length() -> None:
    source = reference = ["one", "two", "three", "four", "five", "six"]
    expected = math.exp(1 - 6 / 5)
    assert gleu.score([source], [[reference]], [reference[:5]]).mean == pytest.approx(expected)


def test_references_must_run_in_parallel() -> None:
    with pytest.raises(ScoringError, match="reference 1: 1 sentence, but the source has 2"):
        gleu.score([["a"], ["b"]], [[["a"]]], [["a"], ["b"]])


@pytest.mark.skipif(not JFLEG.exists(), reason="the shared corpora are not beside this checkout")
def test_the_known_score_of_the_unchanged_source() -> None:
    gold = sources.fluent(JFLEG)
    assert round(100 * gleu.score(gold.sources, gold.references, gold.sources).mean, 1) == 38.2
