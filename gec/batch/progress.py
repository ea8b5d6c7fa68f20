"""Shows the progress of a run: a bar for people, a line of JSON per event for programs, or nothing. All of it goes to
stderr.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from gec.batch.ledger import ShardDone
from gec.batch.local import Lost
from gec.batch.run import Begun
from gec.batch.summary import BatchCounts


class Reporter(Protocol):
    """Is told of the events of a run."""

    def begin(self, begun: Begun) -> None: ...
    def report(self, event: ShardDone | Lost) -> None: ...
    def stop(self) -> None:
        """Nothing more is reported, because the run has ended or failed."""

    def report_total(self, tally: BatchCounts) -> None:
        """The counts of the whole run, including earlier sessions."""


class Silent:
    def begin(self, begun: Begun) -> None: ...
    def report(self, event: ShardDone | Lost) -> None: ...
    def stop(self) -> None: ...
    def report_total(self, tally: BatchCounts) -> None: ...


@dataclass(slots=True)
class JsonLines:
    """Events as JSON, one a line."""

    since: float = field(default_factory=time.monotonic)
    rows: int = 0

    def begin(self, begun: Begun) -> None:
        self.rows = begun.rows - begun.before.rows
        self._say("begin", documents=begun.rows, shards=len(begun.run.shards), shards_done=len(begun.done))

    def report(self, event: ShardDone | Lost) -> None:
        if isinstance(event, Lost):
            self._say("lost", who=event.who, how=event.how, shards=event.shards)
            return
        self.rows -= event.tally.rows
        counts = {name: getattr(event.tally, name) for name in ("rows", "quarantined", "sentences", "tokens")}
        self._say("shard", shard=event.shard, **counts, edits=event.tally.all_edits, rows_left=self.rows)

    def stop(self) -> None: ...

    def report_total(self, tally: BatchCounts) -> None:
        self._say("end", **tally.to_json())

    def _say(self, event: str, **what: Any) -> None:
        line = {"event": event, "time": round(time.monotonic() - self.since, 3), **what}
        print(json.dumps(line, ensure_ascii=False), file=sys.stderr, flush=True)


class Bar:
    """For a terminal: documents and the time left in one line, rates and counts in a second one. Lost workers are
    printed above them."""

    def __init__(self) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.text import Text

        columns = (TextColumn("documents"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, speed_estimate_period=300)
        self._rates = Text("", overflow="ellipsis", no_wrap=True)
        self._live = Live(Group(self._bar, self._rates), console=Console(stderr=True), refresh_per_second=4)
        self._tally = BatchCounts()

    def begin(self, begun: Begun) -> None:
        self._task = self._bar.add_task("", total=begun.rows, completed=begun.before.rows)
        self._since = time.monotonic()
        self._live.start()

    def report(self, event: ShardDone | Lost) -> None:
        if isinstance(event, Lost):
            self._live.console.print(f"lost {event.who}, {event.how}; its shards are done again", highlight=False)
            return
        self._tally.add(event.tally)
        tally, took = self._tally, max(1e-9, time.monotonic() - self._since)
        self._rates.plain = (
            f"{tally.sentences / took:,.1f} sentences/s, {tally.tokens / took:,.0f} tokens/s, "
            f"{tally.all_edits:,} edits, {tally.quarantined:,} in quarantine"
        )
        self._bar.update(self._task, advance=event.tally.rows)

    def stop(self) -> None:
        self._live.stop()

    def report_total(self, tally: BatchCounts) -> None: ...
