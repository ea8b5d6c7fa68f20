"""Makes a draft of a source from the guesses of an edit head."""

from __future__ import annotations

from collections.abc import Sequence

KEEP, DELETE, REPLACE = range(3)


def edited(source: list[int], operations: Sequence[int], new: Sequence[int], before: Sequence[int]) -> list[int]:
    """Apply operations to the source. `new` has the tokens for REPLACE; `before` has tokens to insert, or -1. The last
    token, which ends the text, always stays."""
    draft: list[int] = []
    last = len(source) - 1
    for place, (token, operation, instead, first) in enumerate(zip(source, operations, new, before, strict=False)):
        if first >= 0:
            draft.append(first)
        if operation == KEEP or place == last:
            draft.append(token)
        elif operation == REPLACE:
            draft.append(instead)
    return draft
