"""`gec dictionary`: manages the words that are correct for a project or a person. `gec/dictionary.py` reads and writes
the files.
"""

from __future__ import annotations

from pathlib import Path

import click

from gec import dictionary
from gec.cli.render import tell
from gec.errors import OptionError, shown

OWN = click.option("--personal", is_flag=True, help="Use your own dictionary instead of the project's.")


@click.group("dictionary")
def command() -> None:
    """Manage the dictionary of a project (.gec-words), or your own."""


@command.command(short_help="Add words to the dictionary.")
@click.argument("words", nargs=-1, required=True)
@OWN
def add(words: tuple[str, ...], personal: bool) -> None:
    """Add WORDS to the dictionary. A word in small letters is right in any case; other words only as written."""
    path = _path(personal)
    if numbers := [word for word in words if any(map(str.isdigit, word)) and not any(map(str.isalpha, word))]:
        raise OptionError(f"{numbers[0]!r} has no letter, and gec never changes numbers; leave it out")
    for word in dictionary.add(path, words):
        tell(f"{shown(path)}: {word} added\n")


@command.command(short_help="Remove words from the dictionary.")
@click.argument("words", nargs=-1, required=True)
@OWN
def remove(words: tuple[str, ...], personal: bool) -> None:
    """Remove WORDS from the dictionary."""
    path = _path(personal)
    gone = dictionary.remove(path, words)
    for word in gone:
        tell(f"{shown(path)}: {word} removed\n")
    if absent := [word for word in words if word not in gone]:
        raise OptionError(f"{shown(path)}: has no {' '.join(map(repr, absent))}; gec dictionary list shows its words")


@command.command(name="list")
@OWN
def listed(personal: bool) -> None:
    """List the words in the dictionary."""
    path = _path(personal)
    for word in dictionary.read(path) if path.exists() else []:
        tell(f"{word}\n")


def _path(personal: bool) -> Path:
    """The dictionary to use. If the project has none yet, it will be in the current folder."""
    if personal:
        return dictionary.own()
    here = Path.cwd()
    return dictionary.nearest(here) or here / dictionary.NAME
