"""`gec train pipelined`: trains a model to decode the sentences of a passage in parallel. `gec/training/pipelined.py`
does the work; this file reads options and prints the path of the result.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gec.cli.render import emit
from gec.cli.train import display, plan_of, run_options


@click.command("pipelined", short_help="Train the pipelined decoder.")
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DATA_DIR")
@click.option("--from", "base", required=True, metavar="DIR|HUB_ID", help="The model to start from.")
@click.option(
    "--sentences",
    "most",
    default=8,
    show_default=True,
    type=click.IntRange(2, 32),
    help="Maximum number of sentences in a passage.",
)
@click.option("--fine-tune", "tuned", is_flag=True, help="Train the whole model; its other output changes too.")
@run_options
def command(*, data: Path, base: str, most: int, tuned: bool, **options: Any) -> None:
    """Train the pipelined decoder on the passages below DATA_DIR: learner/*.txt*, rewrite/*.txt and, if there are any,
    correct ones in text/passages-*.txt*, with sentences separated by tabs.

    Without --fine-tune the model itself stays exactly the same, and only the starts of sentences two, three, .. are
    learned. The result is a copy of its folder with starts.safetensors in it.
    """
    from gec.training import pipelined

    plan = plan_of(None, (), None, **options)
    with display(plan) as (say, report):
        made = pipelined.train(plan, base, data, pipelined.PipelinedPlan(most, tuned), say, report)
    emit(f"{made}\n")
