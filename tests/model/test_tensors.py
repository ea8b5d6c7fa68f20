"""int8 in files: right to half a step, packed, never confused with others."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file

from gec.errors import ModelError
from gec.model import checkpoint, tensors
from gec.model.checkpoint import Checkpoint


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "model.safetensors")


def put(folder: Path, tensors: dict[str, torch.Tensor], **told: str) -> None:
    (folder / "model.safetensors").unlink()
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt", **told})


@pytest.mark.parametrize(("bits", "largest", "embedding"), [(8, 127, 127), (6, 31, 31), (4, 7, 31)])
def test_int8_is_right_to_half_a_step_of_each_row(
    bits: int, largest: int, embedding: int, copyist: Checkpoint, tmp_path: Path
) -> None:
    parts = (copyist.config, copyist.network, copyist.tokenizer, copyist.edit_head)
    checkpoint.write(tmp_path, *parts, int8=True, bits=bits)
    again = checkpoint.read(tmp_path)
    others = dict(copyist.network.named_parameters())
    for name, one in again.network.named_parameters():
        other, most = others[name], embedding if name == "embedding.weight" else largest
        step = other.abs().amax(-1, keepdim=True) / most if other.ndim == 2 else torch.zeros(())
        cut = 0.3001 * other.abs().amax(-1, keepdim=True) if most == 7 else 0  # few bits: the largest numbers are cut
        assert ((one - other).abs() <= (0.5001 * step).clamp(min=cut)).all()
        assert (one - other).square().mean() <= (0.51 * step).square().mean()
    whole = (copyist.path / "model.safetensors").stat().st_size
    assert (tmp_path / "model.safetensors").stat().st_size < 1.35 * whole * bits / 32


@pytest.mark.parametrize("bits", [8, 6, 4])
def test_writing_int8_twice_changes_nothing(bits: int, copyist: Checkpoint, tmp_path: Path) -> None:
    once, twice = tmp_path / "once", tmp_path / "twice"
    parts = (copyist.config, copyist.network, copyist.tokenizer, copyist.edit_head)
    checkpoint.write(once, *parts, int8=True, bits=bits)
    read = checkpoint.read(once)
    checkpoint.write(twice, read.config, read.network, read.tokenizer, read.edit_head, int8=True, bits=bits)
    a, b = weights(once), weights(twice)
    assert a.keys() == b.keys()
    assert all(torch.equal(a[name], b[name]) for name in a if a[name].dtype in (torch.int8, torch.uint8))


def test_equal_weights_are_equal_bytes(copyist: Checkpoint, tmp_path: Path) -> None:
    def written() -> bytes:
        checkpoint.write(tmp_path, copyist.config, copyist.network, None, int8=True, bits=4)
        return (tmp_path / "model.safetensors").read_bytes()

    assert len({written() for _ in range(6)}) == 1


@pytest.mark.parametrize("bits", [6, 4])
@given(st.integers(0, 5), st.integers(1, 9), st.randoms(use_true_random=False))
def test_few_bits_are_packed_and_unpacked(bits: int, rows: int, quarter: int, rng: random.Random) -> None:
    most = tensors.LARGEST[bits]
    values = np.array([[rng.randint(-most, most) for _ in range(4 * quarter)] for _ in range(rows)], dtype=np.int8)
    values = values.reshape(rows, 4 * quarter)
    packed = tensors.packed(values, bits)
    assert packed.shape == (rows, bits * quarter // 2)
    assert (tensors.unpacked(packed, bits) == values).all()


def test_bytes_of_other_programs_are_not_read_as_six_bits(copyist: Checkpoint, tmp_path: Path) -> None:
    parts = (copyist.config, copyist.network, copyist.tokenizer, copyist.edit_head)
    checkpoint.write(tmp_path, *parts, int8=True, bits=6)
    put(tmp_path, weights(tmp_path))  # without the metadata
    with pytest.raises(ModelError, match=r"is of the kind U8"):
        checkpoint.read(tmp_path)
    put(tmp_path, {"shared.weight": torch.zeros(3, 4, dtype=torch.uint8)}, packed="six bits")
    with pytest.raises(ModelError, match=r"'shared.weight' is not a matrix of 6 bits"):
        checkpoint.read(tmp_path)
