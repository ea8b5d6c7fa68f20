"""A training recipe: one TOML file that says everything a run depends on.

Read strictly: an unknown key is an error that names the file. What the numbers do is said where they are used:
`start.py` and `config.py` for the model, `pairs.py` for the mix, `loop.py` for the stages.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from gec.errors import GecError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Source:
    """One ingredient of a stage's mix. `kind` is a reader of `pairs.py`; files are globs below the data folder."""

    kind: str
    files: tuple[str, ...]
    weight: float
    register: str = ""  # of noise
    task: str = "correct"
    where: Mapping[str, str] = field(default_factory=dict)  # keep only records with these values
    soften: float = 0.0  # share of pairs whose source also gets casing, hyphen and comma noise


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    share: float  # of the run's minutes or steps
    rate: tuple[float, float]  # learning-rate factor at its start and end
    mix: tuple[Source, ...]
    keep: float = 0.33  # share of unchanged target tokens that enter the loss


@dataclass(frozen=True, slots=True)
class Shape:
    d_model: int
    d_ff: int
    num_heads: int
    num_layers: int
    num_decoder_layers: int = 2
    d_kv: int = 64
    vocab_size: int = 16000


@dataclass(frozen=True, slots=True)
class Optimizer:
    matrices: str = "muon"  # or "adamw"
    matrix_rate: float = 0.02
    vector_rate: float = 0.003  # embeddings, norms, biases: always AdamW
    decay: float = 0.01
    warmup: int = 100  # steps
    smoothing: float = 0.0
    head: float = 0.3  # weight of the edit head's loss; 0 leaves the head out
    average: float = 0.999  # decay of the averaged weights
    clip: float = 1.0
    frequent: int = 0  # first ids of the vocabulary that every step's output layer holds; 0: all of it
    sampled: int = 1000  # of the others, how many are drawn to stand for the rest


@dataclass(frozen=True, slots=True)
class Recipe:
    name: str
    shape: Shape
    stages: tuple[Stage, ...]
    optimizer: Optimizer = Optimizer()
    seed: int = 1
    batch_tokens: int = 4096  # source and target tokens of one step, padding included
    longest: int = 120  # tokens of a source or target; longer pairs are left out
    copying: bool = True  # begin from weights that copy (`gec/model/start.py`)
    tokenizer: str = ""  # a folder with a tokenizer.json; empty: train one from the first stage's texts
    start_from: str = ""  # a checkpoint folder to go on from; empty: `start.py`


def read(path: Path) -> Recipe:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise GecError(f"{path}: cannot be read: {trouble.strerror}") from None
    except ValueError as trouble:
        raise GecError(f"{path}: not TOML: {trouble}") from None
    stages = tuple(_stage(stage, path) for stage in data.pop("stage", []))
    if not stages:
        raise GecError(f"{path}: no [[stage]] in it; a recipe needs at least one")
    shape = _strict(Shape, data.pop("model", {}), path, "model")
    optimizer = _strict(Optimizer, data.pop("optimizer", {}), path, "optimizer")
    return _strict(Recipe, {**data, "shape": shape, "stages": stages, "optimizer": optimizer}, path, "recipe")


def _stage(data: dict[str, Any], path: Path) -> Stage:
    mix = tuple(
        _strict(Source, {**source, "files": tuple(source.get("files", ()))}, path, "stage.mix")
        for source in data.pop("mix", [])
    )
    rate = data.pop("rate", [1.0, 1.0])
    return _strict(Stage, {**data, "mix": mix, "rate": (float(rate[0]), float(rate[1]))}, path, "stage")


def _strict(kind: type[T], data: Mapping[str, Any], path: Path, section: str) -> T:
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    if unknown := sorted(set(data) - known):
        raise GecError(f"{path}: unknown keys {unknown} in [{section}]; known are {sorted(known)}")
    try:
        return kind(**data)
    except TypeError as trouble:
        raise GecError(f"{path}: [{section}]: {trouble}") from None
