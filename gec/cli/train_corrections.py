"""`gec train corrections`: joins this project's corrections with the texts that they belong to.

This file reads options; `gec.training.corrections` does the work.
"""

from __future__ import annotations

from pathlib import Path

import click

from gec import atomic

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("corrections", short_help="Join corrections with the texts that they belong to.")
@click.argument("corrections", type=FILE)
@click.argument("texts", type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file for the lines."
)
@click.option("--rewrite", is_flag=True, help="Write the form for rewriting: `< ` before and `> ` after.")
def command(corrections: Path, texts: Path, out: Path, rewrite: bool) -> None:
    """Write the sentences of TEXTS with the changes of CORRECTIONS as `[wrong|right]`, one per line.

    TEXTS is a folder of .txt files, a treebank (.conllu), labelled tokens (.tsv), or one file with `[wrong|right]`,
    whose own corrections are not read.
    """
    from gec.training import corrections as room
    from gec.training.texts import packed

    atomic.refuse_unwritable(out, inputs=(corrections, *(texts.glob("*.txt") if texts.is_dir() else [texts])))
    lines, lost = room.joined(corrections, texts, rewrite)
    atomic.write(out, packed(out, "".join(line + "\n" for line in lines).encode()))
    sentences = sum(bool(line) and not line.startswith(("# ", "> ")) for line in lines)
    said = f"; {lost:,} edits are in none of them" if lost else ""
    click.echo(f"{sentences:,} sentences in {out}{said}", err=True)
