"""`gec train spelling`: make the table of words and the weights by which misspellings are told.

How is `gec.training.spelling`'s business; what the shipped ones were made from stands in `gec/language/WORDS.md`.
"""

from __future__ import annotations

from pathlib import Path

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("spelling", short_help="Fit the choice between spellings.")
@click.argument("texts", type=FILE, nargs=-1)
@click.option("--list", "listed", type=FILE, multiple=True,
              help="Words known to be English: the first of each line; may be repeated.")  # fmt: skip
@click.option("--own", type=FILE, multiple=True, help="The same, whoever calls them misspellings; may be repeated.")
@click.option("--misspellings", type=FILE, multiple=True, help="wrong,right[,right] a line; may be repeated.")
@click.option("--pairs", type=FILE, multiple=True, required=True, help="Corrections people made; may be repeated.")
@click.option("--standing", type=FILE, multiple=True, help="Sentences that stand; may be repeated.")
def command(
    texts: tuple[Path, ...],
    listed: tuple[Path, ...],
    own: tuple[Path, ...],
    misspellings: tuple[Path, ...],
    pairs: tuple[Path, ...],
    standing: tuple[Path, ...],
) -> None:
    """Count the words of TEXTS, clean sentences one a line or pairs whose better sides count, and learn which others
    are misspelt, and what was meant.

    What the table lacks of the sentences given as --standing shows what words look like that are right all the same:
    most of these should be no part of TEXTS. Without TEXTS the table stays as it is, and the weights are fitted anew.
    Table and weights belong to the program, whatever the model: they are written into its folders.
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
        f"of {found.misspelt:,} misspelt words in {found.examples:,} held out {found.right:,} mended, "
        f"{found.changed:,} changed",
        err=True,
    )
