"""Whether the examples of rules hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gec.edits.edit import Edit, apply
from gec.rules.engine import RuleSet
from gec.rules.rule import Example, Rule


def failures(rules: Iterable[Rule]) -> Iterator[str]:
    """What is wrong with the examples of rules, one line for each. Every rule is tried alone."""
    for rule in rules:
        alone = RuleSet.of([rule])
        if not any(one.wrong != one.right for one in rule.examples) and not rule.own:
            yield str(rule.place.wrong(f"{rule.id}: has no example; write one as [wrong|right]"))
        for one in rule.examples:
            if trouble := failure(alone, one):
                yield str(one.place.wrong(f"{rule.id}: {trouble}"))


def failure(rules: RuleSet, example: Example) -> str:
    """What is wrong with an example; empty if it holds."""
    found = corrected(rules, example.wrong)
    if example.wrong == example.right:
        return "" if found == example.right else f"{example.wrong!r} should not change, but becomes {found!r}"
    if found == example.wrong:
        why = rules.held_back(example.wrong)
        advice = f", because {why}; correct it" if why else "; correct find"
        return f"nothing is found in {example.wrong!r}{advice} or the example"
    if found != example.right:
        return f"{example.wrong!r} becomes {found!r}, not {example.right!r}"
    again = corrected(rules, example.right)
    return "" if again == example.right else f"{example.right!r} is correct but becomes {again!r}; add an unless"


def corrected(rules: RuleSet, text: str) -> str:
    """A sentence with all findings of the rules corrected."""
    return apply(text, [Edit(one.start, one.end, one.replacement) for one in rules.faults(text)])
