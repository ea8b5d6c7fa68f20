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

WRITE_INTERVAL = 1.0  # seconds between two times that a worker writes down its figures
RESTARTS = 5  # within a minute; what ends more often than that cannot be begun at all
PAUSE = 5.0  # seconds until a worker that could not be begun is tried again
GRACE = 10.0  # seconds that a worker has to end
ENDED = "0"  # the file with the counters of all that have ended; each of the others is named by its process

Ready = Callable[[], None]
Work = Callable[[Ready], None]  # what a worker does; it says when it is ready


class Workers:
    """So many processes that do the same work."""

    def __init__(self, count: int, work: Work, figures: Path) -> None:
        self._count, self._work, self._figures = count, work, figures
        self._pids: list[int] = []
        self._asked: list[int] = []  # signals that nobody has looked at yet
        self._restarts: list[float] = []

    def run(self, ready: Ready) -> int:
        """Until it is told to end; the number of the signal, or 0 if no worker could be begun."""
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
        """Replace the workers that end, as soon as that can be done, while at least one is left."""
        again = 0.0  # when a worker may be begun again after one could not be
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
        """Whether all of these are ready; if one is not, or the whole is told to end, none of them is left."""
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
        try:  # no worker goes on with what the process above has to do
            ours.close()
            _end_with(os.getppid())
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # is for the process above, which tells the others
            self._work(lambda: theirs.sendall(b"+"))
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        except BaseException:
            traceback.print_exc()
        finally:
            try:
                for stream in (sys.stdout, sys.stderr):
                    with suppress(OSError, ValueError):  # nobody reads it any more
                        stream.flush()
            finally:
                os._exit(code)

    def _end(self, pids: list[int]) -> None:
        """End these workers, by force if they take too long."""
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
    """A worker whose process above was killed ends as well."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WRITE_INTERVAL)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


class WorkerMetrics:
    """The figures of all workers, from a folder where each writes down its own."""

    def __init__(self, folder: Path, own: Callable[[], str]) -> None:
        self._folder, self._own, self._writing = folder, own, threading.Lock()
        threading.Thread(target=self._go_on, daemon=True).start()

    def _go_on(self) -> None:
        while True:
            with suppress(OSError, RuntimeError):  # RuntimeError: a counter changed while it was read
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
    """Add the counters of a worker that has ended, but not its gauges, to those of others that have."""
    own, ended, beside = folder / f"{pid}", folder / ENDED, folder / f".{ENDED}"
    with _alone(folder):
        before = [ended.read_text()] if ended.exists() else []
        beside.write_text(_summed([*before, own.read_text()], gauges=False))
        beside.replace(ended)
        own.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else reads all figures or merges some."""
    import fcntl  # there is none on Windows, which has no workers

    with (folder / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:  # closing would not do while a process that was forked has the file
            fcntl.flock(file, fcntl.LOCK_UN)


def _summed(texts: list[str], *, gauges: bool = True) -> str:
    """One exposition of several: what has the same name and labels is added up."""
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


ENDS = ("_bucket", "_sum", "_count")  # of the samples of a histogram
