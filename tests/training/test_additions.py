"""Block heads and starts are trained for a frozen model, or together with the model."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner, Result

from gec.cli import group
from gec.errors import GecError
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.training import blocks, texts
from gec.training.pairs import VocabularyIds
from gec.training.passages import PassageBatch, PassageChunks, Supply
from gec.training.recipe import ModelShape, PassageMix, Recipe, Stage

REWRITES = """\
# b
< He go.
< She too.
> He goes.
> She does, too.

# c
< A.
> B.
> C.
"""
RECIPE = Recipe(
    "passages",
    ModelShape(),
    (Stage("passages", 1.0, (1.0, 0.05), (), keep=1.0),),  # the loss has every token
    passages=PassageMix(share=1.0, sentences=4),
)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory, lines: list[str]) -> Path:
    """A data folder with two texts."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "learner").mkdir()
    (folder / "rewrite").mkdir()
    shortest = sorted(lines, key=len)[:60]
    written = "".join(f"{line}\n" for line in shortest)
    (folder / "learner" / "a.txt").write_text(f"# level=A2\n{written}", encoding="utf-8")
    (folder / "rewrite" / "b.txt").write_text(REWRITES, encoding="utf-8")
    return folder


def train(*words: str | Path) -> Result:
    return CliRunner().invoke(group, ["train", *map(str, words), "--device", "cpu"], catch_exceptions=False)


def same_weights(one: Path, other: Path) -> bool:
    return (one / "model.safetensors").read_bytes() == (other / "model.safetensors").read_bytes()


def test_heads_are_added_to_an_unchanged_model(copyist: Checkpoint, few: Path, tmp_path: Path) -> None:
    pairs, out = few / "learner" / "a.txt", tmp_path / "run"
    words = ("heads", pairs, "--from", copyist.path, "--heads", 3, "--distil", "--limit", 60)
    assert train(*words, "--steps", 2, "--out", out).exit_code == 0
    result = train(*words, "--steps", 4, "--resume", out)
    assert (result.exit_code, result.stdout) == (0, f"{out / 'model'}\n")
    assert "going on from step 2" in result.stderr
    assert same_weights(copyist.path, out / "model")
    made = checkpoint.read(out / "model")
    assert made.blocks is not None
    assert made.config.extras.blocks == 3
    assert float(made.blocks.narrow.weight.detach().abs().max()) > 0
    some = [texts.expand(line)[0] for line in pairs.read_text(encoding="utf-8").splitlines()[1:9]]
    size = blocks.accepted(made, some, torch.device("cpu"))
    assert 1 <= size <= 3
    (tmp_path / "a.txt").write_text("I [recieve a|receive the] letter.\n" * 20)
    assert "other pairs" in train("heads", tmp_path / "a.txt", *words[2:], "--steps", 4, "--resume", out).stderr
    for name, on in (("finetune", ("--pairs", pairs)), ("pipelined", (few, "--fine-tune"))):
        train(name, *on, "--from", out / "model", "--steps", 1, "--out", tmp_path / name)
        assert checkpoint.read(tmp_path / name / "int8").blocks is None
    config = replace(made.config, extras=replace(made.config.extras, respell=True))
    read = blocks.given(replace(made, config=config), [tmp_path / "a.txt"], blocks.Heads())
    assert read[0][0] == "I receive a letter."


def test_a_tuned_model_has_other_weights(copyist: Checkpoint, few: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    pairs = few / "learner" / "a.txt"
    result = train("heads", pairs, "--from", copyist.path, "--heads", 2, "--fine-tune", "--steps", 1, "--out", out)
    assert (result.exit_code, result.stdout) == (0, f"{out / 'int8'}\n")
    made = checkpoint.read(out / "float")
    assert made.blocks is not None
    assert not torch.equal(made.network.embedding.weight, copyist.network.embedding.weight)


def test_too_few_pairs_are_refused(copyist: Checkpoint, few: Path, tmp_path: Path) -> None:
    result = train("heads", few / "rewrite" / "b.txt", "--from", copyist.path, "--steps", 1, "--out", tmp_path / "run")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


# --- passages


def test_starts_are_added_to_an_unchanged_model(copyist: Checkpoint, few: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = ("pipelined", few, "--from", copyist.path, "--sentences", 3)
    result = train(*words, "--steps", 1, "--out", out)
    assert (result.exit_code, result.stdout) == (0, f"{out / 'model'}\n")
    assert same_weights(copyist.path, out / "model")
    made = checkpoint.read(out / "model")
    assert made.starts is not None
    assert made.starts.most == made.config.extras.pipelined.sub_max == 3


def test_each_sentence_has_a_pointer_of_its_own(fed: Checkpoint, few: Path) -> None:
    ids = VocabularyIds.of(fed.config, fed.tokenizer)
    chunks = PassageChunks(RECIPE, RECIPE.stages[0], Supply(RECIPE.passages, (few,)), fed.tokenizer, ids)
    copied = 0
    for batch in chunks[0][:6]:
        assert isinstance(batch, PassageBatch)
        for source, length, inputs, number, pointers in zip(
            batch.source.tolist(), batch.lengths.tolist(), batch.inputs.tolist(), batch.number.tolist(),
            batch.pointers.tolist(), strict=True,
        ):  # fmt: skip
            ends = [place for place in range(length) if source[place] == ids.start] + [length - 1]
            firsts = [int(tuple(source[:1]) == ids.marks["correct"]), *(end + 1 for end in ends[:-1]), length - 1]
            starts = [place for place, token in enumerate(inputs) if token == ids.start]
            starts = [place for place in starts if number[place] or not place]
            assert [pointers[place] for place in starts] == firsts
            for first, end, start, after in zip(firsts, ends, starts, starts[1:], strict=False):
                led = pointers[start:after]
                assert all(first <= at <= end for at in led)
                copied += inputs[start + 1 : after] == source[first:end] and led == list(range(first, end + 1))
    assert copied > 10


def test_a_folder_without_passages_says_what_it_should_hold(tmp_path: Path) -> None:
    with pytest.raises(GecError, match=r"learner/\*\.txt"):
        Supply(PassageMix(), (tmp_path,))


def test_passages_keep_their_sentences_together(few: Path) -> None:
    supply, rng = Supply(PassageMix(sentences=4), (few,)), random.Random(1)
    seen = {json.dumps(supply.draw(rng)) for _ in range(60)}
    assert any(len(json.loads(one)[1]) == 4 for one in seen)
    assert '["rewrite", [["He go.", "He goes."], ["She too.", "She does, too."]]]' in seen
    assert not any('"A."' in one for one in seen)  # its sides have different numbers of sentences
    written = (few / "learner" / "a.txt").read_text(encoding="utf-8").splitlines()[1:]
    consecutive = [texts.expand(line)[1] for line in written]
    for task, passage in map(json.loads, seen):
        if task == "correct":
            first = consecutive.index(passage[0][1])
            assert [right for _, right in passage] == consecutive[first : first + len(passage)]


def test_with_packed_rows_passages_have_few_widths_and_the_same_labels(copyist: Checkpoint, few: Path) -> None:
    ids = VocabularyIds.of(copyist.config, copyist.tokenizer)
    supply = Supply(RECIPE.passages, (few,))
    plain, grained = (
        PassageChunks(replace(RECIPE, row=row), RECIPE.stages[0], supply, copyist.tokenizer, ids)[0] for row in (0, 128)
    )
    for one, other in zip(plain, grained, strict=True):
        assert isinstance(other, PassageBatch)
        assert other.source.shape[1] % 8 == 0 and other.inputs.shape[1] % 8 == 0
        assert other.source.shape == other.source_number.shape
        assert other.inputs.shape == other.number.shape == other.place.shape[:2]
        assert (one.tokens, one.rows) == (other.tokens, other.rows)
        assert (other.said != ids.pad).all()


def test_inputs_targets_and_places_are_those_of_the_paper(copyist: Checkpoint, few: Path) -> None:
    ids = VocabularyIds.of(copyist.config, copyist.tokenizer)
    supply = Supply(RECIPE.passages, (few,))
    chunks = PassageChunks(RECIPE, RECIPE.stages[0], supply, copyist.tokenizer, ids)
    for batch in chunks[0][:6]:
        assert isinstance(batch, PassageBatch)
        said = np.full(batch.inputs.shape, -1).ravel()
        said[batch.said_at] = batch.said
        deltas = set()
        rows = (batch.inputs, said.reshape(batch.inputs.shape), batch.place, batch.number)
        for inputs, targets, places, number in zip(*(array.tolist() for array in rows), strict=True):
            real = sum(target >= 0 for target in targets)
            starts = [place for place in range(real) if inputs[place] == ids.start]
            assert [number[place] for place in starts] == list(range(len(starts)))
            for i, (first, last) in enumerate(zip(starts, [*starts[1:], real], strict=True)):
                assert targets[first:last] == [*inputs[first + 1 : last], ids.eos]  # [bos Y eos]
                assert [place[0] for place in places[first:last]] == [i] * (last - first)
                begin = places[first][1]
                assert [place[1] for place in places[first:last]] == list(range(begin, begin + last - first))
                deltas |= {begin / i} if i else set()
            assert targets[starts[-1]] == ids.eos  # the last one is empty
        assert len(deltas) == 1
        for source, number in zip(batch.source.tolist(), batch.source_number.tolist(), strict=True):
            separators = [number[place] for place, token in enumerate(source) if token == ids.start and number[place]]
            assert separators == list(range(1, len(separators) + 1))
