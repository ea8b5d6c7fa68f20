"""What `gec correct` does with its findings, and which of these options exclude each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from gec.cli.reading import STDIN


@dataclass(frozen=True, slots=True)
class Request:
    """What the user wants done with the findings."""

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
        """Whether the findings are printed in a format for programs, or counted."""
        return self.layout != "text" or self.statistics

    @property
    def summarises(self) -> bool:
        """Whether the output ends with the number of findings."""
        return self.writing or (self.listing and not (self.diff or self.asking))


def refuse_contradictions(paths: Sequence[Path], request: Request, given: Mapping[str, Any], isolated: bool) -> None:
    if request.accept and isolated and not given["baseline"]:
        raise click.UsageError("--isolated does not look for a baseline, so --write-baseline needs --baseline FILE")
    _refuse_outputs(paths, request)


def _refuse_outputs(paths: Sequence[Path], request: Request) -> None:
    """Refuse options for output or for changing files that exclude each other."""
    changing = "--write (--fix)" if request.writing else "--interactive"
    changes = request.writing or request.asking
    looks = {"--diff": request.diff, "--check": request.check, "--statistics": request.statistics}
    looking = next((name for name, said in looks.items() if said), None)
    if changes and looking:
        raise click.UsageError(f"{changing} changes files, and {looking} does not; use only one of them")
    if changes and request.accept:
        raise click.UsageError(f"{changing} corrects texts, and --write-baseline does not; use only one of them")
    if request.accept and (request.diff or request.check or request.statistics or request.watch or request.prints):
        raise click.UsageError("--write-baseline accepts findings and shows nothing; leave the other options out")
    if request.asking and request.prints:
        raise click.UsageError("--interactive is for people, and --format is for programs; use only one of them")
    if request.writing and request.asking:
        raise click.UsageError("--write makes every correction, and --interactive asks; use only one of them")
    if changes and STDIN in paths:
        raise click.UsageError(f"{changing} needs files; gec prints the correction of stdin")
    if request.diff and request.statistics:
        raise click.UsageError("--diff shows changes, and --statistics only counts; use only one of them")
    if request.diff and request.prints:
        raise click.UsageError("--diff is for people and patch, and --format is for programs; use only one of them")
    if request.explain:
        _refuse_explaining(request)
    if request.statistics and request.layout not in ("text", "json"):
        raise click.UsageError("--statistics prints only text or JSON; use one of them")
    if request.watch and STDIN in paths:
        raise click.UsageError("--watch needs files or folders to look at")
    if request.watch and (request.writing or request.asking or request.layout not in ("text", "jsonl")):
        raise click.UsageError(
            "--watch prints only lists, as text or with --format jsonl; leave out --write, --interactive or the format"
        )


def _refuse_explaining(request: Request) -> None:
    """Refuse `--explain` without a list for people."""
    if request.layout in ("json", "jsonl") and not request.statistics:
        raise click.UsageError(f"--format {request.layout} has an explanation in each `why`; leave --explain out")
    if other := _listless(request):
        raise click.UsageError(f"--explain needs a list of findings, and {other} prints none; use only one of them")


def _listless(request: Request) -> str | None:
    """The given option that prevents a list for people, if there is one."""
    options = {
        "--diff": request.diff,
        "--statistics": request.statistics,
        "--write": request.writing,
        "--interactive": request.asking,
        "--write-baseline": request.accept,
        f"--format {request.layout}": request.layout != "text",
    }
    return next((name for name, said in options.items() if said), None)
