"""Types of edits as users name them. `R:VERB:SVA` says what happens (Missing, Replacement, Unnecessary), to what, and
how. A prefix names whole parts, with or without the first: `VERB` includes `R:VERB:SVA` and `M:VERB`. Ids of rules can
stand in the same places: `confused` includes `confused.alike`. So can the names that messages have in brackets:
`confused words` or `confused-words`.

`R:VERB:SVA` has an operation (Missing, Replacement, Unnecessary) and a category of one or two parts. A prefix consists
of whole parts, with or without the operation: `VERB` includes `R:VERB:SVA` and `M:VERB`. The prefix `confused` includes
the rule `confused.alike`.

`classify.py` gives an edit its type; `message.py` has the names of the types.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches

from gec.edits.lesson import OWN_NAMES
from gec.edits.message import NAMES
from gec.errors import OptionError

OPERATIONS = ("M", "R", "U")
TYPES = frozenset(f"{operation}:{category}" for operation in OPERATIONS for category in NAMES)
MISTAKES = {name.replace("-", " "): name for name in (*NAMES.values(), *OWN_NAMES)}
PARTS = 3  # of a type, at most
AGREEING = "R:VERB:SVA"


def no_rule(name: str) -> bool:
    """A value for `is_rule` if no rules are known."""
    return False


def known(prefixes: Iterable[str], is_rule: Callable[[str], bool] = no_rule) -> tuple[str, ...]:
    """The prefixes in ERRANT's spelling, names of mistakes, and ids of rules. Anything else is an error."""
    types = (*NAMES, *TYPES)
    found = []
    for prefix in prefixes:
        name = _spelt(prefix)
        if any(_begins(kind, name) for kind in types) or is_rule(name := prefix.strip()):
            found.append(name)
        elif called := named(prefix):
            found.append(called)
        else:
            near = get_close_matches(_spelt(prefix), types, 1, 0.7) or get_close_matches(name, MISTAKES, 1, 0.7)
            if near:
                raise OptionError(f"{name} is not a type of edit or a rule; do you mean {near[0]}?")
            raise OptionError(
                f"{name or 'an empty name'} is not a type of edit; the types are {' '.join(NAMES)}; "
                "nor is it a rule, which gec rules list lists"
            )
    return tuple(found)


def named(said: str) -> str:
    """The name of a mistake as messages have it, from one in any case and with hyphens or blanks, or nothing."""
    return MISTAKES.get(" ".join(said.lower().replace("-", " ").replace("_", " ").split()), "")


def _spelt(prefix: str) -> str:
    return prefix.strip().upper()


def reach(prefixes: Collection[str], kind: str, otherwise: int, rule: str = "", mistake: str = "") -> int:
    """How many parts of the type the longest fitting prefix names. The name of the mistake counts as a whole type, the
    id of a rule more than any type."""
    ids = [one for one in prefixes if rule == one or rule.startswith(f"{one}.")] if rule else ()
    if ids:
        return PARTS + max(map(len, ids))
    if mistake in prefixes:
        return PARTS
    bare = kind[2:] if kind[:2] in ("M:", "R:", "U:") else kind
    fitting = (prefix for prefix in prefixes if _begins(kind, prefix) or _begins(bare, prefix))
    return max((prefix.count(":") + 1 for prefix in fitting), default=otherwise)


def _begins(kind: str, prefix: str) -> bool:
    return kind == prefix or kind.startswith(f"{prefix}:")
