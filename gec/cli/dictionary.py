"""`gec dictionary`: the words that are right for a project or a person. `gec/dictionary.py` knows the files."""

from __future__ import annotations

from pathlib import Path

import click

from gec import dictionary
from gec.cli.render import emit
from gec.text.document import shown

OWN = click.option("--personal", is_flag=True, help="Use your own dictionary instead of the project's.")


@click.group("dictionary")
def command() -> None:
    """Manage dictionaries: the words of a project (.gec-words), and your own words."""


@command.command()
@click.argument("words", nargs=-1, required=True)
@OWN
def add(words: tuple[str, ...], personal: bool) -> None:
    """Add WORDS. A word in small letters is right in any case; other words only as they are written."""
    path = _path(personal)
    for word in dictionary.add(path, words):
        emit(f"{shown(path)}: {word} added\n")


@command.command()
@click.argument("words", nargs=-1, required=True)
@OWN
def remove(words: tuple[str, ...], personal: bool) -> None:
    """Remove WORDS."""
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
