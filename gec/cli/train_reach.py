"""`gec train reach`: measures how often each family of errors finds a place for an error.

`gec.training.noise.reach` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command("reach", short_help="Measure how often each family of errors finds a place.")
@click.argument("text", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--sentences", type=click.IntRange(1), default=40_000, show_default=True, help="Limit of sentences.")
def command(text: Path, sentences: int) -> None:
    """Measure it on TEXT, which has one correct sentence per line.

    The figures are part of the program. They are written into the program's folder.
    """
    from gec.training.noise import reach

    click.echo(f"reach of {reach.write(text, sentences):,} families measured", err=True)
