"""A fault of a sentence that a rule sees."""

from __future__ import annotations

from dataclasses import dataclass

SURE, LIKELY = 3.0, 1.7  # log-odds of what is wrong in 95 and in 85 of 100 places
TASTE = 0.4  # ... of what many write, and others would not


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, what should stand there, which is never nothing, the log-odds that it should, and the rule."""

    start: int
    end: int
    replacement: str
    odds: float = SURE
    rule: str = ""
