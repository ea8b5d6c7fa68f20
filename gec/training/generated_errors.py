"""Generates the errors that a recipe wants (`[drawn]`) before the first step of the run: it trains a reverse model,
which then makes errors in correct sentences.

The reverse model is in the run's `reverse/`, and the pairs are in `drawn/`, one part a file. Existing parts are not
made again, so this may be stopped at any moment. If the data folder has a `drawn/`, nothing is generated. `corrupt.py`
makes the errors.
"""

from __future__ import annotations

import lzma
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from gec import atomic
from gec.engine.device import named
from gec.errors import GecError
from gec.model import opened
from gec.processes import cores, end_with_parent
from gec.training import build, corrupt, folder, state, texts
from gec.training import recipe as recipes
from gec.training.build import Say, TrainingPlan
from gec.training.loop import RunLength, TrainingRun
from gec.training.pairs import as_read
from gec.training.recipe import Recipe
from gec.training.records import Pair, found, there

PARTS = "drawn/*.jsonl*"
PART = 5_000  # pairs of a file


def generate(plan: TrainingPlan, say: Say, report: Callable[[TrainingRun, dict[str, float]], None]) -> None:
    """Generate the missing parts of the pairs that a plan's recipe wants."""
    wanted = plan.recipe.drawn
    if not _asked(plan) or there(PARTS, plan.folders):
        return
    missing = [number for number in range(-(-wanted.sentences // PART)) if not _file(plan.out, number).exists()]
    if not missing:
        return
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise GecError(
            f"{plan.out}: generate its errors first, in one process: run the same with --prepare, without torchrun"
        )
    assert plan.recipe_file is not None
    build.refuse_another(plan)
    folder.begin(plan.out, plan.recipe_file, base=plan.base)
    reverse = _reverse(plan, say, report)
    clean, learner = (tuple(found(files, plan.folders)) for files in (wanted.clean, wanted.learner))
    texts.lines_of(clean)  # read before forking, so that processes share it
    (plan.out / "drawn").mkdir(exist_ok=True)
    make = partial(_part, plan.out, reverse, clean, learner, plan.recipe)
    workers = max(1, min(len(missing), cores() if plan.workers is None else plan.workers))
    say(f"drawing errors into {PART * len(missing):,} sentences with {workers} processes")
    for done, _ in enumerate(_made(make, missing, workers), 1):
        say(f"{PART * done:,} of them have theirs")


def _asked(plan: TrainingPlan) -> bool:
    """Whether any stage for this device uses generated errors."""
    recipe = recipes.adapted(plan.recipe, cpu=named(plan.device).type == "cpu")
    files = (file for stage in recipe.stages for source in stage.mix for file in source.files)
    return recipe.drawn.sentences > 0 and any(file.startswith("drawn/") for file in files)


def _reverse(plan: TrainingPlan, say: Say, report: Callable[[TrainingRun, dict[str, float]], None]) -> Path:
    """The folder of the reverse model, which is trained if it is missing."""
    wanted, out = plan.recipe.drawn, plan.out / "reverse"
    assert plan.recipe_file is not None
    if not (out / "int8" / "model.safetensors").exists():
        file = plan.recipe_file.parent / wanted.recipe
        recipe = recipes.read(file)
        say(f"training the model that draws errors, {wanted.steps} steps of {file}")
        build.train(
            replace(
                plan,
                recipe=recipe,
                out=out,
                budget=RunLength(steps=wanted.steps),
                recipe_file=file,
                resume=bool(state.checkpoints(out)),
                base=None,
                calibrated=False,
            ),
            say,
            report,
        )
    return out / "int8"


def _made(make: Callable[[int], None], numbers: Sequence[int], workers: int) -> Iterator[None]:
    if workers == 1:
        yield from map(make, numbers)
        return
    way = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    with multiprocessing.get_context(way).Pool(workers, initializer=end_with_parent) as pool:
        yield from pool.imap_unordered(make, numbers)


def _part(out: Path, model: Path, clean: Sequence[Path], learner: Sequence[Path], recipe: Recipe, number: int) -> None:
    """Write a file of pairs. It depends only on the model, the texts, the seed and its number."""
    seed = 1000 * recipe.drawn.seed + number
    supply = corrupt.random_sentences(clean, learner, recipe.drawn.share, seed)
    pairs: Iterable[Pair] = islice(corrupt.corrupted(opened.read(model), supply, seed), PART)
    if recipe.respell:  # once here, instead of in every epoch
        pairs = ((as_read(written, right), right) for written, right in pairs)
    atomic.write(_file(out, number), lzma.compress(texts.as_lines(pairs), preset=1))


def _file(out: Path, number: int) -> Path:
    return out / "drawn" / f"part-{number:04d}.jsonl.xz"
