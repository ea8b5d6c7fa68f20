"""The int8 engine's output for a sentence does not depend on the batch or on drafts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gec
from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, Drafter, Output, decode
from gec.engine import graphs
from gec.engine.choose import engine_for
from gec.engine.float import FloatEngine
from gec.engine.int8 import Int8Engine
from gec.model import checkpoint, opened, start
from gec.model.checkpoint import Checkpoint
from gec.model.config import Config, Extras
from gec.model.heads import BlockHeads, EditHead
from gec.model.tokenizer import Tokenizer
from tests.misleading import EOS, adversary, random_sources

GREEDY = DecodingSettings(mode="greedy", slots=1)
SHAPES = {  # each has something that another one lacks
    "ours": Config(600, 64, 32, 96, 2, 2, 2, extras=Extras(edit_head=True)),
    "with a keep bias": Config(600, 64, 32, 96, 2, 2, 2, extras=Extras(keep_bias=1.5)),
    "with a negative one": Config(600, 64, 32, 96, 2, 2, 2, extras=Extras(keep_bias=-1.0)),
    "fed by its pointer": Config(600, 64, 32, 96, 2, 2, 2, extras=Extras(pointer_feed=True, keep_bias=-1.0)),
    "T5 v1.0": Config(600, 64, 16, 96, 4, 2, 2, "relu", gated=False),
    "mT5": Config(600, 48, 16, 80, 3, 2, 2, tied=False, scaled_output=False, model_type="mt5"),
    "exact gelu, three layers": Config(600, 64, 32, 64, 2, 1, 3, "gelu", gated=False),
    "silu": Config(600, 64, 32, 64, 2, 3, 1, "silu"),
}
few = pytest.mark.parametrize("saved", ["ours", "fed by its pointer", "mT5"], indirect=True)


@pytest.fixture(scope="module", params=list(SHAPES))
def saved(request: pytest.FixtureRequest, words: Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Checkpoint:
    """A network that copies with mistakes, stored in int8, in one of the shapes."""
    config = replace(SHAPES[request.param], vocab_size=len(words))
    network = start.fresh(config, 1, mark=3)
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.12 * parameter.std())
    path = tmp_path_factory.mktemp("blurred")
    torch.manual_seed(3)
    head = EditHead(config.d_model) if config.extras.edit_head else None
    checkpoint.write(path, config, network, words, head, int8=True)
    return checkpoint.read(path)


@pytest.fixture(scope="module")
def engine(saved: Checkpoint) -> Int8Engine:
    return Int8Engine(opened.read(saved.path))


def tokens_of(saved: Checkpoint) -> Tokens:
    return Tokens(saved.tokenizer.starts_word, frozenset(range(40, 60)))


def outputs(
    engine: Int8Engine | FloatEngine,
    tokens: Tokens,
    rows: list[list[int]],
    how: DecodingSettings,
    drafter: Drafter | None = None,
) -> list[Output]:
    done = dict(decode(engine, tokens, rows, how, drafter=drafter))
    return [done[number] for number in range(len(rows))]


def said(found: Sequence[Output]) -> list[tuple[list[int], list[float]]]:
    return [(one.ids, one.odds) for one in found]


sources = st.lists(st.integers(5, 399), max_size=40).map(lambda ids: [3, *ids, EOS])


@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(rows=st.lists(sources, min_size=1, max_size=9), seed=st.integers(0, 10**6), slots=st.integers(1, 9))
def test_neither_draft_nor_batch_changes_a_bit(
    engine: Int8Engine, saved: Checkpoint, rows: list[list[int]], seed: int, slots: int
) -> None:
    tokens = tokens_of(saved)
    alone = said(outputs(engine, tokens, rows, GREEDY))
    assert said(outputs(engine, tokens, rows, DecodingSettings(slots=slots))) == alone
    assert said(outputs(engine, tokens, rows, DecodingSettings(slots=slots), adversary(seed))) == alone
    assert said(outputs(engine, tokens, rows, DecodingSettings(mode="greedy", slots=slots))) == alone


@few
def test_a_cpu_that_would_saturate_says_the_same(
    engine: Int8Engine, saved: Checkpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens, rows = tokens_of(saved), random_sources(20, seed=5)
    monkeypatch.setattr(graphs, "saturates", lambda: True)
    other = Int8Engine(opened.read(saved.path))
    assert said(outputs(other, tokens, rows, DecodingSettings())) == said(outputs(engine, tokens, rows, GREEDY))


@few
def test_order_changes_nothing(engine: Int8Engine, saved: Checkpoint) -> None:
    tokens, rows = tokens_of(saved), [*random_sources(20, seed=3), *random_sources(2, seed=4, longest=200)]
    alone = said(outputs(engine, tokens, rows, DecodingSettings(slots=1)))
    order = random.Random(1).sample(range(len(rows)), len(rows))
    for slots in (7, 32):
        found = said(outputs(engine, tokens, [rows[place] for place in order], DecodingSettings(slots=slots)))
        assert found == [alone[place] for place in order]


def test_states_are_those_of_the_network_up_to_rounding(engine: Int8Engine, saved: Checkpoint) -> None:
    source = random_sources(1, seed=5)[0]
    network = saved.network
    with torch.inference_mode():
        states = network.encode(torch.tensor([source]), torch.tensor([len(source)]))
        keys, values = network.decoder.layers[0].cross.remember(states)
    encoded = engine.encode([source])
    size = saved.config.num_decoder_layers * 2 * saved.config.inner
    shape = (len(source), saved.config.num_decoder_layers, 2, saved.config.num_heads, -1)
    memory = encoded.memory[:, :size].reshape(shape)
    for mine, theirs in ((memory[:, 0, 0], keys), (memory[:, 0, 1], values)):
        wanted = theirs[0].transpose(0, 1).numpy()
        assert np.sqrt(((mine - wanted) ** 2).mean() / (wanted**2).mean()) < 0.05


@few
def test_the_output_is_mostly_that_of_floats(engine: Int8Engine, saved: Checkpoint) -> None:
    rows = random_sources(40, seed=6, longest=12)
    tokens = tokens_of(saved)
    whole = outputs(engine, tokens, rows, DecodingSettings())
    floats = outputs(FloatEngine(saved, torch.device("cpu")), tokens, rows, DecodingSettings())
    assert sum(one.ids == other.ids for one, other in zip(whole, floats, strict=True)) > 0.5 * len(rows)


def test_the_edit_head_guesses_what_it_guesses_in_floats(words: Tokenizer, copyist: Checkpoint, tmp_path: Path) -> None:
    checkpoint.write(tmp_path, copyist.config, copyist.network, words, copyist.edit_head, int8=True)
    rows = random_sources(40, seed=8)
    mine = Int8Engine(opened.read(tmp_path)).encode(rows).edited
    theirs = FloatEngine(checkpoint.read(tmp_path), torch.device("cpu")).encode(rows).edited
    assert mine is not None and theirs is not None
    assert sum(one == other for one, other in zip(mine, theirs, strict=True)) > 0.5 * len(rows)


@pytest.mark.parametrize("fed", [False, True])
def test_the_block_heads_guess_what_they_guess_in_floats(words: Tokenizer, tmp_path: Path, fed: bool) -> None:
    config = Config(len(words), 64, 32, 96, 2, 2, 2, extras=Extras(pointer_feed=fed, blocks=4))
    torch.manual_seed(2)
    blocks = BlockHeads(config.d_model, 4, fed=fed)
    torch.nn.init.normal_(blocks.narrow.weight, std=0.02)
    checkpoint.write(tmp_path, config, start.fresh(config, 1, mark=3), words, None, [blocks], int8=True)
    tokens, rows = Tokens(words.starts_word, frozenset()), random_sources(40, seed=8)
    engines = Int8Engine(opened.read(tmp_path)), FloatEngine(checkpoint.read(tmp_path), torch.device("cpu"))
    mine, theirs = (outputs(engine, tokens, rows, DecodingSettings(mode="blockwise")) for engine in engines)
    same = [(one.ids, one.passes) == (other.ids, other.passes) for one, other in zip(mine, theirs, strict=True)]
    assert sum(same) > 0.5 * len(rows)
    assert sum(one.passes for one in mine) < sum(len(one.ids) for one in mine)
    assert engines[0].unbiased().ahead() is engines[0].ahead()  # not read again


# --- which engine, and what it costs to start


def test_int8_weights_run_in_int8_and_floats_in_floats(copyist: Checkpoint, words: Tokenizer, tmp_path: Path) -> None:
    checkpoint.write(tmp_path, copyist.config, copyist.network, words, copyist.edit_head, int8=True)
    assert isinstance(engine_for(opened.read(tmp_path), "cpu"), Int8Engine)
    assert isinstance(engine_for(opened.read(tmp_path), "cpu", "float"), FloatEngine)
    assert isinstance(engine_for(opened.read(copyist.path), "cpu"), FloatEngine)
    assert isinstance(engine_for(opened.read(copyist.path), "cpu", "int8"), Int8Engine)


def test_int8_is_for_a_cpu(copyist: Checkpoint) -> None:
    with pytest.raises(gec.GecError, match="CPU only"):
        engine_for(opened.read(copyist.path), "cuda", "int8")
