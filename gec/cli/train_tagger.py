"""`gec train tagger`: makes the pipeline for scoring from Universal Dependencies treebanks.

`gec.training.tagger` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("tagger", short_help="Train the tagger that scoring uses.")
@click.argument("treebanks", type=FILE, nargs=-1, required=True)
@click.option("--dev", type=FILE, required=True, help="The treebank for measuring during training.")
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="The folder for the pipeline.")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("runs/tagger"),
    show_default=True,
    help="The folder for the packed treebanks and the best state so far.",
)
@click.option("--steps", type=click.IntRange(min=0), default=0, help="Number of steps; 0 for all steps of the recipe.")
def command(treebanks: tuple[Path, ...], dev: Path, out: Path, work: Path, steps: int) -> None:
    """Train on TREEBANKS, CoNLL-U files that may be compressed (.xz)."""
    from gec.training import tagger

    scores = tagger.train(treebanks, dev, out, work, steps)
    click.echo("  ".join(f"{name} {100 * score:.2f}" for name, score in scores.items()))
