"""What the user lets through: edits by confidence and by ERRANT type. Pure, and after the model: whatever is
turned away here was proposed, and nothing here proposes.

Types are ERRANT's, `R:VERB:SVA` for example: what happens (Missing, Replacement, Unnecessary), to what, and
how. A prefix names whole parts, with or without the first: `VERB` takes in `R:VERB:SVA` and `M:VERB`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gec.edits.edit import Edit
from gec.edits.message import NAMES
from gec.errors import OptionError

OPERATIONS = ("M", "R", "U")


def allowed(
    edits: Iterable[Edit],
    *,
    min_confidence: float = 0.0,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
) -> tuple[Edit, ...]:
    """The edits at least this sure, of the selected types (all if none are named), not of the ignored ones.

    Where a type is both selected and ignored, the longer prefix wins, and `ignore` wins a tie.
    """
    return tuple(
        edit
        for edit in edits
        if edit.confidence >= min_confidence
        and _reach(select, edit.type, 0 if not select else -1) > _reach(ignore, edit.type, -1)
    )


def known(prefixes: Iterable[str]) -> tuple[str, ...]:
    """The prefixes in ERRANT's spelling; one that no type begins with is an error."""
    types = [*NAMES, *(f"{operation}:{category}" for operation in OPERATIONS for category in NAMES)]
    spelt = tuple(prefix.strip().upper() for prefix in prefixes)
    for prefix in spelt:
        if not any(_begins(kind, prefix) for kind in types):
            raise OptionError(f"{prefix or 'an empty name'} is no type of edit; the types are {' '.join(NAMES)}")
    return spelt


def _reach(prefixes: Collection[str], kind: str, otherwise: int) -> int:
    """How many parts of the type the longest fitting prefix names."""
    bare = kind[2:] if kind[:2] in ("M:", "R:", "U:") else kind
    fitting = (prefix for prefix in prefixes if _begins(kind, prefix) or _begins(bare, prefix))
    return max((prefix.count(":") + 1 for prefix in fitting), default=otherwise)


def _begins(kind: str, prefix: str) -> bool:
    return kind == prefix or kind.startswith(f"{prefix}:")
