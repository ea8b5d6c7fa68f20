"""What a rule consists of: patterns and their replacements, conditions that prevent a finding, and examples."""

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

CHANGED = "<...>"  # in a condition: the words that change


class Condition:
    """A condition of `unless` or `when`: what must stand before and after the words that change, or, without `<...>`,
    anywhere in the sentence. It is compiled when it is first needed, because most conditions are never needed."""

    def __init__(self, said: str, classes: Classes, place: Place) -> None:
        self.said, self._classes, self.place = said, classes, place

    @cached_property
    def sides(self) -> tuple[Pattern | None, Pattern | None, Pattern | None]:
        """The patterns for the words before, the words after, and any place in the sentence."""
        before, changed, after = self.said.partition(CHANGED)
        if not (before.strip() or after.strip()) or CHANGED in after:
            raise self.place.wrong(f"{quoted(self.said)}: needs words, beside at most one {CHANGED}")
        side = self._side
        return (side(before), side(after), None) if changed else (None, None, side(before))

    def _side(self, said: str) -> Pattern | None:
        return _made(self, lambda: compiled(said, self._classes, change=False)) if said.strip() else None


class RuleRow:
    """One pattern of a rule and its replacement. It is compiled when it is first needed."""

    def __init__(self, said: str, becomes: str, classes: Classes, place: Place) -> None:
        self.said, self.becomes, self.classes, self.place = said, becomes, classes, place

    @cached_property
    def find(self) -> Pattern:
        return _made(self, lambda: compiled(self.said, self.classes))

    @cached_property
    def template(self) -> Template:
        return _made(self, lambda: template(self.becomes, self.find))


def _made(said: Condition | RuleRow, make: Callable[[], T]) -> T:
    """The result of `make`. An error in a pattern becomes an error that names the file and the line."""
    try:
        return make()
    except PatternError as trouble:
        raise said.place.wrong(f"{quoted(said.said)}: {trouble}") from None


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence with an error and its correction. Both are the same in an example that must not change."""

    wrong: str
    right: str
    place: Place


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. It has either rows or, in `code`, the name of a function in `gec/rules/code`."""

    id: str
    why: str
    odds: float
    place: Place
    rows: tuple[RuleRow, ...] = ()
    unless: tuple[Condition, ...] = ()
    when: tuple[Condition, ...] = ()  # if there are any, one of them must hold
    small: bool = False  # the words that change must be in lower case, except the first word of a clause
    type: str = ""
    examples: tuple[Example, ...] = ()
    counted: str = ""
    code: str = ""
    own: bool = False  # a user's own rule


def check(rule: Rule) -> None:
    """Raises an error if a pattern of a rule cannot be compiled or changes nothing."""
    for row in rule.rows:
        _ = row.find, row.template
        if (row.said.partition("<")[2].partition(">")[0] if "<" in row.said else row.said) == row.becomes:
            raise row.place.wrong(f"{quoted(row.said)}: becomes what it was; write what is right")
    for condition in (*rule.unless, *rule.when):
        _ = condition.sides
