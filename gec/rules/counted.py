"""What was counted of rules, written into their tables: `counted = "learners 12 right of 15, clean 2"`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from gec import atomic
from gec.errors import OptionError
from gec.rules.examine import Count
from gec.rules.files import as_it_is, named
from gec.rules.rule import Rule

_KEY = re.compile(r"""\s*["']?counted["']?\s*=""")
_WHY = re.compile(r"""\s*["']?why["']?\s*=""")


def told(name: str, counts: Mapping[str, Count]) -> str:
    """How often a rule found something in the texts where it did, and was right where a text has corrections."""
    said = []
    for text, count in counts.items():
        if found := count.found[name]:
            said.append(f"{text} {count.right[name]} right of {found}" if count.changed else f"{text} {found}")
    return ", ".join(said)


def write(path: Path, rules: Iterable[Rule], counts: Mapping[str, Count]) -> None:
    """Put the counts into a table, each below the message of its rule; what was there before is replaced. A rule that
    found nothing has none. All else stays as it was."""
    lines = as_it_is(path).split("\n")  # which keep a \r at their end
    starts = [(rule.place.line - 1, rule.id) for rule in rules]
    ends = [*(start for start, _ in starts[1:]), len(lines)]
    for (start, name), end in reversed([*zip(starts, ends, strict=True)]):
        block = [line for line in lines[start:end] if not _KEY.match(line)]
        if said := told(name, counts):
            at = next((number for number, line in enumerate(block) if _WHY.match(line)), None)
            if at is None:
                raise OptionError(
                    f"{named(path)}:{start + 1}: {name}: write why = ... on a line of its own, for counts below it"
                )
            line = f"counted = {json.dumps(said, ensure_ascii=False)}"
            end_of_line = "\r" * block[at].endswith("\r")
            block.insert(at + ('"""' not in block[at] and "'''" not in block[at]), line + end_of_line)
        lines[start:end] = block
    atomic.write(path, "\n".join(lines).encode())
