"""Returns all findings of rules in a sentence, of any confidence, including overlapping ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gec.rules.engine import RuleSet, known, whole_word_fault
from gec.rules.fault import Fault


@cache
def _rules() -> RuleSet:
    return RuleSet.of(known().values())


def findings(text: str) -> Iterator[tuple[str, Fault]]:
    """The id of each rule that finds something, and the finding."""
    for one in _rules().found(text):
        yield one.rule, whole_word_fault(text, one)
