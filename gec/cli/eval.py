"""`gec eval`: corrects a test set as natural text and scores the result.

`gec.scoring.evaluate` converts between tokens and natural text, and `score.py` prints the scores.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec import atomic
from gec.cli.options import REWRITE, given, how, refuse_unused
from gec.decoding.route import MODES
from gec.model.config import PRESETS

if TYPE_CHECKING:
    from gec.corrector import Corrector

Sentences = list[tuple[str, ...]]
Correct = Callable[[Sentences], list[list[str]]]

PATH = click.Path(path_type=Path)


@click.command("eval")
@click.argument("reference", type=PATH, required=False)
@click.option("--jfleg", type=PATH, metavar="DIR", help="A folder with dev.src, dev.ref0, ...: score GLEU.")
@click.option(
    "--preset",
    type=click.Choice(PRESETS),
    default="balanced",
    show_default=True,
    help="Which threshold of confidence to use.",
)
@given(*how(modes=MODES, default="auto"), REWRITE)
@click.option(
    "--together", type=click.IntRange(1), default=1, show_default=True, help="Read N sentences as one paragraph."
)
@click.option(
    "--apart", is_flag=True, help="Treat every paragraph as its own document; otherwise all are one document."
)
@click.option("--by-type", is_flag=True, help="Show the score by error type.")
@click.option(
    "--bootstrap",
    type=click.IntRange(min=0, max=1_000_000),
    default=1000,
    show_default=True,
    help="Number of rounds for the intervals; 0 for none.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", type=PATH, help="Write an HTML page.")
@click.option("--save", type=PATH, help="Save the corrected tokens, one sentence per line.")
@click.option("--spacy-model", metavar="NAME|DIR", help="Parse with this spaCy pipeline.")
def command(
    reference: Path | None,
    jfleg: Path | None,
    model: str | None,
    prefix: str | None,
    preset: str,
    device: str,
    engine: str,
    decode: str,
    task: str | None,
    together: int,
    apart: bool,
    by_type: bool,
    bootstrap: int,
    as_json: bool,
    html: Path | None,
    save: Path | None,
    spacy_model: str | None,
) -> None:
    """Correct the sentences of REFERENCE, an M2 file, and score the corrections with ERRANT.

    With --jfleg, correct the sentences of the folder and score them with GLEU. In both cases the tokens are joined
    first, so that the model reads natural text, and its edits are mapped back to the tokens.
    """
    import gec
    from gec.scoring import sources

    if (reference is None) == (jfleg is None):
        raise click.UsageError("give an M2 file, or --jfleg and a folder")
    if jfleg:
        refuse_unused("GLEU", ("by_type", "html", "bootstrap", "spacy_model"))
    atomic.refuse_unwritable(
        html, save, inputs=[file for one in (reference, jfleg) if one for file in sources.files(one)]
    )
    ways = [preset] * (preset != "balanced") + [decode] * (decode != "auto") + [f"{together} together"] * (together > 1)
    ways += [task or ""] * bool(task) + ["apart"] * apart
    name = f"{', '.join([model or 'default', *ways])} on {reference or jfleg}"

    def corrected(sources: Sentences) -> list[list[str]]:
        corrector = gec.load(model, device, engine, decode, task=task or "correct", preset=preset, prefix=prefix)
        found = _corrected(sources, corrector, together, apart, save)
        if corrector.proposer.task == "rewrite":
            click.echo(str(corrector.proposer.held), err=True)
        return found

    if jfleg:
        _fluency(jfleg, corrected, name, as_json)
    elif reference:
        _edits(reference, corrected, name, (by_type, bootstrap, spacy_model, as_json, html))


def _edits(
    reference: Path,
    corrected: Correct,
    name: str,
    shown: tuple[bool, int, str | None, bool, Path | None],
) -> None:
    from gec.cli.score import show
    from gec.scoring import errant, m2, spans

    by_type, bootstrap, spacy_model, as_json, html = shown
    gold = m2.read(reference)
    versions = str(errant.versions(spacy_model))  # fails here, before the correction, if the pipeline is missing
    sources = [sentence.tokens for sentence in gold]
    found = errant.annotate(sources, [corrected(sources)], spacy_model)
    results = [spans.compare(gold, found, mode) for mode in ("correction", "detection")]
    show([(name, results)], "full" if by_type else None, bootstrap, versions, as_json, html)


def _fluency(folder: Path, corrected: Correct, name: str, as_json: bool) -> None:
    from gec.cli.score import print_summaries
    from gec.scoring import gleu, report, sources

    gold = sources.fluent(folder)
    score = gleu.score(gold.sources, gold.references, corrected(gold.sources))
    print_summaries([report.of_gleu(name, score)], None, as_json)


def _corrected(
    sources: Sentences, corrector: Corrector, together: int, apart: bool, save: Path | None
) -> list[list[str]]:
    from rich.console import Console
    from rich.progress import Progress

    from gec.scoring import evaluate

    paragraphs = list(evaluate.paragraphs(evaluate.texts(sources), together))
    documents = paragraphs if apart else [evaluate.document(paragraphs)]
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        results = (corrector.settled(text) for text, _ in documents)  # as `gec correct` reads them
        found = progress.track(results, len(documents), description="correcting")
        edits = [
            own
            for result, (_, places) in zip(found, documents, strict=True)
            for own in evaluate.by_sentence(result.edits, places)
        ]
    tokens = evaluate.applied(sources, edits)
    if save:
        atomic.save(save, "".join(" ".join(line) + "\n" for line in tokens))
    return tokens
