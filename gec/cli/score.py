"""`gec score`: compares the edits of one or two systems with a reference.

This file only connects others: `gec.scoring.sources` reads, `spans`, `maxmatch` and `gleu` compute the metrics, and
`report` and `page` show them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec import atomic
from gec.cli.options import Number, refuse_unused
from gec.cli.render import emit

if TYPE_CHECKING:
    from gec.scoring.report import Summary
    from gec.scoring.spans import Difference, Level, Mode, SystemScore

PATH = click.Path(path_type=Path)
# Options that only ERRANT's score uses; those in PARSING only if a hypothesis is plain text.
PARSING = ("spacy_model", "processes")
UNUSED = {"m2": ("modes", "bootstrap", *PARSING), "gleu": ("modes", "bootstrap", "beta", *PARSING)}
MODES = ["correction", "typed", "detection", "tokens"]


@click.command("score")
@click.argument("reference", type=PATH)
@click.argument("hypotheses", type=PATH, nargs=-1, required=True)
@click.option("--metric", type=click.Choice(["errant", "m2", "gleu"]), default="errant", show_default=True)
@click.option(
    "--mode",
    "modes",
    type=click.Choice(MODES),
    multiple=True,
    default=("correction", "detection"),
    show_default=True,
    help="What must agree (ERRANT): span and correction, also the type, only the span, or its tokens.",
)
@click.option(
    "--by-type",
    "level",
    type=click.Choice(["operation", "category", "full"]),
    is_flag=False,
    flag_value="full",
    help="Show the first mode by error type; by default the full type.",
)
@click.option("--beta", type=Number(min=0, min_open=True, max=1000), default=0.5, show_default=True)
@click.option(
    "--bootstrap",
    type=click.IntRange(min=0, max=1_000_000),
    default=1000,
    show_default=True,
    help="Number of rounds for the intervals; 0 for none.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", type=PATH, help="Write an HTML page.")
@click.option("--spacy-model", metavar="NAME|DIR", help="Parse with this spaCy pipeline.")
@click.option(
    "--processes", type=click.IntRange(min=1), help="How many processes parse.  [default: the fastest number]"
)
def command(
    reference: Path,
    hypotheses: tuple[Path, ...],
    metric: str,
    modes: tuple[Mode, ...],
    level: Level | None,
    beta: float,
    bootstrap: int,
    as_json: bool,
    html: Path | None,
    spacy_model: str | None,
    processes: int | None,
) -> None:
    """Score HYPOTHESES, one or two of them, against REFERENCE.

    REFERENCE is an M2 file; for GLEU it may be a folder with dev.src, dev.ref0, dev.ref1 and so on. A hypothesis is
    tokenised text with one sentence per line, or M2. With two hypotheses, the significance of the difference of their
    ERRANT scores is tested.
    """
    from gec.scoring import m2

    if len(hypotheses) > 2:
        raise click.UsageError("score one system, or two to compare them")
    if html and (metric != "errant" or len(hypotheses) > 1):
        raise click.UsageError("--html shows the ERRANT score of one system; leave out --metric or the second system")
    if level and metric != "errant":
        raise click.UsageError(f"--by-type needs ERRANT's types; --metric {metric} has no types")
    refuse_unused(f"--metric {metric}", UNUSED.get(metric, ()))
    atomic.refuse_unwritable(html, inputs=(reference, *hypotheses))
    if metric == "errant":
        if (spacy_model or processes) and all(m2.looks_like(path) for path in hypotheses):
            refuse_unused("M2, which is not parsed,", PARSING)
        results = [_compare(reference, path, modes, beta, spacy_model, processes) for path in hypotheses]
        made_with = _made_with(hypotheses, spacy_model)
        show(list(zip(map(str, hypotheses), results, strict=True)), level, bootstrap, made_with, as_json, html)
    elif metric == "m2":
        print_summaries([_maxmatch(reference, path, beta) for path in hypotheses], None, as_json)
    else:
        print_summaries([_gleu(reference, path) for path in hypotheses], None, as_json)


def _compare(
    reference: Path, path: Path, modes: tuple[Mode, ...], beta: float, model: str | None, processes: int | None
) -> list[SystemScore]:
    from gec.scoring import m2, sources, spans

    gold = m2.read(reference)
    found = sources.annotated(path, gold, str(reference), model, processes)
    return [spans.compare(gold, found, mode, beta) for mode in modes]


def _made_with(hypotheses: tuple[Path, ...], spacy_model: str | None) -> str:
    """The versions of the annotator, or a note that the edits come from M2 files."""
    from gec.scoring import errant, m2

    if all(m2.looks_like(path) for path in hypotheses):
        return "edits from the M2 files"
    return str(errant.versions(spacy_model))


def show(
    systems: list[tuple[str, list[SystemScore]]],
    level: Level | None,
    bootstrap: int,
    made_with: str,
    as_json: bool,
    html: Path | None,
) -> None:
    """Print ERRANT scores, and write the page if one is wanted."""
    from gec.scoring import report, spans
    from gec.scoring.page import page

    summaries = [report.of_spans(name, results, made_with, level, bootstrap) for name, results in systems]
    if html:
        summary = report.of_spans(systems[0][0], systems[0][1], made_with, "full", bootstrap)
        atomic.save(html, page(summary, summary.types, systems[0][1][0]))
    difference = spans.significance(systems[0][1][0], systems[1][1][0]) if len(systems) == 2 else None
    print_summaries(summaries, difference, as_json)


def _maxmatch(reference: Path, path: Path, beta: float) -> Summary:
    from gec.scoring import m2, maxmatch, report, sources

    gold = m2.read(reference)
    texts = sources.output(path, [sentence.tokens for sentence in gold], str(reference))
    return report.of_maxmatch(str(path), maxmatch.score(gold, texts, beta)[0], beta)


def _gleu(reference: Path, path: Path) -> Summary:
    from gec.scoring import gleu, report, sources

    gold = sources.fluent(reference)
    texts = sources.output(path, gold.sources, str(reference))
    return report.of_gleu(str(path), gleu.score(gold.sources, gold.references, texts))


def print_summaries(summaries: list[Summary], difference: Difference | None, as_json: bool) -> None:
    """Print scores of any metric as tables or as JSON."""
    from rich.console import Console

    from gec.scoring import report

    if as_json:
        emit(report.as_json(summaries, difference) + "\n")
    else:
        # A table with intervals is wider than the 80 columns that rich assumes for a pipe.
        console = Console(width=max(110, Console().width))
        with console.capture() as captured:
            console.print(report.as_table(summaries, difference))
        emit(captured.get())
