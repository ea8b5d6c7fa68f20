"""`gec lsp`: the language server on stdin and stdout. An editor starts it; what it does there is `gec/serve/lsp.py`'s.

The model is loaded behind the editor's back, so that the server answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import click

from gec.edits.edit import Edit

if TYPE_CHECKING:
    from gec.corrector import Corrector


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Talk over stdin and stdout, as it does anyway; many editors pass it.")
@click.option("--model", metavar="DIR_OR_HUB_ID", help="A checkpoint to use instead of the one shipped.")
@click.option("--device", default="auto", show_default=True, metavar="DEVICE", help="cpu, cuda, cuda:1, ...")
@click.option("--engine", type=click.Choice(["auto", "float", "int8"]), default="auto", show_default=True)
def command(*, stdio: bool, model: str | None, device: str, engine: str) -> None:
    """Check texts while they are written: a language server, which editors start by themselves.

    docs/editors.md says how to set up Neovim, Helix, Emacs, VS Code and Zed.
    """
    from gec.serve.lsp import serve
    from gec.serve.service import Service

    @cache
    def corrector() -> Corrector:
        from gec import load

        return load(model, device=device, engine=engine)

    def propose(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        return corrector().propose(sentences)

    if sys.stdin.isatty():
        click.echo("gec lsp talks to an editor, not to people; press Ctrl-C to leave", err=True)
    serve(Service(propose))
