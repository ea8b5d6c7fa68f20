"""`gec completion`: the script that lets a shell complete gec's commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

HOW = {
    "bash": 'eval "$(gec completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(gec completion zsh)"    # in ~/.zshrc, after compinit',
    "fish": "gec completion fish > ~/.config/fish/completions/gec.fish",
}


@click.command("completion", epilog="\b\n" + "\n".join(HOW.values()))
@click.argument("shell", type=click.Choice(list(HOW)))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script for SHELL."""
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"click has no completion for {shell}")
    click.echo(kind(ctx.find_root().command, {}, "gec", "_GEC_COMPLETE").source())
