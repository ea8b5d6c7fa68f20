"""What `gec correct` does with its findings, and which of these options exclude each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from gec.cli.run import STDIN


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done with what is found."""

    diff: bool
    writing: bool
    check: bool
    asking: bool
    watch: bool
    layout: str
    explain: bool
    quiet: bool
    statistics: bool
    idle: bool
    accept: bool  # into the baseline
    listing: bool

    @property
    def prints(self) -> bool:
        """Whether what is found is printed as such, in some format."""
        return self.layout != "text" or self.statistics


def refuse_contradictions(paths: Sequence[Path], wish: Wish, given: Mapping[str, Any], isolated: bool) -> None:
    if wish.accept and isolated and not given["baseline"]:
        raise click.UsageError("--isolated does not look for a baseline, so --write-baseline needs --baseline FILE")
    _refuse_outputs(paths, wish)


def _refuse_outputs(paths: Sequence[Path], wish: Wish) -> None:
    """What comes out, and what becomes of the files, can be asked for in ways that exclude each other."""
    changing = "--write" if wish.writing else "--interactive"
    changes = wish.writing or wish.asking
    looks = {"--diff": wish.diff, "--check": wish.check, "--statistics": wish.statistics}
    looking = next((name for name, said in looks.items() if said), None)
    if changes and looking:
        raise click.UsageError(f"{changing} changes files, and {looking} does not; use only one of them")
    if changes and wish.accept:
        raise click.UsageError(f"{changing} corrects texts, and --write-baseline does not; use only one of them")
    if wish.accept and (wish.diff or wish.check or wish.statistics or wish.watch or wish.prints):
        raise click.UsageError("--write-baseline accepts findings and shows nothing; leave the other options out")
    if wish.asking and wish.prints:
        raise click.UsageError("--interactive is for people, and --format is for programs; use only one of them")
    if wish.writing and wish.asking:
        raise click.UsageError("--write makes every correction, and --interactive asks; use only one of them")
    if changes and STDIN in paths:
        raise click.UsageError(f"{changing} needs files; gec prints the correction of stdin")
    if wish.diff and wish.statistics:
        raise click.UsageError("--diff shows changes, and --statistics only counts; use only one of them")
    if wish.diff and wish.prints:
        raise click.UsageError("--diff is for people and patch, and --format is for programs; use only one of them")
    if wish.explain and (other := _listless(wish)):
        raise click.UsageError(f"--explain needs a list of findings, and {other} prints none; use only one of them")
    if wish.statistics and wish.layout not in ("text", "json"):
        raise click.UsageError("--statistics prints only text or JSON; use one of them")
    if wish.watch and STDIN in paths:
        raise click.UsageError("--watch needs files or folders to look at")
    if wish.watch and (wish.writing or wish.asking or wish.layout not in ("text", "jsonl")):
        raise click.UsageError(
            "--watch prints only lists, as text or with --format jsonl; leave out --write, --interactive or the format"
        )


def _listless(wish: Wish) -> str | None:
    """The option, if there is one, with which no list for people is printed."""
    options = {
        "--diff": wish.diff,
        "--statistics": wish.statistics,
        "--write": wish.writing,
        "--interactive": wish.asking,
        "--write-baseline": wish.accept,
        f"--format {wish.layout}": wish.layout != "text",
    }
    return next((name for name, said in options.items() if said), None)
