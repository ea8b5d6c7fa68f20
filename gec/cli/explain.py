"""`gec explain NAME`: explains a type of edit, a mistake by the name that findings have in brackets, or a rule."""

from __future__ import annotations

from difflib import get_close_matches

import click

from gec.cli.render import tell
from gec.edits import kinds
from gec.edits.kinds import OPERATIONS
from gec.edits.lesson import TYPE_LESSONS, Lesson, lesson, named
from gec.edits.message import NAMES
from gec.errors import OptionError

_DONE = {"M": "missing", "R": "replaced", "U": "unnecessary"}


def of_type(name: str) -> str | None:
    """The explanation of a type, with or without an operation, or None if there is no such type."""
    kind = name.strip().upper()
    operation, _, category = kind.partition(":")
    if operation not in OPERATIONS:
        operation, category = "", kind
    if category not in NAMES:
        return None
    done = f", {_DONE[operation]}" if operation else ""
    taught = _lines(lesson(kind))
    if operation in ("M", "U") and kind not in TYPE_LESSONS:
        taught = taught[:1]  # the example of the category replaces words
    said = [f"{kind}: {NAMES[category]}{done}\n", *taught]
    if not operation:
        said += (line for one in OPERATIONS if f"{one}:{kind}" in TYPE_LESSONS for line in _special(f"{one}:{kind}"))
    below = [other for other in NAMES if other.startswith(f"{category}:")] if not operation else []
    return "".join([*said, f"\nIt includes {', '.join(below)}.\n" if below else ""])


def _special(kind: str) -> list[str]:
    return [f"\n{kind}: {_DONE[kind[0]]}\n", *_lines(TYPE_LESSONS[kind])]


def _lines(one: Lesson) -> list[str]:
    example = [f"  {one.before} → {one.after}\n"] if one.before else []
    return [f"  {one.wrong} {one.rule}\n", *example]


def of_rule(name: str) -> str | None:
    """The message and examples of a rule, or the list of the rules in a group. Empty if there is neither."""
    from gec.cli.rules import every

    rules = every()
    rule = rules.get(name.strip())
    if rule is None:
        return "".join(f"{one}  {rules[one].why}\n" for one in sorted(rules) if one.startswith(f"{name.strip()}."))
    mended = [f"  {one.wrong} → {one.right}\n" for one in rule.examples if one.wrong != one.right]
    return "".join([f"{rule.id}\n  {rule.why}\n", *mended])


def of_mistake(name: str) -> str | None:
    """What is taught about a mistake with this name."""
    mistake = kinds.named(name)
    if kind := next((kind for kind, called in NAMES.items() if called == mistake), None):
        return of_type(kind)
    return "".join([f"{mistake}\n", *(line for one in named(mistake) for line in _lines(one))]) if mistake else None


def explanation(name: str) -> str:
    """What is known of a name, or nothing; a mistake and a group of rules may have the same one."""
    return of_type(name) or "\n".join(filter(None, (of_mistake(name), of_rule(name))))


@click.command("explain")
@click.argument("names", nargs=-1, required=True, metavar="TYPE|RULE|NAME...")
def command(names: tuple[str, ...]) -> None:
    """Explain a type of edit, a rule or a group of rules: what is wrong, the rule of the language, and an example.

    A NAME is what a finding has in brackets: 'verb tense', confused-words.
    """
    for number, name in enumerate(names):
        said = explanation(name)
        if not said:
            near = get_close_matches(name.upper(), NAMES, 1)
            hint = f"do you mean {near[0]}?" if near else "gec types and gec rules list show what there is"
            raise OptionError(f"{name.strip() or 'an empty name'} is not a type of edit or a rule; {hint}")
        tell(("\n" if number else "") + said)
