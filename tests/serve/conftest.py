"""A server as `gec serve` runs it, around the shipped model, on a free port of this machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import pytest

import gec
from gec.edits.policy import Policy
from tests.serve.door import Door


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    url: str
    port: int
    door: Door
    connections: set[object]
    thread: threading.Thread


@pytest.fixture(scope="session")
def corrector() -> gec.Corrector:
    return gec.load(device="cpu", min_confidence=0.0)


@contextmanager
def _running(
    propose, *, anew=None, seconds=20.0, connections=400, queue=256, share=None, cache=20_000, proxied=True, **settings
) -> Iterator[Running]:  # type: ignore[no-untyped-def]
    pytest.importorskip("starlette", reason="needs the extra serve")
    from gec.serve.connection_limits import server
    from gec.serve.http import ServerSettings, application
    from gec.serve.parsers import Parsers
    from gec.serve.service import Service

    door = Door(propose)
    service, parsers = Service(door, queue=queue, share=share, cache=cache), Parsers()
    rewriting = Service(anew) if anew else None
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    port = listener.getsockname()[1]
    app = application(service, parsers, ServerSettings(**settings), rewriting)
    services = [service, rewriting] if rewriting else [service]
    running = server(app, seconds, connections, services, proxied=proxied)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield Running(f"http://127.0.0.1:{port}", port, door, running.server_state.connections, thread)
    finally:
        door.open.set()
        running.should_exit = True
        thread.join()
        service.close()
        if rewriting:
            rewriting.close()
        parsers.close()


@pytest.fixture(scope="session")
def serving(corrector) -> Callable[..., AbstractContextManager[Running]]:  # type: ignore[no-untyped-def]
    """A server with other settings than usual, or another proposer, for one test."""
    return lambda propose=corrector.propose, **settings: _running(propose, **settings)


@pytest.fixture(scope="session")
def here(serving, corrector) -> Iterator[Running]:  # type: ignore[no-untyped-def]
    """The usual server, which asks for as much as the corrector does; many tests share it."""
    with serving(policy=Policy(threshold=corrector.threshold), anew=corrector.other("rewrite").propose) as running:
        yield running
