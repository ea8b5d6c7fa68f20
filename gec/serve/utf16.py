"""Offsets in UTF-16 units, as editors, browsers and LanguageTool count them. A character outside the basic plane is two
units. Everything else in gec counts characters. This file converts offsets of a whole text; `positions.py` converts
positions in lines.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass


def width(character: str) -> int:
    """How many units a character is."""
    return 1 + (character > "\uffff")


@dataclass(frozen=True, slots=True)
class Utf16:
    """The offsets of one text."""

    wide: tuple[int, ...]  # where its characters of two units are

    @classmethod
    def of(cls, text: str) -> Utf16:
        if text.isascii():
            return cls(())
        return cls(tuple(place for place, character in enumerate(text) if width(character) > 1))

    def units(self, characters: int) -> int:
        """The offset in units of a character's offset."""
        return characters + bisect_left(self.wide, characters)
