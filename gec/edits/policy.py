"""Which edits are let through: what no correction looks like never, the rest by confidence and ERRANT type as the
user says. Pure, and after the model: whatever is turned away here was proposed, and nothing here proposes.

Types are ERRANT's, `R:VERB:SVA` for example: what happens (Missing, Replacement, Unnecessary), to what, and
how. A prefix names whole parts, with or without the first: `VERB` takes in `R:VERB:SVA` and `M:VERB`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import pairwise

from gec.edits.edit import Edit
from gec.edits.message import NAMES
from gec.errors import OptionError

OPERATIONS = ("M", "R", "U")


REMOVED = 4  # words that a correction may take away in one place

_WORD = re.compile(r"\w+(?:['’]\w+)*")


def plausible(text: str, edit: Edit) -> bool:
    """Whether a correction could look like this. A small model sometimes drops half a sentence or says a word
    twice; neither is ever shown, because it harms the text and a reader would find it again with effort."""
    gone = _WORD.findall(text[edit.start : edit.end].lower())
    new = _WORD.findall(edit.replacement.lower())
    if len(gone) - len(new) > REMOVED:
        return False
    before, after = _WORD.findall(text[max(0, edit.start - 40) : edit.start].lower()), _next(text[edit.end :])
    said = [*before[-1:], *new, *after]
    was = [*before[-1:], *gone, *after]
    return not new or _doubled(said) <= _doubled(was)


def _next(text: str) -> list[str]:
    found = _WORD.search(text[:40].lower())
    return [found.group()] if found else []


def _doubled(words: list[str]) -> int:
    return sum(one == other for one, other in pairwise(words))


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
