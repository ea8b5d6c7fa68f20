"""`gec train phrases`: counts which words are neighbours, and how often.

`gec.training.phrases` does the work. `gec/language/PHRASES.md` lists the sources of the table that ships.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command("phrases", short_help="Count which words are neighbours.")
@click.argument("texts", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True)
def command(texts: tuple[Path, ...]) -> None:
    """Count the words, pairs and triples of words of TEXTS, which have one correct sentence per line.

    The table is part of the program and used with every model. It is written into the program's folder. `gec train
    calibrate` fits a model's confidences to it.
    """
    from gec import language as room
    from gec.training import phrases

    out = Path(room.__file__).parent
    click.echo(f"{phrases.write(texts, out):,} phrases in {out}", err=True)
