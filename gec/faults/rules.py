"""Every rule for faults that can be seen whatever the sentence says, and what they find in one.

Each rule is narrow, so that nearly all it finds is wrong as it stands; how sure it is was counted on learners' texts
and on corrections of documentation. The model reads the sentence without these faults and has the last word: what it
writes as it was stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from gec.edits.edit import whole_words
from gec.faults import (
    agreeing,
    apart,
    articles,
    asides,
    auxiliaries,
    blanks,
    capitals,
    clauses,
    collocations,
    commas,
    compounds,
    confused,
    contractions,
    degrees,
    distant,
    exercises,
    hyphens,
    inverted,
    little,
    mistaken,
    names,
    noun_verb,
    nouns,
    numbers,
    opening,
    order,
    possessives,
    prepositions,
    pronouns,
    qualities,
    questions,
    relatives,
    repeated,
    subjects,
    tags,
    tenses,
    times,
    verbs,
    wording,
)
from gec.faults.fault import Fault

RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (
    *agreeing.RULES, *apart.RULES, *articles.RULES, *asides.RULES, *auxiliaries.RULES, *blanks.RULES,
    *capitals.RULES, *clauses.RULES, *collocations.RULES, *commas.RULES, *compounds.RULES, *confused.RULES,
    *contractions.RULES,
    *degrees.RULES, *distant.RULES, *exercises.RULES, *hyphens.RULES, *inverted.RULES, *little.RULES, *mistaken.RULES,
    *names.RULES, *noun_verb.RULES, *nouns.RULES, *numbers.RULES, *opening.RULES, *order.RULES, *possessives.RULES,
    *prepositions.RULES, *pronouns.RULES, *qualities.RULES, *questions.RULES, *relatives.RULES,
    *repeated.RULES, *subjects.RULES, *tags.RULES, *tenses.RULES, *times.RULES, *verbs.RULES,
    *wording.RULES,
)  # fmt: skip


def faults(text: str) -> list[Fault]:
    """What the rules find in a sentence, whole words, in order and apart; of two that find the same, the surer one."""
    kept: list[Fault] = []
    found = (_whole(text, one) for rule in RULES for one in rule(text))
    for one in sorted(found, key=lambda one: (one.start, -one.end, -one.odds)):
        if not kept or one.start > kept[-1].end:
            old = text[one.start : one.end]
            loud = len(old) > 1 and old.isupper()
            kept.append(replace(one, replacement=one.replacement.upper()) if loud else one)
    return kept


def _whole(text: str, one: Fault) -> Fault:
    """The same of whole words, as people read it."""
    start, end = whole_words(text, one.start, one.end, one.replacement)
    return replace(
        one, start=start, end=end, replacement=text[start : one.start] + one.replacement + text[one.end : end]
    )
