"""`gec model info`, and the errors of all commands for an unusable checkpoint."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

from gec.cli import group

ROOT = Path(__file__).parents[2]
MAKE = """
import sys
from pathlib import Path
from gec.model import checkpoint, tokenizer
from gec.model.config import Config
from gec.model.start import fresh
config = Config(vocab_size=400, d_model=32, d_kv=8, d_ff=64, num_heads=4, num_layers=3, num_decoder_layers=1)
words = tokenizer.train(["He goes to school every day, and she does not."] * 9, 400)
checkpoint.write(Path(sys.argv[1]), config, fresh(config, 1), words, int8=True)
"""


def gec(*words: str | Path) -> click.testing.Result:
    result = click.testing.CliRunner().invoke(group, [*map(str, words)], input=b"He go.\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checkpoint")
    subprocess.run([sys.executable, "-c", MAKE, folder], check=True, cwd=ROOT)
    return folder


@pytest.fixture
def checkpoint(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "model"))


def test_a_checkpoint_is_described(checkpoint: Path) -> None:
    facts = json.loads(gec("model", "info", checkpoint, "--format", "json").stdout)
    assert facts["path"] == str(checkpoint)
    assert (facts["kind"], facts["encoder_layers"], facts["decoder_layers"]) == ("t5", 3, 1)
    assert set(facts["stored_as"].split(", ")) == {"F32", "I8"}
    assert facts["bytes"] == (checkpoint / "model.safetensors").stat().st_size
    table = gec("model", "info", checkpoint).stdout
    assert "encoder layers   3\n" in table
    assert f"parameters       {facts['parameters']:,}\n" in table


def test_the_parameters_of_the_shipped_model_are_those_of_its_card() -> None:
    facts = json.loads(gec("model", "info", "--format", "json").stdout)
    card = (Path(facts["path"]) / "CARD.md").read_text(encoding="utf-8")
    assert f"{facts['parameters'] / 1e6:.1f} M parameters in all" in card
    assert 0 < facts["head_parameters"] < facts["parameters"] / 15  # the edit head and the block heads


def test_a_checkpoint_is_described_without_torch() -> None:
    without = "import sys; sys.modules['torch'] = None; from gec.cli import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", without, "model", "info"], check=False, cwd=ROOT, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "encoder layers   14\n" in run.stdout


def pickled(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(pickle.dumps({"shared.weight": [1.0]}))


def cut(folder: Path) -> None:
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-1000])


def emptied(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"")


def without_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()


def only_pickled_weights(folder: Path) -> None:
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def without_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def broken_config(folder: Path) -> None:
    (folder / "config.json").write_text("{")


def another_shape(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"d_ff": 128}))


def more_words_than_memory(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"vocab_size": 10**9}))


def half_a_prefix(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"gec": {"tasks": {"correct": "\ud800"}}}))


def another_kind(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"model_type": "bart"}))


def tokenizer_too_large(folder: Path) -> None:
    words = json.loads((folder / "tokenizer.json").read_text())
    words["model"]["vocab"] |= {f"word{i}": 1000 + i for i in range(200)}
    (folder / "tokenizer.json").write_text(json.dumps(words))


def without_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


def broken_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("[]")


UNUSABLE = [
    (pickled, "model.safetensors", "a pickle with another name"),
    (cut, "model.safetensors", "cut short or damaged"),
    (emptied, "model.safetensors", "cut short or damaged"),
    (without_weights, "", "no model.safetensors"),
    (only_pickled_weights, "", "only pickled weights"),
    (without_config, "", "no config.json"),
    (broken_config, "config.json", "not readable as JSON"),
    (another_shape, "", "config.json asks for"),
    (more_words_than_memory, "", "config.json asks for"),
    (half_a_prefix, "config.json", "it holds a text"),
    (another_kind, "config.json", "a 'bart' model; gec runs T5"),
    (tokenizer_too_large, "tokenizer.json", "embeddings; the file belongs to another model"),
    (without_tokenizer, "", "no tokenizer.json"),
    (broken_tokenizer, "tokenizer.json", "not a tokenizer"),
    (shutil.rmtree, "", ""),
]


@pytest.mark.parametrize(("spoil", "named", "said"), UNUSABLE)
def test_an_unusable_checkpoint_is_reported_in_one_line(
    spoil: Callable[[Path], None], named: str, said: str, checkpoint: Path
) -> None:
    spoil(checkpoint)
    refused(gec("model", "info", checkpoint), checkpoint / named, said)


@pytest.mark.parametrize(("spoil", "named", "said"), UNUSABLE[::6])
def test_an_error_names_the_option_for_the_model(
    spoil: Callable[[Path], None], named: str, said: str, checkpoint: Path
) -> None:
    spoil(checkpoint)
    refused(gec("correct", "-", "--model", checkpoint), f"--model: {checkpoint / named}", said)


def refused(result: click.testing.Result, place: object, said: str) -> None:
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {place}: ")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
