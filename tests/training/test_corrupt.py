"""Errors that a model generates. The same seed gives the same pairs."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from gec.cli import group
from gec.errors import GecError
from gec.model import folder, opened
from gec.training import recipe as recipes
from gec.training import texts
from gec.training.corrupt import SamplingEngine, corrupted, random_sentences
from gec.training.recipe import MixSource
from gec.training.records import records

CORPORA = Path(__file__).parents[2] / "corpora"
SENTENCES = [
    "She go to school every day.",
    "Its the first time I am seeing this.",
    "He have two brother and a dog.",
    "We discussed about the plan yesterday.",
    "The weather was fine.",
    "Too short.",
]


@pytest.fixture(scope="module")
def model() -> opened.Opened:
    """A corrector, which samples corrections instead of errors. These tests work with both."""
    return opened.read(folder.find(None))


def test_pairs_keep_the_clean_side_and_depend_only_on_the_seed(model: opened.Opened) -> None:
    pairs = list(corrupted(model, SENTENCES, seed=3))
    assert {right for _, right in pairs} <= set(SENTENCES[:-1])
    assert any(written != right for written, right in pairs)
    assert pairs == list(corrupted(model, SENTENCES, seed=3))
    assert len({tuple(corrupted(model, SENTENCES, seed=seed)) for seed in range(6)}) > 1


def test_tokens_are_sampled_by_their_probability(model: opened.Opened) -> None:
    engine = SamplingEngine(model, seed=1)
    shares = np.array([0.55, 0.3, 0.15])
    logits = np.full((4000, 200), -40.0, np.float32)
    logits[:, [7, 30, 150]] = np.log(shares)
    scale, keep = np.ones((4000, 1), np.float32), np.full(4000, 30)
    keep[2000:] = -1  # nothing to copy
    said = engine.chosen(logits * 2, scale / 2, keep)
    for some in (said[:2000], said[2000:]):
        found = [float((some == token).mean()) for token in (7, 30, 150)]
        assert np.abs(np.array(found) - shares).max() < 0.04


def test_sentences_are_drawn_from_both_kinds_of_text(tmp_path: Path) -> None:
    clean, learner = tmp_path / "clean.txt", tmp_path / "learner.txt"
    clean.write_text("One clean line.\n", encoding="utf-8")
    learner.write_text("# a text\nThey [was|were] here.\n", encoding="utf-8")
    some = list(islice(random_sentences([clean], [learner], 0.25, seed=1), 400))
    assert set(some) == {"One clean line.", "They were here."}
    assert 60 < some.count("They were here.") < 140


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.xz", "a.jsonl.gz", "a.jsonl.zst"])
def test_pairs_are_packed_as_their_name_says(tmp_path: Path, name: str) -> None:
    assert texts.write_pairs(tmp_path / name, [("She go.", "She goes.")]) == 1
    assert list(texts.read_pairs(tmp_path / name)) == [("She go.", "She goes.")]


def test_a_recipe_can_reverse_pairs(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# a text\nThey [was|were] here.\nThis stands.\n", encoding="utf-8")
    supply = records(MixSource("learner", ("a.txt",), 1.0, reverse=True), (tmp_path,))
    assert [supply.pair(at, random.Random(1)) for at in range(len(supply))] == [("They were here.", "They was here.")]
    mixed = recipes.read(CORPORA / "reverse.toml").stages[0].mix
    assert all(source.reverse for source in mixed)


def test_sources_that_cannot_be_reversed_are_refused(tmp_path: Path) -> None:
    text = (CORPORA / "tiny.toml").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace('kind = "rewrite"', 'kind = "rewrite"\nreverse = true', 1), encoding="utf-8")
    with pytest.raises(GecError, match="reverse is for kinds learner and jsonl"):
        recipes.read(wrong)


def test_the_command_writes_what_recipes_read(tmp_path: Path) -> None:
    clean, out = tmp_path / "clean.txt", tmp_path / "pairs.jsonl"
    clean.write_text("\n".join(SENTENCES), encoding="utf-8")
    told = CliRunner().invoke(
        group, ["train", "corrupt", "default", str(clean), "--sentences", "20", "-o", str(out)], catch_exceptions=False
    )
    assert told.exit_code == 0, told.output
    assert "20 pairs" in told.stderr
    pairs = list(texts.read_pairs(out))
    assert len(pairs) == 20
    assert {right for _, right in pairs} <= set(SENTENCES[:-1])


@pytest.mark.parametrize("text", ["", "Too short.\n"])
def test_texts_without_sentences_are_refused_and_existing_pairs_kept(text: str, tmp_path: Path) -> None:
    clean, out = tmp_path / "clean.txt", tmp_path / "pairs.jsonl"
    clean.write_text(text, encoding="utf-8")
    out.write_text("those of before\n", encoding="utf-8")
    told = CliRunner().invoke(group, ["train", "corrupt", "default", str(clean), "-o", str(out)])
    assert told.exit_code == 2
    assert "clean.txt: no sentences of 4 to 45 words" in told.stderr
    assert out.read_text(encoding="utf-8") == "those of before\n"


@pytest.mark.parametrize(("out", "said"), [("clean.txt", "is an input"), ("none/pairs.jsonl", "there is no folder")])
def test_where_no_pairs_can_be_written_none_are_made(out: str, said: str, tmp_path: Path) -> None:
    clean = tmp_path / "clean.txt"
    clean.write_text("\n".join(SENTENCES), encoding="utf-8")
    told = CliRunner().invoke(group, ["train", "corrupt", "default", str(clean), "-o", str(tmp_path / out)])
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert said in told.stderr
    assert clean.read_text(encoding="utf-8") == "\n".join(SENTENCES)
