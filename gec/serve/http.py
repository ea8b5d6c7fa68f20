"""gec over HTTP: the routes, and how a request goes from its body to its answer. Every way to go wrong is a status and
one line; a client that goes away frees its place in the queue.

What a request may say is `asked.py`'s and `languagetool.py`'s business, who may ask `guard.py`'s, how long it may take
to do so `pace.py`'s; correcting is `service.py`'s.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Awaitable, Callable, Collection, Iterator
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

from gec.correction import Keep, let_through
from gec.edits.edit import Edit, apply
from gec.edits.enough import Enough
from gec.edits.message import NAMES
from gec.edits.policy import Policy
from gec.errors import TextError
from gec.serve import languagetool, openapi
from gec.serve.asked import Asked, check_kind, read_asked, read_body
from gec.serve.guard import Guard, answer, check_token
from gec.serve.metrics import TYPE, Requests, Timed, exposition
from gec.serve.pace import Ending, HeardOut
from gec.serve.refused import RefusedError
from gec.serve.service import Answer, Busy, Closed, Service, aside
from gec.serve.target import Addressed
from gec.serve.utf16 import Utf16
from gec.text.formats import Prose, prose_of

PAGE = Path(__file__).parent / "page"
SCRIPTS = ("page.js", "edits.js", "mirror.js", "store.js")
STATIC = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    **{f"/{name}": (name, "text/javascript; charset=utf-8") for name in SCRIPTS},
    "/icon.svg": ("icon.svg", "image/svg+xml"),
}
GONE = 499  # nobody reads this status; it is for the metrics
JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Settings:
    """What whoever runs the server decides."""

    body: int = 1_000_000  # bytes
    timeout: float = 30.0  # seconds for a correction; what is found by then is answered
    token: str | None = None
    hosts: Collection[str] | None = None  # names this server answers to; None is any
    origins: tuple[str, ...] = ()  # sites whose pages may use it
    policy: Policy = field(default_factory=Policy)  # what is let through, whoever asks


def application(service: Service, settings: Settings) -> ASGIApp:
    """Everything that `gec serve` answers."""
    api = Api(service, settings)
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
        Route("/v2/check", api.check, methods=["GET", "POST"]),
        Route("/v2/languages", api.languages, methods=["GET", "POST"]),
        Route("/v2/info", api.info),
        Route("/v2/healthcheck", api.well),
        Route("/v2/maxtextlength", api.longest, methods=["GET", "POST"]),
        Route("/v2/configinfo", api.configuration, methods=["GET", "POST"]),
        Route("/healthz", api.health),
        Route("/metrics", api.metrics),
        Route("/openapi.json", api.description),
        *(Route(path, _static(name, kind)) for path, (name, kind) in STATIC.items()),
    ]
    failures = {RefusedError: api.refused, HTTPException: api.no_such, ClientDisconnect: api.gone}
    app = Starlette(routes=routes, middleware=middleware, exception_handlers=failures)  # type: ignore[arg-type]  # each takes its own kind
    app.router.redirect_slashes = False
    return Addressed(Timed(app, api.requests, frozenset(route.path for route in routes)))


class Api:
    """The handlers of one server."""

    def __init__(self, service: Service, settings: Settings) -> None:
        self.service, self.settings, self.requests = service, settings, Requests()

    async def correct(self, request: Request) -> Response:
        check_token(request, self.settings.token)
        check_kind(request, JSON)
        body = await read_body(request, self.settings.body)
        asked = await aside(len(body), read_asked, body)
        prose = await aside(len(asked.text), _read, asked)
        found = await self._corrected(request, prose, asked.timeout)
        return await aside(len(asked.text), self._correction, asked, prose, found)

    async def check(self, request: Request) -> Response:
        form = await self._form(request)
        size = sum(map(len, form.values()))
        check_token(request, self.settings.token, form.get("apiKey", ""))
        check = await aside(size, languagetool.read_check, form)
        prose = prose_of(check.text.plain)
        found = await self._corrected(request, prose, None)
        return await aside(size, self._checked, check, prose, found)

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

    async def well(self, request: Request) -> Response:
        return PlainTextResponse("OK")

    async def metrics(self, request: Request) -> Response:
        check_token(request, self.settings.token)
        text = exposition(self.requests, _figures(self.service))
        return Response(text, headers={"content-type": TYPE})

    async def description(self, request: Request) -> Response:
        return _json(openapi.document(self.settings.token is not None))

    async def _form(self, request: Request) -> dict[str, str]:
        """What the address says and what the body says, which wins: older clients of LanguageTool ask by the address
        alone, and some that post put everything there."""
        said = languagetool.read_form(request.url.query.encode())
        if request.method == "POST":
            body = await read_body(request, self.settings.body)
            kind = request.headers.get("content-type", "")
            languagetool.check_form(kind, body)
            said |= await aside(len(body), languagetool.read_form, body, kind)
        return said

    # --- the way of a text

    async def _corrected(self, request: Request, text: Prose, timeout: float | None) -> Answer:
        """The service's answer; if the client goes away first, its place in the queue is free again."""
        within = min(timeout or self.settings.timeout, self.settings.timeout)
        work = asyncio.ensure_future(self.service.correct(text, timeout=within))
        gone = asyncio.ensure_future(_disconnected(request))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise ClientDisconnect
            return work.result()
        except (Busy, Closed) as error:
            # Whoever is to come back later need not keep a connection meanwhile.
            after = error.after if isinstance(error, Busy) else 1.0
            later = {"retry-after": str(math.ceil(after)), "connection": "close"}
            raise RefusedError(503, str(error), later) from None
        finally:
            work.cancel()
            gone.cancel()
            await asyncio.gather(work, gone, return_exceptions=True)

    def _correction(self, asked: Asked, prose: Prose, found: Answer) -> Response:
        least = Enough(asked.min_confidence)
        policy = self._policy(asked.dialect)
        own = Policy(asked.select, asked.ignore, least, policy.dialect)
        edits = _let_through(prose, found, policy, lambda now, edits: own.filter(now.text, edits).edits)
        return _json(_as_json(asked, edits, found))

    def _checked(self, check: languagetool.Check, prose: Prose, found: Answer) -> Response:
        edits = _let_through(prose, found, self._policy(check.dialect), lambda _, edits: check.wanted.of(edits))
        return _json(languagetool.answer(check, edits, found.sentences, complete=found.complete))

    def _policy(self, dialect: str) -> Policy:
        return replace(self.settings.policy, dialect=dialect or self.settings.policy.dialect)

    # --- what goes wrong

    async def refused(self, request: Request, refusal: RefusedError) -> Response:
        return answer(refusal, request.url.path)

    async def no_such(self, request: Request, error: HTTPException) -> Response:
        return await self.refused(request, RefusedError(error.status_code, error.detail, error.headers))

    async def gone(self, request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=GONE)


def _read(asked: Asked) -> Prose:
    try:
        return prose_of(asked.text, asked.format)
    except TextError as error:
        raise RefusedError(422, str(error)) from None


def _let_through(prose: Prose, found: Answer, policy: Policy, wanted: Keep) -> tuple[Edit, ...]:
    """At what one reading finds: who waits for an answer does not wait for a second one."""
    [passed] = let_through([(prose, found.edits)], policy, again=None, wanted=wanted)
    return passed.edits


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _as_json(asked: Asked, edits: tuple[Edit, ...], found: Answer) -> dict[str, Any]:
    place: Callable[[int], int] = Utf16.of(asked.text).units if asked.utf16 else int
    return {
        "text": apply(asked.text, edits),
        "edits": [
            {
                "start": place(edit.start),
                "end": place(edit.end),
                "original": edit.original,
                "replacement": edit.replacement,
                "type": edit.type,
                "name": NAMES.get(edit.type[2:], "wording"),
                "confidence": edit.confidence,
                "message": edit.message,
            }
            for edit in edits
        ],
        "sentences": [[place(start), place(end)] for start, end in found.sentences],
        "complete": found.complete,
    }


def _json(value: Any) -> Response:
    return Response(json.dumps(value, ensure_ascii=False, separators=(",", ":")), media_type=JSON)


def _static(name: str, kind: str) -> Callable[[Request], Awaitable[Response]]:
    content = (PAGE / name).read_bytes()

    async def endpoint(request: Request) -> Response:
        return Response(content, headers={"content-type": kind, "cache-control": "no-cache"})

    return endpoint


def _figures(service: Service) -> Iterator[tuple[str, str, str, float]]:
    stats = service.stats()
    yield "gec_texts_total", "counter", "Texts taken in.", stats.requests
    yield "gec_texts_refused_total", "counter", "Texts refused because the queue was full.", stats.refused
    yield "gec_texts_abandoned_total", "counter", "Texts given up, or out of time.", stats.abandoned
    yield "gec_sentences_read_total", "counter", "Sentences read by the model.", stats.sentences
    yield "gec_sentences_known_total", "counter", "Sentences that were known already.", stats.hits
    yield "gec_batches_total", "counter", "Batches read by the model.", stats.batches
    yield "gec_model_seconds_total", "counter", "Time in the model.", stats.seconds
    yield "gec_texts_waiting", "gauge", "Texts that wait now.", stats.waiting
    yield "gec_sentences_waiting", "gauge", "Sentences that wait now.", stats.pending
