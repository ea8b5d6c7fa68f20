"""`gec cache`: where the cache is and how large, and how to delete it."""

from __future__ import annotations

from pathlib import Path

import click

from gec import cache
from gec.cli.render import tell
from gec.errors import OptionError, shown


@click.group("cache", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Show where the cache is, and its size. `gec cache clear` deletes it."""
    if not ctx.invoked_subcommand:
        path = _path()
        tell(f"{shown(path)}: {cache.size(path) / 1e6:,.1f} MB of at most {cache.MOST_BYTES / 1e6:,.0f} MB\n")


@command.command()
def clear() -> None:
    """Delete the cache. The next run makes a new one."""
    path = _path()
    before = cache.size(path)
    try:
        cache.remove(path)
    except OSError as error:
        raise OptionError(f"{shown(path)}: cannot be deleted: {error.strerror}; delete it yourself") from None
    tell(f"{shown(path)}: deleted {before / 1e6:,.1f} MB\n")


def _path() -> Path:
    if (path := cache.place()) is None:
        raise OptionError("the home folder is unknown, so there is no cache; set HOME or XDG_CACHE_HOME")
    return path
