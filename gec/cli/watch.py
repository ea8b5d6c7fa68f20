"""`--watch`: walks the folders twice a second and reads new and changed files again. It also reads files again if their
settings, dictionary or baseline changed. The model stays loaded. An interrupt ends it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import click

from gec import dictionary, settings
from gec.cli import baseline
from gec.cli.files import absolute
from gec.cli.run import Result, Run
from gec.edits.message import many
from gec.errors import OptionError, TextError
from gec.text.document import shown

PAUSE = 0.5  # seconds between two looks

BESIDE = (*settings.FILES, dictionary.NAME, baseline.NAME)  # what holds for the texts of a folder and of those below

State = tuple[int, int, int] | None  # None: not there
Stand = tuple[State, ...]  # of a text, and of all that may hold for it


def watch(
    run: Run,
    paths: Sequence[Path],
    force_exclude: bool,
    show: Callable[[Iterable[Result]], None],
    again: Callable[[], None],
) -> None:
    """List what is found in all files, then in each that changes; `again` is told of each new look."""
    missing = [path for path in paths if not path.exists()]
    for path in missing:
        run.refuse(TextError(f"{shown(path)}: no such file; give a file that exists"))
    if len(missing) == len(paths):
        return
    seen: dict[Path, Stand] = {}
    told = ""
    while True:
        again()
        run.forget()
        now = _stands(run, run.files(paths, force_exclude))
        changed = [file for file, state in now.items() if seen.get(file) != state]
        seen = now
        if changed:
            run.progress.plan(len(changed), sum(state[0][1] for file in changed if (state := now[file])[0]))
            show(run.results(text for file in changed for text in run.text(file)))
        said = f"watching {many(len(now), 'file')}; Ctrl-C stops"
        if said != told:
            click.echo(said, err=True)
            told = said
        time.sleep(PAUSE)


def _stands(run: Run, files: Iterable[Path]) -> dict[Path, Stand]:
    state = cache(_state)  # for one look

    @cache
    def beside(folder: Path) -> Stand:
        named = _named(run, folder)
        return (
            state(named) if named else None,
            *(state(above / name) for above in (folder, *folder.parents) for name in BESIDE),
        )

    mine = dictionary.personal()
    own = _state(mine) if mine else None
    stands = ((file, (_state(file), own, *beside(absolute(file.parent)))) for file in files)
    return {file: stand for file, stand in stands if stand[0]}  # without those that went while we looked


def _named(run: Run, folder: Path) -> Path | None:
    """The baseline that is set for a folder, whatever it is called; wrong settings are told elsewhere."""
    try:
        return baseline.place(run.settings(folder), folder, look=False)
    except OptionError:
        return None


def _state(path: Path) -> State:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino  # editors and `mv` put another file in its place
