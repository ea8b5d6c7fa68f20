"""The float engine with tokens that are hard to tell apart."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest
import torch

from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, decode
from gec.engine.float import FloatEngine
from gec.model.checkpoint import Checkpoint


@pytest.fixture
def twins(copyist: Checkpoint) -> tuple[Checkpoint, int, int]:
    """A copyist for which two tokens have the same output row, and these tokens."""
    one, other = sorted(copyist.tokenizer.encode(" the of").ids[-2:])
    network = copy.deepcopy(copyist.network)
    with torch.no_grad():
        network.embedding.weight[other] = network.embedding.weight[one]
    return replace(copyist, network=network), one, other


def test_identical_tokens_need_no_arbitration(
    twins: tuple[Checkpoint, int, int], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model, one, other = twins
    looked: list[list[int]] = []
    arbitrate = FloatEngine.arbitrate

    def noted(self: FloatEngine, source: list[int], said: list[int], pointers: list[int]) -> int:
        looked.append(source)
        return arbitrate(self, source, said, pointers)

    monkeypatch.setattr(FloatEngine, "arbitrate", noted)
    said = outputs(model, lines[:80])
    assert any(one in ids for ids in said)
    assert not any(other in ids for ids in said)
    assert not looked


def outputs(model: Checkpoint, lines: list[str], *, bias: float = 0.0) -> list[list[int]]:
    extras = replace(model.config.extras, keep_bias=bias)
    engine = FloatEngine(replace(model, config=replace(model.config, extras=extras)), torch.device("cpu"))
    tokens = Tokens.of(model.tokenizer, model.config)
    mark = model.tokenizer.id_of("<correct>")
    assert mark is not None
    rows = [[mark, *encoded.ids, model.config.eos] for encoded in model.tokenizer.encode_many(lines)]
    done = dict(decode(engine, tokens, rows, DecodingSettings()))
    return [done[number].ids for number in range(len(rows))]


def test_a_keep_bias_distinguishes_identical_tokens(twins: tuple[Checkpoint, int, int], lines: list[str]) -> None:
    model, one, other = twins
    said = outputs(model, lines[:80], bias=1.0)
    assert any(one in ids for ids in said)
    assert any(other in ids for ids in said)


def test_arbitration_does_not_copy_the_weights(twins: tuple[Checkpoint, int, int]) -> None:
    network = twins[0].network
    exact = FloatEngine(twins[0], torch.device("cpu")).exact
    source, length, inputs = torch.tensor([[3, 20, 30, 40, 1]]), torch.tensor([5]), torch.tensor([[0, 20, 31]])
    with torch.inference_mode():
        assert torch.equal(exact(source, length, inputs), copy.deepcopy(network).double()(source, length, inputs))
        assert network(source, length, inputs).dtype == torch.float32
    places = {parameter.data_ptr() for parameter in network.parameters()}
    assert {parameter.data_ptr() for parameter in exact.parameters()} == places


@pytest.mark.parametrize("size", [1.0, 1e4])
def test_the_limit_for_close_logits_grows_with_their_range(twins: tuple[Checkpoint, int, int], size: float) -> None:
    model, one, other = twins
    with torch.no_grad():
        model.network.embedding.weight[other] *= 1 + 1e-6
    engine = FloatEngine(model, torch.device("cpu"))
    state = engine.network.output_weight[one][None] * size
    with torch.inference_mode():
        logits, best, close, _ = engine.judged(state, torch.tensor([-1]))
    assert int(best) in (one, other)
    assert bool(close)
    assert size == 1 or abs(float(logits[0, one] - logits[0, other])) > 1e-3
