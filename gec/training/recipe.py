"""A training recipe: one TOML file that says everything a run depends on.

It is read strictly: an unknown key or an impossible value is an error that names the file. The values are used in
`start.py` and `config.py` (model), `records.py` and `pairs.py` (mix), `loop.py` (stages) and `measure_held_out.py`
(measuring).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

from gec.errors import GecError
from gec.model.config import TASKS

T = TypeVar("T")

KINDS = ("noise", "passages", "unchanged", "hidden", "learner", "corrected", "rewrite", "jsonl")
_NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false", tuple: "a list of texts",
          Mapping: "a table"}  # fmt: skip
REGISTERS = ("heavy", "real", "light", "rewrite")
NOISY = ("register", "families")
READ = {  # the keys of a mix that not every kind reads
    "noise": NOISY, "passages": NOISY, "corrected": NOISY, "learner": ("mend", "soften", "reverse"),
    "jsonl": ("where", "reverse"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MixSource:
    """One ingredient of a stage's mix. `files` are globs below the data folder or beside the recipe."""

    kind: str
    files: tuple[str, ...]
    weight: float
    register: str = ""  # of noise
    families: tuple[str, ...] = ()  # of noise: the beginnings of the names of those to use; none: all
    task: str = "correct"
    where: Mapping[str, str] = field(default_factory=dict)  # keep only records with these values
    mend: float = 0.0  # share of a learner text's errors that are corrected in the source, chosen anew each time
    soften: float = 0.0  # share of pairs whose source also gets casing, hyphen and comma noise
    reverse: bool = False  # exchange source and target, and leave out unchanged sentences


@dataclass(frozen=True, slots=True)
class Stage:
    name: str
    share: float  # of the run's minutes or steps
    rate: tuple[float, float]  # learning-rate factor at its start and end
    mix: tuple[MixSource, ...]
    keep: float = 0.33  # share of unchanged target tokens that enter the loss


@dataclass(frozen=True, slots=True)
class ModelShape:
    d_model: int = 256
    d_ff: int = 768
    num_heads: int = 4
    num_layers: int = 6
    num_decoder_layers: int = 2
    d_kv: int = 64
    pointer_feed: bool = False  # is also added to a checkpoint that has none
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
    accumulate: int = 1  # batches whose gradients make one step
    frequent: int = 0  # first ids of the vocabulary, which every output layer has; 0: all
    sampled: int = 1000  # how many of the other ids are sampled for each batch


@dataclass(frozen=True, slots=True)
class Likeness:
    """Vectors for tokens by their neighbours, counted before training (`gec/training/vectors.py`)."""

    files: tuple[str, ...] = ()
    size: int = 96  # dimensions of the embedding that are initialised with them
    sentences: int = 300_000


@dataclass(frozen=True, slots=True)
class Measure:
    """Measuring of F0.5 during a run, on learner texts that are held out of every mix."""

    files: tuple[str, ...] = ("learner/*.txt*",)
    sentences: int = 300
    minutes: float = 5.0  # of training between two measurements
    best: bool = False  # keep the weights of the best measurement


@dataclass(frozen=True, slots=True)
class PassageMix:
    """Passages whose sentences are decoded in parallel (`gec/training/passages.py`), in every stage. The files are
    globs, and some may match nothing."""

    share: float = 0.0  # of all sentences, how many are in passages
    sentences: int = 8  # most sentences of a passage
    learner: tuple[str, ...] = ("learner/*.txt*",)
    rewrite: tuple[str, ...] = ("rewrite/*.txt*",)
    clean: tuple[str, ...] = ("text/passages-*.txt*",)


@dataclass(frozen=True, slots=True)
class GeneratedErrors:
    """Errors generated before the first step (`generated_errors.py`). A mix uses them as `drawn/*.jsonl*`."""

    recipe: str = ""  # of the reverse model, a file beside this one
    steps: int = 300  # of its training
    sentences: int = 0  # that get errors; 0: none
    seed: int = 1
    share: float = 0.25  # of the sentences, how many are corrected learner sentences
    clean: tuple[str, ...] = ("text/clean-*.txt*",)
    learner: tuple[str, ...] = ("learner/*.txt*",)


@dataclass(frozen=True, slots=True)
class OnCpu:
    """Other values for a run on a CPU, which takes smaller steps. 0 leaves a value unchanged."""

    stages: tuple[Stage, ...] = ()  # for a (short) run that goes on from trained weights; none: as on a GPU
    batch_tokens: int = 0  # if set, rows are not packed
    warmup: int = 0
    average: float = 0.0
    frequent: int = 0
    sampled: int = 0


@dataclass(frozen=True, slots=True)
class Recipe:
    name: str
    shape: ModelShape
    stages: tuple[Stage, ...]
    optimizer: Optimizer = Optimizer()
    measure: Measure = Measure()
    likeness: Likeness = Likeness()  # without files, embeddings begin at random
    passages: PassageMix = PassageMix()
    drawn: GeneratedErrors = GeneratedErrors()
    cpu: OnCpu = OnCpu()
    seed: int = 1
    batch_tokens: int = 4096  # source and target tokens of one batch, padding included
    longest: int = 120  # tokens of a source or target; longer pairs are left out
    row: int = 0  # tokens of a packed row, for a GPU; 0: a row is a sentence
    tokenizer: str = ""  # a folder with a tokenizer.json; empty: train one on the first stage's texts
    start_from: str = ""  # a checkpoint folder to go on from; empty: begin anew
    layers: int = 0  # encoder layers to extend this checkpoint to
    feed: int = 0  # width to extend its feed-forward layers to
    copying: bool = True  # whether new weights copy (`gec/model/start.py`) or are T5's
    respell: bool = False  # whether misspellings in sources are corrected first, as in front of the finished model


SECTIONS: dict[str, type[Any]] = {
    "model": ModelShape,
    "optimizer": Optimizer,
    "measure": Measure,
    "likeness": Likeness,
    "passages": PassageMix,
    "drawn": GeneratedErrors,
}


def read(path: Path) -> Recipe:
    """The recipe in a file. Raises a `GecError` that says what is wrong with it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise GecError(
            f"{path}: {(trouble.strerror or str(trouble)).lower()}; name a recipe that can be read"
        ) from None
    except (ValueError, RecursionError) as trouble:
        raise GecError(f"{path}: not TOML: {trouble}") from None
    known = {part.name for part in fields(Recipe)} - {"shape", "stages"} | {"model", "stage"}
    if unknown := sorted(set(data) - known):
        raise GecError(f"{path}: unknown keys {unknown} outside its sections; known are {sorted(known)}")
    stages = tuple(_stage(stage, path) for stage in _tables(data, "stage", path))
    if not stages:
        raise GecError(f"{path}: no [[stage]] in it; a recipe needs at least one")
    sections = {name: _strict(kind, _listed(_section(data, name, path)), path, name) for name, kind in SECTIONS.items()}
    parts = {
        "shape": sections.pop("model"),
        **sections,
        "stages": stages,
        "cpu": _cpu(_section(data, "cpu", path), path),
    }
    found = _strict(Recipe, {"name": path.stem, **data, **parts}, path, "recipe")
    _check_sizes(found, path)
    _check_rates(found, path)
    _check_before(found, path)
    return found


def adapted(recipe: Recipe, *, cpu: bool) -> Recipe:
    """The recipe with the values for this kind of device."""
    if not cpu:
        return recipe
    settings = recipe.cpu
    known = {name: value for name in ("warmup", "average", "frequent", "sampled") if (value := getattr(settings, name))}
    recipe = replace(recipe, optimizer=replace(recipe.optimizer, **known))
    if settings.stages and recipe.start_from:
        recipe = replace(recipe, stages=settings.stages)
    return replace(recipe, batch_tokens=settings.batch_tokens, row=0) if settings.batch_tokens else recipe


def _check_sizes(found: Recipe, path: Path) -> None:
    shape, measure, passages = found.shape, found.measure, found.passages
    sizes = (shape.d_model, shape.d_ff, shape.num_heads, shape.num_layers, shape.num_decoder_layers, shape.d_kv)
    _check(min(*sizes, shape.vocab_size) >= 1, path, "[model] sizes are 1 or more")
    _check(found.longest >= 2, path, "longest is 2 or more tokens")
    _check(not found.row or found.row >= found.longest, path, "row is 0, or holds a sentence of the `longest` tokens")
    _check(found.batch_tokens >= 2 * found.row, path, "batch_tokens must hold a source's and a target's `row`")
    fits = not found.likeness.files or 0 < found.likeness.size < shape.d_model
    _check(fits, path, "[likeness] size is less than the model's d_model")
    _check(2 <= passages.sentences <= 32, path, "[passages] sentences is 2 to 32")
    _check(measure.sentences >= 0, path, "[measure] sentences is 0, for none, or more")
    _check(measure.minutes > 0, path, "[measure] minutes is more than 0")
    _check(found.batch_tokens >= 2 * found.longest, path, "batch_tokens must hold a pair of the `longest` tokens")


def _check_rates(found: Recipe, path: Path) -> None:
    settings = found.optimizer
    _check(settings.matrices in {"muon", "adamw"}, path, "[optimizer] matrices is muon or adamw")
    for name in ("matrix_rate", "vector_rate", "decay", "warmup", "head", "clip", "frequent", "sampled"):
        _check(getattr(settings, name) >= 0, path, f"[optimizer] {name} is 0 or more")
    _check(settings.accumulate >= 1, path, "[optimizer] accumulate is 1 or more batches")
    for name in ("smoothing", "average"):
        _check(0 <= getattr(settings, name) < 1, path, f"[optimizer] {name} is a share below 1")
    _check(0 <= found.passages.share < 1, path, "[passages] share is a share below 1")


def _check_before(found: Recipe, path: Path) -> None:
    drawn = found.drawn
    _check(drawn.sentences >= 0 and drawn.steps >= 1, path, "[drawn] sentences is 0 or more, and steps 1 or more")
    _check(0 <= drawn.share <= 1, path, "[drawn] share is a share between 0 and 1")
    _check(bool(drawn.recipe) or not drawn.sentences, path, "[drawn] recipe names the one of the model that draws")
    cpu = found.cpu
    _check(min(cpu.batch_tokens, cpu.warmup, cpu.frequent, cpu.sampled) >= 0, path, "[cpu] values are 0 or more")
    _check(0 <= cpu.average < 1, path, "[cpu] average is a share below 1")
    small = cpu.batch_tokens and cpu.batch_tokens < 2 * found.longest
    _check(not small, path, "[cpu] batch_tokens must hold a pair of the `longest` tokens")


def difference(one: Recipe, other: Recipe) -> str:
    """The first part in which two recipes differ, except for names, and rates and sizes of batches, which a resumed run
    may change; empty if there is none."""
    rates = {name: getattr(other.optimizer, name) for name in ("accumulate", "matrix_rate", "vector_rate")}
    optimizer = replace(one.optimizer, **rates)
    one = replace(one, name=other.name, batch_tokens=other.batch_tokens, optimizer=optimizer)
    parts = (part.name for part in fields(Recipe))
    return next((part for part in parts if getattr(one, part) != getattr(other, part)), "")


def _cpu(data: dict[str, Any], path: Path) -> OnCpu:
    stages = tuple(_stage(stage, path) for stage in _tables(data, "stage", path))
    return _strict(OnCpu, {**data, "stages": stages}, path, "cpu")


def _stage(data: dict[str, Any], path: Path) -> Stage:
    mix = tuple(_source(source, path) for source in _tables(data, "mix", path))
    rate = data.pop("rate", [1.0, 1.0])
    name = data.get("name", "?")
    two = isinstance(rate, list) and len(rate) == 2 and all(_fits(one, float) and one >= 0 for one in rate)
    _check(two, path, f"stage {name!r}: rate is two factors of 0 or more, of its start and its end")
    stage = _strict(Stage, {**data, "mix": mix, "rate": (float(rate[0]), float(rate[1]))}, path, "stage")
    _check(stage.share > 0, path, f"stage {name!r}: share must be more than 0")
    _check(bool(mix), path, f"stage {name!r}: no [[stage.mix]]; say what it trains on")
    _check(0 < stage.keep <= 1, path, f"stage {name!r}: keep is a share between 0 and 1")
    return stage


def _source(data: dict[str, Any], path: Path) -> MixSource:
    source = _strict(MixSource, _listed(data), path, "stage.mix")
    _check(source.kind in KINDS, path, f"unknown kind of source {source.kind!r}; known are {', '.join(KINDS)}")
    _check(source.task in TASKS, path, f"unknown task {source.task!r}; known are {', '.join(TASKS)}")
    _check(bool(source.files), path, f"a source of kind {source.kind!r} names no files")
    _check(source.weight > 0, path, f"a source of kind {source.kind!r} needs a weight of more than 0")
    for name in ("mend", "soften"):
        _check(0 <= getattr(source, name) <= 1, path, f"{name} is a share between 0 and 1")
    for name in ("register", "families", "where", "mend", "soften"):
        read = not getattr(source, name) or name in READ.get(source.kind, ())
        _check(read, path, f"a source of kind {source.kind!r} does not read {name}; remove it")
    if "register" in READ.get(source.kind, ()):
        known = ", ".join(REGISTERS)
        _check(source.register in REGISTERS, path, f"unknown register {source.register!r} of noise; known are {known}")
    given = "reverse" in READ.get(source.kind, ()) and not (source.mend or source.soften)
    _check(given or not source.reverse, path, "reverse is for kinds learner and jsonl, without mend and soften")
    return source


def _tables(data: dict[str, Any], name: str, path: Path) -> list[dict[str, Any]]:
    found = data.pop(name, [])
    _check(
        isinstance(found, list) and all(isinstance(one, dict) for one in found), path, f"{name} is written [[{name}]]"
    )
    return list(found)


def _section(data: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
    found = data.pop(name, {})
    _check(isinstance(found, dict), path, f"{name} is a section, [{name}]")
    return dict(found)


def _listed(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with tuples instead of lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}


def _plain(hint: Any) -> Any:
    return get_origin(hint) or hint


def _fits(value: object, hint: Any) -> bool:
    """Whether a value read from TOML is of a field's type."""
    kind = _plain(hint)
    if kind in (int, float):
        return isinstance(value, (int, float) if kind is float else int) and not isinstance(value, bool)
    if hint == tuple[str, ...]:
        return isinstance(value, tuple) and all(isinstance(one, str) for one in value)
    return isinstance(value, kind)


def _check(right: bool, path: Path, message: str) -> None:
    if not right:
        raise GecError(f"{path}: {message}")


def _strict(kind: type[T], data: Mapping[str, Any], path: Path, section: str) -> T:
    hints = get_type_hints(kind)
    if unknown := sorted(set(data) - set(hints)):
        raise GecError(f"{path}: unknown keys {unknown} in [{section}]; known are {sorted(hints)}")
    for name, value in data.items():
        if not _fits(value, hints[name]):
            expected = _NAMES.get(_plain(hints[name]), "another kind of value")
            raise GecError(f"{path}: [{section}] {name} = {value!r}: expected {expected}")
    try:
        return kind(**data)
    except TypeError as trouble:
        raise GecError(f"{path}: [{section}]: {trouble}") from None
