"""One model for many clients: their sentences share batches, and a sentence is not read twice.

A `Service` stands in front of a proposer (`Corrector.propose`, or anything of that shape) with one thread that calls
it. A request is a text; the unit of work is a sentence, so one changed sentence of a long text costs one sentence, and
two requests that want the same sentence share it. Clients take turns (`fair_queue.py`), and a batch lasts about a tenth
of a second, so nobody waits for somebody else's book; longer only where one sentence does, which if it is full of
errors takes half a second.

    service = Service(gec.load().propose)
    answer = await service.correct(text, timeout=5)     # an Answer; answer.complete is False if time was up
    async for answer in service.follow(text, every=0.2): ...    # what is known so far, at the end everything

The service knows its pace. `Busy` is raised at once when the queue is full, when a client has its share of it, or when
the texts before this one would take longer than it may wait, and says after how many seconds to come back. A cancelled
task frees its place and its sentences at once. Edits are everything the model proposes; `edits/policy.py` decides what
a user lets through. Protocols are the business of `http.py` and `lsp.py`.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import math
import os
import threading
import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import AsyncGenerator, Hashable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import chain
from typing import NoReturn
from weakref import WeakSet

from gec.correction import Propose
from gec.edits.edit import Edit
from gec.errors import GecError
from gec.serve.answers import MAX_SENTENCE_CHARACTERS, Answer, answered, in_thread_if_long, viewed
from gec.serve.fair_queue import SPAN, FairQueue, Speed, TextRequest, ahead
from gec.text.prose import Prose

SLICE = 0.1  # seconds that a batch should take: what a newcomer waits, and what a cancelled request still costs
FIRST_PACE = 4_000.0  # characters a second, until the first batch has been measured
MOST = 512  # sentences in a batch
LEAVING = 5.0  # seconds that the end of a program waits for the batch at hand
TELLING = 4  # times as long as the last telling took, the next one waits: what is told often is read late
MARGIN = 0.5  # of the time a text may wait: what is expected must fit, since others come later and have turns, too


class Busy(Exception):  # noqa: N818  # a state of the service, not a fault
    """There is no room; there should be some `after` seconds from now."""

    def __init__(self, after: float, why: str = "too many texts are waiting") -> None:
        super().__init__(f"{why}; try again in {math.ceil(after)} s")
        self.after = after


class Closed(Exception):  # noqa: N818
    """The service was closed, or its thread ended, before the text was read."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a service has done since it began, and what it has to do now."""

    requests: int
    refused: int  # at once: the queue was full, or the wait too long
    abandoned: int  # cancelled
    cut: int  # out of time
    sentences: int  # read by the model
    hits: int  # sentences that were known already
    batches: int
    seconds: float  # in the model
    waited: float  # seconds of all requests, until they were read or given up
    pace: float  # characters a second
    waiting: int  # requests
    pending: int  # sentences


class Service:
    """`queue` texts may wait, `share` of one client, `cache` sentences are remembered, a batch waits `wait` seconds."""

    def __init__(
        self, propose: Propose, *, queue: int = 256, share: int | None = None, wait: float = 0.003, cache: int = 20_000
    ) -> None:
        self._propose, self._queue, self._share, self._wait, self.cache = propose, queue, share or queue, wait, cache
        self._known: OrderedDict[str, tuple[Edit, ...]] = OrderedDict()
        self._pace = FIRST_PACE  # which a batch of hard sentences lowers at once, so that the next is small
        self._speed = Speed(FIRST_PACE * SPAN, SPAN)  # what is expected of the next seconds
        counted = ("requests", "refused", "abandoned", "cut", "sentences", "hits", "batches")
        self._counts = dict.fromkeys(counted, 0)
        self._seconds = self._waited = 0.0
        self._closed = ""  # why, once it is
        self.renew()
        _services.add(self)

    def renew(self) -> None:
        """Begin with nobody waiting: a child of `fork` has neither the thread nor those who asked."""
        self._changed = threading.Condition()  # guards everything but the settings
        self._wanted: dict[str, list[TextRequest]] = {}
        self._running: set[str] = set()
        self._fair_queue = FairQueue()
        self._requests: set[TextRequest] = set()
        self._since = 0.0  # when the first of those waiting came
        self._thread = threading.Thread(target=self._work, name="gec-service", daemon=True)  # from the first request on

    async def correct(self, text: str | Prose, *, timeout: float | None = None) -> Answer:
        """The text's correction, or what there is of it when the time is up."""
        async with aclosing(self.follow(text, every=timeout)) as answers:
            return await anext(answers)

    async def follow(self, text: str | Prose, *, every: float | None, begin: int = 0) -> AsyncGenerator[Answer, None]:
        """What is known so far, after every so many seconds, and the complete answer at the end. What stands at `begin`
        and behind it is read first. Whoever takes long to tell what is known tells it less often."""
        size = len(text.text if isinstance(text, Prose) else text)
        prose, views = await in_thread_if_long(size, viewed, text)
        first = bisect_right(views, begin, key=lambda view: view.spans[-1][1])
        request = self.enter(object(), [view.text for view in views], first=first)
        pause = every
        try:
            while not await self.wait(request, pause):
                began = time.monotonic()
                answer = await in_thread_if_long(size, answered, prose, views, request.found)
                yield answer
                if answer.complete:  # the last sentence came in this moment
                    return
                pause = max(every or 0.0, TELLING * (time.monotonic() - began))
            yield await in_thread_if_long(size, answered, prose, views, request.found)
        finally:
            self.withdraw(request)

    async def wait(self, request: TextRequest, seconds: float | None) -> bool:
        """Whether all of a request is read before so many seconds are over."""
        done = asyncio.wrap_future(request.done)
        await asyncio.wait([done], timeout=seconds)
        return done.done() and done.result() is None

    def warm(self, sentences: Sequence[str]) -> None:
        """Read these, so that the first who asks does not wait for what is loaded late, and the pace is known."""
        for _ in range(2):
            began = time.monotonic()
            list(self._propose(sentences))
            took = max(time.monotonic() - began, 1e-6)
            self._pace = sum(map(len, sentences)) / took
        self._speed = Speed(self._pace * SPAN, SPAN)

    @property
    def closed(self) -> bool:
        return bool(self._closed)

    def stats(self) -> Stats:
        with self._changed:
            return Stats(
                **self._counts,
                seconds=self._seconds,
                waited=self._waited,
                pace=self._speed.pace,
                waiting=len(self._requests),
                pending=len(self._wanted),
            )

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
        """Tell all that wait that their sentences will not be read."""
        with self._changed:
            for request in list(self._requests):
                self._drop(request)
                request.done.set_exception(Closed(self._closed))

    # --- requests

    def enter(
        self,
        client: Hashable,
        sentences: Sequence[str] | None = None,
        *,
        size: int = 0,
        within: float | None = None,
        first: int = 0,
        answering: int = 0,
    ) -> TextRequest:
        """A place in the queue, for a text whose sentences are known and read from the `first` on, or that has so many
        characters and is still to be parsed; Busy if it would wait longer than `within` seconds. What was read before
        needs no place, but the client's share holds for how many are `answering`."""
        with self._changed:
            if self._closed:
                raise Closed(self._closed)
            request = TextRequest(client, size)
            hits = 0 if sentences is None else self._look_up(request, sentences, first)
            if sentences is None or request.places:
                self._admit(request, within)
            elif answering >= self._share:
                self._refuse(1.0, "too many of your texts are waiting")
            self._counts["requests"] += 1
            self._counts["hits"] += hits
            if sentences is not None:
                self._line_up(request)
            return request

    def ask(self, request: TextRequest, sentences: Sequence[str]) -> None:
        """The sentences of a request that took its place before they were known."""
        with self._changed:
            if request in self._requests:
                self._counts["hits"] += self._look_up(request, sentences)
                self._line_up(request)

    def _admit(self, request: TextRequest, within: float | None) -> None:
        pace, client = self._speed.pace, request.client
        if len(self._requests) >= self._queue:
            self._refuse(sum(one.left for one in self._requests) / self._queue / pace, "too many texts are waiting")
        if sum(one.client == client for one in self._requests) >= self._share:
            self._refuse(1.0, "too many of your texts are waiting")
        if within is not None:
            before, own, most = ahead(self._requests, client, request.left) / pace, request.left / pace, MARGIN * within
            expected = before + (own if own < most else 0.0)  # a longer text is cut short in any case
            if before > 0 and expected > most:
                self._refuse(before, "the texts that are waiting take too long")
        request.since = time.monotonic()
        self._requests.add(request)

    def _refuse(self, after: float, why: str) -> NoReturn:
        self._counts["refused"] += 1
        raise Busy(max(1.0, after), why)

    def _line_up(self, request: TextRequest) -> None:
        """Wait for the sentences that are not known."""
        if not request.places:
            self._finish(request)
            return
        for sentence in request.places:
            self._wanted.setdefault(sentence, []).append(request)
        request.todo.extend(request.places)
        if not self._fair_queue:
            self._since = time.monotonic()
        self._fair_queue.add(request)
        if self._thread.ident is None:
            self._thread.start()
        self._changed.notify_all()

    def _look_up(self, request: TextRequest, sentences: Sequence[str], first: int = 0) -> int:
        hits = request.left = 0
        request.found = [None] * len(sentences)
        for place in chain(range(first, len(sentences)), range(first)):
            sentence = sentences[place]
            known = self._known.get(sentence)
            if known is not None:
                self._known.move_to_end(sentence)
                request.found[place] = known
                hits += 1
            elif len(sentence) <= MAX_SENTENCE_CHARACTERS:
                request.places.setdefault(sentence, []).append(place)
        request.left = sum(map(len, request.places))
        return hits

    def withdraw(self, request: TextRequest, *, cut: bool = False) -> None:
        """Take a request that nobody waits for any more out of the queue, or one whose time is up."""
        with self._changed:
            if request in self._requests:
                self._counts["cut" if cut else "abandoned"] += 1
                self._drop(request)

    def _finish(self, request: TextRequest) -> None:
        self._leave(request)
        request.done.set_result(None)

    def _leave(self, request: TextRequest) -> None:
        if request in self._requests:
            self._requests.discard(request)
            self._waited += time.monotonic() - request.since

    def _drop(self, request: TextRequest) -> None:
        """Forget a request, and the sentences that only it wants."""
        self._leave(request)
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
        ended = 0.0
        while batch := self._next():
            began = time.monotonic()
            self._read(batch)
            before, ended = ended, time.monotonic()
            took = ended - began
            with self._changed:
                self._counts["batches"] += 1
                self._seconds += took
                pace = sum(map(len, batch)) / max(took, 1e-6)
                # The time between two batches counts while a text waits.
                self._speed = self._speed.after(sum(map(len, batch)), ended - max(before, self._since))
                less = took > SLICE and pace < self._pace  # sentences full of errors take their time
                self._pace = pace if less else self._pace + (min(pace, 2 * self._pace) - self._pace) / 4

    def _next(self) -> list[str]:
        """The sentences of the next batch, as soon as the first has waited for company; none at the end."""
        with self._changed:
            while not self._closed:
                left = self._since + self._wait - time.monotonic()
                if self._fair_queue and left <= 0 and (batch := self._take()):
                    return batch
                self._changed.wait(left if self._fair_queue else None)
            return []

    def _take(self) -> list[str]:
        """The sentences whose turn it is, until the batch is full."""
        batch: list[str] = []
        room = self._pace * SLICE
        while self._fair_queue and room > 0 and len(batch) < MOST:
            sentence = self._fair_queue.take(lambda one: one in self._wanted and one not in self._running)
            if sentence is not None:
                self._running.add(sentence)
                batch.append(sentence)
                room -= len(sentence)
        return batch

    def _read(self, batch: list[str]) -> None:
        """Read a batch. If that fails, read each sentence by itself, so that only the sender of a bad one is told; if
        the model cannot be used, which is a GecError, all are told."""
        try:
            proposed = list(self._propose(batch))
            if len(proposed) != len(batch):
                raise ValueError(f"expected as many answers as sentences, {len(batch)}, got {len(proposed)}")
        except Exception as error:
            for sentence in batch:
                if len(batch) == 1 or isinstance(error, GecError):
                    self._fail(sentence, error)
                else:
                    self._read([sentence])
        else:
            for sentence, edits in zip(batch, proposed, strict=True):
                self._deliver(sentence, edits)

    def _deliver(self, sentence: str, edits: tuple[Edit, ...]) -> None:
        with self._changed:
            self._counts["sentences"] += 1
            self._running.discard(sentence)
            self._known[sentence] = edits
            if len(self._known) > self.cache:
                self._known.popitem(last=False)
            for request in self._wanted.pop(sentence):
                for place in request.places.pop(sentence):
                    request.found[place] = edits
                request.left -= len(sentence)
                if not request.places:
                    self._finish(request)

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
