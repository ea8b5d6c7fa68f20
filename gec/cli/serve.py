"""`gec serve`: the page and the HTTP interface on this machine. It reads the options, binds an address, loads the
model, listens and prints the address.

`gec.serve.http` answers the requests.
"""

from __future__ import annotations

import gc
import ipaddress
import os
import re
import signal
import socket
import stat
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from gec.cli.errors import report
from gec.cli.options import WHICH, Number, given, how
from gec.errors import GecError, OptionError
from gec.processes import cores
from gec.settings import Settings
from gec.settings import nearest as nearest_settings

if TYPE_CHECKING:
    from gec.corrector import Corrector
    from gec.edits.policy import Policy
    from gec.edits.threshold import Presets
    from gec.serve.http import ServerSettings

Ready = Callable[[], None]

NAME = r"[\w.-]+|\[[\da-f:.]+\]"  # a host name
BACKLOG = 512  # connections that may wait to be accepted
SWITCH = 0.001  # seconds after which Python switches from the model's thread to the thread that handles requests
WARMING = (  # read before the first request, to measure the pace
    "She go to the office every morning and drink a coffee before the work begins.",
    "The results of the first two weeks was better than we had expected, so we decided to go on.",
    "He has lived here since three years.",
    "If I would have known that the meeting was cancelled, I had stayed at home with my family.",
    "There is many reasons why this could of happened, but nobody knows which one it was.",
    "We look forward to hear from you.",
    "Everything that was said in the room stayed there, and it was never mentioned again.",
    "The train to the coast leaves at nine and arrive shortly before noon.",
)
PORTS = {"http": ":80", "https": ":443"}


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8081, show_default=True, help="The port; 0 chooses a free one."
)
@click.option("--timeout", type=Number(0.1), default=30.0, show_default=True, help="Time limit for a text, in seconds.")
@click.option(
    "--max-body",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    help="Maximum request size, in bytes.",
)
@click.option("--queue", type=click.IntRange(1), default=256, show_default=True, help="Limit of waiting texts.")
@click.option("--per-client", type=click.IntRange(1), default=64, show_default=True, help="The same, for one client.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "--connections", type=click.IntRange(1), default=400, show_default=True, help="Limit of open connections."
)
@click.option(
    "--patience",
    type=Number(0.1),
    default=20.0,
    show_default=True,
    help="Time limit for receiving a request, in seconds.",
)
@click.option(
    "--token-file", type=click.Path(path_type=Path), help="A file with the token that clients need; or set GEC_TOKEN."
)
@click.option("--allow-origin", multiple=True, metavar="URL", help="A site whose pages may use this server.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="Another host name that this server accepts.")
@click.option("--forwarded", is_flag=True, help="Take clients from X-Forwarded-For, behind a proxy.")
@click.option("--query-token/--no-query-token", default=True, help="Also accept the token in the address (apiKey).")
@click.option(
    "--access-log",
    type=click.Choice(["none", "text", "json"]),
    default="none",
    show_default=True,
    help="Print a line for each answer to stdout, without its text.",
)
@given(*WHICH, *how())
def command(
    *,
    host: str,
    port: int,
    timeout: float,
    max_body: int,
    queue: int,
    per_client: int,
    workers: int,
    connections: int,
    patience: float,
    token_file: Path | None,
    allow_origin: tuple[str, ...],
    allow_host: tuple[str, ...],
    forwarded: bool,
    query_token: bool,
    access_log: str,
    **said: Any,
) -> None:
    """Serve a page and an HTTP interface that LanguageTool's clients understand.

    Listens only on this machine, unless --host names another address. Ctrl+C stops it. The settings and dictionaries of
    this folder apply to everyone.
    """
    from gec.serve.access_log import AccessLog
    from gec.serve.http import ServerSettings
    from gec.serve.words import FolderWords

    token, log = _token(token_file), AccessLog(access_log, forwarded)
    known, origins = {_name(one) for one in allow_host}, tuple(map(_origin, allow_origin))
    nearest_settings(Path.cwd())  # raises an error in them before anything else
    with _listen(host, port) as listener:
        settings = ServerSettings(
            max_body,
            timeout,
            token,
            _names(listener, known, bool(token)),
            origins,
            words=FolderWords(Path.cwd(), shared=_private(listener) and not (known or forwarded)),
            forwarded=forwarded,
            log=log,
            query_token=query_token,
        )
        options = _Options(host, port, queue, per_client, workers, connections, patience, settings, said)

        def ready() -> None:
            click.echo(f"gec answers at {_url(listener)} (Ctrl+C ends it)", err=True)

        if workers == 1:
            run_worker(options, listener, ready)
        else:
            _chosen(said)  # raises an error in the options before anything else
            _run_workers(options, listener, ready)


@dataclass(frozen=True)
class _Options:
    """The options on the command line. `settings` has no values yet that the settings of the folder decide."""

    host: str
    port: int
    queue: int
    per_client: int
    workers: int
    connections: int
    patience: float
    settings: ServerSettings
    said: Mapping[str, Any]  # options that override the settings of the folder


def run_worker(options: _Options, listener: socket.socket, ready: Ready) -> None:
    """Load the model, listen, and answer until a signal comes. The settings of the folder are read now, because they
    may have changed since the last worker started."""
    from gec.serve.connection_limits import server
    from gec.serve.http import application
    from gec.serve.parsers import Parsers
    from gec.serve.service import Service

    chosen = _chosen(options.said)
    corrector = chosen.corrector()
    services = [Service(corrector.propose, queue=options.queue, share=options.per_client)]
    if "rewrite" in corrector.proposer.model.config.extras.tasks:
        rewrite = corrector.other("rewrite").propose
        services.append(Service(rewrite, queue=options.queue, share=options.per_client))
    parsers = Parsers(max(2, cores() // options.workers))
    services[0].warm(WARMING)
    gc.freeze()  # a garbage collection of everything that is loaded would delay all requests
    sys.setswitchinterval(SWITCH)
    _begin_to_listen(listener, options.host, options.port)
    ready()
    settings = replace(options.settings, policy=chosen.policy, presets=chosen.presets)
    app = application(services[0], parsers, settings, *services[1:])
    try:
        http = server(app, options.patience, options.connections, services, proxied=settings.forwarded)
        http.run(sockets=[listener])
        if any(service.closed for service in services):
            raise GecError("the server ended because its model failed; start it again")
    finally:
        for service in services:
            service.close()
        parsers.close()


@dataclass(frozen=True)
class _Chosen:
    """The settings of this folder, with the options on top."""

    settings: Settings
    model: Path
    policy: Policy
    presets: Presets

    def corrector(self) -> Corrector:
        from gec import load

        found = self.settings
        with found.blamed():
            asked = str(self.model), found.device, found.engine, found.decode
            return load(*asked, prefix=found.prefix, min_confidence=0.0)


def _chosen(said: Mapping[str, Any]) -> _Chosen:
    from gec.edits.threshold import Presets
    from gec.model.folder import find, read_config

    found = replace(nearest_settings(Path.cwd()).over(said), task="correct")  # each request names its task
    with found.blamed():
        model = find(found.model or None)
        presets = Presets.of(read_config(model).extras)
    words = frozenset(found.words)  # of the settings only; dictionaries may change while the server runs
    return _Chosen(found, model, replace(found.policy(Path.cwd(), presets), words=words), presets)


def _names(listener: socket.socket, known: set[str], asks: bool) -> frozenset[str]:
    """The host names that this server answers to. If other machines can reach it and no name is allowed explicitly,
    these are any address and the machine's own name."""
    from gec.serve.request_security import ANY_ADDRESS, LOOPBACK

    address = _address(listener)
    private = _private(listener)
    if not (private or asks):
        click.echo(
            f"warning: everyone who reaches {address} may use this server; --token-file requires a token", err=True
        )
    usual = set() if private or known else {ANY_ADDRESS, socket.gethostname().lower()}
    return LOOPBACK | {address} | known | usual


def _private(listener: socket.socket) -> bool:
    """Whether only this machine can reach the server."""
    return ipaddress.ip_address(_address(listener).strip("[]")).is_loopback


def _run_workers(options: _Options, listener: socket.socket, ready: Ready) -> None:
    """Start several workers. Each has its own socket for the address, and the system distributes connections."""
    from gec.serve.workers import Workers

    if not hasattr(os, "fork"):
        raise OptionError("--workers: this system has no fork; use 1")
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, cores() // options.workers)))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)

    def work(ready: Ready) -> None:
        own = socket.socket(listener.family, listener.type, listener.proto)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        own.bind(listener.getsockname())
        with own:
            try:
                run_worker(
                    replace(options, settings=replace(options.settings, metrics_folder=Path(figures))), own, ready
                )
            except GecError as error:
                report(str(error))
                raise SystemExit(2) from None

    with TemporaryDirectory(prefix="gec-serve-") as figures:
        number = Workers(options.workers, work, Path(figures)).run(ready)
    if number == 0:
        raise GecError("the workers end as soon as they start; correct the errors above, and start again")
    signal.signal(number, signal.SIG_DFL)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    os.kill(os.getpid(), number)


def _token(path: Path | None) -> str | None:
    if path is None:
        said, source = os.environ.get("GEC_TOKEN", ""), "GEC_TOKEN"
        token = said.strip()
        if said and not token:
            raise OptionError("GEC_TOKEN: the token is empty; set one, or unset GEC_TOKEN")
    else:
        token, source = _written(path), f"--token-file {path}"
    # Browsers encode other characters differently or not at all.
    if not token.isascii() or not token.isprintable():
        raise OptionError(f"{source}: the token must have only ASCII letters, digits and signs")
    return token or None


def _written(path: Path) -> str:
    try:
        if stat.S_ISREG(mode := path.stat().st_mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
            click.echo(f"warning: --token-file {path}: other users may read it; use chmod 600", err=True)
        token = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OptionError(f"--token-file {path}: {reason}; give a file that contains the token") from None
    except UnicodeDecodeError:
        raise OptionError(f"--token-file {path}: the token must have only ASCII letters, digits and signs") from None
    if not token:
        raise OptionError(f"--token-file {path}: the token is empty; write one into the file")
    return token


def _name(said: str) -> str:
    """A host name as the server compares it: lower case, without a port."""
    found = re.fullmatch(rf"({NAME})(:\d+)?", said.strip().lower(), re.ASCII)
    if not found:
        raise OptionError(f"--allow-host {said}: expected an ASCII name such as gec.example (xn--...), not a URL")
    return found[1]


def _origin(said: str) -> str:
    """A site in a browser's form: lower case, without a path and a default port."""
    if said in ("*", "null"):
        return said
    found = re.fullmatch(rf"([a-z][a-z\d+.-]*)://({NAME})(:\d+)?/?", said.strip().lower(), re.ASCII)
    if not found:
        raise OptionError(f"--allow-origin {said}: expected an ASCII site such as https://a.example, without a path")
    scheme, name, port = found.groups(default="")
    return f"{scheme}://{name}{'' if port == PORTS.get(scheme) else port}"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None
    except UnicodeError:  # Python's codec for host names rejects it
        raise OptionError(f"--host {host}: is not the name of a machine; expected a name such as localhost") from None
    return listener


def _begin_to_listen(listener: socket.socket, host: str, port: int) -> None:
    """Accept connections only when all is ready. Earlier clients are refused, and try again."""
    try:
        listener.listen(BACKLOG)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None


def _cannot_listen(host: str, port: int, error: OSError) -> OptionError:
    reason = (error.strerror or str(error)).lower()
    return OptionError(f"cannot listen on {host}:{port}: {reason}; choose others with --host and --port")


def _address(listener: socket.socket) -> str:
    """The address in the form for URLs. An IPv4 address that is mapped to IPv6 is shown as IPv4."""
    address = ipaddress.ip_address(listener.getsockname()[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or f"[{address}]")


def _url(listener: socket.socket) -> str:
    return f"http://{_address(listener)}:{listener.getsockname()[1]}/"
