"""What the rules for plain faults find in clean sentences, one a line: nearly all of it should be wrong as it stands.
And what they find in sentences that people have corrected: how much of it is changed there, too.

    python bench/faults.py clean-4.txt.xz --limit 100000 [--show]
    python bench/faults.py --pairs corpora/learner/*.txt*

What came out stands in docs/models.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path

import click

from gec.faults.fault import Fault
from gec.faults.rules import RULES
from gec.training import tune
from gec.training.texts import read_lines


@click.command()
@click.argument("texts", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pairs", is_flag=True, help="TEXTS have corrections.")
@click.option("--limit", type=click.IntRange(1), default=100_000, show_default=True, help="Sentences.")
@click.option("--show", is_flag=True, help="Print each finding that nobody changed.")
def count(texts: tuple[Path, ...], pairs: bool, limit: int, show: bool) -> None:
    """Count the findings by rule, and those that were changed."""
    found, right = Counter[str](), Counter[str]()
    for line, corrected in islice(_sentences(texts, pairs), limit):
        for rule in RULES:
            for one in rule(line):
                name = rule.__name__.strip("_")
                found[name] += 1
                if _changed(line, corrected, one):
                    right[name] += 1
                elif show:
                    here = f"[{line[one.start : one.end]}|{one.replacement}]"
                    click.echo(f"{line[max(0, one.start - 40) : one.start]}{here}{line[one.end : one.end + 30]}")
    for name, times in found.most_common():
        click.echo(f"{times:6} {right[name]:6} {name}" if pairs else f"{times:6} {name}")


def _sentences(texts: Iterable[Path], pairs: bool) -> Iterator[tuple[str, str]]:
    for path in texts:
        yield from tune.read(path) if pairs else ((line, line) for line in read_lines(path))


def _changed(line: str, corrected: str, one: Fault) -> bool:
    """Whether the sentence was changed at that place, in whatever way."""
    if line == corrected:
        return False
    steps = SequenceMatcher(None, line, corrected, autojunk=False).get_opcodes()
    return any(kind != "equal" and low <= one.end and one.start <= high for kind, low, high, _, _ in steps)


if __name__ == "__main__":
    count()
