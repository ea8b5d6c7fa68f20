"""Tokens with the same neighbours begin with similar vectors, and the network still copies."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from torch.nn.functional import cosine_similarity

from gec.model import start
from gec.model import tokenizer as tokenizers
from gec.model.checkpoint import Checkpoint
from gec.model.tokenizer import Tokenizer
from gec.training.vectors import vectors

ANIMALS, DOINGS = ("cow", "hen", "pig", "fox"), ("sings", "waits", "looks", "turns")
TEXTS = [
    f"the {size} {animal} {doing} {place} the barn"
    for size, animal, doing, place in product(("big", "old", "red"), ANIMALS, DOINGS, ("in", "near", "by"))
]


@pytest.fixture(scope="module")
def barn() -> Tokenizer:
    return tokenizers.train(TEXTS, 400)


def test_words_of_a_kind_are_alike(barn: Tokenizer) -> None:
    found = vectors(barn, TEXTS, 4, seed=1)

    def of(word: str) -> torch.Tensor:
        (token,) = barn.encode(word).ids
        return found[token]

    for words in (ANIMALS, DOINGS):
        assert all(cosine_similarity(of(words[0]), of(word), dim=0) > 0.9 for word in words[1:])
    assert cosine_similarity(of("cow"), of("sings"), dim=0) < 0.5


def test_rows_have_the_norm_of_a_random_embedding_or_zero(barn: Tokenizer) -> None:
    length = vectors(barn, TEXTS, 4, seed=1).norm(dim=1)
    assert bool(torch.isclose(length, torch.tensor(2.0), atol=1e-3).logical_or(length == 0).all())
    assert bool((length == 0).any()), "tokens that never occur say nothing"


def test_a_network_with_these_vectors_still_copies(copyist: Checkpoint, lines: list[str]) -> None:
    from tests.model.test_start import copied

    found = vectors(copyist.tokenizer, lines * 5, copyist.config.d_model // 3, seed=1)
    mark = copyist.tokenizer.id_of("<correct>")
    network = start.fresh(copyist.config, 1, mark=mark, vectors=found)
    assert torch.equal(
        network.embedding.weight[100:, :20][found[100:].abs().sum(1) > 0],
        found[100:, :20][found[100:].abs().sum(1) > 0],
    )
    assert copied(network, copyist, lines) > 0.85
