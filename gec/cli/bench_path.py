"""`gec bench path`: the processor time of each stage of a correction, from the bytes of a file to the corrected bytes.

`bench_stages.py` defines and measures the stages.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec import __version__, atomic
from gec.cli.bench_stages import NETWORK, Clock, clocked
from gec.cli.flame import flame
from gec.cli.options import given, how
from gec.cli.render import emit
from gec.errors import GecError, TextError, shown

if TYPE_CHECKING:
    from gec.cli.invocation import Invocation

# Corrected before the measurement, so that the model and the tables are loaded.
WARM_UP = "Yesterday she go to teh school , because i has forget my informations their."


@dataclass(frozen=True, slots=True)
class StageCost:
    """The cost of one stage."""

    stage: str
    ms: float  # per sentence
    share: float  # of the whole time
    calls: int


@dataclass(frozen=True, slots=True)
class Measured:
    """The costs of all stages."""

    sentences: int
    ms: float  # per sentence
    host: float  # share of the time outside the network
    stages: list[StageCost]


@click.command("path", short_help="Measure each stage of a correction.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw a flame graph in this SVG file.")
@given(*how("model"))
def command(*, file: Path, as_json: bool, svg: Path | None, model: str | None) -> None:
    """Measure each stage of a correction of FILE on one core, with the int8 engine and without the cache.

    Figures are milliseconds of processor time per sentence. Loading the model and its tables is not counted. Drafts is
    the loop of decoding without the network. The network is encoder, decoder and output layer with block heads,
    including the preparation of their inputs. Host is everything else.
    """
    atomic.refuse_unwritable(svg, inputs=(file,))
    clock, sentences = run_of(file, model)
    found = measured(clock, sentences)
    if as_json:
        emit(json.dumps({"gec": __version__, "file": shown(file), **asdict(found)}, indent=2) + "\n")
    else:
        _show(found, file)
    if svg:
        atomic.save(svg, flame({path: 1000 * seconds / sentences for path, seconds in clock.spent.items()}, "ms"))


def run_of(file: Path, model: str | None = None) -> tuple[Clock, int]:
    """Correct a file and return the clock with the measured times, and the number of sentences."""
    from gec.cli.invocation import Invocation

    with ExitStack() as stack:
        asked = {"device": "cpu", "engine": "int8", **({"model": model} if model else {})}
        run = Invocation(
            given=asked, isolated=True, cached=False, jobs=1, refuse=_refuse, warn=_ignore, stack=stack, quiet=True
        )
        _warm(run)
        with clocked() as clock:
            for result in run.results(run.text(file)):
                result.text.document.with_edits(result.edits)
        sentences = sum(1 for text in run.text(file) for _ in text.prose().views())
    if not sentences:
        raise TextError(f"{shown(file)}: no sentences in it; give a text")
    return clock, sentences


def _warm(run: Invocation) -> None:
    from gec.cli.reading import Text
    from gec.text.document import read

    text = Text(read(WARM_UP.encode(), name="warm-up.txt"), run.settings(Path.cwd()), Path("warm-up.txt"))
    list(run.results([text]))


def _refuse(error: GecError) -> None:
    raise error


def _ignore(note: str) -> None:
    """Print no notes."""


def measured(clock: Clock, sentences: int) -> Measured:
    stages = clock.stages
    total = sum(stages.values())
    shares = [
        StageCost(name, 1000 * seconds / sentences, seconds / total, clock.calls[name])
        for name, seconds in stages.items()
    ]
    return Measured(sentences, 1000 * total / sentences, 1 - sum(stages[name] for name in NETWORK) / total, shares)


def _show(found: Measured, file: Path) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=0)
    for heading in ("stage", "ms", "share", "calls"):
        table.add_column(heading, justify="left" if heading == "stage" else "right", no_wrap=True)
    for one in found.stages:
        table.add_row(one.stage, *_cells(one.ms, one.share), f"{one.calls:,}")
    table.add_section()
    table.add_row("host", *_cells(found.host * found.ms, found.host), "")
    table.add_row("all", *_cells(found.ms, 1.0), "")
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 80)
    with console.capture() as captured:
        said = f"{shown(file)}: {found.sentences:,} sentences; int8, one core; ms of processor time a sentence"
        console.print(said, soft_wrap=True)
        console.print(table)
    emit(captured.get())


def _cells(ms: float, share: float) -> Sequence[str]:
    return f"{ms:.3f}", f"{100 * share:.1f} %"
