"""Offsets as editors, browsers and LanguageTool count them: UTF-16 units, where a character outside the basic plane
is two. Everything else in gec counts characters; what crosses the wire is turned here and nowhere else.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Utf16:
    """The offsets of one text."""

    wide: tuple[int, ...]  # where its characters of two units are

    @classmethod
    def of(cls, text: str) -> Utf16:
        if text.isascii():
            return cls(())
        return cls(tuple(place for place, character in enumerate(text) if character > "\uffff"))

    def units(self, characters: int) -> int:
        """The offset in units of a character's offset."""
        return characters + bisect_left(self.wide, characters)
