"""`gec lsp`: the language server on stdin and stdout. An editor starts it, and `gec/serve/lsp.py` does the work.

The model is loaded in the background, so that the server answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gec.cli.options import WHICH, given, how
from gec.edits.edit import Edit

if TYPE_CHECKING:
    from gec.corrector import Corrector


KNOWN = 100_000  # sentences in the cache; must be more than a text has, or every change would read all of them again


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Use stdin and stdout. This is the default; many editors pass the option.")
@click.option(
    "--untrusted",
    is_flag=True,
    is_eager=True,
    help="Read no settings, dictionary or rules of projects, only those of the user.",
)
@given(*WHICH, *how())
def command(*, stdio: bool, untrusted: bool, **said: Any) -> None:
    """Check texts in an editor: a language server, which editors start by themselves.

    docs/editors.md explains how to set up Neovim, Vim, Emacs, Helix, VS Code and Zed. The editor's settings override
    the options, and the options override a project's settings.
    """
    from gec.edits.threshold import Presets
    from gec.model.folder import find, read_config
    from gec.serve.preferences import SHARED, Preferences
    from gec.serve.service import Service
    from gec.serve.stdio import serve
    from gec.settings import nearest_readable

    here = Path.cwd()
    chosen = nearest_readable(Path(here.anchor) if untrusted else here).over(said)  # the server reports wrong settings
    with chosen.blamed():
        model = find(chosen.model or None)
        extras = read_config(model).extras

    @cache
    def corrector() -> Corrector:
        from gec import load

        with chosen.blamed():
            asked = model, chosen.device, chosen.engine, chosen.decode
            return load(*asked, prefix=chosen.prefix, min_confidence=0.0)

    @cache
    def rewriter() -> Corrector:
        return corrector().other("rewrite")

    def propose(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        return corrector().propose(sentences)

    def propose_anew(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        return rewriter().propose(sentences)

    shared = {key.replace("-", "_") for key in SHARED}
    over = {name: value for name, value in said.items() if name in shared and value is not None}
    if sys.stdin.isatty():
        click.echo("gec lsp is for editors; press Ctrl-C to stop it", err=True)
    preferences = Preferences(over=over, trusted=not untrusted, presets=Presets.of(extras))
    rewriting = Service(propose_anew) if "rewrite" in extras.tasks else None
    serve(Service(propose, cache=KNOWN), preferences, rewriting)
