"""Figures for Prometheus in its text format: requests by route and status, their times, and the figures of the service.
Counters only grow and their labels come from a fixed set, so they need a constant amount of memory.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gec.serve.access_log import AccessLog

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds
TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass
class Requests:
    """The counts of answered requests."""

    answered: Counter[tuple[str, int]] = field(default_factory=Counter)
    seconds: dict[str, list[int]] = field(default_factory=dict)
    total: dict[str, float] = field(default_factory=dict)

    def count(self, route: str, status: int, seconds: float) -> None:
        self.answered[route, status] += 1
        self.seconds.setdefault(route, [0] * (len(BOUNDS) + 1))[bisect_left(BOUNDS, seconds)] += 1
        self.total[route] = self.total.get(route, 0.0) + seconds

    def lines(self) -> Iterator[str]:
        yield "# HELP gec_http_requests_total Requests answered, by route and status."
        yield "# TYPE gec_http_requests_total counter"
        for (route, status), count in sorted(self.answered.items()):
            yield f'gec_http_requests_total{{route="{route}",status="{status}"}} {count}'
        yield "# HELP gec_http_request_seconds From the end of a request's headers to the last of its answer."
        yield "# TYPE gec_http_request_seconds histogram"
        for route, counts in sorted(self.seconds.items()):
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), accumulate(counts), strict=True):
                yield f'gec_http_request_seconds_bucket{{route="{route}",le="{bound}"}} {count}'
            yield f'gec_http_request_seconds_sum{{route="{route}"}} {self.total[route]:.6f}'
            yield f'gec_http_request_seconds_count{{route="{route}"}} {sum(counts)}'


@dataclass(frozen=True, slots=True)
class RequestTimer:
    """Counts every request to an application under its route, and writes it into the access log."""

    app: ASGIApp
    requests: Requests
    routes: frozenset[str]
    log: AccessLog

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin, status, sent = time.perf_counter(), 500, 0

        async def noted(message: Message) -> None:
            nonlocal status, sent
            sent += len(message.get("body", b""))
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            route = scope["path"] if scope["path"] in self.routes else "other"
            took = time.perf_counter() - begin
            self.requests.count(route, status, took)
            self.log.write(scope, route, status, took, sent)


def exposition(requests: Requests, figures: Iterable[tuple[str, str, str, float]]) -> str:
    """All metrics in Prometheus's format. `figures` are (name, type, help, value)."""
    lines = [*requests.lines()]
    for name, kind, said, value in figures:
        lines += [f"# HELP {name} {said}", f"# TYPE {name} {kind}", f"{name} {value}"]
    return "\n".join(lines) + "\n"
