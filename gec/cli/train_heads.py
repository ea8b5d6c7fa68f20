"""`gec train heads`: trains block heads, with which a model drafts its own output. `gec/training/blocks.py` does the
work; this file reads options and prints the path of the result.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gec.cli.render import emit
from gec.cli.train import FILE, display, plan_of, run_options


@click.command("heads", short_help="Train heads that predict several next tokens.")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="PAIRS...")
@click.option(
    "--from", "base", default="default", show_default=True, metavar="DIR|HUB_ID", help="The model that gets the heads."
)
@click.option(
    "--heads",
    "block",
    default=4,
    show_default=True,
    type=click.IntRange(2, 16),
    help="k, the number of tokens per block.",
)
@click.option("--fine-tune", "tuned", is_flag=True, help="Train the whole model; its output changes.")
@click.option(
    "--distil", "distilled", is_flag=True, help="Learn the output of the model, not the targets of the pairs."
)
@click.option("--limit", default=10_000, show_default=True, type=click.IntRange(20), help="Maximum number of pairs.")
@run_options
def command(
    *, files: tuple[Path, ...], base: str, block: int, tuned: bool, distilled: bool, limit: int, **options: Any
) -> None:
    """Train block heads p2..pk on PAIRS: FILE.jsonl (src, tgt), FILE.m2, or FILE.txt with [wrong|right].

    The model itself and its corrections stay exactly the same; heads only make decoding faster. The result is a copy of
    its folder with blocks.safetensors in it.
    """
    from gec.training import blocks

    plan = plan_of(None, (), None, **options)
    with display(plan) as (say, report):
        made = blocks.train(plan, base, files, blocks.Heads(block, tuned, distilled, limit), say, report)
    emit(f"{made}\n")
