"""`gec train compounds`: counts which words people write as one, for the rules on compounds.

`gec.training.compounds` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click

from gec.cli.render import emit


@click.command("compounds", short_help="Count which words are written as one.")
@click.argument("texts", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True)
def command(texts: tuple[Path, ...]) -> None:
    """Print the words that TEXTS write as one or with hyphens, and hardly ever as separate words. TEXTS have one
    correct sentence per line.

    They are rows for the rules in gec/rules/tables/compounds.toml, into which they are sorted by hand.
    """
    from gec.training import compounds

    emit("".join(f"{row}\n" for row in compounds.rows(texts)))
