"""The counts of a run of `gec correct`, findings, messages and refused files, and the summary line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import click

from gec.cli.errors import report
from gec.cli.run import Result
from gec.edits.message import many
from gec.errors import GecError


@dataclass
class Tally:
    """What a run has come to so far."""

    files: int = 0
    touched: int = 0
    edits: int = 0
    accepted: int = 0  # by a baseline, so not shown
    errors: int = 0
    idle: int = 0
    quiet: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    told: set[str] = field(default_factory=set)
    before: set[str] = field(default_factory=set)  # what was told when the files were last looked at

    def refuse(self, error: GecError) -> None:
        self.errors += 1
        self._tell(str(error), "error")

    def warn(self, message: str) -> None:
        if not self.quiet:
            self._tell(message, "warning")

    def note(self, message: str) -> None:
        """What is no error; nothing where somebody wants quiet."""
        if not self.quiet:
            click.echo(message, err=True)

    def _tell(self, message: str, kind: str) -> None:
        """Once, however many files it concerns; in a later look only if it was gone meanwhile."""
        if message not in self.told | self.before:
            report(message, kind)
        self.told.add(message)

    def again(self) -> None:
        """The files are looked at anew."""
        self.before, self.told = self.told, set()

    def count(self, result: Result) -> None:
        self.files += 1
        self.touched += bool(result.edits)
        self.edits += len(result.edits)
        self.accepted += result.accepted
        self.idle += len(result.idle)
        self.kinds.update(edit.type for edit in result.edits)

    def summary(self) -> str:
        before = f", {self.accepted:,} accepted" if self.accepted else ""
        if not self.edits:
            return f"nothing to correct in {many(self.files, 'file')}{before}"
        return f"{many(self.edits, 'correction')} in {self.touched:,} of {many(self.files, 'file')}{before}"
