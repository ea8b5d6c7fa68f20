"""`gec train spelling`: makes the table of words, and fits the weights for misspellings.

`gec.training.spelling` does the work. `gec/language/WORDS.md` lists the sources of the table that ships.
"""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("spelling", short_help="Fit the weights that choose a spelling.")
@click.argument("texts", type=FILE, nargs=-1)
@click.option("--list", "listed", type=FILE, multiple=True,
              help="Words known to be English: the first of each line; may be repeated.")  # fmt: skip
@click.option(
    "--own", type=FILE, multiple=True, help="The same, even if lists call them misspellings; may be repeated."
)
@click.option(
    "--misspellings", type=FILE, multiple=True, help="Files with wrong,right[,right] per line; may be repeated."
)
@click.option("--pairs", type=FILE, multiple=True, required=True, help="Corrections by people; may be repeated.")
@click.option("--standing", type=FILE, multiple=True, help="Correct sentences; may be repeated.")
def command(
    texts: tuple[Path, ...],
    listed: tuple[Path, ...],
    own: tuple[Path, ...],
    misspellings: tuple[Path, ...],
    pairs: tuple[Path, ...],
    standing: tuple[Path, ...],
) -> None:
    """Count the words of TEXTS, and learn which other words are misspelt and what was meant. TEXTS have one correct
    sentence per line, or are pairs, of which the corrected sides count.

    The --standing sentences show correct words that the table lacks, so most of these sentences should not be in TEXTS.
    Without TEXTS the table stays as it is, and only the weights are fitted. Table and weights are part of the program
    and used with every model. They are written into the program's folders.
    """
    from gec.language.misspelt import LISTED, marked
    from gec.language.written import TABLE
    from gec.spelling.choice import WEIGHTS
    from gec.training import spelling

    lists = spelling.listed(misspellings)
    with spelling.kept_if_it_fails(TABLE, LISTED, WEIGHTS):
        if texts:
            click.echo(f"{spelling.write_words(texts, listed, own, lists, TABLE):,} words in {TABLE}", err=True)
        if lists:
            LISTED.write_bytes(marked(lists))
        found = spelling.fit(spelling.gathered(pairs, standing, lists))
        spelling.write_weights(found, WEIGHTS)
    click.echo(
        f"of {found.misspelt:,} misspelt words in {found.examples:,} held out {found.right:,} corrected, "
        f"{found.changed:,} changed",
        err=True,
    )
