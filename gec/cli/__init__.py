"""The program `gec COMMAND`. Each command is a module here with a `command` in it, imported when it is used, so
`gec --help` loads nothing else. `errors.py` decides how a run ends.
"""

from __future__ import annotations

import gc
from importlib import import_module
from typing import Any

import click

from gec import __version__
from gec.cli.errors import no_command, reported
from gec.cli.signals import signals_as_interrupts

COMMANDS = {
    "correct": "Correct texts: show, check or write what should change.",
    "batch": "Correct a corpus into a folder, on one machine or many.",
    "annotate": "Turn pairs of sentences into typed edits, as M2.",
    "score": "Compare edits with reference edits: P, R, F0.5.",
    "eval": "Correct a test set and score the result.",
    "serve": "Serve a page and an HTTP interface on this machine.",
    "train": "Train a model: from a recipe, on pairs, from a teacher.",
    "convert": "Make a smaller model from a checkpoint: fewer layers, or int8.",
    "lsp": "Check texts in an editor while you write.",
    "bench": "Measure the speed of decoding and of whole corrections.",
    "rules": "List, show, test and count rules, including your own.",
    "dictionary": "Add or remove words that are right, for a project or for you.",
    "cache": "Show the size of the cache, or clear it.",
    "completion": "Print the script for completion in a shell.",
    "model": "Describe, export or average models.",
    "types": "List the types of edits, each with an example.",
    "explain": "Explain a type of edit, or a rule, with examples.",
    "config": "Show which settings apply here, and where each comes from.",
}
SERVERS = ("serve", "lsp")  # handle signals themselves


class Lazy(click.Group):
    """Imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(no_command(args, COMMANDS), ctx)
        if args and args[0] not in SERVERS and not ctx.resilient_parsing:
            ctx.with_resource(signals_as_interrupts())
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def make_context(self, *words: Any, **extra: Any) -> click.Context:
        with reported():
            return super().make_context(*words, **extra)

    def invoke(self, ctx: click.Context) -> None:
        with reported():
            super().invoke(ctx)


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="gec", message="%(prog)s %(version)s")
def group() -> None:
    """Correct English texts."""


def main() -> None:
    """The program `gec`."""
    gc.set_threshold(100_000)  # collect garbage rarely: nearly all that is loaded stays
    group(prog_name="gec")
