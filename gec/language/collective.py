"""Collective nouns of people: in British English their verb is plural as often as singular, *the team are*.

For some of them that holds everywhere (`never.either-number` in `gec/guards/never.toml`). All are here, because that
guard does not check edits of rules.
"""

from __future__ import annotations

import re

from gec.language import word_set

BODIES = word_set(
    """
    army audience band bank board cabinet cast choir class club college committee community company council couple
    crew crowd department electorate enemy family faculty firm gang government group jury leadership management
    ministry navy opposition orchestra panel parliament party press public school side squad staff team union
    university
    """
)
BOUND = word_set("of in on for about with from by to at and or that each every one")  # another subject comes before
NEAR = 80  # characters before a verb
_PLURAL = {"are": "is", "were": "was", "have": "has", "do": "does"}
_SUBJECT = re.compile(
    r"(?:(\w+)\s+)?\b(?:the|this|that|my|your|his|her|its|our|their)\s+(?:[\w'’-]+\s+)?"
    rf"(?:{'|'.join(sorted(BODIES))})"
    r"(?:\s+(?:\w+ly|not|also|still|now|all|both|always|often|never))?\s+\Z",
    re.IGNORECASE,
)


def may_be_plural(before: str, verb: str, singular: str) -> bool:
    """Whether a plural verb behind these words has such a noun as its subject, and would become singular."""
    verb, singular = verb.lower().replace("n't", ""), singular.lower().replace("n't", "")
    if _PLURAL.get(verb) != singular and not (singular.startswith(verb) and singular.endswith("s")):
        return False
    subject = _SUBJECT.search(before[-NEAR:])
    return subject is not None and (subject[1] or "").lower() not in BOUND
