"""Several processes that answer at one address; the system distributes the connections. A parent process, which loads
no model, starts them, replaces those that end by themselves, and stops them. On SIGHUP it starts new ones before it
stops the old ones.

The caller decides what a worker does. The workers' figures are in a common folder, so each worker can report those of
all.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

WRITE_INTERVAL = 1.0  # seconds after which a worker writes its metrics again
RESTARTS = 5  # most restarts within a minute; with more, the workers cannot run at all
PAUSE = 5.0  # seconds until a worker that could not be started is tried again
GRACE = 10.0  # seconds for a worker to end
ENDED = "0"  # the file with the counters of all workers that have ended; other files are named after their process

Ready = Callable[[], None]
Work = Callable[[Ready], None]  # the work of a worker; it calls its argument when it is ready


class Workers:
    """A number of processes that do the same work."""

    def __init__(self, count: int, work: Work, figures: Path) -> None:
        self._count, self._work, self._figures = count, work, figures
        self._pids: list[int] = []
        self._asked: list[int] = []  # signals that were not handled yet
        self._restarts: list[float] = []

    def run(self, ready: Ready) -> int:
        """Run until a signal comes. Returns its number, or 0 if no worker could be started."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._heard)
        try:
            if self._begin(self._count):
                ready()
                return self._watch()
            return self._told_to_end()
        finally:
            self._end(self._pids)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self._asked.append(number)

    def _told_to_end(self) -> int:
        return next((number for number in self._asked if number != signal.SIGHUP), 0)

    def _watch(self) -> int:
        """Replace the workers that end, as long as at least one is left."""
        again = 0.0  # when to try again after a worker could not be started
        while not (number := self._told_to_end()):
            if signal.SIGHUP in self._asked:
                self._asked.remove(signal.SIGHUP)
                old = list(self._pids)
                if self._begin(self._count):
                    self._end(old)
            ended = [pid for pid in list(self._pids) if self._ended(pid)]
            now = time.monotonic()
            self._restarts = [at for at in self._restarts if at > now - 60] + [now] * len(ended)
            if len(self._restarts) > RESTARTS:
                return 0
            missing = self._count - len(self._pids)
            if missing > 0 and now >= again and not self._begin(missing):
                if not self._pids:
                    return self._told_to_end()
                again = time.monotonic() + PAUSE
            time.sleep(0.1)
        return number

    def _begin(self, count: int) -> bool:
        """Start so many workers. Returns whether all are ready. If one is not, or if a signal comes, all of them are
        ended."""
        new = [self._fork() for _ in range(count)]
        pids, fine = [pid for pid, _ in new], True
        self._pids += pids
        for _, link in new:
            with link:
                while fine and not select.select([link], [], [], 0.1)[0]:
                    fine = not self._told_to_end()
                fine = fine and link.recv(1) == b"+"
        if not fine:
            self._end(pids)
        return fine

    def _fork(self) -> tuple[int, socket.socket]:
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if pid:
            theirs.close()
            return pid, ours
        code = 1
        try:  # a worker must never continue with the code of the parent
            ours.close()
            _end_with(os.getppid())
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles it and ends the workers
            self._work(lambda: theirs.sendall(b"+"))
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        finally:
            try:
                for stream in (sys.stdout, sys.stderr):
                    with suppress(OSError, ValueError):  # the parent is gone
                        stream.flush()
            finally:
                os._exit(code)

    def _end(self, pids: list[int]) -> None:
        """End these workers, and kill them if they take too long."""
        pids, until = list(pids), time.monotonic() + GRACE
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            while (pids := [pid for pid in pids if not self._ended(pid)]) and time.monotonic() < until:
                time.sleep(0.02)
        for pid in pids:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
            self._forget(pid)

    def _ended(self, pid: int) -> bool:
        if ended := _has_ended(pid):
            self._forget(pid)
        return ended

    def _forget(self, pid: int) -> None:
        if pid in self._pids:
            self._pids.remove(pid)
        with suppress(OSError):
            _merge(self._figures, pid)


def _has_ended(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def _end_with(parent: int) -> None:
    """End this worker if its parent was killed."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WRITE_INTERVAL)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


class WorkerMetrics:
    """The metrics of all workers. Each worker writes its own into a common folder."""

    def __init__(self, folder: Path, own: Callable[[], str]) -> None:
        self._folder, self._own, self._writing = folder, own, threading.Lock()
        threading.Thread(target=self._go_on, daemon=True).start()

    def _go_on(self) -> None:
        while True:
            with suppress(OSError, RuntimeError):  # RuntimeError: another thread changed a counter meanwhile
                self.write()
            time.sleep(WRITE_INTERVAL)

    def write(self) -> None:
        beside = self._folder / f".{os.getpid()}"
        with self._writing:
            beside.write_text(self._own())
            beside.replace(self._folder / f"{os.getpid()}")

    def all(self) -> str:
        self.write()
        with _alone(self._folder):
            return _summed([file.read_text() for file in sorted(self._folder.glob("[0-9]*"))])


def _merge(folder: Path, pid: int) -> None:
    """Add the counters of a worker that has ended to those of the others that have. Its gauges are dropped."""
    own, ended, beside = folder / f"{pid}", folder / ENDED, folder / f".{ENDED}"
    with _alone(folder):
        before = [ended.read_text()] if ended.exists() else []
        beside.write_text(_summed([*before, own.read_text()], gauges=False))
        beside.replace(ended)
        own.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """A lock for reading all metrics and for merging."""
    import fcntl  # not on Windows, which has no workers

    with (folder / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:  # closing the file would not unlock it while a forked process has it open
            fcntl.flock(file, fcntl.LOCK_UN)


def _summed(texts: list[str], *, gauges: bool = True) -> str:
    """The sum of several sets of metrics: values with the same name and labels are added up."""
    total: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    heads: dict[str, list[str]] = {}
    for line in (line for text in texts for line in text.splitlines()):
        if line.startswith("# "):
            name, kind = line.split()[2], line.split()[3]
            kinds |= {name: kind} if line.startswith("# TYPE") else {}
            heads.setdefault(name, [])
            heads[name] += [] if line in heads[name] else [line]
        else:
            sample, _, value = line.rpartition(" ")
            total[sample] += float(value)  # type: ignore[assignment]  # a counter of floats
    lines = []
    for name, head in heads.items():
        if gauges or kinds[name] != "gauge":
            own = [one for one in total if one.partition("{")[0] in (name, *(name + end for end in ENDS))]
            lines += [*head, *(f"{one} {total[one]:.15g}" for one in own)]
    return "".join(f"{line}\n" for line in lines)


ENDS = ("_bucket", "_sum", "_count")  # suffixes of the samples of a histogram
