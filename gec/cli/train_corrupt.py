"""`gec train corrupt`: make errors in clean sentences as people make them, for recipes to learn from.

How is `gec.training.corrupt`'s business; this page parses and counts.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from gec import whole
from gec.cli.options import Number
from gec.cli.progress import Progress

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("corrupt", short_help="Put a model's errors into clean sentences.")
@click.argument("model")
@click.argument("texts", type=FILE, nargs=-1, required=True)
@click.option("--learner", type=FOLDER, help="Texts (*.txt) with [wrong|right]; what is right is spoilt as well.")
@click.option("--share", type=Number(0, 1), default=0.25, show_default=True, help="How many sentences are from these.")
@click.option("--sentences", type=click.IntRange(1), default=100_000, show_default=True, help="How many to make.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where the pairs go (.jsonl)."
)
def command(
    model: str, texts: tuple[Path, ...], learner: Path | None, share: float, sentences: int, seed: int, out: Path
) -> None:
    """Put errors into sentences drawn from TEXTS, clean sentences one a line, with MODEL, a folder of int8 weights that
    were trained with `reverse` (corpora/reverse.toml)."""
    from gec.model import folder, opened
    from gec.training import corrupt
    from gec.training.texts import write_pairs

    learned = sorted(learner.glob("*.txt*")) if learner else []
    whole.writable(out, inputs=(*texts, *learned))
    bar = Progress()
    bar.plan(1, sentences)
    bar.begin("spoiling", sentences, sentences)

    def counted() -> corrupt.Pairs:
        supply = corrupt.drawn(texts, learned, share, seed)
        for pair in islice(corrupt.corrupted(opened.read(folder.find(model)), supply, seed), sentences):
            bar.add(1)
            yield pair

    count = write_pairs(out, counted())
    bar.clear()
    click.echo(f"{count:,} pairs in {out}", err=True)
