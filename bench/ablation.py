"""Measures what each choice in a recipe is worth.

    python bench/ablation.py --data DIR --out DIR [--steps N] [NAME ...]
Trains corpora/small.toml with a smaller network, unchanged and with one change at a time, each for N steps on one
thread. Every run adds a row to the table in OUT. The figures are for learner sentences held out of training:
teacher-forced, the loss on changed tokens and the share of changed and of kept tokens that are right; F0.5 of all
proposals; decoder passes with the source as the draft. The last column is the processor time in minutes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

import click
import torch
from torch.nn import functional as F

from gec.decoding.draft import Tokens, track
from gec.decoding.verify import DecodingSettings, decode
from gec.engine.float import FloatEngine
from gec.model.checkpoint import Checkpoint
from gec.training import build, recipe
from gec.training.build import TrainingPlan
from gec.training.labels import label
from gec.training.loop import Rhythm, RunLength
from gec.training.measure_held_out import measure
from gec.training.recipe import Recipe, Stage
from gec.training.records import Pair, found, held_out_pairs

CORPORA = Path(__file__).parents[1] / "corpora"
FORCED, SCORED = 800, 250  # held-out sentences for the losses, and for F0.5
Change = Callable[[Recipe], Recipe]


def optimised(**changes: object) -> Change:
    return lambda old: replace(old, optimizer=replace(old.optimizer, **changes))  # type: ignore[arg-type]


def staged(change: Callable[[Stage], Stage]) -> Change:
    return lambda old: replace(old, stages=tuple(map(change, old.stages)))


def kept(share: float) -> Change:
    return staged(lambda stage: replace(stage, keep=share))


def heavy_first(old: Recipe) -> Recipe:
    first, *others = old.stages
    mix = tuple(replace(one, register="heavy") if one.kind == "noise" else one for one in first.mix)
    return replace(old, stages=(replace(first, mix=mix), *others))


def fed(old: Recipe) -> Recipe:
    return replace(old, shape=replace(old.shape, pointer_feed=True))


CHANGES: dict[str, Change] = {
    "as it is": lambda old: old,
    "no edit head": optimised(head=0.0),
    "unchanged tokens count in full": kept(1.0),
    "a tenth of the unchanged tokens": kept(0.1),
    "heavy noise in the first half": heavy_first,
    "AdamW, rate 0.001": optimised(matrices="adamw", matrix_rate=0.001),
    "AdamW, rate 0.003": optimised(matrices="adamw", matrix_rate=0.003),
    "fed by its pointer": fed,
}


@dataclass(frozen=True, slots=True)
class Forced:
    """Teacher-forced prediction of the next tokens."""

    loss: float  # of changed tokens
    changed: float  # share of changed tokens that are right
    kept: float


@click.command(help=__doc__)
@click.option("--data", type=click.Path(exists=True, path_type=Path), required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
@click.option("--steps", type=click.IntRange(min=1), default=300)
@click.argument("names", nargs=-1)
def main(data: Path, out: Path, steps: int, names: tuple[str, ...]) -> None:
    torch.set_num_threads(1)
    base = recipe.read(CORPORA / "small.toml")
    shape = replace(base.shape, d_model=256, d_ff=512, num_heads=4, num_layers=4)
    likeness = replace(base.likeness, size=160, sentences=100_000)
    optimizer = replace(base.optimizer, warmup=30, average=0.98)
    base = replace(base, shape=shape, likeness=likeness, optimizer=optimizer, longest=64)
    base = replace(base, tokenizer=str(CORPORA.parent / base.tokenizer))
    pairs = held_out_pairs(found(base.measure.files, (data, CORPORA)))
    random.Random(0).shuffle(pairs)
    table = out / "table.md"
    out.mkdir(parents=True, exist_ok=True)
    table.write_text(
        "| | changed: loss | changed: right | kept: right | F0.5 | passes | minutes |\n|---|---|---|---|---|---|---|\n"
    )
    for number, (name, change) in enumerate(CHANGES.items()):
        if names and name not in names:
            continue
        begin = time.process_time()
        plan = TrainingPlan(
            change(base), out / str(number), RunLength(steps=steps), (data, CORPORA), device="cpu",
            rhythm=Rhythm(save=1e9, pause=1e9), calibrated=False,
        )  # fmt: skip
        click.echo(name)
        model = build.train(plan, click.echo, lambda run, parts: click.echo(f"step {run.place.step} {parts}"))
        minutes = (time.process_time() - begin) / 60
        with table.open("a") as rows:
            rows.write(f"| {name} | {_row(model, pairs)} | {minutes:.1f} |\n")
    click.echo(table.read_text())


def _row(model: Checkpoint, pairs: list[Pair]) -> str:
    forced_ = forced(model, pairs[:FORCED])
    figures = measure(model, pairs[:SCORED], torch.device("cpu"))
    shares = f"{100 * forced_.changed:.1f} % | {100 * forced_.kept:.1f} %"
    return f"{forced_.loss:.2f} | {shares} | {100 * figures.f05:.1f} | {passes(model, pairs[:SCORED]):.2f}"


@torch.inference_mode()
def forced(model: Checkpoint, pairs: list[Pair]) -> Forced:
    network, tokenizer, config = model.network.eval(), model.tokenizer, model.config
    mark = tokenizer.ids_of_mark(config.extras.tasks["correct"])
    tokens = Tokens.of(tokenizer, config)
    losses: list[float] = []
    right: dict[bool, list[bool]] = {True: [], False: []}
    for written, wanted in pairs:
        source = [*mark, *tokenizer.encode(written).ids, config.eos]
        target = [*tokenizer.encode(wanted).ids, config.eos]
        changed = label([source], [target], [len(mark)]).changed[0, : len(target)]
        inputs = torch.tensor([[config.start, *target[:-1]]])
        at = [len(mark) + place for place in track(source[len(mark) :], target[:-1], tokens)]
        logits = network(torch.tensor([source]), torch.tensor([len(source)]), inputs, torch.tensor([at]))[0]
        said = torch.tensor(target)
        loss = F.cross_entropy(logits, said, reduction="none")
        losses += loss[torch.from_numpy(changed)].tolist()
        for one, agrees in zip(changed.tolist(), (logits.argmax(1) == said).tolist(), strict=True):
            right[one].append(agrees)
    return Forced(mean(losses), mean(right[True]), mean(right[False]))


def passes(model: Checkpoint, pairs: list[Pair]) -> float:
    """Decoder passes per sentence, with the source as the draft."""
    engine = FloatEngine(model, torch.device("cpu"))
    mark = model.tokenizer.ids_of_mark(model.config.extras.tasks["correct"])
    sources = [[*mark, *model.tokenizer.encode(written).ids, engine.eos] for written, _ in pairs]
    tokens = Tokens.of(model.tokenizer, model.config)
    done = dict(decode(engine, tokens, sources, DecodingSettings(head=False), marks=len(mark)))
    return sum(one.passes for one in done.values()) / len(sources)


if __name__ == "__main__":
    main()
