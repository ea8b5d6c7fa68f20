"""One model for many who ask: their sentences share batches, and what was read once is not read again.

A `Service` stands in front of a proposer (`Corrector.propose`, or anything of that shape) with one thread that calls
it. A request is a text; the unit of work is a sentence, so one changed sentence of a long text costs one sentence, and
two requests that want the same sentence share it. Everyone waiting gets a sentence into the next batch in turn, and a
batch lasts about a tenth of a second, so nobody waits for somebody else's book; longer only where one sentence does,
which if it is full of errors takes half a second.

    service = Service(gec.load().propose)
    answer = await service.correct(text, timeout=5)     # an Answer; answer.complete is False if time was up
    async for answer in service.follow(text, every=0.2): ...    # what is known so far, at the end everything

`Busy` is raised when the queue is full and says after how many seconds to come back. A cancelled task frees its place
and its sentences at once. Edits are everything the model proposes; what a user lets through is `edits/policy.py`'s.
Protocols are the business of `http.py` and `lsp.py`.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakSet

from gec.correction import Propose, as_prose, corrected
from gec.edits.edit import Edit
from gec.text.prose import Prose
from gec.text.view import View

SLICE = 0.1  # seconds that a batch should take: what a newcomer waits, and what a cancelled request still costs
FIRST_PACE = 4_000.0  # characters a second, until the first batch has been measured
MOST = 512  # sentences in a batch
LEAVING = 5.0  # seconds that the end of a program waits for the batch at hand
LONGEST = 2_000  # characters: a longer sentence is data, and would keep everybody else waiting
SHORT = 20_000  # characters: texts up to here are cut into sentences without leaving the event loop

T = TypeVar("T")


class Busy(Exception):  # noqa: N818  # a state of the service, not a fault
    """The queue is full; there should be room again `after` seconds from now."""

    def __init__(self, after: float) -> None:
        super().__init__(f"too many texts are waiting; try again in {after:.0f} s")
        self.after = after


class Closed(Exception):  # noqa: N818
    """The service was closed, or its thread ended, before the text was read."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One text, as far as it was read."""

    text: str
    edits: tuple[Edit, ...]  # offsets are characters of the text that was given
    sentences: tuple[tuple[int, int], ...]  # the ones that were read
    complete: bool  # whether that is all of them


@dataclass(frozen=True, slots=True)
class Stats:
    """What a service has done since it began, and what it has to do now."""

    requests: int
    refused: int  # the queue was full
    abandoned: int  # cancelled, or out of time
    sentences: int  # read by the model
    hits: int  # sentences that were known already
    batches: int
    seconds: float  # in the model
    waiting: int  # requests
    pending: int  # sentences


@dataclass(eq=False, slots=True)
class Request:
    """One text and what is known of it; `places` is where its unknown sentences stand."""

    prose: Prose
    views: list[View]
    found: list[tuple[Edit, ...] | None]
    places: dict[str, list[int]] = field(default_factory=dict)
    todo: deque[str] = field(default_factory=deque)  # not yet in a batch
    done: Future[None] = field(default_factory=Future)

    @classmethod
    def of(cls, text: str | Prose) -> Request:
        prose = as_prose(text)
        views = list(prose.views())
        request = cls(prose, views, [None] * len(views))
        request.done.set_running_or_notify_cancel()
        return request

    def answer(self) -> Answer:
        known = [(view, edits) for view, edits in zip(self.views, self.found, strict=True) if edits is not None]
        found = corrected(self.prose, known)
        return Answer(found.text, found.edits, found.sentences, len(known) == len(self.views))


class Service:
    """`queue` texts may wait, `cache` sentences are remembered, a batch waits `wait` seconds for company."""

    def __init__(self, propose: Propose, *, queue: int = 256, wait: float = 0.003, cache: int = 20_000) -> None:
        self._propose, self._queue, self._wait, self._size = propose, queue, wait, cache
        self._known: OrderedDict[str, tuple[Edit, ...]] = OrderedDict()
        self._pace = FIRST_PACE
        self._counts = dict.fromkeys(("requests", "refused", "abandoned", "sentences", "hits", "batches"), 0)
        self._seconds = 0.0
        self._closed = ""  # why, once it is
        self.renew()
        _services.add(self)

    def renew(self) -> None:
        """Begin with nobody waiting: a child of `fork` has neither the thread nor those who asked."""
        self._changed = threading.Condition()  # guards everything but the settings
        self._wanted: dict[str, list[Request]] = {}
        self._running: set[str] = set()
        self._turns: deque[Request] = deque()  # whose sentence comes next
        self._requests: set[Request] = set()
        self._since = 0.0  # when the first of those waiting came
        self._thread = threading.Thread(target=self._work, name="gec-service", daemon=True)  # from the first request on

    async def correct(self, text: str | Prose, *, timeout: float | None = None) -> Answer:
        """The text's correction, or what there is of it when the time is up."""
        async with aclosing(self.follow(text, every=timeout)) as answers:
            return await anext(answers)

    async def follow(self, text: str | Prose, *, every: float | None) -> AsyncGenerator[Answer, None]:
        """What is known so far, after every so many seconds, and the complete answer at the end."""
        size = len(text.text if isinstance(text, Prose) else text)
        request = await aside(size, Request.of, text)
        self._enter(request)
        try:
            done = asyncio.wrap_future(request.done)
            while not done.done():
                await asyncio.wait([done], timeout=every)
                if not done.done():
                    answer = await aside(size, request.answer)
                    yield answer
                    if answer.complete:  # the last sentence came in this moment
                        return
            done.result()
            yield await aside(size, request.answer)
        finally:
            self._withdraw(request)

    def stats(self) -> Stats:
        with self._changed:
            return Stats(**self._counts, seconds=self._seconds, waiting=len(self._requests), pending=len(self._wanted))

    def close(self, patience: float | None = None) -> None:
        """Stops after the batch at hand, or does not wait for it longer than so many seconds; whoever still waits gets
        `Closed`."""
        with self._changed:
            self._closed = self._closed or "the service was closed"
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(patience)
        self._tell()

    def _tell(self) -> None:
        """Let nobody wait for what will not be read."""
        with self._changed:
            for request in list(self._requests):
                self._drop(request)
                request.done.set_exception(Closed(self._closed))

    # --- requests

    def _enter(self, request: Request) -> None:
        """Answer what is known and queue the rest."""
        with self._changed:
            if self._closed:
                raise Closed(self._closed)
            hits = self._look_up(request)
            if request.places and len(self._requests) >= self._queue:
                self._counts["refused"] += 1
                raise Busy(max(1.0, sum(map(len, self._wanted)) / self._pace))
            self._counts["requests"] += 1
            self._counts["hits"] += hits
            if not request.places:
                request.done.set_result(None)
                return
            for sentence in request.places:
                self._wanted.setdefault(sentence, []).append(request)
            request.todo.extend(request.places)
            if not self._turns:
                self._since = time.monotonic()
            self._turns.append(request)
            self._requests.add(request)
            if self._thread.ident is None:
                self._thread.start()
            self._changed.notify_all()

    def _look_up(self, request: Request) -> int:
        hits = 0
        for place, view in enumerate(request.views):
            known = self._known.get(view.text)
            if known is not None:
                self._known.move_to_end(view.text)
                request.found[place] = known
                hits += 1
            elif len(view.text) <= LONGEST:
                request.places.setdefault(view.text, []).append(place)
        return hits

    def _withdraw(self, request: Request) -> None:
        """Take a request that nobody waits for any more out of the queue."""
        with self._changed:
            if request in self._requests:
                self._counts["abandoned"] += 1
                self._drop(request)

    def _drop(self, request: Request) -> None:
        """Forget a request, and the sentences that only it wants."""
        self._requests.discard(request)
        request.todo.clear()
        for sentence in request.places:
            others = self._wanted.get(sentence, [])
            if request in others:
                others.remove(request)
            if not others and sentence not in self._running:
                self._wanted.pop(sentence, None)

    # --- the thread

    def _work(self) -> None:
        try:
            self._serve()
        except BaseException as error:  # SystemExit, or a fault of ours
            logging.getLogger(__name__).error("the service has ended", exc_info=error)
            with self._changed:
                self._closed = self._closed or f"the service has ended: {error!r}; start it again"
                self._running.clear()
                self._tell()

    def _serve(self) -> None:
        while batch := self._next():
            began = time.monotonic()
            self._read(batch)
            took = time.monotonic() - began
            with self._changed:
                self._counts["batches"] += 1
                self._seconds += took
                pace = sum(map(len, batch)) / max(took, 1e-6)
                less = took > SLICE and pace < self._pace  # sentences full of errors take their time
                self._pace = pace if less else self._pace + (min(pace, 2 * self._pace) - self._pace) / 4

    def _next(self) -> list[str]:
        """The sentences of the next batch, as soon as the first has waited for company; none at the end."""
        with self._changed:
            while not self._closed:
                left = self._since + self._wait - time.monotonic()
                if self._turns and left <= 0 and (batch := self._take()):
                    return batch
                self._changed.wait(left if self._turns else None)
            return []

    def _take(self) -> list[str]:
        """One sentence of each request in turn, until the batch is full."""
        batch: list[str] = []
        room = self._pace * SLICE
        while self._turns and room > 0 and len(batch) < MOST:
            request = self._turns.popleft()
            while request.todo:
                sentence = request.todo.popleft()
                if sentence in self._wanted and sentence not in self._running:
                    self._running.add(sentence)
                    batch.append(sentence)
                    room -= len(sentence)
                    break
            if request.todo:
                self._turns.append(request)
        return batch

    def _read(self, batch: list[str]) -> None:
        """Read a batch; if that fails, each sentence by itself, so that only whoever sent a bad one is told."""
        try:
            proposed = list(self._propose(batch))
            if len(proposed) != len(batch):
                raise ValueError(f"expected as many answers as sentences, {len(batch)}, got {len(proposed)}")
        except Exception as error:
            if len(batch) == 1:
                self._fail(batch[0], error)
                return
            for sentence in batch:
                self._read([sentence])
        else:
            for sentence, edits in zip(batch, proposed, strict=True):
                self._deliver(sentence, edits)

    def _deliver(self, sentence: str, edits: tuple[Edit, ...]) -> None:
        with self._changed:
            self._counts["sentences"] += 1
            self._running.discard(sentence)
            self._known[sentence] = edits
            if len(self._known) > self._size:
                self._known.popitem(last=False)
            for request in self._wanted.pop(sentence):
                for place in request.places.pop(sentence):
                    request.found[place] = edits
                if not request.places:
                    self._requests.discard(request)
                    request.done.set_result(None)

    def _fail(self, sentence: str, error: Exception) -> None:
        with self._changed:
            self._running.discard(sentence)
            for request in self._wanted.pop(sentence):
                self._drop(request)
                request.done.set_exception(error)


_services: WeakSet[Service] = WeakSet()


def _renew() -> None:
    for service in list(_services):
        service.renew()


def _leave() -> None:
    """Python would stop their threads in the middle of native code."""
    for service in list(_services):
        service.close(LEAVING)


atexit.register(_leave)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)


async def aside(size: int, function: Callable[..., T], *arguments: object) -> T:
    """In a thread if the text is long, so that other clients are served meanwhile."""
    if size <= SHORT:
        return function(*arguments)
    return await asyncio.to_thread(function, *arguments)
