"""The initial network already copies, without training."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from gec.model import start
from gec.model.checkpoint import Checkpoint
from gec.model.network import T5


@torch.inference_mode()
def copied(network: T5, checkpoint: Checkpoint, lines: list[str]) -> float:
    """The share of tokens that are predicted when all tokens before them were copied."""
    words = checkpoint.tokenizer
    mark = words.id_of("<correct>")
    right = total = 0
    for line in lines[:60]:
        ids = words.encode(line).ids
        source = torch.tensor([[mark, *ids, words.eos]])
        inputs = torch.tensor([[network.config.start, *ids]])
        pointers = torch.arange(1, source.shape[1])[None]  # each copied token moves it on by one
        said = network(source, torch.tensor([source.shape[1]]), inputs, pointers).argmax(-1)[0].tolist()
        right += sum(one == wanted for one, wanted in zip(said, ids, strict=False))
        total += len(ids)
    return right / total


@pytest.mark.parametrize("seed", [1, 2])
def test_a_fresh_network_copies(seed: int, copyist: Checkpoint, lines: list[str]) -> None:
    network = start.fresh(copyist.config, seed, mark=copyist.tokenizer.id_of("<correct>"))
    assert copied(network, copyist, lines) > 0.9


def test_a_fresh_network_with_a_pointer_feed_copies(copyist: Checkpoint, lines: list[str]) -> None:
    config = replace(copyist.config, extras=replace(copyist.config.extras, pointer_feed=True))
    network = start.fresh(config, 1, mark=copyist.tokenizer.id_of("<correct>"))
    assert copied(network, copyist, lines) > 0.99


def test_a_trained_network_is_given_a_pointer(copyist: Checkpoint, lines: list[str]) -> None:
    mark = copyist.tokenizer.id_of("<correct>")
    sources = [[mark, *ids, 1] for ids in copyist.tokenizer.ids_many(lines[60:120])]
    fed = start.with_pointer(copyist.network, sources)
    assert fed.config.extras.pointer_feed
    assert copied(fed, copyist, lines) > max(0.98, copied(copyist.network, copyist, lines))
    assert start.with_pointer(fed, sources) is fed
    pointers = torch.tensor([[1, 2]])
    fed(torch.tensor([sources[0]]), torch.tensor([len(sources[0])]), torch.tensor([[0, 9]]), pointers).sum().backward()
    fed.load_state_dict(fed.state_dict())  # as when a run is continued


def test_a_network_with_ordinary_weights_does_not_copy(copyist: Checkpoint, lines: list[str]) -> None:
    assert copied(start.fresh(copyist.config, 1, copying=False), copyist, lines) < 0.2


def test_a_seed_makes_one_network(copyist: Checkpoint) -> None:
    one, same, other = (start.fresh(copyist.config, seed) for seed in (5, 5, 6))
    assert all(torch.equal(a, b) for a, b in zip(one.parameters(), same.parameters(), strict=True))
    assert not torch.equal(one.embedding.weight, other.embedding.weight)


@pytest.mark.parametrize("layers", [3, 4, 7])
def test_more_layers_say_the_same_at_first(layers: int, copyist: Checkpoint, lines: list[str]) -> None:
    network = copyist.network
    grown = start.deeper(network, layers)
    assert len(grown.encoder.layers) == grown.config.num_layers == layers
    source = torch.tensor([copyist.tokenizer.encode(lines[0]).ids])
    lengths = torch.tensor([source.shape[1]])
    with torch.inference_mode():
        assert torch.equal(grown.encode(source, lengths), network.encode(source, lengths))


@pytest.mark.parametrize("gated", [True, False])
def test_wider_layers_say_the_same_at_first_and_learn(gated: bool, copyist: Checkpoint, lines: list[str]) -> None:
    config = replace(copyist.config, gated=gated)
    network = start.fresh(config, 3)
    grown = start.wider(network, config.d_ff + 24, 1)
    assert grown.config.d_ff == config.d_ff + 24
    source = torch.tensor([copyist.tokenizer.encode(lines[0]).ids])
    lengths = torch.tensor([source.shape[1]])
    before, after = network.encode(source, lengths), grown.encode(source, lengths)
    assert torch.allclose(before, after, atol=1e-5)
    after.square().sum().backward()
    for layer in grown.encoder.layers:
        assert layer.feed.narrow.weight.grad[:, config.d_ff :].abs().sum() > 0


def test_every_layer_of_a_deeper_network_learns(copyist: Checkpoint, lines: list[str]) -> None:
    grown = start.deeper(copyist.network, copyist.config.num_layers + 2)
    source = torch.tensor([copyist.tokenizer.encode(lines[0]).ids])
    grown.encode(source, torch.tensor([source.shape[1]])).square().sum().backward()
    for layer in grown.encoder.layers:
        assert layer.attention.out.weight.grad.abs().sum() > 0
        assert layer.feed.narrow.weight.grad.abs().sum() > 0
