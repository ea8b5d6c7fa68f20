"""`gec train corrupt`: generates errors in correct sentences, similar to people's errors, as training data.

This file reads options and counts; `gec.training.corrupt` does the work.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from gec import atomic
from gec.cli.options import Number
from gec.cli.progress import Progress

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("corrupt", short_help="Generate errors in correct sentences with a model.")
@click.argument("model")
@click.argument("texts", type=FILE, nargs=-1, required=True)
@click.option("--learner", type=FOLDER, help="Texts (*.txt) with [wrong|right]; their correct sides get errors too.")
@click.option(
    "--share", type=Number(0, 1), default=0.25, show_default=True, help="The share of sentences from these texts."
)
@click.option(
    "--sentences", type=click.IntRange(1), default=100_000, show_default=True, help="Number of sentences to make."
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "-o",
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file for the pairs (.jsonl).",
)
def command(
    model: str, texts: tuple[Path, ...], learner: Path | None, share: float, sentences: int, seed: int, out: Path
) -> None:
    """Generate errors in sentences of TEXTS, which have one correct sentence per line. MODEL is a folder of int8
    weights that were trained with `reverse` (corpora/reverse.toml)."""
    from gec.model import folder, opened
    from gec.training import corrupt
    from gec.training.texts import write_pairs

    learned = sorted(learner.glob("*.txt*")) if learner else []
    atomic.refuse_unwritable(out, inputs=(*texts, *learned))
    bar = Progress()
    bar.plan(1, sentences)
    bar.begin("spoiling", sentences, sentences)

    def counted() -> corrupt.Pairs:
        supply = corrupt.random_sentences(texts, learned, share, seed)
        for pair in islice(corrupt.corrupted(opened.read(folder.find(model)), supply, seed), sentences):
            bar.add(1)
            yield pair

    count = write_pairs(out, counted())
    bar.clear()
    click.echo(f"{count:,} pairs in {out}", err=True)
