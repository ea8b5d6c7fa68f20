"""What a rule is: the patterns it finds and what they become, the conditions that hold it back, and its examples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from gec.lazy import cached_property
from gec.rules.files import Place, quoted
from gec.rules.nodes import PatternError
from gec.rules.pattern import Classes, Pattern, compiled
from gec.rules.template import Template, template

T = TypeVar("T")

CHANGED = "<...>"  # in a condition, what changes


class Condition:
    """What stands before what changes and behind it, or where neither is asked for, anywhere in the sentence. It is
    compiled when it is first asked for, as most are in no run."""

    def __init__(self, said: str, classes: Classes, place: Place) -> None:
        self.said, self._classes, self.place = said, classes, place

    @cached_property
    def sides(self) -> tuple[Pattern | None, Pattern | None, Pattern | None]:
        """Before, after, anywhere."""
        before, changed, after = self.said.partition(CHANGED)
        if not (before.strip() or after.strip()) or CHANGED in after:
            raise self.place.wrong(f"{quoted(self.said)}: needs words, beside at most one {CHANGED}")
        side = self._side
        return (side(before), side(after), None) if changed else (None, None, side(before))

    def _side(self, said: str) -> Pattern | None:
        return _made(self, lambda: compiled(said, self._classes, change=False)) if said.strip() else None


class RuleRow:
    """One pattern of a rule, and what its changed part becomes. It is compiled when a sentence has its anchor."""

    def __init__(self, said: str, becomes: str, classes: Classes, place: Place) -> None:
        self.said, self.becomes, self.classes, self.place = said, becomes, classes, place

    @cached_property
    def find(self) -> Pattern:
        return _made(self, lambda: compiled(self.said, self.classes))

    @cached_property
    def template(self) -> Template:
        return _made(self, lambda: template(self.becomes, self.find))


def _made(said: Condition | RuleRow, make: Callable[[], T]) -> T:
    """What is made of a pattern, or else an error of its line."""
    try:
        return make()
    except PatternError as trouble:
        raise said.place.wrong(f"{quoted(said.said)}: {trouble}") from None


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence with a fault, and without; the same twice where there is none."""

    wrong: str
    right: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. It has rows, or else the name of a function that finds what it is about."""

    id: str
    why: str
    odds: float
    place: Place
    rows: tuple[RuleRow, ...] = ()
    unless: tuple[Condition, ...] = ()
    when: tuple[Condition, ...] = ()  # of which one must hold
    small: bool = False  # what changes is written small, but for a clause's first word
    type: str = ""
    examples: tuple[Example, ...] = ()
    counted: str = ""
    code: str = ""
    own: bool = False  # a user's


def check(rule: Rule) -> None:
    """Raises where a pattern of a rule cannot be compiled."""
    for row in rule.rows:
        _ = row.find, row.template
        if (row.said.partition("<")[2].partition(">")[0] if "<" in row.said else row.said) == row.becomes:
            raise row.place.wrong(f"{quoted(row.said)}: becomes what it was; write what is right")
    for condition in (*rule.unless, *rule.when):
        _ = condition.sides
