"""The value everything ends in: one replacement in the caller's text, and how a text takes several of them.

Offsets are characters of the text the caller gave. Where edits come from is `align.py`; which of them the user
wants is `policy.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace `text[start:end]` by `replacement`; an insertion has `start == end`."""

    start: int
    end: int
    replacement: str
    type: str = ""
    confidence: float = 1.0
    original: str = field(default="", compare=False)  # what it replaces

    @property
    def message(self) -> str:
        """What to do, in words."""
        from gec.edits.message import message

        return message(self.original, self)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits applied; every character outside them stays as it is, or this raises."""
    pieces: list[str] = []
    done = 0
    for edit in sorted(edits):
        if not done <= edit.start <= edit.end <= len(text):
            raise ValueError(f"edit {edit} overlaps another or lies outside a text of {len(text)} characters")
        pieces += [text[done : edit.start], edit.replacement]
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)
