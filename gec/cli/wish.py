"""What `gec correct` is asked to do with what it finds, and which requests exclude each other."""

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


def refuse_contradictions(
    paths: Sequence[Path], wish: Wish, given: Mapping[str, Any], rewrite: bool, isolated: bool
) -> None:
    if rewrite and given["decode"] not in (None, "rewrite"):
        raise click.UsageError(
            f"--rewrite is a way to decode, --decode {given['decode']} another; use one or the other"
        )
    if wish.accept and isolated and not given["baseline"]:
        raise click.UsageError("--isolated looks for no baseline, so --write-baseline needs --baseline and a file")
    _refuse_outputs(paths, wish)


def _refuse_outputs(paths: Sequence[Path], wish: Wish) -> None:
    """What comes out, and what becomes of the files, can be asked for in ways that exclude each other."""
    changing = "--write" if wish.writing else "--interactive"
    changes = wish.writing or wish.asking
    looks = {"--diff": wish.diff, "--check": wish.check, "--statistics": wish.statistics}
    looking = next((name for name, said in looks.items() if said), None)
    if changes and looking:
        raise click.UsageError(f"{changing} changes files, {looking} only looks; use one or the other")
    if changes and wish.accept:
        raise click.UsageError(f"{changing} corrects, --write-baseline leaves as it is; use one or the other")
    if wish.accept and (wish.diff or wish.check or wish.statistics or wish.watch or wish.prints):
        raise click.UsageError("--write-baseline accepts what is found and shows nothing; leave the rest out")
    if wish.asking and wish.prints:
        raise click.UsageError("--interactive is for people, --format for programs; use one or the other")
    if wish.writing and wish.asking:
        raise click.UsageError("--write takes every correction, --interactive asks; use one or the other")
    if changes and STDIN in paths:
        raise click.UsageError(f"{changing} needs files; what comes on stdin is printed corrected")
    if wish.diff and wish.statistics:
        raise click.UsageError("--diff shows what would change, --statistics only counts; use one or the other")
    if wish.diff and wish.prints:
        raise click.UsageError("--diff is for people and patch, --format for programs; use one or the other")
    if wish.explain and (other := _listless(wish)):
        raise click.UsageError(
            f"--explain adds the reason to a list of findings, and {other} prints no such list; use one or the other"
        )
    if wish.statistics and wish.layout not in ("text", "json"):
        raise click.UsageError("--statistics are text or JSON; use one or the other")
    if wish.watch and STDIN in paths:
        raise click.UsageError("--watch needs files or folders to look at")
    if wish.watch and (wish.writing or wish.asking or wish.layout not in ("text", "jsonl")):
        raise click.UsageError(
            "--watch prints a list for people or --format jsonl; leave out --write, --interactive and other formats"
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
