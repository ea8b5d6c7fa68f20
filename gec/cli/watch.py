"""Looking again whenever a file changes: the folders are walked twice a second, and what is new or newer is read. The
model stays loaded. Ends with an interrupt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from gec.cli.render import many
from gec.cli.run import Result, Run
from gec.errors import TextError
from gec.text.document import shown

PAUSE = 0.5  # seconds between two looks

State = tuple[int, int]


def watch(run: Run, paths: Sequence[Path], force_exclude: bool, show: Callable[[Iterable[Result]], None]) -> None:
    """List what is found in all files, then in each that changes."""
    missing = [path for path in paths if not path.exists()]
    for path in missing:
        run.refuse(TextError(f"{shown(path)}: no such file"))
    if len(missing) == len(paths):
        return
    seen: dict[Path, State] = {}
    told = ""
    while True:
        now = _states(run.files(paths, force_exclude))
        changed = [file for file, state in now.items() if seen.get(file) != state]
        seen = now
        if changed:
            show(run.results(text for file in changed for text in run.text(file)))
        said = f"watching {many(len(now), 'file')}; Ctrl-C ends"
        if said != told:
            click.echo(said, err=True)
            told = said
        time.sleep(PAUSE)


def _states(files: Iterable[Path]) -> dict[Path, State]:
    found = {}
    for file in files:
        try:
            state = file.stat()
        except OSError:
            continue  # it went while we looked
        found[file] = (state.st_mtime_ns, state.st_size)
    return found
