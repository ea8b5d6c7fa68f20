"""Worker processes on this machine, one per GPU or per share of the CPU. A worker is sent the next shard and reports
when it is done. A worker that dies is replaced, and its shard is done again. If several workers die with the same
shard, it is done row by row. If two die with the same row, the row goes to quarantine.

`work.py` says what a worker does, and `ledger.py` when a shard is done.
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

from gec.batch.ledger import BatchRun, ShardDone
from gec.batch.plan import Shard
from gec.batch.work import Job, Place, ShardTask, Worker
from gec.errors import BatchError, GecError
from gec.processes import end_with_parent

TOGETHER = 2  # shards that a worker has at a time: one is decoded while the other is read or written
DEATHS = 2  # number of workers that die with a shard before it is done row by row
MOST_FRUITLESS_DEATHS = 4  # deaths per worker without a finished shard in between, after which the run stops

_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Lost:
    """A worker that died."""

    who: str
    how: str
    shards: tuple[int, ...]  # that it was working on, and that are done again


@dataclass(slots=True)
class WorkerProcess:
    """A worker process, as the parent sees it."""

    job: Job
    process: SpawnProcess
    pipe: Connection
    tasks: dict[int, ShardTask] = field(default_factory=dict)
    at: Place | None = None  # the row that a careful worker is trying


@dataclass(slots=True)
class WorkerPool:
    """Distributes the shards of a run to worker processes."""

    run: BatchRun
    jobs: list[Job]  # one for each worker
    max_tokens: int
    todo: deque[ShardTask] = field(default_factory=deque)
    workers: list[WorkerProcess] = field(default_factory=list)
    deaths: Counter[int] = field(default_factory=Counter)
    fruitless_deaths: int = 0

    def work(self, shards: Iterable[Shard]) -> Iterator[ShardDone | Lost]:
        """Yield each shard's mark when it is done, in any order, and each worker that was lost."""
        self.todo = deque(ShardTask(shard) for shard in shards)
        try:
            self.workers = [self._start_worker(job) for job in self.jobs[: len(self.todo)]]
            while self.todo or any(worker.tasks for worker in self.workers):
                for worker in self.workers:
                    self._assign(worker)
                for ready in wait([worker.pipe for worker in self.workers]):
                    yield from self._handle(next(worker for worker in self.workers if worker.pipe is ready))
        finally:
            for worker in self.workers:
                worker.process.kill()
                worker.process.join()

    def _start_worker(self, job: Job) -> WorkerProcess:
        return WorkerProcess(job, *_started(_at_work, job, self.run.bare(), self.max_tokens))

    def _assign(self, worker: WorkerProcess) -> None:
        """Send a worker as many tasks as it may have. A careful task is done alone, so that a death has only one
        possible cause."""
        while self.todo and len(worker.tasks) < TOGETHER and not any(task.careful for task in worker.tasks.values()):
            if self.todo[0].careful and worker.tasks:
                return
            task = self.todo.popleft()
            worker.tasks[task.shard.number] = task
            with suppress(OSError):  # a dead worker is handled when its pipe is read
                worker.pipe.send(task)

    def _handle(self, worker: WorkerProcess) -> Iterator[ShardDone | Lost]:
        try:
            said = worker.pipe.recv()
        except (EOFError, OSError):
            yield self._lost(worker)
            return
        if isinstance(said, ShardDone):
            del worker.tasks[said.shard]
            worker.at = None
            self.fruitless_deaths = 0
            yield said
        elif isinstance(said, tuple):
            worker.at = said
            self.fruitless_deaths = 0
        else:
            raise said

    def _lost(self, worker: WorkerProcess) -> Lost:
        """Replace a worker that died, and put its tasks at the front of the queue."""
        worker.process.join()
        code = worker.process.exitcode or 0
        self.fruitless_deaths += 1
        if self.fruitless_deaths > MOST_FRUITLESS_DEATHS * len(self.workers):
            raise BatchError(f"workers end before they have done anything, the last with code {code}; is memory short?")
        how = f"killed by signal {-code}" if code < 0 else f"ended with code {code}"
        for number, task in worker.tasks.items():
            self.deaths[number] += 1
            again = task.after_death(worker.at, how) if worker.at else task
            self.todo.appendleft(replace(again, careful=self.deaths[number] >= DEATHS))
        self.workers[self.workers.index(worker)] = self._start_worker(worker.job)
        return Lost(f"process {worker.process.pid}", how, tuple(worker.tasks))


def probed(job: Job, run: BatchRun, shard: Shard) -> int:
    """The fastest token budget for such a worker, measured on a shard in a separate process. Errors that a user can
    mend are raised. Any other failure gives the default budget: the run itself finds the row that caused it."""
    process, pipe = _started(_probe, job, run.bare(), shard)
    try:
        said = pipe.recv()
    except (EOFError, OSError):  # the process died
        said = None
    finally:
        process.kill()
        process.join()
    if isinstance(said, GecError):
        raise said
    if isinstance(said, int):
        return said
    from gec.decoding.budget import usual_tokens

    return usual_tokens(job.loading["device"])


def _started(does: Callable[..., None], *given: Any) -> tuple[SpawnProcess, Connection]:
    """Start a process and return it with the pipe to it. A terminal sends Ctrl-C to both processes. The child ignores
    it, and the parent ends the child."""
    here, there = _SPAWN.Pipe()
    process = _SPAWN.Process(target=does, args=(*given, there), daemon=True)
    resource_tracker.ensure_running()  # its start unblocks signals, so it has to come first
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    there.close()
    return process, here


# --- in the worker's process


def _probe(job: Job, run: BatchRun, shard: Shard, pipe: Connection) -> None:
    end_with_parent()
    try:
        pipe.send(Worker(job, run).probe(shard))
    except BaseException as fault:
        pipe.send(_sendable(fault))


def _at_work(job: Job, run: BatchRun, max_tokens: int, pipe: Connection) -> None:
    """Do the tasks that arrive until the pipe is closed."""
    end_with_parent()
    saying = threading.Lock()

    def say(what: Any) -> None:
        with saying:
            pipe.send(what)

    def do(worker: Worker, task: ShardTask) -> None:
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
    """Errors that a user can mend stay as they are; any other gets its traceback as text."""
    return fault if isinstance(fault, GecError) else RuntimeError("".join(traceback.format_exception(fault)))
