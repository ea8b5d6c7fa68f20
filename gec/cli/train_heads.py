"""`gec train heads`: block heads for a model, so that it can draft for itself. What is done is
`gec/training/blocks.py`'s; this page parses and says where the result stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gec.cli.render import emit
from gec.cli.train import FILE, display, plan_of, run_options


@click.command("heads", short_help="Train heads that say several next tokens.")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="PAIRS...")
@click.option(
    "--from", "base", default="default", show_default=True, metavar="DIR|HUB_ID", help="The model they are for."
)
@click.option("--heads", "block", default=4, show_default=True, type=click.IntRange(2, 16), help="k: tokens a block.")
@click.option("--fine-tune", "tuned", is_flag=True, help="Let the model learn along; its output changes.")
@click.option("--distil", "distilled", is_flag=True, help="Learn what the model says instead of the pairs' targets.")
@click.option("--limit", default=10_000, show_default=True, type=click.IntRange(20), help="Pairs, at most.")
@run_options
def command(
    *, files: tuple[Path, ...], base: str, block: int, tuned: bool, distilled: bool, limit: int, **options: Any
) -> None:
    """Train block heads p2..pk on PAIRS: FILE.jsonl (src, tgt), FILE.m2, or FILE.txt with [wrong|right].

    The model itself stays as it is, to the bit, and with it every correction: heads only make decoding faster. What
    is made is a copy of its folder with blocks.safetensors in it.
    """
    from gec.training import blocks

    plan = plan_of(None, (), None, **options)
    with display(plan) as (say, report):
        made = blocks.train(plan, base, files, blocks.Heads(block, tuned, distilled, limit), say, report)
    emit(f"{made}\n")
