"""Shows the progress of a run: a bar for people, a line of JSON per event for programs, or nothing. All of it goes to
stderr.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Protocol

from gec.batch.ledger import Mark
from gec.batch.local import Lost
from gec.batch.run import Begun
from gec.batch.summary import Tally


class Teller(Protocol):
    """Someone who is told what happens."""

    def begins(self, begun: Begun) -> None: ...
    def hears(self, event: Mark | Lost) -> None: ...
    def stops(self) -> None:
        """Nothing more comes, because all is done or because something is wrong."""

    def sums(self, tally: Tally) -> None:
        """What the run has come to in all its sittings."""


class Silent:
    def begins(self, begun: Begun) -> None: ...
    def hears(self, event: Mark | Lost) -> None: ...
    def stops(self) -> None: ...
    def sums(self, tally: Tally) -> None: ...


@dataclass(slots=True)
class Lines:
    """Events as JSON, one a line."""

    since: float = field(default_factory=time.monotonic)
    rows: int = 0

    def begins(self, begun: Begun) -> None:
        self.rows = begun.rows - begun.before.rows
        self._say("begin", documents=begun.rows, shards=len(begun.run.shards), shards_done=len(begun.done))

    def hears(self, event: Mark | Lost) -> None:
        if isinstance(event, Lost):
            self._say("lost", who=event.who, how=event.how, shards=event.shards)
            return
        self.rows -= event.tally.rows
        counts = {name: getattr(event.tally, name) for name in ("rows", "quarantined", "sentences", "tokens")}
        self._say("shard", shard=event.shard, **counts, edits=event.tally.all_edits, rows_left=self.rows)

    def stops(self) -> None: ...

    def sums(self, tally: Tally) -> None:
        self._say("end", **tally.to_json())

    def _say(self, event: str, **what: Any) -> None:
        line = {"event": event, "time": round(time.monotonic() - self.since, 3), **what}
        print(json.dumps(line, ensure_ascii=False), file=sys.stderr, flush=True)


class Bar:
    """On a terminal documents and what is left of them in one line, rates and counts in another; what is lost is said
    above them."""

    def __init__(self) -> None:
        from rich.console import Console, Group
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.text import Text

        columns = (TextColumn("documents"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, speed_estimate_period=300)
        self._rates = Text("", overflow="ellipsis", no_wrap=True)
        self._live = Live(Group(self._bar, self._rates), console=Console(stderr=True), refresh_per_second=4)
        self._tally = Tally()

    def begins(self, begun: Begun) -> None:
        self._task = self._bar.add_task("", total=begun.rows, completed=begun.before.rows)
        self._since = time.monotonic()
        self._live.start()

    def hears(self, event: Mark | Lost) -> None:
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

    def stops(self) -> None:
        self._live.stop()

    def sums(self, tally: Tally) -> None: ...
