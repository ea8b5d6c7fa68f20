"""Hidden words: whole words are replaced by a special token in the source, and the target is the sentence."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer as Fast
from tokenizers import models

from gec.errors import GecError
from gec.model.tokenizer import UNK, Tokenizer
from gec.training import recipe as recipes
from gec.training.hidden import DROPPED, SHARE, SWAPPED, Hiding
from gec.training.pairs import Chunks, VocabularyIds
from gec.training.recipe import MixSource
from gec.training.records import Mix

SENTENCES = [
    "The committee will publish its findings before the end of June.",
    "Nobody had told the drivers that the bridge was closed.",
    "She keeps two ladders, a saw and a tin of unspeakable glue in the shed.",
]


@pytest.fixture
def hiding(small_tokenizer: tuple[Path, Tokenizer]) -> Hiding:
    return Hiding.of(small_tokenizer[1])


def test_the_token_for_hidden_words_is_in_no_text(hiding: Hiding, small_tokenizer: tuple[Path, Tokenizer]) -> None:
    tokenizer = small_tokenizer[1]
    assert hiding.mark == tokenizer.id_of(UNK)
    assert not any(hiding.mark in tokenizer.encode(text).ids for text in [*SENTENCES, UNK, "\ufffd \U0001f600"])
    assert hiding.starts_word[hiding.mark]  # the pointer passes one hidden word at a time


def test_whole_words_are_hidden_and_as_many_as_meant(hiding: Hiding, small_tokenizer: tuple[Path, Tokenizer]) -> None:
    rng = random.Random(3)
    hidden = words = dropped = 0
    for _ in range(400):
        for ids in small_tokenizer[1].ids_many(SENTENCES):
            out = hiding(ids, rng)
            stands = [token for token in out if token != hiding.mark]
            assert set(stands) <= set(ids)
            words += sum(not place or hiding.starts_word[token] for place, token in enumerate(ids))
            hidden += out.count(hiding.mark)
            dropped += not out.count(hiding.mark) and len(out) < len(ids)
    assert hidden / words == pytest.approx(SHARE * (1 - DROPPED - SWAPPED), rel=0.05)
    assert dropped > 0


def test_the_target_of_a_mix_has_the_hidden_words(recipe_file: Path, small_tokenizer: tuple[Path, Tokenizer]) -> None:
    tokenizer = small_tokenizer[1]
    (recipe_file.parent / "hidden.txt").write_text("\n".join(SENTENCES), encoding="utf-8")
    recipe = recipes.read(recipe_file)
    stage = replace(recipe.stages[0], mix=(MixSource("hidden", ("hidden.txt",), 1.0),))
    mix = Mix(stage.mix, (recipe_file.parent,))
    chunks = Chunks(recipe, stage, mix, tokenizer, VocabularyIds(len(tokenizer), {"correct": (3,)}))
    mark, batch = tokenizer.id_of(UNK), chunks[0][0]
    names = batch.ids if batch.ids.size else np.arange(len(tokenizer))
    assert mark in names[batch.source]
    assert mark not in names[batch.inputs]
    said = {tokenizer.decode([int(one) for one in row if one > 4]) for row in names[batch.inputs]}
    assert {one.strip() for one in said} <= {sentence.removesuffix(".") for sentence in SENTENCES} | set(SENTENCES)


def test_a_vocabulary_without_such_a_token_is_refused() -> None:
    with pytest.raises(GecError, match="nothing can stand for hidden words"):
        Hiding.of(Tokenizer(Fast(models.BPE(vocab={"a": 0}, merges=[]))))
