"""`gec types`: the types of edits that there are, each with its name and an example, one a line."""

from __future__ import annotations

import click

from gec.cli.render import emit
from gec.edits.lesson import lesson
from gec.edits.message import NAMES


@click.command("types")
def command() -> None:
    """List the types of edits, as --select and --ignore take them.

    M: before a type means that something is missing, R: that it is replaced, U: that it is unnecessary: M:DET. `gec
    explain TYPE` says more of one.
    """
    wide, wider = (max(map(len, some)) for some in (NAMES, NAMES.values()))
    for kind, name in NAMES.items():
        one = lesson(kind)
        example = f"{one.before} → {one.after}" if one.before else ""
        emit(f"{kind:<{wide}}  {name:<{wider}}  {example}".rstrip() + "\n")
