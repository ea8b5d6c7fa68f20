"""The pipelined decoder on the int8 engine: its output is nearly that of the float engine, whatever the batch."""

from __future__ import annotations

from pathlib import Path

import pytest

from gec.decoding.pipelined import Pace, Passage, decode
from gec.decoding.verify import DecodingSettings, Output
from gec.decoding.verify import decode as decode_sentences
from gec.engine.choose import engine_for, pipeline_for
from gec.engine.int8_pipeline import Int8Pipeline
from gec.loading import load
from gec.rewriter import ParagraphProposer
from gec.text.segment import sentences

CORPORA = Path(__file__).parents[2] / "corpora"


@pytest.fixture(scope="module")
def proposer() -> ParagraphProposer:
    loaded = load(device="cpu", decode="pipelined").proposer
    assert isinstance(loaded, ParagraphProposer)
    return loaded


@pytest.fixture(scope="module")
def passages(proposer: ParagraphProposer) -> list[Passage]:
    lines = (CORPORA / "passages.txt").read_text(encoding="utf-8").splitlines()[:6]
    found = [[line[low:high] for low, high in sentences(line)][:5] for line in lines if line.strip()]
    return [[one.ids for one in proposer.tokenizer.encode_many(some)] for some in found]


def run(proposer: ParagraphProposer, passages: list[Passage], slots: int = 1) -> list[list[Output]]:
    done = dict(decode(proposer.pipeline, proposer.tokens, passages, Pace(slots=slots), marks=proposer.marks))
    return [done[number] for number in range(len(passages))]


def said(found: list[list[Output]]) -> list[tuple[list[int], list[float]]]:
    return [(one.ids, one.odds) for some in found for one in some]


def test_whole_paragraphs_are_read_in_int8_on_a_cpu(proposer: ParagraphProposer) -> None:
    assert isinstance(proposer.pipeline, Int8Pipeline)


def test_no_batch_changes_a_bit(proposer: ParagraphProposer, passages: list[Passage]) -> None:
    alone = run(proposer, passages)
    assert said(run(proposer, passages, 4)) == said(alone)
    assert said(run(proposer, passages[::-1], 3)[::-1]) == said(alone)


def test_one_sentence_is_greedy_to_the_bit(proposer: ParagraphProposer, passages: list[Passage]) -> None:
    alone = [[sentence] for passage in passages[:3] for sentence in passage]
    rows = [[*proposer.marks, *one[0], proposer.engine.eos] for one in alone]
    greedy = dict(decode_sentences(proposer.engine, proposer.tokens, rows, DecodingSettings(mode="greedy"), marks=1))
    assert said(run(proposer, alone, 2)) == [(greedy[at].ids, greedy[at].odds) for at in range(len(rows))]


def test_the_float_engine_says_nearly_the_same(proposer: ParagraphProposer, passages: list[Passage]) -> None:
    pytest.importorskip("torch")
    pipeline = pipeline_for(engine_for(proposer.model, "cpu", "float"))
    done = dict(decode(pipeline, proposer.tokens, passages, Pace(slots=3), marks=proposer.marks))
    theirs = [one.ids for number in range(len(passages)) for one in done[number]]
    ours = [ids for ids, _ in said(run(proposer, passages, 3))]
    assert sum(map(list.__eq__, ours, theirs)) >= 0.85 * len(theirs)
