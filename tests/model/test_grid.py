"""The pipelined decoder's mask, distances and states, compared with loops that follow the paper's equations."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from gec.model import grid
from gec.model.config import Config
from gec.model.heads import Starts
from gec.model.network import T5, DecoderLayer, Sight
from gec.model.start import fresh

CONFIG = Config(vocab_size=60, d_model=16, d_kv=8, d_ff=24, num_heads=2, num_layers=1, num_decoder_layers=2)
LENGTHS = [[1], [5], [4, 1, 6], [3, 7, 2, 1]]


@pytest.fixture(scope="module")
def network() -> T5:
    made = fresh(CONFIG, 2, copying=False)
    generator = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.3)
    return made.eval()


def bucket(distance: int) -> int:
    """T5's bucket of a distance into the past: exact up to half the buckets, logarithmic up to 128."""
    half = CONFIG.buckets // 2
    if distance < half:
        return distance
    far = half + int(math.log(distance / half) / math.log(CONFIG.max_distance / half) * half)
    return min(far, CONFIG.buckets - 1)


def reference(network: T5, encoded: Tensor, inputs: Tensor, places: list[tuple[int, int]]) -> Tensor:
    """States of tokens [T, d], one by one: (i, t) attends to every (i', t') with i' <= i and t' <= t."""
    table = network.decoder.bias.table.weight
    xs = list(inputs)
    for layer in network.decoder.layers:
        assert isinstance(layer, DecoderLayer)
        kept = [layer.attention.heads_of(layer.attention_norm(x)) for x in xs]
        new = []
        for (i, t), x, (q, _, _) in zip(places, xs, kept, strict=True):
            seen = [one for one, (other, then) in enumerate(places) if other <= i and then <= t]
            heads = []
            for head in range(CONFIG.num_heads):
                scores = torch.stack(
                    [
                        q[head] @ kept[one][1][head]
                        + table[bucket(abs(t - places[one][1]) + abs(i - places[one][0])), head]
                        for one in seen
                    ]
                )
                values = torch.stack([kept[one][2][head] for one in seen])
                heads.append(scores.softmax(0) @ values)
            mixed = x + layer.attention.out(torch.cat(heads))
            memory = layer.cross.remember(encoded[None])
            mixed = mixed + layer.cross(layer.cross_norm(mixed)[None, None], memory, None)[0, 0]
            new.append(mixed + layer.feed(layer.feed_norm(mixed)))
        xs = new
    return torch.stack([network.decoder.norm(x) for x in xs])


@pytest.mark.parametrize("delta", [0, 1, 2, 3])
@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
@torch.no_grad()
def test_states_are_those_of_the_paper(network: T5, lengths: list[int], delta: int) -> None:
    places = grid.laid_out(lengths, delta)
    assert places == [(i, i * delta + j) for i in range(len(lengths)) for j in range(lengths[i])]
    inputs = network.embedding(torch.arange(5, 5 + len(places)))
    encoded = torch.randn(7, CONFIG.d_model, generator=torch.Generator().manual_seed(3))
    states = grid.decode(network, encoded[None], torch.tensor([7]), inputs[None], torch.tensor([places]))[0]
    torch.testing.assert_close(states, reference(network, encoded, inputs, places), atol=1e-5, rtol=1e-5)


@torch.no_grad()
def test_one_sub_sequence_is_the_plain_decoder(network: T5) -> None:
    inputs = network.embedding(torch.arange(5, 25)[None])
    encoded, lengths = torch.randn(1, 9, CONFIG.d_model), torch.tensor([9])
    places = torch.tensor([grid.laid_out([20], 1)])
    assert torch.equal(
        grid.decode(network, encoded, lengths, inputs, places),
        network.decoder(inputs, encoded, Sight.of_rows(lengths, encoded.shape[1])),
    )


@torch.no_grad()
def test_an_old_token_never_attends_to_new_ones(network: T5) -> None:
    places = grid.laid_out([6, 5, 4], 2)
    inputs = network.embedding(torch.arange(5, 5 + len(places)))
    encoded, lengths = torch.randn(1, 9, CONFIG.d_model), torch.tensor([9])
    whole = grid.decode(network, encoded, lengths, inputs[None], torch.tensor([places]))[0]
    for now in range(1, 8):
        old = [number for number, (_, time) in enumerate(places) if time <= now]
        some = torch.tensor([[places[number] for number in old]])
        states = grid.decode(network, encoded, lengths, inputs[old][None], some)[0]
        torch.testing.assert_close(states, whole[old], atol=1e-5, rtol=1e-5)


@torch.no_grad()
def test_no_token_attends_to_padding(network: T5) -> None:
    places = grid.laid_out([3, 2], 1)
    inputs = network.embedding(torch.arange(5, 10))
    encoded, lengths = torch.randn(1, 9, CONFIG.d_model), torch.tensor([9])
    bare = grid.decode(network, encoded, lengths, inputs[None], torch.tensor([places]))
    padding = torch.tensor([[(grid.NOWHERE, grid.NOWHERE)] * 2])
    padded = torch.cat((inputs, network.embedding(torch.tensor([50, 51]))))[None]
    states = grid.decode(network, encoded, lengths, padded, torch.cat((torch.tensor([places]), padding), 1))
    torch.testing.assert_close(states[:, :5], bare, atol=1e-5, rtol=1e-5)


def test_starts_change_the_start_tokens_of_later_sentences_alone(network: T5) -> None:
    ids, number = torch.tensor([[0, 7, 0, 8, 0]]), torch.tensor([[0, 0, 1, 0, 2]])
    starts = Starts(CONFIG.d_model, 2)
    plain, told = network.embedding(ids), grid.embed(network, starts, ids, number)
    assert torch.equal(told[0, [0, 1, 3]], plain[0, [0, 1, 3]])
    torch.testing.assert_close(told[0, [2, 4]] - plain[0, [2, 4]], starts.table.weight)
