"""What was counted of rules, written into their tables: `counted = "learners 12 right of 15, clean 2"`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from gec import whole
from gec.rules.examine import Count
from gec.rules.files import written
from gec.rules.table import Rule

_KEY = re.compile(r"^counted\s*=")


def told(name: str, counts: Mapping[str, Count]) -> str:
    """How often a rule found something in each text, and was right where the text has corrections."""
    said = []
    for text, count in counts.items():
        found, right = count.found[name], count.right[name]
        said.append(f"{text} {right} right of {found}" if count.changed else f"{text} {found}")
    return ", ".join(said)


def write(path: Path, rules: Iterable[Rule], counts: Mapping[str, Count]) -> None:
    """Put the counts into a table, each below the message of its rule; what was there before is replaced."""
    lines = written(path).split("\n")
    starts = [(rule.place.line - 1, rule.id) for rule in rules]
    ends = [*(start for start, _ in starts[1:]), len(lines)]
    for (start, name), end in reversed([*zip(starts, ends, strict=True)]):
        block = [line for line in lines[start:end] if not _KEY.match(line)]
        at = next(number for number, line in enumerate(block) if line.startswith("why"))
        block.insert(at + 1, f'counted = "{told(name, counts)}"')
        lines[start:end] = block
    whole.write(path, "\n".join(lines).encode())
