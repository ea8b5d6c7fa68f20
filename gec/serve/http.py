"""gec over HTTP: the routes, and how a request becomes an answer. Every error is a status and one line. A client that
disconnects gives up its place in the queue.

`request_body.py` and `languagetool.py` check requests, `request_security.py` decides who may send them, and
`connection_limits.py` limits time. `texts.py` handles a text, `parsers.py` parses markup, and `service.py` corrects.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from gec import __version__
from gec.edits.policy import Policy
from gec.edits.threshold import Presets
from gec.language.dialect import DIALECTS
from gec.model.config import PRESETS, TASKS
from gec.rules.own import loadable_tables
from gec.serve import languagetool, openapi
from gec.serve.absolute_uri import AbsoluteUri
from gec.serve.access_log import AccessLog
from gec.serve.answers import in_thread_if_long
from gec.serve.clients import client_of, proxied, unless_gone
from gec.serve.connection_limits import AnswerOnShutdown, DrainRequestBody
from gec.serve.fair_queue import TextRequest
from gec.serve.metrics import TYPE, Requests, RequestTimer, exposition
from gec.serve.parsers import Parsers
from gec.serve.refused import RefusedError, response_to
from gec.serve.request_body import check_kind, read_asked, read_body
from gec.serve.request_security import LOOPBACK, RequestFilter, TokenCheck, of_another_site, sharing
from gec.serve.service import Busy, Closed, Service
from gec.serve.texts import Check, Correct, ReadText, TextTask, answer_packed, as_json, read_packed
from gec.serve.words import CLOSED, CLOSED_TO_SITES, FolderWords
from gec.serve.workers import WorkerMetrics
from gec.text.formats import FORMATS

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("page.js", "choices.js", "edits.js", "mirror.js", "store.js")
STATIC = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    **{f"/{name}": (name, "text/javascript; charset=utf-8") for name in SCRIPTS},
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
PARSE_TIME = 3.0  # seconds to parse a text, even if its client allows less
CLIENT_CLOSED = 499  # a status for the metrics only, since the client is gone
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of the person who runs the server."""

    max_body: int = 1_000_000  # bytes
    timeout: float = 30.0  # seconds for a correction; the answer has what is found by then
    token: str | None = None
    hosts: Collection[str] = LOOPBACK  # host names that this server answers to
    origins: tuple[str, ...] = ()  # sites whose pages may use it
    policy: Policy = field(default_factory=Policy)  # applies to all clients
    presets: Presets = field(default_factory=Presets)  # the model's thresholds, if a client names a preset
    words: FolderWords = field(default_factory=FolderWords)  # of dictionaries
    forwarded: bool = False  # whether a proxy names the client
    metrics_folder: Path | None = None  # for the metrics of several processes
    log: AccessLog = field(default_factory=AccessLog)
    query_token: bool = True  # whether the token may be in an address, which other programs may log


@dataclass(frozen=True, slots=True)
class Accepted:
    """A text that has a place in the queue."""

    task: TextTask
    place: TextRequest
    client: str
    within: float  # seconds
    service: Service
    policy: Policy  # of the server for this task


def application(
    service: Service, parsers: Parsers, settings: ServerSettings, rewriting: Service | None = None
) -> ASGIApp:
    """The application of `gec serve`. `rewriting` is the service for task=rewrite, if the model has that task."""
    api = Api(service, parsers, settings, rewriting)
    middleware = [
        Middleware(DrainRequestBody),
        Middleware(RequestFilter, hosts=settings.hosts, origins=settings.origins),
    ]
    if settings.origins:
        middleware.append(sharing(settings.origins))
    middleware.append(Middleware(AnswerOnShutdown))
    routes = [
        Route("/v1/correct", api.correct, methods=["POST"]),
        Route("/v1/options", api.options),
        Route("/v1/words", api.add_word, methods=["POST"]),
        Route("/v2/check", api.check, methods=["GET", "POST"]),
        Route("/v2/languages", api.languages, methods=["GET", "POST"]),
        Route("/v2/info", api.info),
        Route("/v2/healthcheck", api.healthcheck),
        Route("/v2/maxtextlength", api.max_text_length, methods=["GET", "POST"]),
        Route("/v2/configinfo", api.config_info, methods=["GET", "POST"]),
        Route("/healthz", api.health),
        Route("/readyz", api.ready),
        Route("/metrics", api.metrics),
        Route("/openapi.json", api.description),
        *(Route(path, _static(name, kind)) for path, (name, kind) in STATIC.items()),
    ]
    failures = {RefusedError: api.refused, HTTPException: api.http_error, ClientDisconnect: api.client_closed}
    app = Starlette(routes=routes, middleware=middleware, exception_handlers=failures, lifespan=api.lifespan)  # type: ignore[arg-type]  # each handler takes its own kind
    app.router.redirect_slashes = False
    return AbsoluteUri(RequestTimer(app, api.requests, frozenset(route.path for route in routes), settings.log))


class Api:
    """The handlers of one server."""

    def __init__(self, service: Service, parsers: Parsers, settings: ServerSettings, rewriting: Service | None) -> None:
        self.service, self.parsers, self.settings, self.rewriting = service, parsers, settings, rewriting
        self.requests, self.tokens = Requests(), TokenCheck(settings.token)
        self.answering = asyncio.Lock()
        self.known: list[str] = []  # clients whose cached texts are being answered
        self.figures = WorkerMetrics(settings.metrics_folder, self.exposition) if settings.metrics_folder else None

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Writes the last figures down when all requests are answered: the process ends with the server."""
        yield
        if self.figures:
            self.figures.write()

    async def correct(self, request: Request) -> Response:
        await self._check_token(request)
        check_kind(request, JSON)
        body = await read_body(request, self.settings.max_body)
        asked = await in_thread_if_long(len(body), read_asked, body, loadable_tables(self.settings.policy.rules))
        if asked.task == "correct":
            return await self._answered(request, Correct(asked), self.service, self.settings.policy)
        if self.rewriting is None:
            raise RefusedError(422, f"the model of this server knows no task {asked.task!r}; ask for correct")
        return await self._answered(request, Correct(asked), self.rewriting, self.settings.policy)

    async def options(self, request: Request) -> Response:
        return _json(
            {
                "version": __version__,
                "formats": FORMATS,
                "dialects": tuple(DIALECTS),
                "presets": PRESETS,
                "tasks": TASKS if self.rewriting else TASKS[:1],
                "dictionary": self._takes_words(request),
            }
        )

    async def add_word(self, request: Request) -> Response:
        await self._check_token(request)
        check_kind(request, JSON)
        if not self._takes_words(request):
            raise RefusedError(403, CLOSED_TO_SITES if self._shared(request) else CLOSED)
        return _json(await self.settings.words.add(await read_body(request, self.settings.max_body)))

    def _takes_words(self, request: Request) -> bool:
        """Whether this client may change the dictionary. A site whose pages may have texts corrected may not do that
        too, unless they know the token."""
        trusted = self.settings.token is not None or not of_another_site(request.headers)
        return self._shared(request) and trusted

    def _shared(self, request: Request) -> bool:
        return self.settings.words.shared and not proxied(request)

    async def check(self, request: Request) -> Response:
        form = await self._form(request)
        await self._check_token(request, form.get("apiKey", ""))
        return await self._answered(request, Check(form), self.service, self.settings.policy)

    async def languages(self, request: Request) -> Response:
        return _json(languagetool.languages())

    async def info(self, request: Request) -> Response:
        return _json(languagetool.information())

    async def max_text_length(self, request: Request) -> Response:
        return _json(languagetool.longest(self.settings.max_body))

    async def config_info(self, request: Request) -> Response:
        return _json(languagetool.configuration(await self._form(request), self.settings.max_body))

    async def health(self, request: Request) -> Response:
        return _json({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        if self.service.closed:
            raise RefusedError(503, "the server is stopping", {"retry-after": "1"})
        return _json({"status": "ready"})

    async def healthcheck(self, request: Request) -> Response:
        return PlainTextResponse("OK")

    async def metrics(self, request: Request) -> Response:
        await self._check_token(request)
        return Response(self.figures.all() if self.figures else self.exposition(), headers={"content-type": TYPE})

    def exposition(self) -> str:
        """The metrics of this process."""
        return exposition(self.requests, _figures([one for one in (self.service, self.rewriting) if one], self.parsers))

    async def description(self, request: Request) -> Response:
        return _json(openapi.document(self.settings.token is not None))

    async def _form(self, request: Request) -> dict[str, str]:
        """The fields of the body, and those of the address that the body lacks. Older clients of LanguageTool send all
        fields in the address, some of them even with POST."""
        said = languagetool.read_form(request.url.query.encode())
        if "apiKey" in said and not self.settings.query_token:
            raise RefusedError(400, "this server accepts no token in the address; put 'apiKey' into the form")
        if request.method == "POST":
            body = await read_body(request, self.settings.max_body)
            kind = request.headers.get("content-type", "")
            languagetool.check_form(kind, body)
            said |= await in_thread_if_long(len(body), languagetool.read_form, body, kind)
        return said

    def _policy(self, policy: Policy, preset: str = "") -> Policy:
        """The policy with the present dictionaries and rules, which may have changed."""
        threshold = self.settings.presets.threshold(preset) if preset else policy.threshold
        return replace(
            policy,
            threshold=threshold,
            words=policy.words | self.settings.words.now(),
            rules=loadable_tables(policy.rules),
        )

    async def _check_token(self, request: Request, key: str = "") -> None:
        await self.tokens.check(request, client_of(request, self.settings.forwarded), key)

    # --- the way of a text

    async def _answered(self, request: Request, task: TextTask, service: Service, policy: Policy) -> Response:
        """The answer to a request. A text takes its place in the queue first, so a refused one costs little."""
        within = min(task.timeout or self.settings.timeout, self.settings.timeout)
        client = client_of(request, self.settings.forwarded)
        reading = None if task.heavy else task.read()
        try:
            sentences, answering = reading.sentences if reading else None, self.known.count(client)
            place = service.enter(client, sentences, size=task.size, within=within, answering=answering)
            text = Accepted(task, place, client, within, service, policy)
            known = bool(reading) and place.complete
            self.known += [client] * known
            try:
                work = self._plain(text, reading) if reading else self._parsed(text)
                said = await unless_gone(request, work)
            finally:
                service.withdraw(place)
                if known:
                    self.known.remove(client)
            return Response(said, media_type=JSON)
        except (Busy, Closed) as error:
            # The client will try again later, so it need not keep its connection.
            after = error.after if isinstance(error, Busy) else 1.0
            later = {"retry-after": str(math.ceil(after)), "connection": "close"}
            raise RefusedError(503, str(error), later) from None

    async def _plain(self, text: Accepted, reading: ReadText) -> str:
        """The answer for a short text without markup, whose sentences are already known."""
        await self._read(text, reading.sentences, text.within)
        async with self.answering:  # a batch completes many texts; requests are heard between their answers
            await asyncio.sleep(0)
            return text.task.answer(reading, text.place.found, self._policy(text.policy, text.task.preset))

    async def _read(self, text: Accepted, sentences: Sequence[str], seconds: float) -> None:
        """Wait until all is read or the time runs out. A text with more sentences than the cache holds is refused then:
        sending it again would never complete it."""
        if not await text.service.wait(text.place, seconds):
            text.service.withdraw(text.place, cut=True)
            if len(set(sentences)) > text.service.cache:
                raise RefusedError(422, "the text has too many sentences to be read in time; send it in parts")

    async def _parsed(self, text: Accepted) -> str:
        """The answer for a text that is parsed after it has its place, in a process that can be ended."""
        until = time.monotonic() + text.within
        try:
            async with asyncio.timeout(max(text.within, PARSE_TIME)):
                sentences, packed = await self.parsers.run(text.client, read_packed, text.task)
        except TimeoutError:
            raise Busy(text.within, "the texts that are waiting take too long to parse") from None
        text.service.ask(text.place, sentences)
        await self._read(text, sentences, until - time.monotonic())
        said = text.task, packed, text.place.found, self._policy(text.policy, text.task.preset)
        answer: str = await self.parsers.run(text.client, answer_packed, *said)
        return answer

    # --- what goes wrong

    async def refused(self, request: Request, refusal: RefusedError) -> Response:
        return response_to(refusal, request.url.path)

    async def http_error(self, request: Request, error: HTTPException) -> Response:
        return await self.refused(request, RefusedError(error.status_code, error.detail, error.headers))

    async def client_closed(self, request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=CLIENT_CLOSED)


def _json(value: Any) -> Response:
    return Response(as_json(value), media_type=JSON)


def _static(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    content = (PAGE / name).read_bytes()

    async def endpoint(request: Request) -> Response:
        return Response(content, headers={"content-type": kind, "cache-control": "no-cache"})

    return endpoint


def _figures(services: Sequence[Service], parsers: Parsers) -> Iterator[tuple[str, str, str, float]]:
    """The metrics of all services together. The pace is that of correcting."""
    every = [service.stats() for service in services]

    def of(name: str) -> float:
        total: float = sum(getattr(one, name) for one in every)
        return total

    yield "gec_texts_total", "counter", "Texts taken in.", of("requests")
    yield "gec_texts_refused_total", "counter", "Texts refused at once: no room, or too long a wait.", of("refused")
    yield "gec_texts_abandoned_total", "counter", "Texts whose client went away.", of("abandoned")
    yield "gec_texts_cut_total", "counter", "Texts that were answered in part, out of time.", of("cut")
    yield "gec_wait_seconds_total", "counter", "Time that texts waited for their sentences.", of("waited")
    yield "gec_parse_seconds_total", "counter", "Processor time in parsing markup and long texts.", parsers.seconds
    yield "gec_parses_ended_total", "counter", "Texts refused because their parsing took too long.", parsers.ended
    yield "gec_sentences_read_total", "counter", "Sentences read by the model.", of("sentences")
    yield "gec_sentences_known_total", "counter", "Sentences that were known already.", of("hits")
    yield "gec_batches_total", "counter", "Batches read by the model.", of("batches")
    yield "gec_model_seconds_total", "counter", "Time in the model.", of("seconds")
    yield "gec_pace", "gauge", "Characters that the model reads in a second.", every[0].pace
    yield "gec_texts_waiting", "gauge", "Texts that wait now.", of("waiting")
    yield "gec_sentences_waiting", "gauge", "Sentences that wait now.", of("pending")
