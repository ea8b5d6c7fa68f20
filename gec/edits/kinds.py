"""Types of edits as users name them: `R:VERB:SVA` says what happens (Missing, Replacement, Unnecessary), to what,
and how. A prefix names whole parts, with or without the first: `VERB` takes in `R:VERB:SVA` and `M:VERB`.

Which type an edit has is `classify.py`'s; what the types mean in words is `message.py`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gec.edits.message import NAMES
from gec.errors import OptionError

OPERATIONS = ("M", "R", "U")
TYPES = frozenset(f"{operation}:{category}" for operation in OPERATIONS for category in NAMES)


def known(prefixes: Iterable[str]) -> tuple[str, ...]:
    """The prefixes in ERRANT's spelling; one that no type begins with is an error."""
    types = (*NAMES, *TYPES)
    said = tuple(prefixes)
    for prefix in said:
        if not any(_begins(kind, _spelt(prefix)) for kind in types):
            raise OptionError(
                f"{prefix.strip() or 'an empty name'} is no type of edit; the types are {' '.join(NAMES)}"
            )
    return tuple(map(_spelt, said))


def _spelt(prefix: str) -> str:
    return prefix.strip().upper()


def reach(prefixes: Collection[str], kind: str, otherwise: int) -> int:
    """How many parts of the type the longest fitting prefix names."""
    bare = kind[2:] if kind[:2] in ("M:", "R:", "U:") else kind
    fitting = (prefix for prefix in prefixes if _begins(kind, prefix) or _begins(bare, prefix))
    return max((prefix.count(":") + 1 for prefix in fitting), default=otherwise)


def _begins(kind: str, prefix: str) -> bool:
    return kind == prefix or kind.startswith(f"{prefix}:")
