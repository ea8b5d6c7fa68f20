"""Our network gives the same logits as Hugging Face's T5 with the same weights, whole or in pieces."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor
from transformers import MT5Config, MT5ForConditionalGeneration, T5Config, T5ForConditionalGeneration

from gec.model import checkpoint
from gec.model.cache import KeyValueCache, Ragged
from gec.model.network import T5
from gec.model.tokenizer import Tokenizer

Pair = tuple[torch.nn.Module, T5]

NEAR = 1e-4
SIZES = {"d_model": 64, "d_kv": 16, "d_ff": 96, "num_heads": 4, "vocab_size": 640, "dropout_rate": 0.0}
PLAIN = {"feed_forward_proj": "relu", "tie_word_embeddings": True}
GATED = {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}
ODD = {"feed_forward_proj": "gated-silu", "d_kv": 24, "relative_attention_max_distance": 64}
MANY = {"vocab_size": 250_112, "d_model": 32, "d_kv": 8}
LENGTHS = [17, 3, 160, 9]  # one is beyond the last bucket of distances
KINDS: dict[str, tuple[type, dict[str, Any], int, int]] = {
    "v1.0, relu, tied, 6+6": (T5Config, PLAIN, 6, 6),
    "v1.1 and flan, gated gelu, untied, 6+6": (T5Config, GATED, 6, 6),
    "gated silu, heads wider than the model, 2+3": (T5Config, GATED | ODD, 2, 3),
    "mt5, 250,112 tokens, untied, 2+2": (MT5Config, GATED | MANY, 2, 2),
}


@pytest.fixture(scope="module", params=KINDS)
def pair(request: pytest.FixtureRequest, words: Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Pair:
    """A network of transformers with random weights, and ours, read from the folder that the first one wrote."""
    folder = tmp_path_factory.mktemp("theirs")
    model = theirs(*KINDS[request.param])
    model.save_pretrained(folder)
    words.write(folder)
    return model, checkpoint.read(folder).network


def theirs(shape: type, extra: dict[str, Any], encoder: int, decoder: int) -> torch.nn.Module:
    torch.manual_seed(3)
    config = shape(**{**SIZES, **extra, "num_layers": encoder, "num_decoder_layers": decoder})
    model = (MT5ForConditionalGeneration if shape is MT5Config else T5ForConditionalGeneration)(config)
    with torch.no_grad():
        if not extra["tie_word_embeddings"]:  # newer versions of transformers would tie these
            model.lm_head.weight = torch.nn.Parameter(torch.randn_like(model.shared.weight) * 0.3)
        for name, weights in model.named_parameters():  # norms begin as ones, which would hide a mix-up
            if "norm" in name:
                weights.add_(torch.randn_like(weights) * 0.3)
    return model.eval()


def batch(network: T5) -> tuple[Tensor, Tensor, Tensor]:
    """Padded sources, their lengths, decoder inputs."""
    torch.manual_seed(4)
    vocabulary = network.config.vocab_size
    ids = torch.randint(2, vocabulary, (len(LENGTHS), max(LENGTHS)))
    lengths = torch.tensor(LENGTHS)
    ids[torch.arange(max(LENGTHS)) >= lengths[:, None]] = 0
    inputs = torch.randint(2, vocabulary, (len(LENGTHS), 150 if vocabulary < 1000 else 20))
    inputs[:, 0] = 0
    return ids, lengths, inputs


@torch.inference_mode()
def test_logits_are_those_of_transformers(pair: Pair) -> None:
    reference, ours = pair
    ids, lengths, inputs = batch(ours)
    mask = (torch.arange(ids.shape[1]) < lengths[:, None]).long()
    wanted = reference(input_ids=ids, attention_mask=mask, decoder_input_ids=inputs).logits
    worst = (wanted - ours(ids, lengths, inputs)).abs().max().item()
    print(f"largest difference {worst:.2e} among logits up to {wanted.abs().max().item():.1f}")
    assert worst < NEAR


@torch.inference_mode()
def test_logits_against_a_ragged_cache_are_those_of_the_whole(pair: Pair) -> None:
    """Rows grow by different numbers of tokens, take some back, and change places."""
    _, ours = pair
    ids, lengths, inputs = batch(ours)
    wanted = ours(ids, lengths, inputs)
    seat = [5, 0, 3, 2]
    cache = seated(ours, ids, lengths, seat, slots=6)
    done = [0, 0, 0, 0]
    worst = 0.0
    turn = torch.Generator().manual_seed(5)
    for step in range(12):
        order = [row for row in torch.randperm(4, generator=turn).tolist() if (row + step) % 5]
        room = {row: min(1 + (7 * step + 11 * row) % 12, inputs.shape[1] - done[row]) for row in order}
        rows = [row for row in order if room[row]]
        if not rows:
            break
        sizes = [room[row] for row in rows]
        packed = torch.cat([inputs[row, done[row] : done[row] + size] for row, size in zip(rows, sizes, strict=True)])
        ragged = Ragged.of([seat[row] for row in rows], [done[row] for row in rows], sizes, cache)
        found = ours.logits(ours.extend(packed, cache, ragged)).split(sizes)
        for row, size, part in zip(rows, sizes, found, strict=True):
            worst = max(worst, (part - wanted[row, done[row] : done[row] + size]).abs().max().item())
            done[row] += size - 2 if size > 4 else size  # the last two are rejected and will be overwritten
    print(f"largest difference {worst:.2e} after {done} tokens")
    assert worst < NEAR


def seated(network: T5, ids: Tensor, lengths: Tensor, seat: list[int], slots: int) -> KeyValueCache:
    cache = KeyValueCache.empty(network.config, slots, 192, ids.shape[1], network.embedding.weight)
    states = network.encode(ids, lengths)
    for number, layer in enumerate(network.decoder.layers):
        cache.source_keys[number][seat], cache.source_values[number][seat] = layer.cross.remember(states)
    cache.source_length[seat] = lengths
    return cache
