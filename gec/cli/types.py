"""`gec types`: lists the types of edits, each with its name and an example."""

from __future__ import annotations

import click

from gec.cli.render import emit
from gec.edits.lesson import lesson
from gec.edits.message import NAMES


@click.command("types")
def command() -> None:
    """List the types of edits for --select and --ignore.

    A type may start with M: (missing), R: (replaced) or U: (unnecessary), as in M:DET. The name that a finding has in
    brackets can stand for a type: 'verb tense', confused-words. `gec explain TYPE` explains one type.
    """
    wide, wider = (max(map(len, some)) for some in (NAMES, NAMES.values()))
    for kind, name in NAMES.items():
        one = lesson(kind)
        example = f"{one.before} → {one.after}" if one.before else ""
        emit(f"{kind:<{wide}}  {name:<{wider}}  {example}".rstrip() + "\n")
