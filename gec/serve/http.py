"""gec over HTTP: the routes, and the way of a request from its body to its answer. Every error is a status and one
line. A client that disconnects frees its place in the queue.

`asked.py` and `languagetool.py` check requests, `guard.py` decides who may send them, and `pace.py` sets time limits.
`texts.py` handles a text, `parsers.py` parses markup, and `service.py` corrects.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from gec import __version__
from gec.edits.enough import Presets
from gec.edits.policy import Policy
from gec.language.dialect import DIALECTS
from gec.model.config import PRESETS
from gec.serve import languagetool, openapi
from gec.serve.access import AccessLog
from gec.serve.answers import aside
from gec.serve.asked import check_kind, read_asked, read_body
from gec.serve.clients import client_of
from gec.serve.guard import LOOPBACK, Guard, Tokens, answer
from gec.serve.metrics import TYPE, Requests, Timed, exposition
from gec.serve.pace import Ending, HeardOut
from gec.serve.parsers import Parsers
from gec.serve.refused import RefusedError
from gec.serve.service import Busy, Closed, Service
from gec.serve.target import Addressed
from gec.serve.texts import Check, Correct, Task, answer_packed, as_json, read_packed
from gec.serve.words import Words
from gec.serve.workers import Figures
from gec.text.formats import FORMATS

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("page.js", "choices.js", "edits.js", "mirror.js", "store.js")
STATIC = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    **{f"/{name}": (name, "text/javascript; charset=utf-8") for name in SCRIPTS},
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
PARSING = 3.0  # seconds in which a text may be parsed, however little time its client gives it
GONE = 499  # nobody reads this status; it is for the metrics
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs the server decides."""

    body: int = 1_000_000  # bytes
    timeout: float = 30.0  # seconds for a correction; what is found by then is answered
    token: str | None = None
    hosts: Collection[str] = LOOPBACK  # names this server answers to
    origins: tuple[str, ...] = ()  # sites whose pages may use it
    policy: Policy = field(default_factory=Policy)  # what is let through, whoever asks
    rewriting: Policy = field(default_factory=Policy)  # the same of rewritings
    presets: Presets = field(default_factory=Presets)  # how sure is enough where a client names a preset
    words: Words = field(default_factory=Words)  # of dictionaries
    forwarded: bool = False  # whether a proxy says who the client is
    figures: Path | None = None  # where several processes write down theirs
    log: AccessLog = field(default_factory=AccessLog)
    query_token: bool = True  # whether the token may stand in an address, which others may write down


def application(service: Service, parsers: Parsers, settings: Settings, rewriting: Service | None = None) -> ASGIApp:
    """Everything that `gec serve` answers; `rewriting` stands behind task=rewrite, if the model knows that task."""
    api = Api(service, parsers, settings, rewriting)
    middleware = [Middleware(HeardOut), Middleware(Guard, hosts=settings.hosts, origins=settings.origins)]
    if settings.origins:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=settings.origins,
                allow_methods=["GET", "POST"],
                allow_headers=["*"],  # the plugins of editors send some of their own; none does anything here
                allow_private_network=True,  # as browsers ask where a page of the net is to reach this machine
            )
        )
    middleware.append(Middleware(Ending))
    routes = [
        Route("/v1/correct", api.correct, methods=["POST"]),
        Route("/v1/options", api.options),
        Route("/v1/words", api.add_word, methods=["POST"]),
        Route("/v2/check", api.check, methods=["GET", "POST"]),
        Route("/v2/languages", api.languages, methods=["GET", "POST"]),
        Route("/v2/info", api.info),
        Route("/v2/healthcheck", api.well),
        Route("/v2/maxtextlength", api.longest, methods=["GET", "POST"]),
        Route("/v2/configinfo", api.configuration, methods=["GET", "POST"]),
        Route("/healthz", api.health),
        Route("/readyz", api.ready),
        Route("/metrics", api.metrics),
        Route("/openapi.json", api.description),
        *(Route(path, _static(name, kind)) for path, (name, kind) in STATIC.items()),
    ]
    failures = {RefusedError: api.refused, HTTPException: api.no_such, ClientDisconnect: api.gone}
    app = Starlette(routes=routes, middleware=middleware, exception_handlers=failures)  # type: ignore[arg-type]  # each takes its own kind
    app.router.redirect_slashes = False
    return Addressed(Timed(app, api.requests, frozenset(route.path for route in routes), settings.log))


class Api:
    """The handlers of one server."""

    def __init__(self, service: Service, parsers: Parsers, settings: Settings, rewriting: Service | None) -> None:
        self.service, self.parsers, self.settings, self.rewriting = service, parsers, settings, rewriting
        self.requests, self.tokens = Requests(), Tokens(settings.token)
        self.figures = Figures(settings.figures, self.exposition) if settings.figures else None

    async def correct(self, request: Request) -> Response:
        await self._check_token(request)
        check_kind(request, JSON)
        body = await read_body(request, self.settings.body)
        asked = await aside(len(body), read_asked, body)
        if asked.task == "correct":
            policy = self._policy(self.settings.policy, asked.preset)
            return await self._answered(request, Correct(asked, policy), asked.timeout, self.service)
        if self.rewriting is None:
            raise RefusedError(422, f"the model of this server knows no task {asked.task!r}; ask for correct")
        policy = self._policy(self.settings.rewriting, asked.preset)
        return await self._answered(request, Correct(asked, policy), asked.timeout, self.rewriting)

    async def options(self, request: Request) -> Response:
        return _json(
            {
                "version": __version__,
                "formats": FORMATS,
                "dialects": tuple(DIALECTS),
                "presets": PRESETS,
                "dictionary": self.settings.words.shared,
            }
        )

    async def add_word(self, request: Request) -> Response:
        await self._check_token(request)
        check_kind(request, JSON)
        return _json(self.settings.words.add(await read_body(request, self.settings.body)))

    async def check(self, request: Request) -> Response:
        form = await self._form(request)
        await self._check_token(request, form.get("apiKey", ""))
        return await self._answered(request, Check(form, self._policy(self.settings.policy)), None, self.service)

    async def languages(self, request: Request) -> Response:
        return _json(languagetool.languages())

    async def info(self, request: Request) -> Response:
        return _json(languagetool.information())

    async def longest(self, request: Request) -> Response:
        return _json(languagetool.longest(self.settings.body))

    async def configuration(self, request: Request) -> Response:
        return _json(languagetool.configuration(await self._form(request), self.settings.body))

    async def health(self, request: Request) -> Response:
        return _json({"status": "ok"})

    async def ready(self, request: Request) -> Response:
        if self.service.closed:
            raise RefusedError(503, "the server is stopping", {"retry-after": "1"})
        return _json({"status": "ready"})

    async def well(self, request: Request) -> Response:
        return PlainTextResponse("OK")

    async def metrics(self, request: Request) -> Response:
        await self._check_token(request)
        return Response(self.figures.all() if self.figures else self.exposition(), headers={"content-type": TYPE})

    def exposition(self) -> str:
        """The figures of this process."""
        return exposition(self.requests, _figures([one for one in (self.service, self.rewriting) if one], self.parsers))

    async def description(self, request: Request) -> Response:
        return _json(openapi.document(self.settings.token is not None))

    async def _form(self, request: Request) -> dict[str, str]:
        """What the address says and what the body says, which wins: older clients of LanguageTool ask by the address
        alone, and some that post put everything there."""
        said = languagetool.read_form(request.url.query.encode())
        if "apiKey" in said and not self.settings.query_token:
            raise RefusedError(400, "this server accepts no token in the address; put 'apiKey' into the form")
        if request.method == "POST":
            body = await read_body(request, self.settings.body)
            kind = request.headers.get("content-type", "")
            languagetool.check_form(kind, body)
            said |= await aside(len(body), languagetool.read_form, body, kind)
        return said

    def _policy(self, policy: Policy, preset: str = "") -> Policy:
        """What is let through now: words may have been added."""
        enough = self.settings.presets.enough(preset) if preset else policy.enough
        return replace(policy, enough=enough, words=policy.words | self.settings.words.now())

    async def _check_token(self, request: Request, key: str = "") -> None:
        await self.tokens.check(request, client_of(request, self.settings.forwarded), key)

    # --- the way of a text

    async def _answered(self, request: Request, task: Task, timeout: float | None, service: Service) -> Response:
        """The answer; if the client goes away first, its place in the queue is free again and its parsing ended."""
        within = min(timeout or self.settings.timeout, self.settings.timeout)
        client = client_of(request, self.settings.forwarded)
        work = asyncio.ensure_future((self._parsed if task.heavy else self._plain)(client, task, within, service))
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise ClientDisconnect
            return Response(work.result(), media_type=JSON)
        except (Busy, Closed) as error:
            # Whoever is to come back later need not keep a connection meanwhile.
            after = error.after if isinstance(error, Busy) else 1.0
            later = {"retry-after": str(math.ceil(after)), "connection": "close"}
            raise RefusedError(503, str(error), later) from None
        finally:
            work.cancel()
            gone.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)

    async def _plain(self, client: str, task: Task, within: float, service: Service) -> str:
        """A short text without markup, whose sentences are found at once."""
        reading = task.read()
        place = service.enter(client, reading.sentences, within=within)
        cut = False
        try:
            cut = not await service.wait(place, within)
        finally:
            service.withdraw(place, cut=cut)
        return task.answer(reading, place.found)

    async def _parsed(self, client: str, task: Task, within: float, service: Service) -> str:
        """A text that takes its place first and is parsed then, in a process that can be ended."""
        until = time.monotonic() + within
        place = service.enter(client, size=task.size, within=within)
        cut = False
        try:
            try:
                async with asyncio.timeout(max(within, PARSING)):
                    sentences, packed = await self.parsers.run(client, read_packed, task)
            except TimeoutError:
                raise Busy(within, "the texts that are waiting take too long to parse") from None
            service.ask(place, sentences)
            cut = not await service.wait(place, until - time.monotonic())
        finally:
            service.withdraw(place, cut=cut)
        answer: str = await self.parsers.run(client, answer_packed, task, packed, place.found)
        return answer

    # --- what goes wrong

    async def refused(self, request: Request, refusal: RefusedError) -> Response:
        return answer(refusal, request.url.path)

    async def no_such(self, request: Request, error: HTTPException) -> Response:
        return await self.refused(request, RefusedError(error.status_code, error.detail, error.headers))

    async def gone(self, request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=GONE)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _json(value: Any) -> Response:
    return Response(as_json(value), media_type=JSON)


def _static(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    content = (PAGE / name).read_bytes()

    async def endpoint(request: Request) -> Response:
        return Response(content, headers={"content-type": kind, "cache-control": "no-cache"})

    return endpoint


def _figures(services: Sequence[Service], parsers: Parsers) -> Iterator[tuple[str, str, str, float]]:
    """Of all that read texts, added up; the pace is that of correcting."""
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
