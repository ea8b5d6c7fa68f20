"""Packed rows: each pair is whole in one row, and losses and gradients are those of single pairs."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from gec.decoding.draft import Tokens
from gec.model import start
from gec.model.config import Config, Extras
from gec.model.heads import EditHead
from gec.model.tokenizer import Tokenizer
from gec.training import recipe as recipes
from gec.training import rows
from gec.training.labels import NONE, label
from gec.training.objective import Objective
from gec.training.pairs import Batch, Chunks, VocabularyIds
from gec.training.records import Mix

CORPORA = Path(__file__).parents[2] / "corpora"
MARK, END = 3, 1

ids = st.lists(st.integers(10, 40), min_size=1, max_size=20)


@given(pairs=st.lists(st.tuples(ids, ids), min_size=1, max_size=40), width=st.integers(22, 60))
def test_every_pair_is_whole_in_one_row(pairs: list[tuple[list[int], list[int]]], width: int) -> None:
    sources = [[MARK, *source, END] for source, _ in pairs]
    targets = [[*target, END] for _, target in pairs]
    labels = label(sources, targets, [1] * len(pairs))
    pointers = np.tile(np.arange(labels.target.shape[1], dtype=np.int32), (len(pairs), 1))
    bins = rows.binned(labels.lengths, labels.target_lengths, width)
    assert sorted(pair for one in bins for pair in one) == list(range(len(pairs)))
    laid = rows.packed(labels, pointers, bins, height=len(bins) + 1, width=width, start=0, pad=0)
    for row, some in enumerate(bins):
        for part, pair in enumerate(some, 1):
            here, there = laid.source_part[row] == part, laid.input_part[row] == part
            first = int(here.argmax())
            assert laid.source[row][here].tolist() == sources[pair]
            assert laid.target[row][there].tolist() == targets[pair]
            assert laid.inputs[row][there].tolist() == [0, *targets[pair][:-1]]
            assert (laid.pointers[row][there] - first).tolist() == list(range(len(targets[pair])))
            for name in ("operation", "replacement", "insertion"):
                whole = getattr(labels, name)[pair][: len(sources[pair])]
                assert getattr(laid, name)[row][here].tolist() == whole.tolist()
            assert laid.changed[row][there].tolist() == labels.changed[pair][: len(targets[pair])].tolist()
    assert not laid.real[-1].any() and (laid.operation[-1] == NONE).all()


@pytest.fixture(scope="module")
def chunks(recipe_file: Path, small_tokenizer: tuple[Path, Tokenizer]) -> Chunks:
    recipe, tokenizer = recipes.read(recipe_file), small_tokenizer[1]
    stage = replace(recipe.stages[0], keep=1.0)
    told = VocabularyIds(
        len(tokenizer), {"correct": (3,), "rewrite": (4,)}, pointer=Tokens(tokenizer.starts_word, frozenset())
    )
    return Chunks(recipe, stage, Mix(stage.mix, (recipe_file.parent, CORPORA)), tokenizer, told)


def learned(objective: Objective, batch: Batch) -> dict[str, torch.Tensor]:
    """The losses and gradients of one batch."""
    objective.zero_grad()
    loss = objective(batch.to(torch.device("cpu")))
    loss.total.backward()
    found = {name: one.grad.clone() for name, one in objective.named_parameters() if one.grad is not None}
    return {**found, "loss": loss.total.detach(), **loss.parts}


@pytest.mark.parametrize("row", [64, 128, 512])
@pytest.mark.parametrize("fed", [True, False], ids=["pointer", "plain"])
def test_packed_pairs_have_the_same_losses_and_gradients(
    chunks: Chunks, small_tokenizer: tuple[Path, Tokenizer], row: int, fed: bool
) -> None:
    tokenizer = small_tokenizer[1]
    size = len(tokenizer)
    config = Config(size, 32, 16, 48, 2, 2, 2, extras=Extras(tasks={"correct": "<correct>"}, pointer_feed=fed))
    torch.manual_seed(1)
    network, head = start.fresh(config, 1, mark=3), EditHead(32)
    with torch.no_grad():  # no weight is zero, so that every path has a gradient
        for one in network.parameters():
            one.add_(0.05 * torch.randn(one.shape, generator=torch.Generator().manual_seed(one.numel())))
    objective = Objective(network, head, chunks.recipe.optimizer)
    sides = [tokenizer.ids_many(pair[1:]) for pair in chunks.mix.draw(60, random.Random(5))]
    pairs = [(written[:58], right[:58]) for written, right in sides]
    sources = [[3, *written, END] for written, _ in pairs]
    targets = [[*right, END] for _, right in pairs]
    labels = label(sources, targets, [1] * len(pairs))
    pointers = chunks._pointers(sources, targets, [1] * len(pairs))
    special = {"start": 0, "pad": 0}
    one_by_one = rows.alone(labels, pointers, np.arange(len(pairs)), **special)
    bins = rows.binned(labels.lengths, labels.target_lengths, row)
    together = rows.packed(labels, pointers, bins, height=len(bins) + 1, width=row, **special)
    assert together.source.shape[0] < len(pairs)
    draws = np.random.default_rng(0)
    expected = learned(objective, chunks._batch(one_by_one, draws))
    found = learned(objective, chunks._batch(together, draws))
    assert expected.keys() == found.keys()
    for name, value in expected.items():
        torch.testing.assert_close(
            found[name], value, rtol=1e-4, atol=1e-5, msg=lambda said, name=name: f"{name}: {said}"
        )


def test_packed_batches_have_one_shape_and_waste_little(chunks: Chunks) -> None:
    recipe = replace(chunks.recipe, row=128, batch_tokens=4096)
    supply = Chunks(recipe, chunks.stage, chunks.mix, chunks.tokenizer, chunks.ids)
    made = [*supply[0], *supply[1]]
    assert len(made) > 4
    names = ("source", "inputs", "pointers", "operation", "said", "replaced", "inserted", "source_part", "input_part")
    assert len({tuple(getattr(batch, name).shape for name in names) for batch in made}) == 1
    assert made[0].source.shape == (16, 128)
    assert sum(batch.tokens for batch in made) > 0.9 * sum(batch.source.size + batch.inputs.size for batch in made)
