"""`gec config`: which settings apply to a file or a folder, and where each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click

from gec import cache, dictionary
from gec.cli import baseline
from gec.cli.files import absolute, is_folder
from gec.cli.options import NamedPath
from gec.cli.render import tell
from gec.edits.message import many
from gec.errors import OptionError, shown
from gec.settings import KEYS, Settings, nearest

_SHOWN_DEFAULTS = {
    "min-confidence": "the model's value for the preset",
    "dialect": "that of the text",
    "include": "all formats that gec knows",
    "encoding": "detected",
    "baseline": f"the nearest {baseline.NAME}",
    "model": "the one shipped",
    "prefix": "the model's",
}


@click.command("config")
@click.argument("path", type=NamedPath(readable=False), default=".")
def command(path: Path) -> None:
    """Show which settings apply to PATH, a file or a folder, and where each comes from.

    Without PATH, show those of the current folder. The options of a command override all of them.
    """
    if not path.exists():
        raise OptionError(f"{shown(path)}: no such file or folder; give one that exists")
    folder = absolute(path if is_folder(path) else path.parent)
    settings = nearest(folder)
    rows = [*_keys(settings), *_files(settings, folder)]
    wide, wider = (max(len(row[column]) for row in rows) for column in (0, 1))
    for name, value, place in rows:
        tell(f"{name:<{wide}}  {value:<{min(wider, 40)}}  {place}".rstrip() + "\n")


def _keys(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Each key with its value, and where it is set."""
    usual = {one.name: getattr(Settings(), one.name) for one in fields(Settings)}
    said = dict(settings.lines)
    for key in KEYS:
        name = key.replace("-", "_")
        value = getattr(settings, name)
        place = said[name].rpartition(": ")[0] if name in said else "default"
        plain = _SHOWN_DEFAULTS.get(key, "") if value == usual[name] and name not in said else ""
        yield key, plain or _shown(value), place


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) or "none" if isinstance(value, tuple) else str(value)


def _files(settings: Settings, folder: Path) -> Iterator[tuple[str, str, str]]:
    """The other files that apply: dictionaries, the baseline and the cache."""
    for name, path in (("dictionary", dictionary.nearest(folder)), ("own words", dictionary.personal())):
        yield name, many(len(dictionary.read(path)), "word") if path and path.is_file() else "none", _place(path)
    accepted = baseline.place(settings, folder)
    yield "accepted", many(baseline.size(accepted), "finding") if accepted else "none", _place(accepted)
    yield "cache", "", _place(cache.place())


def _place(path: Path | None) -> str:
    return shown(path) if path else ""
