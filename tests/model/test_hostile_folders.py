"""Malicious folders: each is refused in one line, quickly, and without reading much."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gec.errors import ModelError
from gec.model import opened
from gec.model.checkpoint import Checkpoint
from gec.model.folder import digest, fingerprint

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"


@pytest.fixture
def model(copyist: Checkpoint, tmp_path: Path) -> Path:
    return Path(shutil.copytree(copyist.path, tmp_path / "model"))


def told(model: Path, **changes: object) -> None:
    """Change config.json."""
    file = model / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def sparse(file: Path) -> None:
    """A tensor of 8 GiB of zeros in a sparse file."""
    header = json.dumps({"huge": {"dtype": "F32", "shape": [1 << 31], "data_offsets": [0, 1 << 33]}}).encode()
    with file.open("wb") as made:
        made.write(len(header).to_bytes(8, "little") + header)
        made.truncate(8 + len(header) + (1 << 33))


def read_so_far() -> int:
    """Bytes that this process has read; a count, because time depends on the machine."""
    said = Path("/proc/self/io")
    return int(said.read_text().split()[1]) if said.exists() else 0


def pipe(file: Path) -> None:
    file.unlink(missing_ok=True)
    os.mkfifo(file)


def elsewhere(model: Path) -> None:
    (model.parent / "secret.safetensors").write_bytes((model / WEIGHTS).read_bytes())
    (model / WEIGHTS).unlink()
    (model / INDEX).write_text(json.dumps({"weight_map": {"a": "../secret.safetensors"}}))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda model: told(model, layer_norm_epsilon=1e308), "layer_norm_epsilon is 1e+308"),
        (lambda model: told(model, gec={"keep_bias": 1e308}), "keep_bias is 1e+308"),
        (lambda model: told(model, gec={"tasks": {"correct": "x" * 2_000}}), "a text of at most 1,000 characters"),
        (lambda model: sparse(model / WEIGHTS), "and config.json describes a smaller model"),
        (lambda model: os.truncate(model / "config.json", 1 << 33), "larger than 16 MiB"),
        (lambda model: os.truncate(model / "tokenizer.json", 1 << 33), "8,589,934,592 bytes"),
        (elsewhere, "names '../secret.safetensors', which is not a file of this folder"),
        (lambda model: pipe(model / WEIGHTS), "not a file"),
        (lambda model: pipe(model / "config.json"), "no config.json in it"),
        (lambda model: pipe(model / "tokenizer.json"), "no tokenizer.json in it"),
    ],
)
def test_it_is_refused_in_one_line(model: Path, spoil: Callable[[Path], object], said: str) -> None:
    spoil(model)
    before = read_so_far()
    with pytest.raises(ModelError) as error:
        fingerprint(model)
        opened.read(model)
    assert said in str(error.value)
    assert len(str(error.value)) < 3_000
    assert read_so_far() - before < 1 << 25


def test_pipes_and_folders_beside_a_model_are_not_read(model: Path) -> None:
    before = fingerprint(model), digest(model)
    (model / "notes.json").mkdir()
    (model / "more.safetensors").mkdir()
    pipe(model / "waits.json")
    pipe(model / "waits.safetensors")
    assert (fingerprint(model), digest(model)) == before
    assert opened.read(model).tensors


ODD = (None, True, -1, 0, 1, 7, 1e308, -0.5, 2**70, "", "x", [], {}, [0], {"a": 1}, "gated-gelu", 10**9)


def _mutate(model: Path, chance: random.Random) -> None:
    """Change a value in a JSON file, or bytes of any file, or its length."""
    name = chance.choice(["config.json", "config.json", "tokenizer.json", WEIGHTS])
    file = model / name
    raw = bytearray(file.read_bytes())
    way = chance.random()
    if name == "config.json" and way < 0.7:
        data = json.loads(raw)
        section = data["gec"] if chance.random() < 0.4 else data
        section[chance.choice(list(section))] = chance.choice(ODD)
        raw = bytearray(json.dumps(data).encode())
    elif way < 0.1:
        del raw[chance.randrange(len(raw)) :]
    else:
        reach = min(len(raw), 4_000) if chance.random() < 0.7 else len(raw)  # such as the header of weights
        for _ in range(chance.randrange(1, 6)):
            raw[chance.randrange(reach)] = chance.randrange(256)
    file.write_bytes(raw)


@pytest.fixture
def gigabyte() -> Iterator[None]:
    """Let this process have so much more memory and no more."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + (1 << 30), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def test_more_than_a_gigabyte_is_noticed(gigabyte: None) -> None:
    with pytest.raises(MemoryError):
        bytearray((1 << 30) + (1 << 26))


def test_mutated_folders_are_read_or_refused_in_one_line(gigabyte: None, copyist: Checkpoint, tmp_path: Path) -> None:
    chance = random.Random(42)
    refused = 0
    for _ in range(int(os.environ.get("GEC_FUZZ", "60"))):
        model = Path(shutil.copytree(copyist.path, tmp_path / "model", dirs_exist_ok=True))
        _mutate(model, chance)
        begin = time.process_time()
        try:
            found = opened.read(model)
            found.parameters(), found.edit_head(), found.blocks(), found.starts()
        except ModelError as error:
            refused += 1
            assert "\n" not in str(error)
        assert time.process_time() - begin < 10
    assert refused > 20
