"""`gec eval`: correct a test set as natural text and score the result, in one go.

What happens between the tokens of the test set and the text the corrector sees is `gec.scoring.evaluate`'s; the
scores are shown by `gec score`'s page.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

PATH = click.Path(path_type=Path)


@click.command("eval")
@click.argument("reference", type=PATH, required=False)
@click.option("--jfleg", type=PATH, metavar="DIR", help="A folder with dev.src, dev.ref0, ...: score GLEU.")
@click.option("--model", metavar="DIR|HUB_ID", help="The model to score; by default the one that ships.")
@click.option("--by-type", is_flag=True, help="Break the score down by error type.")
@click.option(
    "--bootstrap",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Rounds for the intervals; 0 for none.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", type=PATH, help="Write a page to look at.")
@click.option("--save", type=PATH, help="Keep the corrected tokens, a line each.")
@click.option("--spacy-model", metavar="NAME|DIR", help="Parse with this spaCy pipeline.")
def command(
    reference: Path | None,
    jfleg: Path | None,
    model: str | None,
    by_type: bool,
    bootstrap: int,
    as_json: bool,
    html: Path | None,
    save: Path | None,
    spacy_model: str | None,
) -> None:
    """Correct the sentences of REFERENCE, an M2 file, and score the corrections with ERRANT.

    With --jfleg the folder's sentences are corrected and scored with GLEU. Either way the tokens are joined first:
    the model sees text as people write it, and its edits are taken back to the tokens.
    """
    from gec.scoring import lines

    if (reference is None) == (jfleg is None):
        raise click.UsageError("give an M2 file, or --jfleg and a folder")
    if jfleg and (html or by_type):
        raise click.UsageError("GLEU knows no types; leave out --html and --by-type")
    lines.writable(html, save)
    name = f"{model or 'default'} on {reference or jfleg}"
    if jfleg:
        _fluency(jfleg, model, name, as_json, save)
    elif reference:
        _edits(reference, model, name, save, (by_type, bootstrap, spacy_model, as_json, html))


def _edits(
    reference: Path,
    model: str | None,
    name: str,
    save: Path | None,
    shown: tuple[bool, int, str | None, bool, Path | None],
) -> None:
    from gec.cli.score import show
    from gec.scoring import errant, m2, spans

    by_type, bootstrap, spacy_model, as_json, html = shown
    gold = m2.read(reference)
    sources = [sentence.tokens for sentence in gold]
    found = errant.annotate(sources, [_corrected(sources, model, save)], spacy_model)
    results = [spans.compare(gold, found, mode) for mode in ("correction", "detection")]
    show([(name, results)], "full" if by_type else None, bootstrap, str(errant.versions(spacy_model)), as_json, html)


def _fluency(folder: Path, model: str | None, name: str, as_json: bool, save: Path | None) -> None:
    from gec.cli.score import print_summaries
    from gec.scoring import gleu, report, sources

    gold = sources.fluent(folder)
    score = gleu.score(gold.sources, gold.references, _corrected(gold.sources, model, save))
    print_summaries([report.of_gleu(name, score)], None, as_json)


def _corrected(sources: list[tuple[str, ...]], model: str | None, save: Path | None) -> list[list[str]]:
    from rich.console import Console
    from rich.progress import Progress

    import gec
    from gec.scoring import evaluate, lines

    corrector = gec.load(model) if model else gec.load()
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        results = corrector.correct_many(evaluate.texts(sources))
        edits = [result.edits for result in progress.track(results, len(sources), description="correcting")]
    tokens = evaluate.applied(sources, edits)
    if save:
        lines.write(save, "".join(" ".join(line) + "\n" for line in tokens))
    return tokens
