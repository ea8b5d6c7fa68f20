"""`gec bench decode`: measures the passes and the time of each way to decode, and prints a table for people or JSON for
programs.

This file reads the sentences and shows the figures; `gec/benchmarks/decoding.py` measures.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec import __version__, atomic
from gec.benchmarks.sources import Judge, Sources, sources_of
from gec.cli.accept import HELP, accepted, told
from gec.cli.bench_passages import command as passages
from gec.cli.bench_path import command as path
from gec.cli.chart import draw
from gec.cli.options import given, how, names
from gec.cli.render import emit
from gec.decoding.route import PIPELINED, REWRITE
from gec.edits.message import many
from gec.engine import Lenience
from gec.errors import OptionError, shown

if TYPE_CHECKING:
    from gec.benchmarks.decoding import Contender, DecodingCost
    from gec.proposer import SentenceProposer

BATCHES = (1, 8, 32, 128)
WIDTH = 112  # columns of the table if stdout is not a terminal
HEADINGS = (
    "batch",
    "passes",
    "p95",
    "block",
    "faster",
    "fed",
    "ms",
    "encoder",
    "decoder",
    "rest",
    "refill",
    "MB",
    "differ",
)
QUALITY = ("F0.5", "GLEU")  # only for an M2 file


@click.group("bench")
def command() -> None:
    """Measure the speed of decoding, and of each stage of a correction."""


@command.command(short_help="Measure ways to decode sentences.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--batch", "batches", type=click.IntRange(1), multiple=True, default=BATCHES, show_default=True,
    help="Sentences decoded together; may be repeated.",
)  # fmt: skip
@click.option("--modes", callback=names, help="Only these ways, such as greedy,blockwise.  [default: all]")
@click.option("--accept", "lenience", callback=accepted, metavar="HOW", help=HELP)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="Number of rounds; figures are medians. Greedy decoding has 1.",
)
@click.option("--limit", type=click.IntRange(1), help="Use only the first N sentences.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the times in this SVG file.")
@given(*how("model", "prefix", "device", "engine", default="auto"))
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
    """Measure decoding on FILE, which has one sentence per line. The outputs for an M2 file are scored too.

    The columns: passes is the number of decoder passes per sentence (mean, and p95), fed the number of tokens given to
    them. Block is the number of tokens per pass. Faster is the speed relative to greedy decoding with the same batch
    size. Differ counts sentences that differ from greedy decoding at batch 1. Refill is the number of decoder steps
    relative to the fewest possible: 1.00 if no slot of a batch is ever empty. MB is the peak memory of decoding, not
    counting the loaded model. Times include the network and the loop around it, but not tokenising and finding edits.
    F0.5 (ERRANT) and GLEU are for the plain output of the network, without the spelling, guards and confidences that
    `gec eval` includes.
    """
    atomic.refuse_unwritable(plot, inputs=(file,))
    from gec.benchmarks.decoding import measure
    from gec.loading import load

    proposer = load(model, device, engine, prefix=prefix).proposer
    sources = sources_of(proposer, file, limit)
    chosen = _chosen(proposer, modes, lenience)
    batches = tuple(dict.fromkeys(min(batch, len(sources.rows)) for batch in batches))
    judged = file.suffix == ".m2"
    figures = measure(
        proposer.engine,
        proposer.tokens,
        sources.rows,
        chosen,
        batches,
        rounds=rounds,
        marks=len(proposer.marks),
        judge=Judge(sources.chosen, proposer.tokenizer) if judged else None,
    )
    about = {**_about(proposer, sources, file), "accept": told(lenience)}
    found: list[DecodingCost] = []
    if as_json:
        found += figures
        emit(json.dumps({**about, "figures": [asdict(one) for one in found]}, indent=2) + "\n")
    else:
        found += _show(figures, about, len(chosen) * len(batches), judged)
    if plot:
        curves = {way.name: {one.batch: one.ms for one in found if one.way == way.name} for way in chosen}
        draw(plot, curves, "sentences at a time", "ms a sentence")


def _chosen(proposer: SentenceProposer, modes: Collection[str], lenience: Lenience) -> list[Contender]:
    """The ways with these names, or all ways that the model supports."""
    from gec.benchmarks.decoding import ways

    edit_head = proposer.model.config.extras.edit_head
    known = ways(edit_head=edit_head, block=proposer.engine.block, lenience=lenience)
    names = [way.name for way in known]
    if missing := sorted(set(modes) - set(names)):
        hint = "; use `gec bench passages` for passages" if {*missing} & {PIPELINED, REWRITE} else ""
        raise OptionError(f"--modes {','.join(missing)}: this model can decode sentences with {', '.join(names)}{hint}")
    if not lenience.lossless and not proposer.engine.block:
        raise OptionError(
            "--accept is for blockwise drafts, and this model has no block heads; `gec train heads` adds them"
        )
    return [way for way in known if not modes or way.name.partition(",")[0] in modes]


def _about(proposer: SentenceProposer, sources: Sources, file: Path) -> dict[str, Any]:
    engine = proposer.engine.about
    return {
        "gec": __version__,
        "model": str(proposer.model.path),
        "engine": type(proposer.engine).__name__,
        "device": engine.device,
        "dtype": engine.dtype,
        "threads": engine.threads,
        "file": shown(file),
        "sentences": len(sources.rows),
        "left_out": sources.left_out,
        "tokens": sum(map(len, sources.rows)) / len(sources.rows),
    }


def _show(figures: Iterable[DecodingCost], about: dict[str, Any], count: int, judged: bool) -> list[DecodingCost]:
    """Print the table, and return the figures in it."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0)
    table.add_column("decode", no_wrap=True)
    for heading in (*HEADINGS, *QUALITY * judged):
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
    left_out = f", {about['left_out']} left out (longer than its window)" if about["left_out"] else ""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    with console.capture() as captured:  # emit writes UTF-8; the terminal's encoding may lack letters of a path
        console.print(
            f"{many(about['sentences'], 'sentence')} of {about['tokens']:.1f} tokens{left_out}; {about['model']}, "
            f"{about['dtype']}, {about['device']}, {many(about['threads'], 'thread')}; milliseconds a sentence",
            soft_wrap=True,
        )
        console.print(table)
    emit(captured.get())
    return found


def _cells(one: DecodingCost) -> list[str]:
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
        f"{one.refill:.2f}",
        "" if one.memory_mb is None else f"{one.memory_mb:.0f}",
        str(one.differing),
        *(f"{100 * score:.1f}" for score in (one.f05, one.gleu) if score is not None),
    ]


command.add_command(passages)
command.add_command(path)
