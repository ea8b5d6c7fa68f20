"""`gec bench passages`: compares the pipelined decoder with greedy decoding, by the number of sentences.

This file reads the passages and shows the figures; `gec/benchmarks/passages.py` measures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec import atomic
from gec.cli.chart import draw
from gec.cli.options import given, how
from gec.cli.render import emit
from gec.errors import TextError, shown
from gec.text.document import read
from gec.text.segment import sentences

if TYPE_CHECKING:
    from gec.benchmarks.passages import PassageFigures

HEADINGS = ("sentences", "decode", "passages", "passes", "ms", "tokens", "faster", "same")


@click.command("passages", short_help="Measure the pipelined decoder.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--delta", "deltas", type=click.IntRange(0), multiple=True, default=(0, 1, 2, 3), show_default=True)
@click.option("--batch", type=click.IntRange(1), default=1, show_default=True, help="Passages decoded together.")
@click.option("--limit", type=click.IntRange(1), help="Use only the first N passages.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the times in this SVG file.")
@given(*how("model", "device", "engine", default="auto", which="that reads passages, instead of"))
def command(
    *,
    file: Path,
    deltas: tuple[int, ...],
    batch: int,
    limit: int | None,
    as_json: bool,
    plot: Path | None,
    model: str | None,
    device: str,
    engine: str,
) -> None:
    """Measure the pipelined decoder on FILE, which has one passage per line.

    Passages are cut to 2, 3, .. sentences. Greedy decoding writes each as one sequence. Passes is the number of decoder
    passes per passage. Faster is the number of tokens per second relative to greedy decoding. Same is the share of
    sentences that are token for token the same as in greedy decoding of each sentence alone.
    """
    atomic.refuse_unwritable(plot, inputs=(file,))
    lines = [line for line in read(file).text.splitlines() if line.strip()][:limit]
    from gec.benchmarks.passages import measure
    from gec.loading import load
    from gec.rewriter import Rewriter

    loaded = load(model, device, engine, decode="pipelined")
    assert isinstance(loaded, Rewriter)
    proposer = loaded.proposer
    passages = []
    for line in lines:
        found = [line[low:high] for low, high in sentences(line)]
        ids = [one.ids for one in proposer.tokenizer.encode_many(found)]
        if len(ids) > 1 and max(map(len, ids)) <= proposer.window:
            passages.append(ids)
    if not passages:
        raise TextError(f"{shown(file)}: no passage has two sentences; give a file with one passage per line")
    pace = replace(proposer.pace, slots=batch)
    figures = measure(proposer.pipeline, proposer.tokens, passages, pace, deltas, marks=proposer.marks)
    done: list[PassageFigures] = []
    if as_json:
        done += figures
        emit(json.dumps([asdict(one) for one in done], indent=2) + "\n")
    else:
        done += _shown(figures)
    if plot:
        curves: dict[str, dict[int, float]] = {}
        for one in done:
            curves.setdefault(one.way, {})[one.sentences] = one.ms
        draw(plot, curves, "sentences a passage", "ms a passage")


def _shown(figures: Iterable[PassageFigures]) -> Iterator[PassageFigures]:
    """Print the table row by row."""
    emit("".join(f"{heading:>20}" if heading == "decode" else f"{heading:>10}" for heading in HEADINGS) + "\n")
    for one in figures:
        emit(
            f"{one.sentences:>10}{one.way:>20}{one.passages:>10}{one.passes:>10.1f}{one.ms:>10.1f}"
            f"{one.tokens:>10.1f}{one.speed_up:>10.2f}{one.same:>10.2f}\n"
        )
        yield one
