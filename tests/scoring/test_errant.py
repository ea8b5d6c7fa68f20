"""Annotation with the shipped pipeline gives ERRANT's own result, and stays fast on unrelated pairs."""

import time
from pathlib import Path

import pytest

from gec.scoring import align, errant, lines, m2, spans
from gec.scoring.m2 import TokenEdit

pytest.importorskip("errant", reason="the score extra is not installed")
pytestmark = pytest.mark.slow

SHARED = Path(__file__).parents[3] / "shared" / "data"
PAIRS = [
    ("She go to the school every days .", "She goes to school every day ."),
    ("In the other hand , i am agree with you", "On the other hand , I agree with you ."),
    ("He have been living here since five years .", "He has been living here for five years ."),
    ("The informations was very usefull for us .", "The information was very useful to us ."),
    ("I did not knew what can I do .", "I did not know what I could do ."),
    ("We was go to cinema yesterday evening", "We went to the cinema yesterday evening ."),
    ("My sister she likes to dance much .", "My sister likes dancing a lot ."),
    (
        "It depends of the weather , because of that we stay in home .",
        "It depends on the weather , so we stay at home .",
    ),
    ("Its a pity that your not here .", "It 's a pity that you 're not here ."),
    ("What means this word ?", "What does this word mean ?"),
    ("The boys bike is broken .", "The boy 's bike is broken ."),
    ("a b c d e f", "f e d c b a"),
    ("the cat the dog the cat", "The dog the cat"),
    ("nothing here changes .", "nothing here changes ."),
]


def annotated(pairs: list[tuple[str, str]], **options: int) -> list[tuple[TokenEdit, ...]]:
    sources = [source.split() for source, _ in pairs]
    corrections = [correction.split() for _, correction in pairs]
    return [sentence.annotators[0] for sentence in errant.annotate(sources, [corrections], **options)]


def test_edits_are_those_of_errant_itself() -> None:
    import errant as original

    annotator = original.load("en", errant.pipeline())
    for (source, correction), found in zip(PAIRS, annotated(PAIRS), strict=True):
        edits = annotator.annotate(annotator.parse(source), annotator.parse(correction))
        assert found == tuple(TokenEdit(e.o_start, e.o_end, e.type, e.c_str) for e in edits)


def test_steps_are_those_of_errant_itself() -> None:
    from errant.alignment import Alignment

    nlp = errant.pipeline()
    words = [word for pair in PAIRS for sentence in pair for word in sentence.split()]
    for size in range(2, 26, 3):
        a, b = (
            nlp(" ".join(words[size : 3 * size])),
            nlp(" ".join(words[2 * size : 4 * size : 2] + words[size : 2 * size])),
        )
        assert align.align(a, b).align_seq == Alignment(a, b).align_seq


def test_processes_change_nothing() -> None:
    assert annotated(PAIRS, processes=2) == annotated(PAIRS, processes=1)


def test_familiar_types() -> None:
    found = annotated([("She go home with two cat every days .", "She goes home with two cats every day .")])[0]
    assert [(edit.correction, edit.type) for edit in found] == [
        ("goes", "R:VERB:SVA"),
        ("cats", "R:NOUN:NUM"),
        ("day", "R:NOUN:NUM"),
    ]


def test_two_long_unrelated_sentences_take_no_seconds() -> None:
    left = [f"word{i % 97}" for i in range(400)]
    right = [f"other{i % 89}" if i % 7 else "the" for i in range(400)]
    annotated([("warm up", "warmed up")])
    start = time.process_time()
    annotated([(" ".join(left), " ".join(right))])
    assert time.process_time() - start < 2


def test_an_empty_correction_deletes_everything() -> None:
    edits = annotated([("Gone now .", "")])[0]
    assert (edits[0].start, edits[-1].end, {edit.correction for edit in edits}) == (0, 3, {""})


def test_versions_are_named() -> None:
    assert "gec_tagger" in str(errant.versions(str(errant.SHIPPED)))


def test_a_missing_pipeline_is_one_line() -> None:
    with pytest.raises(lines.ScoringError, match="no-such-pipeline: no spaCy pipeline"):
        errant.pipeline("no-such-pipeline")


@pytest.mark.skipif(not SHARED.exists(), reason="the shared corpora are not beside this checkout")
def test_edits_agree_with_those_of_en_core_web_sm() -> None:
    """Every fourth sentence from `bench/agreement.py`. Fewer types agree, because they changed in ERRANT 2.3."""
    gold, made = (m2.read(SHARED / path)[::4] for path in ("eval/bea-dev.m2", "peers/bea-dev.UEDIN-MS.m2"))
    texts = [line.split() for line in lines.read(SHARED / "peers/bea-dev.UEDIN-MS.txt")[::4]]
    ours = errant.annotate([sentence.tokens for sentence in made], [texts], str(errant.SHIPPED))
    agreeing = spans.compare(made, ours).counts
    assert min(agreeing.precision, agreeing.recall) > 0.985
    typed = spans.compare(made, ours, "typed").counts
    assert min(typed.precision, typed.recall) > 0.92
    scores = [spans.compare(gold, edits).counts.f() for edits in (made, ours)]
    assert abs(scores[0] - scores[1]) < 0.003
