"""The counts of a run of `gec correct`: findings, messages and refused files. Also the summary line."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from gec.cli.errors import report, say
from gec.cli.invocation import TextResult
from gec.edits.message import many
from gec.errors import GecError

LOUD = 20  # findings of one rule, if they are a third of all, get a hint


@dataclass
class RunCounts:
    """The counts so far."""

    files: int = 0
    touched: int = 0
    edits: int = 0
    accepted: int = 0  # hidden by a baseline
    errors: int = 0
    idle: int = 0
    unread: int = 0  # files that are code or data
    quiet: bool = False
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    told: set[str] = field(default_factory=set)
    before: set[str] = field(default_factory=set)  # messages of the previous look at the files, with --watch

    def refuse(self, error: GecError) -> None:
        self.errors += 1
        self._tell(str(error), "error")

    def warn(self, message: str) -> None:
        if not self.quiet:
            self._tell(message, "warning")

    def note(self, message: str) -> None:
        """Print a message that is not an error, unless --quiet is given."""
        if not self.quiet:
            say(message)

    def _tell(self, message: str, kind: str) -> None:
        """Print a message once, even if it concerns several files. With --watch, print it again only if it was gone in
        between."""
        if message not in self.told | self.before:
            report(message, kind)
        self.told.add(message)

    def again(self) -> None:
        """Begin another look at the files, with --watch."""
        self.before, self.told = self.told, set()

    def count(self, result: TextResult) -> None:
        if result.text.unread:
            self.unread += 1
            return
        self.files += 1
        self.touched += bool(result.edits)
        self.edits += len(result.edits)
        self.accepted += result.accepted
        self.idle += len(result.idle)
        self.kinds.update(edit.type for edit in result.edits)
        self.rules.update(edit.rule for edit in result.edits if edit.rule)

    def summary(self) -> str:
        if not self.files:
            return f"{many(self.unread, 'file')} not read"
        before = f", {self.accepted:,} accepted" if self.accepted else ""
        before += f", {self.unread:,} not read" if self.unread else ""
        if not self.edits:
            return f"nothing to correct in {many(self.files, 'file')}{before}"
        return f"{many(self.edits, 'correction')} in {self.touched:,} of {many(self.files, 'file')}{before}"

    def hint(self) -> str:
        """How to hide what one rule finds, if that is much of all that was found."""
        [(rule, found)] = self.rules.most_common(1) or [("", 0)]
        if found < LOUD or 3 * found < self.edits:
            return ""
        return f"{found:,} of them are findings of the rule {rule}; --ignore {rule} hides these"
