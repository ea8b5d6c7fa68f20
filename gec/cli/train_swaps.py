"""`gec train swaps`: counts which words people put for others.

`gec.training.swaps` does the work. `gec/language/LEXICON.md` lists the sources of the table that ships.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command("swaps", short_help="Count which words people confuse.")
@click.argument("pairs", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True)
def command(pairs: tuple[Path, ...]) -> None:
    """Count the deletions, insertions and substitutions in PAIRS, which are corrections by people.

    The table is part of the program and used with every model. It is written into the program's folder.
    """
    from gec.guards.swaps import TABLE
    from gec.training import swaps

    click.echo(f"{swaps.write(pairs):,} words in {TABLE}", err=True)
