"""A recipe so small that a step takes milliseconds, and its tokenizer."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from gec.model import tokenizer as tokenizers
from gec.model.tokenizer import Tokenizer
from gec.training import texts, tune

LEARNER = Path(__file__).parents[2] / "corpora" / "learner" / "ea-01.txt.xz"

RECIPE = """
name = "test"
batch_tokens = 512
longest = 64
tokenizer = "{tokenizer}"

[model]
d_model = 32
d_kv = 16
d_ff = 48
num_heads = 2
num_layers = 1
num_decoder_layers = 1

[optimizer]
warmup = 5
average = 0.9

[measure]
files = ["texts-*.txt"]
sentences = 0

[[stage]]
name = "one"
share = 0.6
[[stage.mix]]
kind = "learner"
files = ["texts-*.txt"]
soften = 0.5
weight = 0.5
[[stage.mix]]
kind = "noise"
files = ["clean.txt"]
register = "heavy"
weight = 0.5

[[stage]]
name = "two"
share = 0.4
rate = [0.5, 0.1]
[[stage.mix]]
kind = "rewrite"
files = ["rewrite/rw-01.txt"]
task = "rewrite"
weight = 0.3
[[stage.mix]]
kind = "learner"
files = ["texts-*.txt"]
weight = 0.7
"""


@pytest.fixture(scope="session")
def clean() -> list[str]:
    """Corrected sentences of the project's own texts."""
    return [texts.expand(line)[1] for text in texts.learner_texts(LEARNER) for line in text]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches with which fine-tuning takes seconds."""
    made = tune._recipe
    monkeypatch.setattr(tune, "_recipe", lambda *given, **more: replace(made(*given, **more), batch_tokens=1024))


@pytest.fixture(scope="session")
def small_tokenizer(tmp_path_factory: pytest.TempPathFactory, clean: list[str]) -> tuple[Path, Tokenizer]:
    folder = tmp_path_factory.mktemp("tokenizer")
    made = tokenizers.train(clean, 600)
    made.write(folder)
    return folder, made


@pytest.fixture(scope="session")
def recipe_file(tmp_path_factory: pytest.TempPathFactory, small_tokenizer: tuple[Path, Tokenizer]) -> Path:
    """A recipe on some of the project's texts, which are beside it, also without their errors."""
    folder = tmp_path_factory.mktemp("recipe")
    some = list(islice(texts.learner_texts(LEARNER), 100))
    lines = [line for text in some for line in ("# level=B1", *text)]
    (folder / "texts-01.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    clean = [texts.expand(line)[1] for text in some for line in text]
    (folder / "clean.txt").write_text("\n".join(clean) + "\n", encoding="utf-8")
    path = folder / "test.toml"
    path.write_text(RECIPE.format(tokenizer=small_tokenizer[0]), encoding="utf-8")
    return path
