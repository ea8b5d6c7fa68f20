"""The guards of `never.toml`, which the engine of rules reads: what is never changed into what.

Such a guard is a rule read the other way: what the rule would make of a sentence, no edit of a model may make of it.
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

Place = tuple[int, int, str]  # what is replaced, and by what


def is_in_table(change: Change) -> bool:
    return bool(named(change))


def named(change: Change) -> str:
    """The id of the guard that refuses an edit, if one does. These guards are about words that go or that others
    replace."""
    if not change.gone:
        return ""
    edit = change.edit
    return refused(change.text).get(_least(change.text, edit.start, edit.end, edit.replacement), "")


@lru_cache(maxsize=64)  # asked for every edit of a sentence
def refused(text: str) -> Mapping[Place, str]:
    """The changes of a sentence that are refused, each with the id of its guard."""
    return {_least(text, one.start, one.end, one.replacement): one.rule for one in guards().found(text)}


def _least(text: str, start: int, end: int, new: str) -> Place:
    """The same change in as few characters as possible: a rule may include a word beside it."""
    head = common_prefix(text[start:end], new)
    tail = common_prefix(text[start + head : end][::-1], new[head:][::-1])
    return start + head, end - tail, new[head : len(new) - tail]


@cache
def guards() -> RuleSet:
    """The guards of the table."""
    return RuleSet.of(rules_of(TABLE, own=False))
