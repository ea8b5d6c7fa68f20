"""Normalizes words, so that words of a text can be looked up in dictionaries: composed letters, straight apostrophes,
no invisible characters.
"""

from __future__ import annotations

import re
from unicodedata import normalize

# Soft hyphen, zero-width space, direction marks, word joiner, invisible operators, byte order mark. Zero-width joiners
# are not among them, because emoji and many scripts need them.
UNSEEN = "".join(map(chr, (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)))

_IS_UNSEEN = re.compile(f"[{UNSEEN}]")
_STRAIGHT = str.maketrans("‘’", "''")
_BEFORE, _BEHIND = "'\"“„«", "'\"”».,;:!?…"  # marks that belong to the sentence, not to a word


def spelt(text: str) -> str:
    return normalize("NFC", _IS_UNSEEN.sub("", text)).translate(_STRAIGHT)


def entry(word: str) -> str:
    """A word as a dictionary has it; empty if the text has no letter or digit."""
    bare = spelt(word).strip().lstrip(_BEFORE).rstrip(_BEHIND)
    return bare if any(map(str.isalnum, bare)) else ""
