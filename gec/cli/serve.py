"""`gec serve`: the page and the HTTP interface on this machine. Parses what the server may be told, finds a place to
listen before the model is loaded, listens there once it is, and says where that is.

What is answered there is `gec.serve.http`'s business.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import stat
from pathlib import Path
from typing import Any

import click

from gec.cli.options import WHICH, Number, given, how
from gec.errors import OptionError

NAME = r"[\w.-]+|\[[\da-f:.]+\]"  # of a machine
BACKLOG = 512  # connections that may wait to be taken
WARMING = (  # what is read before anybody asks, to see how long it takes
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
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=8081, show_default=True, help="0 for any free one.")
@click.option("--timeout", type=Number(0.1), default=30.0, show_default=True, help="Seconds for a text.")
@click.option("--max-body", type=click.IntRange(1), default=1_000_000, show_default=True, help="Bytes of a request.")
@click.option("--queue", type=click.IntRange(1), default=256, show_default=True, help="Texts that may wait.")
@click.option("--per-client", type=click.IntRange(1), default=64, show_default=True, help="Texts of one client.")
@click.option("--connections", type=click.IntRange(1), default=400, show_default=True, help="Clients at a time.")
@click.option(
    "--patience",
    type=Number(0.1),
    default=20.0,
    show_default=True,
    help="Seconds a request may take to come.",
)
@click.option("--token-file", type=click.Path(path_type=Path), help="A file with the token to ask for; or GEC_TOKEN.")
@click.option("--allow-origin", multiple=True, metavar="URL", help="A site whose pages may use this server.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A name of this server besides its loopback ones.")
@click.option("--forwarded", is_flag=True, help="A proxy says who the client is, in X-Forwarded-For.")
@click.option("--query-token/--no-query-token", default=True, help="Take the token from an address (apiKey), too.")
@click.option(
    "--access-log",
    type=click.Choice(["none", "text", "json"]),
    default="none",
    show_default=True,
    help="A line on stdout for each answer, without text.",
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

    Listens on this machine alone unless --host says otherwise. Ends with Ctrl+C. What the settings of this folder and
    its dictionaries say of edits holds for everyone who asks.
    """
    from gec.edits.enough import Presets
    from gec.model.folder import find, read_config
    from gec.serve.access import AccessLog
    from gec.serve.guard import ANY_ADDRESS, LOOPBACK
    from gec.serve.http import Settings, application
    from gec.serve.pace import server
    from gec.serve.parsers import Parsers
    from gec.serve.service import Service
    from gec.settings import nearest

    chosen, token = nearest(Path.cwd()).over(said), _token(token_file)
    known, origins = {_name(one) for one in allow_host}, tuple(map(_origin, allow_origin))
    with _listen(host, port) as listener:
        address = _address(listener)
        private = ipaddress.ip_address(address.strip("[]")).is_loopback
        if not (private or token):
            click.echo(
                f"warning: whoever reaches {address} may use this server; --token-file asks for a token", err=True
            )
        # Where others are to reach it and nobody says by which name: by addresses, and the machine's own name.
        usual = set() if private or known else {ANY_ADDRESS, socket.gethostname().lower()}
        names = LOOPBACK | {address, *known, *usual}
        with chosen.blamed():
            model = find(chosen.model or None)
            presets = Presets.of(read_config(model).extras)
        policy, log = chosen.policy(Path.cwd(), presets), AccessLog(access_log, forwarded)
        settings = Settings(max_body, timeout, token, names, origins, policy, forwarded, log, query_token)

        from gec import load

        with chosen.blamed():
            asked = str(model), chosen.device, chosen.engine, chosen.decode
            corrector = load(*asked, prefix=chosen.prefix, min_confidence=0.0)
        service, parsers = Service(corrector.propose, queue=queue, share=per_client), Parsers()
        service.warm(WARMING)
        _begin_to_listen(listener, host, port)
        click.echo(f"gec answers at {_url(listener)} (Ctrl+C ends it)", err=True)
        try:
            server(application(service, parsers, settings), patience, connections, proxied=forwarded).run(
                sockets=[listener]
            )
        finally:
            service.close()
            parsers.close()


def _token(path: Path | None) -> str | None:
    if path is None:
        token, source = os.environ.get("GEC_TOKEN", ""), "GEC_TOKEN"
    else:
        token, source = _written(path), f"--token-file {path}"
    # Other letters come out of a browser in another encoding, or not at all.
    if not token.isascii() or not token.isprintable():
        raise OptionError(f"{source}: the token must be letters, digits and signs of ASCII")
    return token or None


def _written(path: Path) -> str:
    try:
        if stat.S_ISREG(mode := path.stat().st_mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
            click.echo(f"warning: --token-file {path}: others may read it; chmod 600 closes it to them", err=True)
        token = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OptionError(f"--token-file {path}: {reason}; name a file that holds the token") from None
    except UnicodeDecodeError:
        raise OptionError(f"--token-file {path}: the token must be letters, digits and signs of ASCII") from None
    if not token:
        raise OptionError(f"--token-file {path}: the token is empty; write one into the file")
    return token


def _name(said: str) -> str:
    """A name as the guard knows it: small letters, no port."""
    found = re.fullmatch(rf"({NAME})(:\d+)?", said.strip().lower(), re.ASCII)
    if not found:
        raise OptionError(f"--allow-host {said}: expected a name such as gec.example, of ASCII (xn--...), no address")
    return found[1]


def _origin(said: str) -> str:
    """A site as a browser says it: small letters, no path, no port that goes without saying."""
    if said in ("*", "null"):
        return said
    found = re.fullmatch(rf"([a-z][a-z\d+.-]*)://({NAME})(:\d+)?/?", said.strip().lower(), re.ASCII)
    if not found:
        raise OptionError(
            f"--allow-origin {said}: expected a site such as https://a.example, of ASCII and with no path"
        )
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
    except UnicodeError:  # of the codec for names, which has its say before anybody is asked
        raise OptionError(f"--host {host}: is no name of a machine; expected one such as localhost") from None
    return listener


def _begin_to_listen(listener: socket.socket, host: str, port: int) -> None:
    """Only when all is ready: who connects before is told that nobody is there, and comes back."""
    try:
        listener.listen(BACKLOG)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None


def _cannot_listen(host: str, port: int, error: OSError) -> OptionError:
    reason = (error.strerror or str(error)).lower()
    return OptionError(f"cannot listen at {host}:{port}: {reason}; choose others with --host and --port")


def _address(listener: socket.socket) -> str:
    """Where it listens, as a URL says it; an address of IPv4 that is written as one of IPv6 is IPv4's to clients."""
    address = ipaddress.ip_address(listener.getsockname()[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or f"[{address}]")


def _url(listener: socket.socket) -> str:
    return f"http://{_address(listener)}:{listener.getsockname()[1]}/"
