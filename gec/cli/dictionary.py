"""`gec dictionary`: the words that a project or a person calls right. The files are `gec/dictionary.py`'s."""

from __future__ import annotations

from pathlib import Path

import click

from gec import dictionary
from gec.cli.render import emit
from gec.text.document import shown

OWN = click.option("--personal", is_flag=True, help="Your own words instead of the project's.")


@click.group("dictionary")
def command() -> None:
    """Words that are right, whatever the model says: .gec-words of a project, and your own."""


@command.command()
@click.argument("words", nargs=-1, required=True)
@OWN
def add(words: tuple[str, ...], personal: bool) -> None:
    """Call WORDS right. In small letters a word is right in any case, else as it is written."""
    path = _path(personal)
    for word in dictionary.add(path, words):
        emit(f"{shown(path)}: {word} added\n")


@command.command()
@click.argument("words", nargs=-1, required=True)
@OWN
def remove(words: tuple[str, ...], personal: bool) -> None:
    """Call WORDS right no longer."""
    path = _path(personal)
    gone = dictionary.remove(path, words)
    for word in words:
        if word in gone:
            emit(f"{shown(path)}: {word} removed\n")
        else:
            click.echo(f"{shown(path)}: has no {word}", err=True)


@command.command(name="list")
@OWN
def listed(personal: bool) -> None:
    """Print the words."""
    path = _path(personal)
    for word in dictionary.read(path) if path.exists() else []:
        emit(f"{word}\n")


def _path(personal: bool) -> Path:
    """The dictionary meant: where a project has none yet, it begins in the current folder."""
    if personal:
        return dictionary.own()
    here = Path.cwd()
    return dictionary.nearest(here) or here / dictionary.NAME
