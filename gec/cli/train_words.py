"""`gec train words`: makes the table of words that is needed to type corrections without ERRANT.

`gec.training.wordlist` does the work. `gec/language/LEXICON.md` lists the sources of the table that ships.
"""

from __future__ import annotations

from pathlib import Path

import click

from gec import atomic

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("words", short_help="Make the table of words.")
@click.argument("texts", type=FILE, nargs=-1, required=True)
@click.option("--list", "listed", type=FILE, required=True, help="Words known to be English: the first of each line.")
@click.option("--treebank", "treebanks", type=FILE, multiple=True, required=True, help="CoNLL-U; may be repeated.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file for the table (.xz)."
)
def command(texts: tuple[Path, ...], listed: Path, treebanks: tuple[Path, ...], out: Path) -> None:
    """Count the words of TEXTS, which have one correct sentence per line, and write the English ones with their
    classes."""
    from gec.training import wordlist

    atomic.refuse_unwritable(out, inputs=(*texts, listed, *treebanks))
    click.echo(f"{wordlist.build(texts, listed, treebanks, out):,} words in {out}", err=True)
