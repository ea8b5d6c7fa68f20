"""Reads JSON objects and refuses duplicate names. Python would keep only the last of two fields with one name."""

from __future__ import annotations

from collections import Counter
from typing import Any


def each_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """The fields of an object, for `object_pairs_hook`. Raises a `KeyError` with a name that occurs twice."""
    found = dict(fields)
    if len(found) < len(fields):
        counts = Counter(name for name, _ in fields)
        raise KeyError(next(name for name, count in counts.items() if count > 1))
    return found
