"""The guards of `never.toml`, a table of changes that the model must never make.

An entry has the form of a rule, and the rule engine finds its matches. A model's edit is refused if it makes the same
change as one of these matches.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from gec.edits.change import Change
from gec.edits.edit import common_prefix
from gec.rules.engine import RuleSet
from gec.rules.table import rules_of

TABLE = Path(__file__).with_name("never.toml")

Place = tuple[int, int, str]  # start, end and replacement


def is_in_table(change: Change) -> bool:
    return bool(named(change))


def named(change: Change) -> str:
    """The id of the guard that refuses an edit; empty if none does. The guards are only for deletions and
    substitutions."""
    if not change.gone:
        return ""
    edit = change.edit
    return refused(change.text).get(_least(change.text, edit.start, edit.end, edit.replacement), "")


@lru_cache(maxsize=64)  # asked for every edit of a sentence
def refused(text: str) -> Mapping[Place, str]:
    """The changes of a sentence that are refused, each with the id of its guard."""
    return {_least(text, one.start, one.end, one.replacement): one.rule for one in guards().found(text)}


def _least(text: str, start: int, end: int, new: str) -> Place:
    """The same change in as few characters as possible, because a rule may include a neighbouring word."""
    head = common_prefix(text[start:end], new)
    tail = common_prefix(text[start + head : end][::-1], new[head:][::-1])
    return start + head, end - tail, new[head : len(new) - tail]


@cache
def guards() -> RuleSet:
    """The guards of the table."""
    return RuleSet.of(rules_of(TABLE, own=False))
