"""Makes a trained model folder from a recipe: tokenizer, network, data, the run itself, and its results.

The folder of the run has the recipe, `tokenizer/`, `inserts.json` (tokens that are often inserted, counted before the
run for a pointer feed), the log, the newest checkpoint (`step-*`), and `float/`, the averaged weights as a model that
can be used at any time. If the recipe asks for it, there is `best/`. At the end there are also `int8/`, the curves and
the card. `loop.py` takes the steps, and the caller prints to the terminal.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import accumulate
from pathlib import Path

import torch

from gec import atomic
from gec.edits.message import many
from gec.errors import GecError
from gec.model import checkpoint, start
from gec.model import tokenizer as tokenizers
from gec.model.checkpoint import Checkpoint
from gec.model.config import Config, Extras
from gec.model.folder import find
from gec.model.heads import EditHead
from gec.model.tokenizer import CORRECT, REWRITE, Tokenizer
from gec.processes import cores
from gec.training import calibrate, card, folder, plot
from gec.training import recipe as recipes
from gec.training import world as processes
from gec.training.inserts import insertions
from gec.training.loop import Rhythm, RunLength, TrainingRun
from gec.training.measure_held_out import EditCounts, measure, proposer
from gec.training.objective import Objective
from gec.training.pairs import Chunks, VocabularyIds
from gec.training.passages import MixedChunks, PipelinedObjective, Supply, with_starts
from gec.training.recipe import Recipe
from gec.training.records import Mix, Pair, found, held_out_pairs, held_out_texts
from gec.training.snapshots import Best, averaged, export
from gec.training.state import checkpoints
from gec.training.texts import lines_of
from gec.training.vectors import vectors

SAMPLE = 150_000  # pairs for training a tokenizer
CALIBRATED_ON = 4  # times as many held-out sentences as for measuring during the run
POINTED = 1000  # sentences for initialising a pointer feed
INSERTS_FROM = 20_000  # pairs of the first stage in which insertions are counted

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What to train, where, and for how long."""

    recipe: Recipe
    out: Path
    budget: RunLength
    folders: tuple[Path, ...]  # searched for the recipe's files, in this order
    recipe_file: Path | None = None
    resume: bool = False
    base: str | None = None  # the model to go on from, if the caller names it instead of the recipe
    device: str = "auto"
    workers: int | None = None
    compiled: bool | None = None
    rhythm: Rhythm = field(default_factory=Rhythm)
    calibrated: bool = True
    held_out: tuple[Pair, ...] | None = None  # pairs to measure on, instead of the recipe's files
    prefix: str | None = None  # the text before every sentence; None: that of the model that the run goes on from


def train(plan: TrainingPlan, say: Say, report: Callable[[TrainingRun, dict[str, float]], None]) -> Checkpoint:
    """Train as planned. Returns the checkpoint in the folder's `float/`."""
    world, device = processes.join(plan.device)
    if world.first:
        _prepare(plan)
    world.wait()
    plan = replace(plan, recipe=recipes.adapted(plan.recipe, cpu=device.type == "cpu"))
    try:
        card.sources(plan.recipe, plan.folders)  # fails now, not at the end
        mixes = [Mix(stage.mix, (*plan.folders, plan.out)) for stage in plan.recipe.stages]
        if world.first:
            _make_tokenizer(plan, mixes[0], say)
        world.wait()
        begun = _initial(plan, mixes[0], say)
        run = TrainingRun(
            plan.out,
            plan.recipe,
            _objective(plan.recipe, begun),
            _chunks(plan, begun, mixes),
            plan.budget,
            device=device,
            workers=_workers(plan.workers, device),
            world=world,
            compiled=device.type == "cuda" if plan.compiled is None else plan.compiled,
        )
        if run.resume():
            say(f"going on from step {run.place.step}, {run.place.seconds / 60:.1f} minutes in")
        elif plan.resume:
            say(f"{plan.out}: no checkpoint in it yet: beginning at the beginning")
        held_out = _held_out(plan)
        if world.first and plan.recipe.measure.best:
            _measure_first(run, begun, held_out[: plan.recipe.measure.sentences], say)
        world.wait()
        count = sum(one.numel() for one in run.parameters) / 1e6
        say(f"{count:.1f} M parameters on {device}, {run.workers} data workers, {many(world.size, 'process')}")
        run.train(plan.rhythm, report, lambda run: _snapshot(run, begun, held_out, say))
        model = averaged(run, begun)
        if world.first:
            model = _finish(plan, run, model, held_out, say)
        world.wait()
    finally:
        processes.leave()
    return model


def _objective(recipe: Recipe, begun: Checkpoint) -> Objective:
    network = begun.network.train()
    if recipe.passages.share and begun.starts is not None:
        return PipelinedObjective(network, begun.edit_head, begun.starts, recipe.optimizer)
    return Objective(network, begun.edit_head, recipe.optimizer)


def _chunks(plan: TrainingPlan, begun: Checkpoint, mixes: Sequence[Mix]) -> list[Chunks]:
    """The chunks of each stage."""
    recipe, tokenizer = plan.recipe, begun.tokenizer
    ids = VocabularyIds.of(begun.config, tokenizer)
    stages = zip(recipe.stages, mixes, strict=True)
    if not recipe.passages.share:
        return [Chunks(recipe, stage, mix, tokenizer, ids) for stage, mix in stages]
    supply = Supply(recipe.passages, plan.folders)
    return [MixedChunks(recipe, stage, mix, supply, tokenizer, ids) for stage, mix in stages]


# --- before


def refuse_another(plan: TrainingPlan) -> None:
    """Refuse a folder with another run in it, or one of another recipe."""
    recipe = plan.recipe
    read = (recipe.start_from, recipe.tokenizer) if plan.recipe_file else ()  # otherwise already checked
    folder.refuse_another(plan.out, resume=plan.resume, inputs=[Path(one) for one in read if one])
    begun = plan.out / "recipe.toml"
    if plan.resume and plan.recipe_file is not None and begun.exists():
        differs = recipes.difference(recipes.read(begun), recipes.read(plan.recipe_file))
        if differs:
            raise GecError(f"{plan.recipe_file}: {differs} is another than in {begun}; continue with that")


def _prepare(plan: TrainingPlan) -> None:
    refuse_another(plan)
    folder.begin(plan.out, plan.recipe_file, base=plan.base)
    if not plan.resume:
        for name in ("log.jsonl", "inserts.json"):
            (plan.out / name).unlink(missing_ok=True)
        for name in ("best", "tokenizer"):
            shutil.rmtree(plan.out / name, ignore_errors=True)


def _make_tokenizer(plan: TrainingPlan, mix: Mix, say: Say) -> None:
    target = plan.out / "tokenizer"
    if plan.recipe.start_from or plan.recipe.tokenizer or (target / "tokenizer.json").exists():
        return
    size = plan.recipe.shape.vocab_size
    say(f"training a tokenizer of {size} tokens")
    made = tokenizers.train(_sample(mix, plan), size)
    if len(made) != size:
        said = "lower vocab_size" if len(made) < size else "every byte is one; raise vocab_size"
        raise GecError(f"the texts of the first stage give {len(made)} tokens, not {size}: {said}")
    with atomic.folder(target) as fresh:
        made.write(fresh)


def _sample(mix: Mix, plan: TrainingPlan) -> Iterator[str]:
    """Both sides of pairs of the first stage."""
    size = min(SAMPLE, sum(len(supply) for supply in mix.supplies))
    for _, written, right in mix.draw(size, random.Random(plan.recipe.seed)):
        yield written
        yield right


def _initial(plan: TrainingPlan, mix: Mix, say: Say) -> Checkpoint:
    """The model before the first step."""
    recipe = plan.recipe
    if recipe.start_from:
        loaded = checkpoint.read(find(recipe.start_from))
        loaded = replace(loaded, config=loaded.config.prefixed(plan.prefix), blocks=None)
        head = loaded.edit_head
        if head is None and recipe.optimizer.head:
            torch.manual_seed(recipe.seed)
            head = EditHead(loaded.config.d_model)
        inserts = loaded.config.extras.inserts or _inserts(plan, mix, loaded.tokenizer)
        respell = loaded.config.extras.respell or recipe.respell
        extras = replace(loaded.config.extras, edit_head=head is not None, inserts=inserts, respell=respell, blocks=0)
        network = start.deeper(loaded.network, max(recipe.layers, loaded.config.num_layers))
        network = start.wider(network, max(recipe.feed, loaded.config.d_ff), recipe.seed)
        begun = replace(loaded, config=replace(network.config, extras=extras), network=network, edit_head=head)
        return _with_starts(recipe, _with_pointer(plan, mix, begun) if recipe.shape.pointer_feed else begun)
    tokenizer = Tokenizer.read(Path(recipe.tokenizer) if recipe.tokenizer else plan.out / "tokenizer")
    shape = recipe.shape
    config = Config(
        vocab_size=len(tokenizer),
        d_model=shape.d_model,
        d_kv=shape.d_kv,
        d_ff=shape.d_ff,
        num_heads=shape.num_heads,
        num_layers=shape.num_layers,
        num_decoder_layers=shape.num_decoder_layers,
        extras=Extras(
            tasks={"correct": CORRECT, "rewrite": REWRITE},
            edit_head=bool(recipe.optimizer.head),
            window=min(Extras().window, recipe.longest - 2),
            pointer_feed=shape.pointer_feed,
            inserts=_inserts(plan, mix, tokenizer),
            respell=recipe.respell,
        ),
    )
    network = start.fresh(
        config,
        recipe.seed,
        mark=tokenizer.id_of(CORRECT),
        copying=recipe.copying,
        vectors=_vectors(plan, tokenizer, say),
    )
    torch.manual_seed(recipe.seed)
    head = EditHead(config.d_model) if recipe.optimizer.head else None
    return _with_starts(recipe, Checkpoint(plan.out, config, network, tokenizer, head))


def _with_starts(recipe: Recipe, begun: Checkpoint) -> Checkpoint:
    """The model with start tokens of sentences if the recipe has passages, else without those of its base."""
    if recipe.passages.share:
        return with_starts(begun, recipe.passages.sentences, recipe.seed)
    extras = replace(begun.config.extras, pipelined=None)
    return replace(begun, config=replace(begun.config, extras=extras), starts=None)


def _vectors(plan: TrainingPlan, tokenizer: Tokenizer, say: Say) -> torch.Tensor | None:
    """Counted vectors for tokens, unless the weights come from a checkpoint anyway."""
    likeness = plan.recipe.likeness
    if not likeness.files or checkpoints(plan.out):
        return None
    lines = lines_of(tuple(found(likeness.files, plan.folders)))
    say(f"counting what stands beside each token in {min(len(lines), likeness.sentences)} sentences")
    chosen = random.Random(plan.recipe.seed).sample(range(len(lines)), min(len(lines), likeness.sentences))
    return vectors(tokenizer, [lines[place] for place in chosen], likeness.size, plan.recipe.seed)


def _with_pointer(plan: TrainingPlan, mix: Mix, begun: Checkpoint) -> Checkpoint:
    """The model with a pointer feed. Starts are dropped, because the decoder's states change."""
    if begun.network.pointer is not None:
        return begun
    mark = VocabularyIds.of(begun.config, begun.tokenizer).marks.get("correct", ())
    written = [one for _, one, _ in mix.draw(POINTED, random.Random(plan.recipe.seed))]
    ids = [one for one in begun.tokenizer.ids_many(written) if len(one) < plan.recipe.longest]
    network = start.with_pointer(begun.network, [[*mark, *one, begun.config.eos] for one in ids])
    extras = replace(
        begun.config.extras,
        pointer_feed=True,
        inserts=_inserts(plan, mix, begun.tokenizer),
        pipelined=None,
    )
    return replace(begun, config=replace(begun.config, extras=extras), network=network, starts=None)


def _inserts(plan: TrainingPlan, mix: Mix, tokenizer: Tokenizer) -> tuple[int, ...]:
    """The run's table of insertions. It is counted once, so that a resumed run has the same."""
    path = plan.out / "inserts.json"
    if not path.exists():
        size = min(INSERTS_FROM, sum(len(supply) for supply in mix.supplies))
        pairs = mix.draw(size, random.Random(plan.recipe.seed))
        counted = insertions(((written, right) for _, written, right in pairs), tokenizer)
        atomic.write(path, json.dumps(counted).encode())
    try:
        return tuple(json.loads(path.read_text(encoding="utf-8")))
    except ValueError as trouble:
        raise GecError(f"{path}: damaged ({trouble}); delete it, and it is counted again") from None


def _workers(asked: int | None, device: torch.device) -> int:
    """The number of data workers: all cores for a GPU, none on a CPU, which needs its cores for the arithmetic."""
    if asked is not None:
        return asked
    return cores() if device.type == "cuda" else 0


def _held_out(plan: TrainingPlan) -> list[Pair]:
    """The shuffled pairs to measure on."""
    if plan.held_out is not None:
        return list(plan.held_out)
    if not plan.recipe.measure.sentences:
        return []
    pairs = held_out_pairs(found(plan.recipe.measure.files, plan.folders))
    random.Random(0).shuffle(pairs)
    return pairs


def _held_out_texts(plan: TrainingPlan, sentences: int) -> list[list[Pair]]:
    """Whole texts to calibrate on, with about so many sentences in all."""
    whole = held_out_texts(found(plan.recipe.measure.files, plan.folders))
    random.Random(0).shuffle(whole)
    ends = accumulate(map(len, whole))
    return [text for text, end in zip(whole, ends, strict=True) if end - len(text) < sentences]


# --- on the way, and after


def _measure_first(run: TrainingRun, begun: Checkpoint, held_out: Sequence[Pair], say: Say) -> None:
    """Measure the initial model, so that it takes part in the choice of the best."""
    if held_out and Best.of(run.folder) is None:
        figures = measure(deepcopy(begun), held_out, run.device)
        say(f"before, on {len(held_out)} pairs held out: {figures}")
        Best.offer(run.folder, begun, 0.0, figures)


def _snapshot(run: TrainingRun, begun: Checkpoint, held_out: Sequence[Pair], say: Say) -> None:
    """Write a snapshot and measure it."""
    model = averaged(run, begun)
    export(model, run.folder / "float")
    slice_ = held_out[: run.recipe.measure.sentences]
    if slice_:
        figures = measure(deepcopy(model), slice_, run.device)
        run.log(figures.as_log())
        say(f"{run.place.seconds / 60:.1f} minutes, {len(slice_)} held-out sentences: {figures}")
        if run.recipe.measure.best:
            Best.offer(run.folder, model, run.place.seconds / 60, figures)


def _finish(plan: TrainingPlan, run: TrainingRun, model: Checkpoint, held_out: Sequence[Pair], say: Say) -> Checkpoint:
    calibration: calibrate.Calibration | None = None
    best: Best | None = None
    figures: EditCounts | None = None
    count = plan.recipe.measure.sentences
    if held_out and plan.recipe.measure.best:
        figures = measure(deepcopy(model), held_out[:count], run.device)
        Best.offer(run.folder, model, run.place.seconds / 60, figures)
    if held_out and plan.recipe.measure.best and (best := Best.of(run.folder)):
        kept, figures = best.model, best.figures
        model = replace(model, network=kept.network, edit_head=kept.edit_head, starts=kept.starts)
        say(f"kept are the weights of minute {best.minutes:.1f}: {figures}")
    if held_out and plan.calibrated:
        calibration = calibrate.calibrate(
            deepcopy(model), lambda model: proposer(model, run.device), _held_out_texts(plan, CALIBRATED_ON * count)
        )
        model = calibration.applied_to(model)
        figures = calibration.after["balanced"]
        say(f"keep bias {calibration.keep_bias:.2f}: {figures}; calibration error {calibration.error:.3f}")
    elif held_out and best is None:
        figures = measure(deepcopy(model), held_out[:count], run.device)
        say(f"at the end: {figures}")
    if figures is not None:
        run.log(figures.as_log())
    plot.draw(plan.out / "log.jsonl", plan.out / plot.CURVES)
    about = card.CardFacts.of(run, plan.folders, calibration, best.minutes if best else None)
    for name, int8 in (("float", False), ("int8", True)):
        export(model, plan.out / name, int8=int8)
        shutil.copyfile(plan.out / plot.CURVES, plan.out / name / plot.CURVES)
        if calibration is not None:
            plot.reliability(calibration.reliability, plan.out / name)
        (plan.out / name / "CARD.md").write_text(card.text(about, int8=int8), encoding="utf-8")
        (plan.out / name / "recipe.json").write_text(card.recipe_json(plan.recipe), encoding="utf-8")
    say(f"{plan.out / 'int8'}: done")
    return replace(model, path=plan.out / "float")
