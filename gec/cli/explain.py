"""`gec explain NAME`: explains a type of edit. Add functions to `EXPLAINERS` for other things to explain."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

import click

from gec.cli.render import emit
from gec.edits.kinds import OPERATIONS
from gec.edits.lesson import TYPES, Lesson, lesson
from gec.edits.message import NAMES
from gec.errors import OptionError

_DONE = {"M": "missing", "R": "replaced", "U": "unnecessary"}


def of_type(name: str) -> str | None:
    """What a type is about, with or without what is done; nothing where it is no type."""
    kind = name.strip().upper()
    operation, _, category = kind.partition(":")
    if operation not in OPERATIONS:
        operation, category = "", kind
    if category not in NAMES:
        return None
    done = f", {_DONE[operation]}" if operation else ""
    said = [f"{kind}: {NAMES[category]}{done}\n", *_lines(lesson(kind))]
    if not operation:
        said += (line for one in OPERATIONS if f"{one}:{kind}" in TYPES for line in _special(f"{one}:{kind}"))
    below = [other for other in NAMES if other.startswith(f"{category}:")] if not operation else []
    return "".join([*said, f"\nIt includes {', '.join(below)}.\n" if below else ""])


def _special(kind: str) -> list[str]:
    return [f"\n{kind}: {_DONE[kind[0]]}\n", *_lines(TYPES[kind])]


def _lines(one: Lesson) -> list[str]:
    example = [f"  {one.before} → {one.after}\n"] if one.before else []
    return [f"  {one.wrong} {one.rule}\n", *example]


EXPLAINERS: tuple[Callable[[str], str | None], ...] = (of_type,)


@click.command("explain")
@click.argument("names", nargs=-1, required=True, metavar="TYPE...")
def command(names: tuple[str, ...]) -> None:
    """Explain a type of edit: what is wrong, the rule of the language, and an example."""
    for number, name in enumerate(names):
        said = next((found for explain in EXPLAINERS if (found := explain(name))), None)
        if said is None:
            near = get_close_matches(name.upper(), NAMES, 1)
            hint = f"do you mean {near[0]}?" if near else "gec types lists them"
            raise OptionError(f"{name.strip() or 'an empty name'} is no type of edit; {hint}")
        emit(("\n" if number else "") + said)
