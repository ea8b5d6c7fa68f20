"""Corrections of whole paragraphs: nothing is lost or damaged, whatever the decoder's output is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

import gec
from gec.cli import group
from gec.decoding.verify import Output
from gec.edits.edit import Edit
from gec.engine.pipeline import PipelineBoard
from gec.errors import OptionError
from gec.guards.sentence import Candidate
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.model.heads import Starts
from gec.rewriter import Rewriter, says_its_own
from gec.rewriting.facts import NEGATION, NUMBER, changed, facts
from gec.rewriting.together import together


@pytest.fixture(scope="module")
def folder(copyist: Checkpoint, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("passages") / "model"
    shutil.copytree(copyist.path, made)
    torch.manual_seed(7)
    checkpoint.add(made, Starts(copyist.config.d_model, 4), pipelined={"sub_max": 4, "delta": 1})
    return made


@pytest.fixture(scope="module")
def rewriter(folder: Path) -> Rewriter:
    loaded = gec.load(str(folder), device="cpu", decode="pipelined")
    assert isinstance(loaded, Rewriter)
    return loaded


@pytest.fixture(scope="module")
def short(lines: list[str]) -> list[str]:
    return sorted(lines, key=len)[:10]


def test_a_rewritten_text_is_the_text_with_its_edits(rewriter: Rewriter, short: list[str]) -> None:
    texts = ["", " \n\n ", "!!! ... 5.", "\n\n".join((" ".join(short[:2]), short[9])), " ".join(short[2:9]), short[9]]
    for text, found in zip(texts, rewriter.correct_many(texts), strict=True):
        done, rest = [], 0
        for edit in found.edits:
            done += [text[rest : edit.start], edit.replacement]
            rest = edit.end
        assert found.text == "".join(done) + text[rest:]
    assert len(found.sentences) == 1
    assert [one.sentences for one in rewriter.correct_many(texts[:2])] == [(), ()]


def test_paragraphs_of_a_plain_text_are_decoded_apart(rewriter: Rewriter) -> None:
    prose = gec.prose_of("One is. Two are.\n \nThree came.")
    assert [len(one.views) for one in rewriter._paragraphs(prose)] == [2, 1]


def test_a_sentence_of_two_thousand_tokens(rewriter: Rewriter) -> None:
    text = "Short one. " + "word " * 2000 + "end. Another one."
    [found] = rewriter.correct_many([text])
    assert [text[low:high][:5] for low, high in found.sentences] == ["Short", "word ", "Anoth"]
    assert len(rewriter.proposer.tokenizer.encode(text).ids) > 2000


def test_where_memory_is_short_fewer_passages_are_decoded_together(
    rewriter: Rewriter, folder: Path, short: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def board(slots: int) -> PipelineBoard:
        if slots > 1:
            raise MemoryError
        return whole(slots)

    texts = [" ".join(short[:2]), " ".join(short[2:4]), " ".join(short[4:6])]
    narrow = gec.load(str(folder), device="cpu", decode="pipelined")
    assert isinstance(narrow, Rewriter)
    whole, before = narrow.proposer.pipeline.board, narrow.proposer.budget.tokens
    monkeypatch.setattr(narrow.proposer.pipeline, "board", board)
    assert list(narrow.correct_many(texts)) == list(rewriter.correct_many(texts))
    assert narrow.proposer.budget.tokens < before


def test_separate_sentences_can_be_proposed_for(rewriter: Rewriter, short: list[str]) -> None:
    asked = [short[0], "", short[1], short[0]]
    together = list(rewriter.propose(asked))
    assert together == [next(iter(rewriter.propose([one]))) for one in asked]  # no text is context for another


def test_an_output_that_belongs_to_another_sentence_is_not_used() -> None:
    passage = [[5, 6, 7, 8], [9, 10, 11], [12]]
    own = Output([5, 6, 77, 8, 1], [], 1, 1, finished=True)
    assert says_its_own(own, 0, passage)
    assert not says_its_own(own, 1, passage)
    new = Output([80, 81, 1], [], 1, 1, finished=True)  # belongs to no sentence: a rewriting
    assert says_its_own(new, 1, passage)
    mended = Output([5, 20, 7, 8, 1], [], 1, 1, finished=True)  # as in the longer neighbour
    assert says_its_own(mended, 0, [[5, 6, 7, 8], [5, 20, 7, 30, 31, 32, 8]])
    assert not says_its_own(Output([5, 6, 7, 8], [], 1, 1, finished=False), 0, passage)


def test_a_sentence_is_corrected_beside_one_that_has_its_words_right() -> None:
    text = "I has a dog. I have a dog and a cat."
    assert gec.load(device="cpu", decode="pipelined").correct(text).text == text.replace("has", "have")


POOR = (
    "For go to the office he every day take the bus number 5. I no like it, and Mr Hill no like it too. "
    'He said, "We was late. It were cold."'
)


def test_a_rewriting_is_the_greedy_output_and_keeps_facts() -> None:
    fast, slow = (gec.load(device="cpu", decode=way, task="rewrite") for way in ("auto", "greedy"))
    found = fast.correct(POOR)
    assert found == slow.correct(POOR)
    assert found.text != POOR
    assert changed(facts(POOR), facts(found.text)) == []
    assert gec.load(device="cpu", decode="rewrite").correct(POOR) == found


def test_edits_that_lose_facts_are_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    by = gec.load(device="cpu", task="rewrite")
    proposer = by.proposer
    said = [proposer.tokenizer.encode("He take the bus number 6.").ids, proposer.tokenizer.encode("I like it.").ids]
    outputs = [Output([*ids, proposer.engine.eos], [9.0] * len(ids), 1, 1, finished=True) for ids in said]
    monkeypatch.setattr(proposer, "decoded", lambda sources: outputs[: len(sources)])
    text = by.correct("He take the bus number 5. I do not like it.").text
    assert text.endswith("bus number 5. I do not like it.")
    assert (proposer.held.unchanged, proposer.held.edits) == (1, {NUMBER: 1, NEGATION: 1})


def test_a_rewriting_has_the_corrections_and_shortens_phrases() -> None:
    text = "He get up early in order to catch the train."
    by = gec.load(device="cpu", task="rewrite")
    assert by.correct(text).text == "He gets up early to catch the train."
    assert by.other("correct").correct(text).text == text.replace("get", "gets")


def test_a_prefix_is_only_for_corrections() -> None:
    by = gec.load(device="cpu", prefix="He").proposer
    rewriter = by.other("rewrite")
    assert rewriter.marks == gec.load(device="cpu", task="rewrite").proposer.marks
    assert rewriter.other("correct").marks == by.marks != rewriter.marks


def test_another_task_is_made_once_and_counted_together() -> None:
    by = gec.load(device="cpu", task="rewrite").proposer
    assert by.other("correct") is by.other("correct")
    assert by.other("correct").held is by.held


def test_a_correction_replaces_a_wording_and_no_wording_drops_a_content_word() -> None:
    text = "She have a big dog."
    corrections = [Candidate(Edit(4, 8, "has", "R:VERB:SVA", 0.6), {})]
    wordings = [
        Edit(0, 8, "She had", "R:OTHER", 0.9),
        Edit(10, 14, "", "U:ADJ", 0.9),
        Edit(15, 18, "puppy", "R:NOUN", 0.9),
    ]
    first, second = (one.edit for one in together(text, corrections, [Candidate(one, {}) for one in wordings]))
    assert (first.replacement, second.replacement) == ("has", "puppy")
    assert second.confidence < 0.9


def test_the_threshold_is_what_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        "What scare me is the winter. We is six person. He go English class at morning. I am agree it depends of he.\n"
    )
    words = ["correct", "--decode", "pipelined", "--no-cache", "--isolated", "--format", "json", str(path)]
    usual, sure = (
        len(json.loads(CliRunner().invoke(group, [*words, *more]).stdout)["files"][0]["edits"])
        for more in ([], ["--min-confidence", "0.85"])
    )
    assert usual > sure > 0


def test_a_model_without_starts_says_what_to_do(copyist: Checkpoint) -> None:
    with pytest.raises(OptionError, match="gec train pipelined"):
        gec.load(str(copyist.path), device="cpu", decode="pipelined")


def test_a_model_without_the_task_says_so(folder: Path) -> None:
    with pytest.raises(OptionError, match="no task 'rewrite'"):
        gec.load(str(folder), device="cpu", decode="rewrite")


def test_a_published_checkpoint_has_no_tasks_and_corrects(folder: Path, tmp_path: Path, short: list[str]) -> None:
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    config = json.loads((tmp_path / "config.json").read_text())
    config["gec"]["tasks"] = {}
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert gec.load(tmp_path, device="cpu", decode="pipelined").correct(" ".join(short[:3])).sentences
    with pytest.raises(OptionError, match="knows no task 'rewrite'"):
        gec.load(tmp_path, device="cpu", decode="rewrite")
