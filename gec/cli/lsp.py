"""`gec lsp`: the language server on stdin and stdout. An editor starts it; what it does there is `gec/serve/lsp.py`'s.

The model is loaded behind the editor's back, so that the server answers at once.
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


KNOWN = 100_000  # sentences that are remembered: if a text had more, a change would cost all of them


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Talk over stdin and stdout, as it does anyway; many editors pass it.")
@given(*WHICH, *how())
def command(*, stdio: bool, **said: Any) -> None:
    """Check texts while they are written: a language server, which editors start by themselves.

    docs/editors.md says how to set up Neovim, Vim, Emacs, Helix, VS Code and Zed. What an editor sets later wins over
    the options, and the options win over a project's settings.
    """
    from gec.edits.enough import Presets
    from gec.model.folder import find, read_config
    from gec.serve.preferences import SHARED, Preferences
    from gec.serve.service import Service
    from gec.serve.stdio import serve
    from gec.settings import nearest

    chosen = nearest(Path.cwd()).over(said)
    with chosen.blamed():
        model = find(chosen.model or None)
        presets = Presets.of(read_config(model).extras)

    @cache
    def corrector() -> Corrector:
        from gec import load

        with chosen.blamed():
            asked = model, chosen.device, chosen.engine, chosen.decode
            return load(*asked, prefix=chosen.prefix, min_confidence=0.0)

    def propose(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        return corrector().propose(sentences)

    shared = {key.replace("-", "_") for key in SHARED}
    over = {name: value for name, value in said.items() if name in shared and value is not None}
    if sys.stdin.isatty():
        click.echo("gec lsp talks to an editor, not to people; press Ctrl-C to leave", err=True)
    serve(Service(propose, cache=KNOWN), Preferences(over=over, presets=presets))
