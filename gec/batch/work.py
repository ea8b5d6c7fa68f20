"""Corrects one shard: reads its rows, corrects them together, writes and marks them. This file knows nothing of other
shards or workers, so a local process and an actor on another machine do the same.

Two threads share a worker: while the model decodes sentences of one, the other tokenises the next ones, or writes the
last.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from gec.batch import read, tables, write
from gec.batch.ledger import BatchRun, ShardDone
from gec.batch.plan import RowRange, Shard
from gec.batch.read import Input, InputRow, Layout, troubled
from gec.batch.summary import BatchCounts, bin_of
from gec.batch.write import Done, OutputShape
from gec.correction import FirstReading, Propose, as_prose, corrections, let_through
from gec.edits.change import WORD
from gec.edits.edit import Edit, apply
from gec.edits.policy import Policy
from gec.errors import BatchError, GecError, first_line

if TYPE_CHECKING:
    from gec.proposer import SentenceProposer

PROBED = {"cpu": 96, "cuda": 4096}  # sentences that budgets are measured with
BUDGETS = {"cpu": (256, 512, 1024, 2048), "cuda": (8192, 16384, 32768, 65536, 131072)}
WORTH = 1.03  # a larger budget must be this much faster to be chosen
ROWS_OF_GROUP = 1 << 16  # rows that a row group of Parquet mostly has at least; reading begins at its first one
HARMLESS = "This is a letter."  # a text that every model and policy can handle
ALL = 1 << 40  # more sentences than a shard has

# What differs between errors of the same kind; the name of the missing field does not.
_PARTICULAR = re.compile(r"(?<!no field )'[^']*'(?:, '[^']*')*|\d[\d,]*")

Place = tuple[int, int]  # input and number of a row
Item = tuple[int, InputRow]  # number of an input, and a row of it
Result = tuple[int, Done | InputRow]


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs to know. It can be sent to another machine."""

    inputs: tuple[Input, ...]
    layout: Layout
    shape: OutputShape
    policy: Policy
    name: str  # of the model, as it is written in each row
    loading: dict[str, Any]  # arguments of `gec.load`
    threads: int = 0  # of torch; 0 does not change them


@dataclass(frozen=True, slots=True)
class ShardTask:
    """A shard to correct. A careful task is done row by row, and each row is reported first, because a worker has
    died."""

    shard: Shard
    careful: bool = False
    suspects: frozenset[Place] = frozenset()  # rows at which one worker died, perhaps for another reason
    deadly: Mapping[Place, str] = field(default_factory=dict)

    def after_death(self, place: Place, how: str) -> ShardTask:
        """The task for its next attempt, without the row if it is the second worker that died trying it."""
        if place not in self.suspects:
            return replace(self, suspects=self.suspects | {place})
        return replace(self, deadly={**self.deadly, place: f"two workers died of it: {how}"})


def ignore_row(place: int, row: int) -> None:
    """Ignore which row a worker tries."""


class Worker:
    def __init__(self, job: Job, run: BatchRun) -> None:
        from gec.loading import load

        self.job, self.run = job, run
        self.proposer = load(**job.loading).proposer
        if job.threads and "torch" in sys.modules:  # the int8 engine has one thread and does not import torch
            sys.modules["torch"].set_num_threads(job.threads)
        self._reader = OpenReader(job.inputs, job.layout)
        self._schemas: dict[int, Any] = {}
        self._reading, self._deciding = threading.Lock(), threading.Lock()
        self._busy = BusyTime()

    def correct(self, task: ShardTask, at: Callable[[int, int], None] = ignore_row) -> ShardDone:
        """Correct, write and mark a shard. In a careful task, `at` is called for each row before it is tried."""
        self._busy.begins()
        try:
            return self._correct(task, at)
        finally:
            self._busy.ends()

    def _correct(self, task: ShardTask, at: Callable[[int, int], None]) -> ShardDone:
        with self._reading:
            items = list(self._items(task))
        tally = BatchCounts(rows=len(items))
        results = self._careful(items, tally, at) if task.careful else self._results(items, tally)
        results = [(place, write.fitting(one, self.job.shape, self.job.layout)) for place, one in results]
        _count(results, tally)
        rows = [one for _, one in results]
        job = self.job
        output = write.part(rows, job.shape, job.layout, job.name, self.run.fields, self._types(task.shard))
        kept = write.quarantined(rows, [job.inputs[place].label for place, _ in results])
        tally.seconds = self._busy.taken()
        return self.run.commit(task.shard.number, output, kept, tally)

    def probe(self, shard: Shard) -> int:
        """The fastest token budget, measured on some of a shard's sentences."""
        kind = self.proposer.engine.about.device.partition(":")[0]
        with self._reading:
            texts = [row.text for _, row in self._items(ShardTask(shard)) if not row.trouble]
        sentences = dict.fromkeys(view.text for text in texts for view in as_prose(text).views())
        ready = self.proposer.prepare(list(sentences)[: PROBED[kind]])
        best, shortest = BUDGETS[kind][0], float("inf")
        for budget in BUDGETS[kind]:
            self.proposer.budget.allow(budget)
            begin = time.perf_counter()
            list(self.proposer.decide(ready))
            took = time.perf_counter() - begin
            if took * WORTH > shortest or self.proposer.budget.tokens < budget:
                break
            best, shortest = budget, took
        self.allow(best)
        return best

    def allow(self, tokens: int) -> None:
        """Set the token budget."""
        self.proposer.budget.allow(tokens)

    # --- rows

    def _items(self, task: ShardTask) -> Iterator[Item]:
        """The shard's rows, with errors that do not show in a row alone."""
        twice = {(one.input, one.row): one.first for one in task.shard.twice}
        for piece in task.shard.pieces:
            for row in self._reader.rows(piece):
                where = (piece.input, row.number)
                trouble = row.trouble or task.deadly.get(where, "")
                if where in twice:
                    trouble = trouble or f"its id is that of an earlier row: {row.id!r} in {twice[where]}"
                yield piece.input, row if trouble == row.trouble else troubled(row, trouble)

    def _results(self, items: Sequence[Item], tally: BatchCounts) -> list[Result]:
        good = [row for _, row in items if not row.trouble]
        try:
            done = iter(self._corrected(good, tally))
        except GecError:
            raise
        except Exception:
            return self._careful(items, tally, ignore_row)
        return [(place, row if row.trouble else next(done)) for place, row in items]

    def _careful(self, items: Sequence[Item], tally: BatchCounts, at: Callable[[int, int], None]) -> list[Result]:
        """Correct row by row, so that a row that fails does not affect others."""
        results: list[Result] = []
        tally.sentences = tally.tokens = 0
        faults: list[Exception] = []
        for place, row in items:
            result: Done | InputRow = row
            if not row.trouble:
                at(place, row.number)
                try:
                    result = self._corrected([row], tally)[0]
                except GecError:
                    raise
                except Exception as fault:
                    faults.append(fault)
                    result = troubled(row, f"could not be corrected: {type(fault).__name__}: {first_line(fault)}")
            results.append((place, result))
        if faults and len(faults) == sum(not row.trouble for _, row in items):
            self._try_harmless()
        return results

    def _try_harmless(self) -> None:
        """Stop the run if even a harmless text cannot be corrected."""
        try:
            self._corrected([InputRow(0, 1, 0, len(HARMLESS), "", HARMLESS)], BatchCounts())
        except GecError:
            raise
        except Exception as fault:
            raise BatchError(
                f"nothing can be corrected, not even {HARMLESS!r}: {type(fault).__name__}: {first_line(fault)}; "
                "solve this problem and run the same command again"
            ) from fault

    def _corrected(self, rows: Sequence[InputRow], tally: BatchCounts) -> list[Done]:
        def proposing(proposer: SentenceProposer) -> Propose:
            def propose(sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
                ready = proposer.prepare(sentences)
                tally.tokens += ready.tokens
                with self._deciding:
                    return proposer.decide(ready)

            return propose

        propose = proposing(self.proposer)
        again = propose if self.proposer.task == "correct" else proposing(self.proposer.other("correct"))
        proses = [as_prose(row.text) for row in rows]
        found = []
        for prose, correction in zip(proses, corrections(proses, propose, ALL), strict=True):
            tally.sentences += len(correction.sentences)
            found.append(FirstReading(prose, correction.edits))
        passed = let_through(found, self.job.policy, again=again)
        return [Done(row, apply(row.text, one.edits), one.edits) for row, one in zip(rows, passed, strict=True)]

    def _types(self, shard: Shard) -> dict[str, Any]:
        """Arrow's types of the kept columns, if input and output are both Parquet. A column that this input does not
        have gets its type from the first input that has it."""
        own, wanted = shard.pieces[0].input, [*self.run.fields, *filter(None, [self.job.layout.id_field])]
        found: dict[str, Any] = {}
        for name in wanted if self.job.shape.to == "parquet" and self._schema(own) else ():
            schema = self._schema(own)
            if name not in schema.names:
                schema = self._schema(self.run.fields[name])
            if schema:
                found[name] = schema.field(name).type
        return found

    def _schema(self, place: int) -> Any:
        """The schema of an input, or None if it is not Parquet."""
        one = self.job.inputs[place]
        if place not in self._schemas:
            self._schemas[place] = tables.parquet_schema(one) if one.format == "parquet" else None
        return self._schemas[place]


def _count(results: Sequence[Result], tally: BatchCounts) -> None:
    for _, one in results:
        if isinstance(one, InputRow):
            tally.quarantined += 1
            tally.reasons[_PARTICULAR.sub("…", one.trouble.partition(":")[0])] += 1
            continue
        tally.corrected += 1
        tally.changed += bool(one.edits)
        tally.words += sum(1 for _ in WORD.finditer(one.row.text))
        tally.edits.update(edit.type for edit in one.edits)
        tally.confidences.update(bin_of(edit.confidence) for edit in one.edits)


class BusyTime:
    """Measures how long a worker was busy. Time in which it works on two shards counts once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks, self._counted = 0, 0.0

    def begins(self) -> None:
        with self._lock:
            if not self._tasks:
                self._counted = time.perf_counter()
            self._tasks += 1

    def taken(self) -> float:
        """Seconds of work since the last call."""
        with self._lock:
            before, self._counted = self._counted, time.perf_counter()
            return self._counted - before

    def ends(self) -> None:
        with self._lock:
            self._tasks -= 1


class OpenReader:
    """Keeps the reader of the last input open, because the next shard mostly begins where the last one ended, or a
    little further on if there are other workers."""

    def __init__(self, inputs: Sequence[Input], layout: Layout) -> None:
        self._inputs, self._layout = inputs, layout
        self._input, self._next = -1, 0
        self._reader: Iterator[InputRow] = iter(())

    def rows(self, piece: RowRange) -> Iterator[InputRow]:
        one, row = self._inputs[piece.input], piece.start.row
        if self._input != piece.input or not 0 <= row - self._next <= _worth_passing(one):
            self._input, self._next = piece.input, row
            self._reader = read.rows(one, self._layout, piece.start)
        end = row + piece.rows
        for found in islice(self._reader, end - self._next):
            self._next += 1
            if found.number >= row:
                yield found
        read.refuse_changed(one)
        if self._next < end:
            raise BatchError(f"{one.name}: has fewer rows than when this run was planned; put back the file as it was")


def _worth_passing(one: Input) -> int:
    """How many rows to skip before it is better to open the file anew. Some formats can only be read from the
    beginning."""
    if one.compression or one.format in tables.DELIMITERS:
        return sys.maxsize
    return ROWS_OF_GROUP if one.format == "parquet" else 0
