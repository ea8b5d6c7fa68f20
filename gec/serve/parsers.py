"""Processes that parse texts for a server. Some markup takes very long to parse, and a thread that parses cannot be
stopped.

Each task may take so many seconds of processor time, which the system measures. Then its process is ended. It is also
ended if nobody waits for the result any more. Clients take turns, and one client never has all processes. `texts.py`
has the tasks.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
import traceback
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection
from typing import Any

from gec.processes import cores
from gec.serve.refused import RefusedError

SECONDS = 2.0  # of processor time for a task
MEMORY = 2 << 30  # bytes of a process
NICE = 5  # the model has priority
PRELOADED = ["gec.serve.warmed"]
TOO_MUCH = "this text takes too long to parse; send it in parts"


class Parsers:
    """A pool of processes, which are started when they are needed. `seconds` is the processor time that they took."""

    def __init__(self, count: int = 0, limit: float = SECONDS) -> None:
        self._count, self._limit = count or max(2, cores()), limit
        self._context = get_context("forkserver" if hasattr(os, "fork") else "spawn")
        if hasattr(os, "fork"):
            self._context.set_forkserver_preload(PRELOADED)
            forkserver.ensure_running()
        self._threads = ThreadPoolExecutor(self._count, "gec-parsers")
        self._idle: list[_Worker] = []
        self._busy: Counter[Hashable] = Counter()
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()
        self.seconds = 0.0
        self.ended = 0  # tasks that took too long

    async def run(self, client: Hashable, function: Callable[..., Any], *arguments: object) -> Any:
        """The result of the function in one of the processes. Raises RefusedError if the function does, or if it takes
        too long."""
        await self._turn(client)
        worker = self._idle.pop() if self._idle else _Worker(self._context, self._limit)
        fine = False
        try:
            loop = asyncio.get_running_loop()
            outcome, value, seconds = await loop.run_in_executor(self._threads, worker.ask, function, arguments)
            fine = outcome not in ("ended", "unstarted")
        finally:
            if fine:
                self._idle.append(worker)
            else:
                worker.end()
            self._next(client)
        self.seconds += seconds
        self.ended += outcome == "ended"
        if outcome == "ended":
            raise RefusedError(422, TOO_MUCH)
        if outcome == "refused":
            raise RefusedError(*value)
        if outcome in ("failed", "unstarted"):
            raise RuntimeError(value)
        return value

    def close(self) -> None:
        for worker in self._idle:
            worker.end()
        self._idle.clear()
        self._threads.shutdown(wait=False)

    # --- turns

    async def _turn(self, client: Hashable) -> None:
        if self._may(client) and not self._waiting:
            self._busy[client] += 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(mine)
        self._grant()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next(client)
            raise

    def _may(self, client: Hashable) -> bool:
        return self._busy.total() < self._count and self._busy[client] < max(1, self._count - 1)

    def _next(self, client: Hashable) -> None:
        self._busy[client] -= 1
        self._busy += Counter()  # removes clients without a process
        self._grant()

    def _grant(self) -> None:
        """Start the tasks whose turn it is. A client whose task was started goes to the end of the queue."""
        for client in list(self._waiting):
            waiting = self._waiting[client]
            while waiting and waiting[0].done():  # cancelled
                waiting.popleft()
            if waiting and self._may(client):
                self._busy[client] += 1
                waiting.popleft().set_result(None)
                self._waiting.move_to_end(client)
            if not waiting:
                del self._waiting[client]


class _Worker:
    """One process, and the pipe to it. It is started in the thread that needs it."""

    def __init__(self, context: Any, limit: float) -> None:
        self._context, self._limit = context, limit
        self._link: Connection | None = None
        self._process: Any = None
        self._given_up = False

    def ask(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> tuple[str, Any, float]:
        try:
            if self._link is None or not self._process.is_alive():  # the system may have ended it for its memory
                self._begin()
        except (EOFError, OSError):
            return "unstarted", "a process for parsing could not be started", 0.0
        try:
            assert self._link is not None
            self._link.send((function, arguments))
            answer: tuple[str, Any, float] = self._link.recv()
            return answer
        except (EOFError, OSError):
            return "ended", None, self._limit

    def _begin(self) -> None:
        self._link, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_work, args=(theirs, self._limit), daemon=True)
        self._process.start()
        theirs.close()
        if self._given_up:
            self.end()
        self._link.recv()  # it is ready

    def end(self) -> None:
        self._given_up = True
        if self._process is not None and self._process.pid:
            self._process.kill()


# --- in the processes


def _work(link: Connection, limit: float) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # the server handles them
        signal.signal(number, signal.SIG_IGN)
    _bounds()
    with suppress(EOFError, OSError):  # the server is gone
        link.send(None)
        while True:
            function, arguments = link.recv()
            began = time.process_time()
            _alarm(limit)
            outcome, value = _outcome(function, arguments)
            _alarm(0)
            link.send((outcome, value, time.process_time() - began))


def _outcome(function: Callable[..., Any], arguments: tuple[object, ...]) -> tuple[str, Any]:
    try:
        return "done", function(*arguments)
    except RefusedError as refusal:
        return "refused", (refusal.status, refusal.reason, refusal.headers)
    except MemoryError:
        return "refused", (422, TOO_MUCH)
    except Exception:
        return "failed", traceback.format_exc()


def _alarm(seconds: float) -> None:
    """Let the system end the process after so many seconds of its processor time."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _bounds() -> None:
    if hasattr(os, "nice"):
        import resource

        os.nice(NICE)
        for bound, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CORE, 0)):
            _, hard = resource.getrlimit(bound)
            lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
            with suppress(OSError, ValueError):
                resource.setrlimit(bound, (lower, lower))
