"""The engine for a GPU: on a CPU its output is that of the float engine, and its passes never wait for the device."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.engine import EncodedSources
from gec.engine.captured import BEGIN, KEPT, CapturedBoard, CapturedEngine, Judged, judged, rounded
from gec.engine.choose import engine_for
from gec.engine.float import FloatEngine
from gec.model import opened
from gec.model.checkpoint import Checkpoint
from gec.model.heads import EditHead
from gec.model.tokenizer import Tokenizer
from tests.decoding.conftest import CONFIG, VOCABULARY, blurred

CPU = torch.device("cpu")


@pytest.fixture(scope="module", params=["plain", "fed by its pointer"])
def model(request: pytest.FixtureRequest, words: Tokenizer) -> Checkpoint:
    """A network that copies with mistakes."""
    network = blurred(1, fed=request.param != "plain")
    return Checkpoint(Path(), network.config, network, words, EditHead(CONFIG.d_model))


def sources(count: int, longest: int = 40) -> list[list[int]]:
    rng = random.Random(count)
    return [[3, *(rng.randrange(5, VOCABULARY) for _ in range(rng.randrange(longest))), 1] for _ in range(count)]


def outputs(engine: FloatEngine, rows: list[list[int]], how: DecodingSettings) -> list[Output]:
    tokens = Tokens([token % 3 != 0 for token in range(VOCABULARY)], frozenset(range(40, 60)))
    done = dict(decode(engine, tokens, rows, how))
    return [done[number] for number in range(len(rows))]


def ids(found: list[Output]) -> list[list[int]]:
    return [one.ids for one in found]


@pytest.mark.parametrize("slots", [1, 3, 32])
def test_the_output_is_that_of_the_float_engine(model: Checkpoint, slots: int) -> None:
    rows = sources(100)
    wanted = outputs(FloatEngine(model, CPU), rows, DecodingSettings(mode="greedy"))
    engine = CapturedEngine(model, CPU)
    for mode in ("greedy", "auto"):
        found = outputs(engine, rows, DecodingSettings(mode=mode, slots=slots))
        assert ids(found) == ids(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert one.odds == pytest.approx(other.odds, abs=1e-3)
    assert sum(one.ids != row[1:] for one, row in zip(wanted, rows, strict=True)) > 2


def test_its_edit_head_guesses_the_same(model: Checkpoint) -> None:
    rows = sources(30)
    wanted = FloatEngine(model, CPU).encode(rows).edited
    assert CapturedEngine(model, CPU).encode(rows).edited == wanted
    assert wanted != rows


def test_a_bias_for_keeping_is_the_same(model: Checkpoint) -> None:
    biased = replace(model, config=replace(model.config, extras=replace(model.config.extras, keep_bias=2.0)))
    rows = sources(100)
    wanted = ids(outputs(FloatEngine(biased, CPU), rows, DecodingSettings()))
    assert ids(outputs(CapturedEngine(biased, CPU), rows, DecodingSettings())) == wanted
    assert ids(outputs(CapturedEngine(model, CPU), rows, DecodingSettings())) != wanted


def test_a_cache_grows_with_what_it_holds(model: Checkpoint) -> None:
    few = sources(9, longest=15)
    rows = [*few, [3, *range(5, VOCABULARY), 1], *few]
    assert len(rows[9]) > 2 * BEGIN
    how = DecodingSettings(slots=4)
    wanted = ids(outputs(FloatEngine(model, CPU), rows, how))
    assert ids(outputs(CapturedEngine(model, CPU), rows, how)) == wanted


def test_a_new_board_uses_the_memory_of_the_last_one(model: Checkpoint) -> None:
    engine, rows, how = CapturedEngine(model, CPU), sources(8), DecodingSettings(slots=2)
    first = outputs(engine, rows, how)
    (kept,) = engine.unused
    launches = dict(kept.launches)
    assert outputs(engine, rows, how) == first
    assert engine.unused == [kept]
    assert kept.launches == launches  # nothing was made again
    assert all(launch.calls > 1 for launch in launches.values())


def test_batches_of_all_sizes_keep_few_states(model: Checkpoint) -> None:
    engine, rows = CapturedEngine(model, CPU), sources(40)
    wanted = ids(outputs(FloatEngine(model, CPU), rows, DecodingSettings()))
    for size in (1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 40):
        assert ids(outputs(engine, rows[:size], DecodingSettings(slots=size))) == wanted[:size]
        assert len(engine.unused) <= KEPT
    assert [kept.slots for kept in engine.unused] == [4, 6, 8, 12, 16, 24, 32, 48]
    outputs(engine, rows[:4], DecodingSettings(slots=4))
    outputs(engine, rows[:3], DecodingSettings(slots=3))
    assert [kept.slots for kept in engine.unused] == [8, 12, 16, 24, 32, 48, 4, 3]  # the oldest is deleted


def test_unused_states_are_freed_if_the_memory_is_full(model: Checkpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, rows = CapturedEngine(model, CPU), sources(9)
    wanted = outputs(engine, rows, DecodingSettings(slots=2))

    def cramped(engine: CapturedEngine, *rest: Any) -> Judged:
        if engine.unused:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return judged(engine, *rest)

    monkeypatch.setattr("gec.engine.captured.judged", cramped)
    assert ids(outputs(engine, rows, DecodingSettings(slots=4))) == ids(wanted)
    assert [kept.slots for kept in engine.unused] == [4]


def test_two_boards_at_a_time_share_no_memory(model: Checkpoint) -> None:
    engine, how = CapturedEngine(model, CPU), DecodingSettings(slots=2)
    tokens = Tokens([token % 3 != 0 for token in range(VOCABULARY)], frozenset(range(40, 60)))
    rows = sources(9)
    wanted = outputs(engine, rows, how)
    one, other = (decode(engine, tokens, rows, how) for _ in range(2))
    found = [pair for pairs in zip(one, other, strict=True) for pair in pairs]
    for number, output in found:
        assert output == wanted[number]


@torch.inference_mode()
@pytest.mark.parametrize("name", ["float32", "bfloat16"])
def test_nothing_waits_for_the_device(model: Checkpoint, name: str) -> None:
    """Torch's meta device has no values, so reading one fails, and so does mixing devices."""
    there, dtype = torch.device("meta"), getattr(torch, name)
    engine = CapturedEngine(
        replace(model, network=copy.deepcopy(model.network), edit_head=EditHead(CONFIG.d_model)), there, dtype
    )
    engine.lowest = torch.zeros(VOCABULARY, dtype=torch.long, device=there)
    memory, guesses = engine.read([[3, 7, 8, 1], [3, 9, 1]])
    assert guesses is not None
    assert guesses.shape == (3, 2, 16)
    assert memory.layers[0][0].dtype == dtype
    board = engine.board(3)
    board.seat([0, 2], EncodedSources([[3, 7, 8, 1], [3, 9, 1]], None, memory), [0, 1])
    with pytest.raises(NotImplementedError, match="copy out of meta"):  # the only value that is read back
        board.verify([0, 2], [0, 0], [[0, 7, 8], [0]], [[0, 1, 2], [0]])
    assert isinstance(board, CapturedBoard)
    ((shape, launch),) = board.kept.launches.items()
    assert shape == (4, 2, 3, 32)
    assert launch.run(launch.given).verdicts.shape == (3, 4)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_a_gpu_replays_what_was_captured(model: Checkpoint) -> None:
    rows = sources(100)
    wanted = ids(outputs(FloatEngine(model, CPU), rows, DecodingSettings(mode="greedy")))
    there = replace(model, network=copy.deepcopy(model.network), edit_head=copy.deepcopy(model.edit_head))
    engine = CapturedEngine(there, torch.device("cuda"))
    for _ in range(2):
        assert ids(outputs(engine, rows, DecodingSettings(slots=4))) == wanted
    (kept,) = engine.unused
    assert any(launch.graph for launch in kept.launches.values())


@pytest.mark.parametrize(("size", "shape"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (7, 8), (97, 128), (96, 96)])
def test_shapes_are_rounded_up(size: int, shape: int) -> None:
    assert rounded(size) == shape


def test_a_cpu_has_the_float_engine(copyist: Checkpoint) -> None:
    assert type(engine_for(opened.read(copyist.path), "cpu", "float")) is FloatEngine
