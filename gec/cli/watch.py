"""`--watch`: checks the folders twice a second and reads new and changed files again. It also reads files again if
their settings, dictionary, rules or baseline changed. The model stays loaded. An interrupt ends it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import click

from gec import dictionary, settings
from gec.cli import baseline
from gec.cli.errors import say
from gec.cli.files import absolute
from gec.cli.invocation import Invocation, TextResult
from gec.edits.message import many
from gec.errors import OptionError, TextError, shown
from gec.rules import own as own_rules
from gec.text.document import missing

PAUSE = 0.5  # seconds between two checks

BESIDE = (*settings.FILES, dictionary.NAME, baseline.NAME)  # files that affect the texts in a folder and below

State = tuple[int, int, int] | None  # of a file; None if it does not exist
Stand = tuple[State, ...]  # of a text, and of every file that affects it


def watch(
    run: Invocation,
    paths: Sequence[Path],
    force_exclude: bool,
    show: Callable[[Iterable[TextResult]], None],
    again: Callable[[], None],
) -> None:
    """List the findings of all files, then of each file that changes. `again` is called before each check."""
    lost = [path for path in paths if not path.exists()]
    for path in lost:
        run.refuse(TextError(missing(path, shown(path))))
    if len(lost) == len(paths):
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
            results = run.results(text for file in changed for text in run.text(file))
            show(_headed(list(results)) if told and not run.quiet else results)
        said = f"watching {many(len(now), 'file')}; Ctrl-C stops"
        if said != told:
            click.echo(said, err=True)
            told = said
        time.sleep(PAUSE)


def _headed(results: list[TextResult]) -> list[TextResult]:
    """The results, after a line that separates their list from the one before."""
    found = many(sum(len(result.edits) for result in results), "finding")
    say(f"--- {time.strftime('%H:%M:%S')}, {found}")
    return results


def _stands(run: Invocation, files: Iterable[Path]) -> dict[Path, Stand]:
    state = cache(_state)  # cached for one check

    @cache
    def beside(folder: Path) -> Stand:
        return (
            *map(state, _named(run, folder)),
            *(state(above / name) for above in (folder, *folder.parents) for name in BESIDE),
        )

    mine = dictionary.personal()
    own = _state(mine) if mine else None
    stands = ((file, (_state(file), own, *beside(absolute(file.parent)))) for file in files)
    return {file: stand for file, stand in stands if stand[0]}  # without files that were deleted meanwhile


def _named(run: Invocation, folder: Path) -> Iterable[Path]:
    """The baseline and the tables of rules for a folder. Errors in settings are reported elsewhere."""
    try:
        found = run.settings(folder)
    except OptionError:
        return own_rules.tables(folder)
    place = baseline.place(found, folder, look=False)
    tables = (found.top("rules") / name for name in found.rules)
    return (*([place] if place else ()), *tables, *own_rules.tables(folder))


def _state(path: Path) -> State:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino  # the inode changes when an editor or `mv` replaces the file
