"""`gec train noise`: makes the tables that generated errors come from.

`gec.training.noise.mine` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("noise", short_help="Make the tables for generated errors.")
@click.argument("text", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--treebank", type=FOLDER, required=True, help="The folder of treebanks, CoNLL-U (.conllu.xz).")
@click.option("--spelling", type=FOLDER, required=True,
              help="The folder of client9-misspell.csv and typos-words.csv.")  # fmt: skip
@click.option("--learner", type=FOLDER, required=True, help="The folder of corrected texts.")
@click.option("--sentences", type=click.IntRange(1), default=400_000, show_default=True, help="Limit of sentences.")
def command(text: Path, treebank: Path, spelling: Path, learner: Path, sentences: int) -> None:
    """Make the tables of inflections, parts of speech, misspellings and confusions. TEXT has one correct sentence per
    line.

    The tables are part of the program. They are written into the program's folder.
    """
    from gec.training.noise import mine

    for path, rows in mine.write(text, treebank, spelling, learner, sentences):
        click.echo(f"{rows:,} rows in {path}", err=True)
