"""What the rules for plain faults find in clean sentences, one a line: nearly all of it should be wrong as it stands.

    python bench/faults.py clean-4.txt.xz --limit 100000 [--show]

What came out stands in docs/models.md.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import click

from gec.spelling.faults import RULES
from gec.training.texts import read_lines


@click.command()
@click.argument("text", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--limit", type=click.IntRange(1), default=100_000, show_default=True, help="Sentences.")
@click.option("--show", is_flag=True, help="Print each finding.")
def count(text: Path, limit: int, show: bool) -> None:
    """Count the findings by rule."""
    found: Counter[str] = Counter()
    for line in islice(read_lines(text), limit):
        for rule in RULES:
            for one in rule(line):
                found[rule.__name__.strip("_")] += 1
                if show:
                    here = f"[{line[one.start : one.end]}|{one.replacement}]"
                    click.echo(f"{line[max(0, one.start - 40) : one.start]}{here}{line[one.end : one.end + 30]}")
    for name, times in found.most_common():
        click.echo(f"{times:6} {name}")


if __name__ == "__main__":
    count()
