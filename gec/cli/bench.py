"""`gec bench decode`: how many passes and how much time decoding takes, way by way, in a table for people or JSON
for programs. Measuring is `gec/decoding/measure.py`'s; this reads the sentences and shows the figures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec import __version__
from gec.cli.accept import HELP, accepted, told
from gec.cli.bench_passages import command as passages
from gec.cli.chart import draw
from gec.cli.render import emit, many
from gec.decoding.route import PASSAGES
from gec.engine import Lenience
from gec.errors import OptionError, TextError
from gec.text.document import read, shown
from gec.text.view import View

if TYPE_CHECKING:
    from gec.corrector import Corrector
    from gec.decoding.measure import Figures

BATCHES = (1, 8, 32, 128)
WIDTH = 100  # of the table where no terminal has one
HEADINGS = ("batch", "passes", "p95", "block", "faster", "fed", "ms", "encoder", "decoder", "rest", "differ", "refill")


def _names(ctx: click.Context, option: click.Parameter, given: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",")) if given else ()


@click.group("bench")
def command() -> None:
    """Measure what correcting costs."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The sentences of a file as a model reads them, the longest first, as a corrector sorts them."""

    ids: list[list[int]]
    left_out: int  # longer than the model's window


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--batch", "batches", type=click.IntRange(1), multiple=True, default=BATCHES, show_default=True,
    help="Sentences decoded together; may be given several times.",
)  # fmt: skip
@click.option("--modes", callback=_names, help="Only these ways, such as greedy,blockwise.  [default: all there are]")
@click.option("--accept", "lenience", callback=accepted, metavar="HOW", help=HELP)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="Median of so many; greedy: 1.")
@click.option("--limit", type=click.IntRange(1), help="Only the first so many sentences.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the times into this SVG.")
@click.option("--model", metavar="DIR_OR_HUB_ID", help="A checkpoint to use instead of the one shipped.")
@click.option("--prefix", help="Text the model wants before every sentence.")
@click.option("--device", default="auto", show_default=True, metavar="DEVICE", help="cpu, cuda, cuda:1, ...")
@click.option("--engine", default="auto", show_default=True, metavar="ENGINE", help="As of `gec correct`.")
def decode(
    *,
    file: Path,
    batches: tuple[int, ...],
    modes: tuple[str, ...],
    lenience: Lenience,
    rounds: int,
    limit: int | None,
    as_json: bool,
    plot: Path | None,
    model: str | None,
    prefix: str | None,
    device: str,
    engine: str,
) -> None:
    """Measure decoding on a FILE with one sentence a line.

    Passes are forwards of the decoder a sentence is part of (mean, and p95), fed the tokens it is given in them.
    Block is how many tokens a pass says, faster the speed over greedy decoding's at the same batch size.
    Differ counts sentences that are not what greedy decoding says at batch 1. Refill is the decoder's steps over
    the fewest possible: 1.00 when no slot of a batch is ever empty. Times are of the network and the loop around
    it; tokenizing and finding edits are not in them.
    """
    lines = [line for line in read(file).text.splitlines() if line.strip()][:limit]
    if not lines:
        raise TextError(f"{shown(file)}: no sentences in it; give a file with one a line")
    from gec.corrector import load
    from gec.decoding.measure import measure, ways

    corrector = load(model, device, engine, prefix=prefix)
    sources = _sources(corrector, lines, shown(file))
    extras = corrector.model.config.extras
    known = ways(edit_head=extras.edit_head, block=corrector.engine.block, lenience=lenience)
    chosen = [way for way in known if not modes or way.name.partition(",")[0] in modes]
    if missing := sorted(set(modes) - {way.name for way in known}):
        ways_ = ", ".join(way.name for way in known)
        hint = "; passages are measured by `gec bench passages`" if {*missing} & {*PASSAGES} else ""
        raise OptionError(f"--modes {','.join(missing)}: sentences are decoded {ways_} by this model{hint}")
    if not lenience.lossless and not corrector.engine.block:
        raise OptionError(
            "--accept is for blockwise drafts, and this model has no block heads; `gec train heads` adds them"
        )
    batches = tuple(dict.fromkeys(min(batch, len(sources.ids)) for batch in batches))
    figures = measure(
        corrector.engine,
        corrector.tokens,
        sources.ids,
        chosen,
        batches,
        rounds=rounds,
        marks=len(corrector.marks),
    )
    about = {**_about(corrector, sources, file), "accept": told(lenience)}
    found: list[Figures] = []
    if as_json:
        found += figures
        emit(json.dumps({**about, "figures": [asdict(one) for one in found]}, indent=2) + "\n")
    else:
        found += _show(figures, about, len(chosen) * len(batches))
    if plot:
        curves = {way.name: {one.batch: one.ms for one in found if one.way == way.name} for way in chosen}
        draw(plot, curves, "sentences at a time", "ms a sentence")


def _sources(corrector: Corrector, lines: Sequence[str], name: str) -> Sources:
    texts = [View.of(line, ((0, len(line)),)).text for line in lines]
    encoded = [one.ids for one in corrector.tokenizer.encode_many(texts)]
    fitting = [ids for ids in encoded if len(ids) <= corrector.window]
    if not fitting:
        raise TextError(f"{name}: every line is longer than the {corrector.window} tokens of the model's window")
    rows = [[*corrector.marks, *ids, corrector.engine.eos] for ids in fitting]
    return Sources(sorted(rows, key=len, reverse=True), len(encoded) - len(fitting))


def _about(corrector: Corrector, sources: Sources, file: Path) -> dict[str, Any]:
    engine = corrector.engine.about
    return {
        "gec": __version__,
        "model": str(corrector.model.path),
        "engine": type(corrector.engine).__name__,
        "device": engine.device,
        "dtype": engine.dtype,
        "threads": engine.threads,
        "file": shown(file),
        "sentences": len(sources.ids),
        "left_out": sources.left_out,
        "tokens": sum(map(len, sources.ids)) / len(sources.ids),
    }


def _show(figures: Iterable[Figures], about: dict[str, Any], count: int) -> list[Figures]:
    """Print the table, and give back what is in it."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0)
    table.add_column("decode", no_wrap=True)
    for heading in HEADINGS:
        table.add_column(heading, justify="right", no_wrap=True)
    with Console(stderr=True).status("measuring") as status:
        last = None
        found = []
        for done, one in enumerate(figures, 1):
            found.append(one)
            status.update(f"measured {one.way} at batch {one.batch}, {done} of {count}")
            if last not in (None, one.way):
                table.add_section()
            last = one.way
            table.add_row(*_cells(one))
    left_out = f", {about['left_out']} longer than its window left out" if about["left_out"] else ""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    console.print(
        f"{about['sentences']:,} sentences of {about['tokens']:.1f} tokens{left_out}; {about['model']}, "
        f"{about['dtype']}, {about['device']}, {many(about['threads'], 'thread')}; milliseconds a sentence",
        soft_wrap=True,
    )
    console.print(table)
    return found


def _cells(one: Figures) -> list[str]:
    times = (one.ms, one.encoder_ms, one.decoder_ms, one.rest_ms)
    return [
        one.way,
        str(one.batch),
        f"{one.passes:.2f}",
        str(one.passes_p95),
        f"{one.accepted:.2f}",
        f"{one.speed_up:.2f}" if one.speed_up else "",
        f"{one.positions:.1f}",
        *(f"{time:.2f}" for time in times),
        str(one.differing),
        f"{one.refill:.2f}",
    ]


command.add_command(passages)
