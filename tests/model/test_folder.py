"""What distinguishes one model's folder from another."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from huggingface_hub.utils import filter_repo_objects

from gec.errors import ModelError
from gec.model import checkpoint, hub
from gec.model.checkpoint import Checkpoint
from gec.model.folder import STEP, digest, find, fingerprint, read_config


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
def test_the_json_files_affect_the_fingerprint(model: Path, name: str) -> None:
    before = fingerprint(model), digest(model)
    (model / name).write_text((model / name).read_text() + " ")
    assert fingerprint(model) != before[0]
    assert digest(model) != before[1]


@pytest.mark.parametrize("place", [0, -1])
def test_a_single_byte_makes_the_digest_of_another_model(model: Path, place: int) -> None:
    before = digest(model)
    file = model / "model.safetensors"
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    assert digest(model) != before


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


# --- names


def test_a_hub_name_without_its_owner_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match=r"^t5-small: no such folder; .*, or a model of the .* hub as OWNER/NAME$"):
        read_config(find("t5-small"))


def test_an_adapter_is_refused_with_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text("{}")
    with pytest.raises(ModelError, match="an adapter without its model; merge them"):
        read_config(tmp_path)


@pytest.mark.parametrize("name", ["model.safetensors", "model-00001-of-00002.safetensors", ""])
def test_a_hub_model_without_safetensors_is_named_in_the_error(tmp_path: Path, name: str) -> None:
    """As in the cache after a download. In a new process, since the library finds its cache only once."""
    commit = "0123456789abcdef0123456789abcdef01234567"
    kept = tmp_path / "hub" / "models--someone--t5-that-corrects"
    snapshot = kept / "snapshots" / commit
    snapshot.mkdir(parents=True)
    for file in filter(None, ["config.json", "spiece.model", name]):
        (snapshot / file).touch()
    (kept / "refs").mkdir()
    (kept / "refs" / "main").write_text(commit)
    code = "import sys; from gec.model.folder import find; print(find(sys.argv[1]))"
    command = [sys.executable, "-c", code, "someone/t5-that-corrects"]
    offline = {**os.environ, "HF_HOME": str(tmp_path), "HF_HUB_CACHE": str(tmp_path / "hub"), "HF_HUB_OFFLINE": "1"}
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=offline, check=False)
    if name:
        assert run.stdout.strip() == str(snapshot), run.stderr
    else:
        said = run.stderr.splitlines()[-1]
        assert "someone/t5-that-corrects: the Hugging Face hub gave no safetensors of it, most likely" in said
        assert "give that folder" in said


def test_only_files_that_are_read_are_fetched_from_the_hub() -> None:
    read = ["config.json", "spiece.model", "added_tokens.json", "model-00001-of-00002.safetensors"]
    others = ["checkpoint-500/model.safetensors", "onnx/config.json", "pytorch_model.bin", "README.md"]
    patterns = {"allow_patterns": hub.WANTED, "ignore_patterns": hub.ELSEWHERE}
    assert [*filter_repo_objects([*read, *others], **patterns)] == read


def _set(model: Path, **changed: int) -> None:
    file = model / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **changed}))


def test_a_model_of_more_layers_than_its_config_says_is_refused(model: Path) -> None:
    _set(model, num_layers=1)
    with pytest.raises(ModelError, match=r"'encoder\.block\.1\..*fewer layers"):
        checkpoint.read(model)


def test_a_tokenizer_without_an_end_is_refused(model: Path) -> None:
    _set(model, vocab_size=20_000, eos_token_id=19_999)
    with pytest.raises(ModelError, match=r"tokenizer\.json: no token 19999"):
        checkpoint.read(model)
