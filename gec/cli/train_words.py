"""`gec train words`: make the table of words by which corrections are named where ERRANT is not installed.

How is `gec.training.wordlist`'s business; what the shipped table was made from stands in `gec/language/LEXICON.md`.
"""

from __future__ import annotations

from pathlib import Path

import click

from gec import whole

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("words", short_help="Make the table of words.")
@click.argument("texts", type=FILE, nargs=-1, required=True)
@click.option("--list", "listed", type=FILE, required=True, help="Words known to be English: the first of each line.")
@click.option("--treebank", "treebanks", type=FILE, multiple=True, required=True, help="CoNLL-U; may be repeated.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where it goes (.xz)."
)
def command(texts: tuple[Path, ...], listed: Path, treebanks: tuple[Path, ...], out: Path) -> None:
    """Count the words of TEXTS, clean sentences one a line, and write those that are English with their classes."""
    from gec.training import wordlist

    whole.writable(out, inputs=(*texts, listed, *treebanks))
    click.echo(f"{wordlist.build(texts, listed, treebanks, out):,} words in {out}", err=True)
