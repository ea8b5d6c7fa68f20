"""What tells one model's folder from another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gec.model.checkpoint import Checkpoint
from gec.model.folder import STEP, fingerprint


@pytest.fixture
def model(copyist: Checkpoint, tmp_path: Path) -> Path:
    return Path(shutil.copytree(copyist.path, tmp_path / "model"))


def test_a_copy_elsewhere_is_the_same_model(model: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(model, tmp_path / "elsewhere")
    for file in copy.iterdir():
        os.utime(file, (1, 1))
    (copy / "CARD.md").write_text("What it is.")
    assert fingerprint(copy) == fingerprint(model)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json"])
def test_what_is_written_in_json_counts(model: Path, name: str) -> None:
    before = fingerprint(model)
    (model / name).write_text((model / name).read_text() + " ")
    assert fingerprint(model) != before


@pytest.mark.parametrize("part", [0.0, 0.5, 0.999])
def test_other_weights_of_the_same_size_are_another_model(model: Path, part: float) -> None:
    before = fingerprint(model)
    file = model / "model.safetensors"
    content = bytearray(file.read_bytes())
    place = int(len(content) * part)
    for at in range(place, min(place + STEP, len(content))):
        content[at] ^= 1
    file.write_bytes(content)
    assert fingerprint(model) != before
