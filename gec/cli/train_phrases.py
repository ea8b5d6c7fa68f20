"""`gec train phrases`: make the table of which words stand beside each other, and how often.

How is `gec.training.phrases`'s business; what the shipped one was made from stands in `gec/language/PHRASES.md`.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command("phrases", short_help="Count what stands beside each other.")
@click.argument("texts", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True)
def command(texts: tuple[Path, ...]) -> None:
    """Count the words, pairs and triples of words of TEXTS, clean sentences one a line.

    The table belongs to the program, whatever the model: it is written into its folder. `gec train calibrate` fits a
    model's confidences to it.
    """
    from gec import language as room
    from gec.training import phrases

    out = Path(room.__file__).parent
    click.echo(f"{phrases.write(texts, out):,} phrases in {out}", err=True)
