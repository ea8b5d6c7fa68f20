"""Worker processes on this machine, one per GPU or per share of the CPU. They are told the next shard and report when
it is done. A worker that dies is replaced, and its shard is done again. If workers die with the same shard, it is done
row by row. If two die with the same row, it goes to quarantine.

`work.py` decides what a worker does, and `ledger.py` decides what done means.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from gec.batch.ledger import Mark, Run
from gec.batch.plan import Shard
from gec.batch.work import Job, Place, Task, Worker
from gec.errors import BatchError, GecError
from gec.processes import end_with_parent

TOGETHER = 2  # shards a worker has at a time: one is decoded while the other is read or written
DEATHS = 2  # of a shard's workers, after which it is done row for row
IN_VAIN = 4  # deaths in a row, for each worker, without a shard done in between; then something else is wrong

_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Lost:
    """A worker that died."""

    who: str
    how: str
    shards: tuple[int, ...]  # that it was at, and that are done again


@dataclass(slots=True)
class Hand:
    """A worker process as seen from here."""

    job: Job
    process: SpawnProcess
    pipe: Connection
    tasks: dict[int, Task] = field(default_factory=dict)
    at: Place | None = None  # the row that a careful worker is trying


@dataclass(slots=True)
class Shift:
    """The shards of a run that are to be done, and the workers who do them."""

    run: Run
    jobs: list[Job]  # one for each worker
    max_tokens: int
    todo: deque[Task] = field(default_factory=deque)
    hands: list[Hand] = field(default_factory=list)
    deaths: Counter[int] = field(default_factory=Counter)
    in_vain: int = 0

    def work(self, shards: Iterable[Shard]) -> Iterator[Mark | Lost]:
        """Each shard's mark when it is done, in whatever order that happens."""
        self.todo = deque(Task(shard) for shard in shards)
        try:
            self.hands = [self._hired(job) for job in self.jobs[: len(self.todo)]]
            while self.todo or any(hand.tasks for hand in self.hands):
                for hand in self.hands:
                    self._supply(hand)
                for ready in wait([hand.pipe for hand in self.hands]):
                    yield from self._heard(next(hand for hand in self.hands if hand.pipe is ready))
        finally:
            for hand in self.hands:
                hand.process.kill()
                hand.process.join()

    def _hired(self, job: Job) -> Hand:
        return Hand(job, *_started(_at_work, job, self.run.bare(), self.max_tokens))

    def _supply(self, hand: Hand) -> None:
        """Give a worker what it has room for. A careful task is done alone, so that nothing else is suspected."""
        while self.todo and len(hand.tasks) < TOGETHER and not any(task.careful for task in hand.tasks.values()):
            if self.todo[0].careful and hand.tasks:
                return
            task = self.todo.popleft()
            hand.tasks[task.shard.number] = task
            with suppress(OSError):  # it died; that is heard next
                hand.pipe.send(task)

    def _heard(self, hand: Hand) -> Iterator[Mark | Lost]:
        try:
            said = hand.pipe.recv()
        except (EOFError, OSError):
            yield self._lost(hand)
            return
        if isinstance(said, Mark):
            del hand.tasks[said.shard]
            hand.at = None
            self.in_vain = 0
            yield said
        elif isinstance(said, tuple):
            hand.at = said
            self.in_vain = 0
        else:
            raise said

    def _lost(self, hand: Hand) -> Lost:
        """Replace a worker that died, and put what it was at first in the queue again."""
        hand.process.join()
        code = hand.process.exitcode or 0
        self.in_vain += 1
        if self.in_vain > IN_VAIN * len(self.hands):
            raise BatchError(f"workers end before they have done anything, the last with code {code}; is memory short?")
        how = f"killed by signal {-code}" if code < 0 else f"ended with code {code}"
        for number, task in hand.tasks.items():
            self.deaths[number] += 1
            again = task.after_death(hand.at, how) if hand.at else task
            self.todo.appendleft(replace(again, careful=self.deaths[number] >= DEATHS))
        self.hands[self.hands.index(hand)] = self._hired(hand.job)
        return Lost(f"process {hand.process.pid}", how, tuple(hand.tasks))


def probed(job: Job, run: Run, shard: Shard) -> int:
    """The budget of tokens that is fastest for such a worker, tried on a shard in a process of its own. What ends a
    trial is found, row for row, in the run itself; only what somebody can mend is said at once."""
    process, pipe = _started(_probe, job, run.bare(), shard)
    try:
        said = pipe.recv()
    except (EOFError, OSError):  # it died
        said = None
    finally:
        process.kill()
        process.join()
    if isinstance(said, GecError):
        raise said
    if isinstance(said, int):
        return said
    from gec.corrector import usual

    return usual(job.loading["device"])


def _started(does: Callable[..., None], *given: Any) -> tuple[SpawnProcess, Connection]:
    """A process that does something, and the pipe to it. Ctrl-C, which a terminal sends to both, is for this one alone,
    which then ends the other."""
    here, there = _SPAWN.Pipe()
    process = _SPAWN.Process(target=does, args=(*given, there), daemon=True)
    resource_tracker.ensure_running()  # which lets signals through again when it begins
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    there.close()
    return process, here


# --- in the worker's process


def _probe(job: Job, run: Run, shard: Shard, pipe: Connection) -> None:
    end_with_parent()
    try:
        pipe.send(Worker(job, run).probe(shard))
    except BaseException as fault:
        pipe.send(_sendable(fault))


def _at_work(job: Job, run: Run, max_tokens: int, pipe: Connection) -> None:
    """Do what is asked until nobody asks any more."""
    end_with_parent()
    saying = threading.Lock()

    def say(what: Any) -> None:
        with saying:
            pipe.send(what)

    def do(worker: Worker, task: Task) -> None:
        try:
            say(worker.correct(task, lambda place, row: say((place, row))))
        except BaseException as fault:
            say(_sendable(fault))

    try:
        worker = Worker(job, run)
        worker.allow(max_tokens)
        with ThreadPoolExecutor(TOGETHER) as threads, suppress(EOFError):
            while True:
                threads.submit(do, worker, pipe.recv())
    except BaseException as fault:
        say(_sendable(fault))


def _sendable(fault: BaseException) -> Exception:
    """What the user can mend as it is, anything else with where it happened."""
    return fault if isinstance(fault, GecError) else RuntimeError("".join(traceback.format_exception(fault)))
