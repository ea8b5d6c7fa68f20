"""Words written twice: *the the*, *we we*, *he he*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gec.faults.fault import END, FREE, Fault, first, late

_TWICE = late(rf"{FREE}(the|an?|of|to|and|for|with|my|from|we|they|be) (\1){END}", re.IGNORECASE)
# These may stand three times for a reason: he he he.
_AGAIN = late(
    rf"{FREE}(me|him|us|them|he|she|at|by|can|will|not|was|were|before|after|because|when|their|our|your|into"
    rf"|this) \1(?! \1\b){END}"
)
_WHAT = late(r"\b(?:what|who|whoever|whatever)\b", re.IGNORECASE)


def _twice(text: str) -> Iterator[Fault]:
    for found in _TWICE.finditer(text):
        once, again = found.groups()  # AND and OR, plan A a success
        if once == again or (once == again.capitalize() and first(text, found.start())):
            yield Fault(*found.span(), once)
    for found in _AGAIN.finditer(text):
        said = found[1] in ("was", "were") and _WHAT.search(text, 0, found.start()) is not None  # what it was was
        if not said and not text.endswith(f"{found[1]} ", 0, found.start()):
            yield Fault(*found.span(), found[1])


RULES: tuple[Callable[[str], Iterator[Fault]], ...] = (_twice,)
