"""One model for many clients: their sentences share batches, and no sentence is read twice.

A `Service` has one thread that calls a proposer (`Corrector.propose` or a function like it). A request is a text, but
the unit of work is a sentence. So after a change in a long text only the changed sentence is read, and two requests
with the same sentence share it. Clients take turns (`fair_queue.py`). A batch lasts about a tenth of a second, so
nobody waits for another client's book. A single sentence full of errors may take half a second.

    service = Service(gec.load().propose)
    answer = await service.correct(text, timeout=5)     # an Answer; answer.complete is False if the time ran out
    async for answer in service.follow(text, every=0.2): ...    # what is known so far, and finally everything

The service measures its pace. It raises `Busy` at once if the queue is full, if a client has used its share, or if the
texts before this one would take longer than it may wait. `Busy` says when to try again. A cancelled task gives up its
place and its sentences at once. The edits are all that the model proposes; `edits/policy.py` filters them later.
`http.py` and `lsp.py` handle the protocols.
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

SLICE = 0.1  # seconds that a batch should take: a new request waits so long, and a cancelled one still costs so much
FIRST_PACE = 4_000.0  # characters per second, until the first batch has been measured
MOST = 512  # sentences in a batch
LEAVING = 5.0  # seconds that the end of the program waits for the current batch
TELLING = 4  # the next answer of `follow` waits so many times as long as the last one took: each delays reading
MARGIN = 0.5  # share of a request's time that the expected wait may take, because later requests have turns as well


class Busy(Exception):  # noqa: N818  # a state of the service, not a fault
    """There is no room now. There should be some in `after` seconds."""

    def __init__(self, after: float, why: str = "too many texts are waiting") -> None:
        super().__init__(f"{why}; try again in {math.ceil(after)} s")
        self.after = after


class Closed(Exception):  # noqa: N818
    """The service was closed, or its thread ended, before the text was read."""


@dataclass(frozen=True, slots=True)
class Stats:
    """The counts of a service since its start, and its present state."""

    requests: int
    refused: int  # requests: the queue was full, or the wait too long
    abandoned: int  # requests that were cancelled
    cut: int  # requests that ran out of time
    sentences: int  # that the model read
    hits: int  # sentences that were cached
    batches: int
    seconds: float  # that the model took
    waited: float  # seconds, summed over all requests, until they were read or given up
    pace: float  # characters per second
    waiting: int  # requests at present
    pending: int  # sentences at present


class Service:
    """At most `queue` texts may wait, `share` of them from one client. `cache` sentences are cached. After the first
    request, a batch waits `wait` seconds for others."""

    def __init__(
        self, propose: Propose, *, queue: int = 256, share: int | None = None, wait: float = 0.003, cache: int = 20_000
    ) -> None:
        self._propose, self._queue, self._share, self._wait, self.cache = propose, queue, share or queue, wait, cache
        self._known: OrderedDict[str, tuple[Edit, ...]] = OrderedDict()
        self._pace = FIRST_PACE  # for the size of the next batch; a slow batch lowers it at once
        self._speed = Speed(FIRST_PACE * SPAN, SPAN)  # an average, for the expected wait
        counted = ("requests", "refused", "abandoned", "cut", "sentences", "hits", "batches")
        self._counts = dict.fromkeys(counted, 0)
        self._seconds = self._waited = 0.0
        self._closed = ""  # the reason, once it is closed
        self.renew()
        _services.add(self)

    def renew(self) -> None:
        """Forget all requests: a child of `fork` has neither the thread nor the clients of its parent."""
        self._changed = threading.Condition()  # guards everything except the settings
        self._wanted: dict[str, list[TextRequest]] = {}
        self._running: set[str] = set()
        self._fair_queue = FairQueue()
        self._requests: set[TextRequest] = set()
        self._since = 0.0  # when the queue was last empty and got a request
        self._thread = threading.Thread(target=self._work, name="gec-service", daemon=True)  # started by a request

    async def correct(self, text: str | Prose, *, timeout: float | None = None) -> Answer:
        """The correction of a text, or the part that is known when the time runs out."""
        async with aclosing(self.follow(text, every=timeout)) as answers:
            return await anext(answers)

    async def follow(self, text: str | Prose, *, every: float | None, begin: int = 0) -> AsyncGenerator[Answer, None]:
        """What is known so far, every `every` seconds, and finally the complete answer. The text from `begin` on is
        read first. If it takes long to make an answer, there are fewer of them."""
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
                if answer.complete:  # the last sentence was read just now
                    return
                pause = max(every or 0.0, TELLING * (time.monotonic() - began))
            yield await in_thread_if_long(size, answered, prose, views, request.found)
        finally:
            self.withdraw(request)

    async def wait(self, request: TextRequest, seconds: float | None) -> bool:
        """Wait at most so many seconds. Returns whether all sentences of a request are read."""
        done = asyncio.wrap_future(request.done)
        await asyncio.wait([done], timeout=seconds)
        return done.done() and done.result() is None

    def warm(self, sentences: Sequence[str]) -> None:
        """Read these sentences, so that everything is loaded before the first request, and the pace is known."""
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
        """Stop after the current batch, but wait for it at most so many seconds. Requests that still wait raise
        `Closed`."""
        with self._changed:
            self._closed = self._closed or "the service was closed"
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(patience)
        self._tell()

    def _tell(self) -> None:
        """Let all waiting requests raise `Closed`."""
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
        """Take a place in the queue for a text. Its `sentences` are read from number `first` on. A text that is still
        to be parsed has only its `size`. Raises Busy if it would wait longer than `within` seconds. A cached text needs
        no place, but the client's share limits the number of its requests that are `answering`."""
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
        """Add the sentences of a request that took its place before it was parsed."""
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
            expected = before + (own if own < most else 0.0)  # a longer text runs out of time in any case
            if before > 0 and expected > most:
                self._refuse(before, "the texts that are waiting take too long")
        request.since = time.monotonic()
        self._requests.add(request)

    def _refuse(self, after: float, why: str) -> NoReturn:
        self._counts["refused"] += 1
        raise Busy(max(1.0, after), why)

    def _line_up(self, request: TextRequest) -> None:
        """Put the unknown sentences of a request into the queue."""
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
        """Remove a request that was cancelled, or that ran out of time, from the queue."""
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
        """Forget a request, and the sentences that no other request has."""
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
                less = took > SLICE and pace < self._pace  # sentences full of errors take longer
                self._pace = pace if less else self._pace + (min(pace, 2 * self._pace) - self._pace) / 4

    def _next(self) -> list[str]:
        """Wait for the next batch and return its sentences; none once the service is closed."""
        with self._changed:
            while not self._closed:
                left = self._since + self._wait - time.monotonic()
                if self._fair_queue and left <= 0 and (batch := self._take()):
                    return batch
                self._changed.wait(left if self._fair_queue else None)
            return []

    def _take(self) -> list[str]:
        """The sentences whose turn it is, up to the size of a batch."""
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
        """Read a batch. If that fails, read each sentence by itself, so that only requests with a bad sentence fail. A
        GecError means that the model cannot be used, so all requests fail."""
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
    """Close all services, because at the end Python stops threads in the middle of native code, which may crash."""
    for service in list(_services):
        service.close(LEAVING)


atexit.register(_leave)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
