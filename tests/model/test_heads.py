"""The additional layers are stored in files of their own, and are dropped with the layers they depend on."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from gec.errors import ModelError
from gec.model import checkpoint, convert
from gec.model.checkpoint import Checkpoint
from gec.model.heads import BlockHeads


def reconfigured(folder: Path, gec: dict[str, object]) -> None:
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "gec": gec}))


@pytest.fixture
def headed(copyist: Checkpoint, tmp_path: Path) -> Path:
    folder = tmp_path / "headed"
    shutil.copytree(copyist.path, folder)
    torch.manual_seed(4)
    blocks = BlockHeads(copyist.config.d_model, 3)
    torch.nn.init.normal_(blocks.narrow.weight)
    checkpoint.add(folder, blocks, blocks=3)
    return folder


def test_block_heads_are_added_to_a_folder_whose_weights_stay(copyist: Checkpoint, headed: Path) -> None:
    before, after = ((path / "model.safetensors").read_bytes() for path in (copyist.path, headed))
    assert before == after
    read = checkpoint.read(headed)
    assert read.blocks is not None
    assert read.blocks.block == read.config.extras.blocks == 3
    assert read.config == replace(copyist.config, extras=replace(copyist.config.extras, blocks=3))


def test_block_heads_survive_writing_and_go_with_the_layers(headed: Path, tmp_path: Path) -> None:
    read = checkpoint.read(headed)
    convert.write(convert.shallow(read, (0, 1, 2)), tmp_path / "whole")
    again = checkpoint.read(tmp_path / "whole")
    assert again.blocks is not None
    assert read.blocks is not None
    before, after = read.blocks.state_dict(), again.blocks.state_dict()
    assert before.keys() == after.keys()
    assert all(torch.equal(value, after[name]) for name, value in before.items())
    convert.write(convert.shallow(read, (0, 2)), tmp_path / "shallow")
    assert checkpoint.read(tmp_path / "shallow").blocks is None


def test_a_folder_that_lost_its_block_heads_says_so(headed: Path) -> None:
    (headed / checkpoint.BLOCKS).unlink()
    with pytest.raises(ModelError, match=r"no blocks\.safetensors in it"):
        checkpoint.read(headed)


@pytest.mark.parametrize("passages", [{"sub_max": 4}, {"sub_max": 0, "delta": 1}, {"sub_max": "4", "delta": 1}, [4]])
def test_starts_that_cannot_be_are_refused(headed: Path, passages: object) -> None:
    reconfigured(headed, {"pipelined": passages})
    with pytest.raises(ModelError, match="sub_max and delta, in numbers"):
        checkpoint.read(headed)


def test_a_number_of_block_heads_that_cannot_be_is_refused(headed: Path) -> None:
    reconfigured(headed, {"blocks": 1})
    with pytest.raises(ModelError, match="blocks is 1"):
        checkpoint.read(headed)
