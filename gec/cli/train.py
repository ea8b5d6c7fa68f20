"""`gec train`: train from a recipe, fine-tune on your own pairs, distil a teacher, plot.

This file reads options, shows progress and prints the path of the result; `gec/training` does the work.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec import atomic
from gec.cli.options import Number, given, how
from gec.cli.render import emit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gec.training.build import TrainingPlan
    from gec.training.loop import TrainingRun
    from gec.training.recipe import Recipe

PAGES = (
    "calibrate", "compounds", "corrections", "corrupt", "heads", "noise", "phrases", "pipelined", "reach", "spelling",
    "swaps", "tagger", "words",
)  # fmt: skip
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


class Group(click.Group):
    """The commands in this file, and those that have a file of their own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), *PAGES])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in PAGES:
            found: click.Command = import_module(f"gec.cli.train_{cmd_name}").command
            return found
        return super().get_command(ctx, cmd_name)


@click.group("train", cls=Group)
def command() -> None:
    """Train a model from a recipe, or continue from a model."""


run_options = given(  # options of all runs
    click.option("--minutes", type=Number(0, min_open=True), help="Train for N minutes, over all parts of the run."),
    click.option("--steps", type=click.IntRange(1), help="Train for N steps instead."),
    click.option("--out", type=FOLDER, metavar="DIR", help="The folder for the run."),
    click.option("--resume", type=FOLDER, metavar="DIR", help="Continue the run in this folder."),
    *how("device", default="auto"),
    click.option(
        "--workers", type=click.IntRange(0), help="Processes that prepare data.  [default: all cores for a GPU]"
    ),
)
compile_option = click.option(
    "--compile/--no-compile", "compiled", default=None, help="Use torch.compile.  [default: on a GPU]"
)


@command.command(short_help="Train a model with a recipe.")
@click.argument("recipe", type=FILE, metavar="RECIPE.toml")
@run_options
@compile_option
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
              help="Look for the recipe's files here, then in its own folder.")  # fmt: skip
@click.option("--from", "base", metavar="DIR|HUB_ID", help="Continue from this model, not from the one in the recipe.")
@click.option("--prepare", is_flag=True, help="Only generate the errors for the recipe; this needs no GPU.")
def run(recipe: Path, data: Path | None, base: str | None, prepare: bool, **options: Any) -> None:
    """Train with RECIPE.toml: generated errors, tokenizer, stages, calibration, card and export.

    With several GPUs: torchrun --no-python --nproc-per-node=N gec train run RECIPE.toml ...
    """
    from gec.training import folder, generated_errors
    from gec.training import recipe as recipes

    folders = (*([data] if data else []), recipe.parent)
    if prepare and options["minutes"] is None and options["steps"] is None:
        options["steps"] = 1
    plan = plan_of(recipes.read(recipe), folders, recipe, **options)
    base = folder.begun_from(plan.out, base)
    if base is not None:
        plan = replace(plan, base=base, recipe=replace(plan.recipe, start_from=base))
    with display(plan) as (say, report):
        generated_errors.generate(plan, say, report)
        if prepare and not any(plan.out.glob(generated_errors.PARTS)):
            say("nothing to generate: no stage for this device needs it; on a CPU leave out --from")
    if not prepare:
        _train(plan)


@command.command(short_help="Fine-tune a model on your own pairs.")
@click.option(
    "--pairs",
    type=FILE,
    multiple=True,
    required=True,
    help="FILE.jsonl (src, tgt), FILE.m2, or FILE.txt with [wrong|right].",
)
@click.option(
    "--from", "base", default="default", show_default=True, metavar="DIR|HUB_ID", help="The model to start from."
)
@given(*how("prefix"))
@run_options
@compile_option
def finetune(pairs: tuple[Path, ...], base: str, prefix: str | None, **options: Any) -> None:
    """Fine-tune a model on your own pairs; one pair in twenty is held out for measuring."""
    from gec.training import tune

    plan = plan_of(None, (), None, **options)
    _train(tune.finetune(replace(plan, prefix=prefix), pairs, base))


@command.command()
@click.option("--teacher", required=True, metavar="DIR|HUB_ID", help="The model to learn from.")
@click.option(
    "--text", "texts", type=FILE, multiple=True, required=True, help="Lines with errors for the teacher to correct."
)
@click.option(
    "--decoder-layers",
    "layers",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    help="Decoder layers of the student.",
)
@given(*how("prefix"))
@run_options
@compile_option
def distil(teacher: str, texts: tuple[Path, ...], layers: int, prefix: str | None, **options: Any) -> None:
    """Make a shallow student that learns its teacher's output."""
    from gec.training import tune

    plan = plan_of(None, (), None, **options)
    _train(tune.distil(replace(plan, prefix=prefix), teacher, texts, layers, _say))


@command.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), default="curves.svg", show_default=True
)
def plot(folder: Path, output: Path) -> None:
    """Draw the loss and F0.5 of a run against time."""
    from gec.training import plot as plots

    atomic.refuse_unwritable(output, inputs=(folder / "log.jsonl",))
    plots.draw(folder / "log.jsonl", output)
    emit(f"{output}\n")


# --- running


def plan_of(
    recipe: Recipe | None,
    folders: tuple[Path, ...],
    file: Path | None,
    *,
    minutes: float | None,
    steps: int | None,
    out: Path | None,
    resume: Path | None,
    device: str,
    workers: int | None,
    compiled: bool | None = None,
) -> TrainingPlan:
    from gec.training.build import TrainingPlan
    from gec.training.loop import Rhythm, RunLength
    from gec.training.recipe import ModelShape, Recipe

    if (minutes is None) == (steps is None):
        raise click.UsageError("give the length of the run: --minutes N or --steps N")
    if out and resume and out != resume:
        raise click.UsageError("--resume already names the folder of the run; leave out --out")
    if resume and not resume.is_dir():
        raise click.UsageError(f"--resume {resume}: no such folder; use --out to begin a new run")
    folder = resume or out or (Path("runs") / recipe.name if recipe else None)
    if folder is None:
        raise click.UsageError("give the folder of the run: --out DIR")
    pause = 60 * recipe.measure.minutes if recipe else 120.0
    return TrainingPlan(
        recipe or Recipe("", ModelShape(), ()),
        folder,
        RunLength(minutes or 0.0, steps or 0),
        folders,
        file,
        resume=resume is not None,
        device=device,
        workers=workers,
        compiled=compiled,
        rhythm=Rhythm(report=10.0, save=min(120.0, pause), pause=pause),
    )


def _train(plan: TrainingPlan) -> None:
    from gec.training import build

    with display(plan) as (say, report):
        build.train(plan, say, report)
    emit(f"{plan.out / 'int8'}\n")


def _say(message: str) -> None:
    click.echo(message, err=True)


@contextmanager
def display(
    plan: TrainingPlan,
) -> Iterator[tuple[Callable[[str], None], Callable[[TrainingRun, dict[str, float]], None]]]:
    """Show a progress bar on a terminal, or a line every ten seconds in a log."""
    if not sys.stderr.isatty():
        yield _say, lambda run, values: _say(line(run, values))
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>5.1f} %"),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("making the first batch", total=1.0)
        yield (
            lambda message: console.print(message, markup=False, highlight=False),
            lambda run, values: progress.update(task, completed=run.progress(), description=line(run, values)),
        )


def line(run: TrainingRun, values: dict[str, float]) -> str:
    """The state of a run in one line."""
    place = run.place
    losses = " ".join(
        f"{name} {values[name]:.3f}" for name in ("decoder", "head", "heads", "passages") if name in values
    )
    busy = f" MFU {100 * values['mfu']:.0f} %" if "mfu" in values else ""
    speed = f"{values['tokens_per_second']:,.0f} tokens/s {values['pairs_per_second']:,.0f} pairs/s"
    stage = run.recipe.stages[place.stage].name
    return f"{place.seconds / 60:.1f} min {stage} step {place.step} {losses} {speed}{busy}"
