"""Span scores are equal to those of ERRANT's own `errant_compare`, which these tests run."""

import importlib.util
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from gec.scoring import m2, spans
from gec.scoring.lines import ScoringError
from gec.scoring.m2 import AnnotatedSentence, TokenEdit

FLAGS: dict[spans.Mode, list[str]] = {"correction": ["-cs"], "typed": ["-cse"], "detection": ["-ds"], "tokens": ["-dt"]}
TYPES = ["M:DET", "U:PUNCT", "R:VERB:SVA", "R:SPELL", "UNK"]
WORDS = ["a", "the", "cat", "cats", "sit", "sits", ",", ".", "on", "mat"]
# errant_compare does not close the files it reads.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="module")
def errant_compare() -> ModuleType:
    """The module of the command without its package, which would load spaCy."""
    package = importlib.util.find_spec("errant")
    if package is None or not package.submodule_search_locations:
        pytest.skip("errant is not installed")
    path = Path(package.submodule_search_locations[0]) / "commands" / "compare_m2.py"
    spec = importlib.util.spec_from_file_location("errant_compare", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def printed(
    module: ModuleType, hyp: Path, ref: Path, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> tuple[list[str], dict[str, list[str]]]:
    """The totals that ERRANT prints, and its rows by type."""
    argv, sys.argv = sys.argv, ["errant_compare", "-hyp", str(hyp), "-ref", str(ref), "-cat", "3", *flags]
    try:
        module.main()
    finally:
        sys.argv = argv
    rows = [row.split() for row in capsys.readouterr().out.splitlines() if row.strip()]
    types = {row[0]: row[1:] for row in rows if len(row) == 7 and row[0] != "Category"}
    return rows[-2], types


def row(counts: spans.Counts) -> list[str]:
    scores = counts.precision, counts.recall, counts.f()
    return [str(counts.tp), str(counts.fp), str(counts.fn), *(str(round(score, 4)) for score in scores)]


def invented(dice: random.Random) -> tuple[list[AnnotatedSentence], list[AnnotatedSentence]]:
    """A random reference of one to three annotators, and a hypothesis that sometimes agrees."""
    reference, hypothesis = [], []
    for _ in range(12):
        tokens = tuple(dice.choices(WORDS, k=dice.randint(1, 9)))
        annotators = {who: edits(dice, len(tokens)) for who in range(dice.randint(1, 3))}
        own = tuple(edit for edit in dice.choice(list(annotators.values())) if dice.random() < 0.6)
        proposed = tuple(sorted({*own, *(edits(dice, len(tokens)) if dice.random() < 0.5 else ())}))
        reference.append(AnnotatedSentence(tokens, annotators))
        hypothesis.append(AnnotatedSentence(tokens, {0: proposed}))
    return reference, hypothesis


def edits(dice: random.Random, length: int) -> tuple[TokenEdit, ...]:
    found = []
    for _ in range(dice.choice([0, 0, 1, 2, 3])):
        start = dice.randint(0, length)
        end = dice.randint(start, min(length, start + 2))
        found.append(TokenEdit(start, end, dice.choice(TYPES), " ".join(dice.choices(WORDS, k=dice.randint(0, 2)))))
    return tuple(sorted(found))


@pytest.mark.parametrize("mode", list(FLAGS))
def test_counts_equal_errant_compare(
    errant_compare: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: spans.Mode
) -> None:
    ref, hyp = tmp_path / "ref.m2", tmp_path / "hyp.m2"
    for seed in range(12):
        reference, hypothesis = invented(random.Random(seed))
        ref.write_text("".join(m2.write(reference)))
        hyp.write_text("".join(m2.write(hypothesis)))
        total, types = printed(errant_compare, hyp, ref, FLAGS[mode], capsys)
        result = spans.compare(m2.read(ref), m2.read(hyp), mode)
        assert row(result.counts) == total, seed
        assert {name: row(counts) for name, counts in result.by_type().items()} == types, seed


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not beside this checkout")
def test_published_files_score_as_errant_compare_scores_them(
    errant_compare: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    ref = SHARED / "eval" / "bea-dev.m2"
    hyp = SHARED / "peers" / "bea-dev.UEDIN-MS.m2"
    total, types = printed(errant_compare, hyp, ref, [], capsys)
    result = spans.compare(m2.read(ref), m2.read(hyp))
    assert row(result.counts) == total
    assert {kind: row(counts) for kind, counts in result.by_type().items()} == types
    assert total[:3] == ["2803", "1942", "4658"]


def test_another_source_is_refused() -> None:
    with pytest.raises(ScoringError, match="sentence 1"):
        spans.compare([AnnotatedSentence(("a",), {0: ()})], [AnnotatedSentence(("b",), {0: ()})])


def test_needless_edits_are_counted_per_word() -> None:
    cat, wrong = ("The", "cat", "sat", "."), TokenEdit(1, 2, "R:NOUN", "dog")
    gold = [AnnotatedSentence(cat, {0: ()}), AnnotatedSentence(cat, {0: ()}), AnnotatedSentence(cat, {0: (wrong,)})]
    found = [
        AnnotatedSentence(cat, {0: (wrong,)}),
        AnnotatedSentence(cat, {0: ()}),
        AnnotatedSentence(cat, {0: (wrong,)}),
    ]
    assert spans.compare(gold, found).needless == (1, 6)


def test_types_add_up_to_operations_and_categories() -> None:
    reference, hypothesis = invented(random.Random(3))
    result = spans.compare(reference, hypothesis)
    for level in ("operation", "category", "full"):
        assert sum(result.by_type(level).values(), spans.Counts()) == result.counts


def test_an_interval_holds_its_score_and_equal_systems_do_not_differ() -> None:
    reference, hypothesis = invented(random.Random(1))
    result = spans.compare(reference, hypothesis)
    low, high = spans.interval(result, rounds=300)["F"]
    assert low <= result.counts.f() <= high
    assert spans.significance(result, result, rounds=200).p_value == 1.0


def test_a_perfect_system_is_significantly_better_than_an_idle_one() -> None:
    tokens = ("a", "cats")
    gold = [AnnotatedSentence(tokens, {0: (TokenEdit(1, 2, "R:NOUN:NUM", "cat"),)})] * 40
    idle = spans.compare(gold, [AnnotatedSentence(tokens, {0: ()})] * 40)
    perfect = spans.compare(gold, gold)
    difference = spans.significance(idle, perfect, rounds=500)
    assert difference.f == perfect.counts.f() == 1.0
    assert difference.p_value < 0.01
