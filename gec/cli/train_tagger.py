"""`gec train tagger`: make the pipeline that scoring parses with from Universal Dependencies treebanks.

How is `gec.training.tagger`'s business.
"""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("tagger", short_help="Train the tagger that scoring uses.")
@click.argument("treebanks", type=FILE, nargs=-1, required=True)
@click.option("--dev", type=FILE, required=True, help="The treebank to measure on while training.")
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="Where the pipeline goes.")
@click.option(
    "--work",
    type=click.Path(path_type=Path),
    default=Path("runs/tagger"),
    show_default=True,
    help="Where the packed treebanks and the best state so far are kept.",
)
@click.option("--steps", type=click.IntRange(min=0), default=0, help="Fewer steps than the recipe's; 0 for all.")
def command(treebanks: tuple[Path, ...], dev: Path, out: Path, work: Path, steps: int) -> None:
    """Train on TREEBANKS, CoNLL-U files that may be compressed (.xz)."""
    from gec.training import tagger

    scores = tagger.train(treebanks, dev, out, work, steps)
    click.echo("  ".join(f"{name} {100 * score:.2f}" for name, score in scores.items()))
