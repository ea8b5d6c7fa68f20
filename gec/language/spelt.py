"""A word however it was typed: with letters composed or not, an apostrophe of either kind, and characters that nobody
sees, or without. Words of texts and of dictionaries meet in this spelling.
"""

from __future__ import annotations

import re
from unicodedata import normalize

# Soft hyphen, zero-width space, direction marks, word joiner and what mathematics joins with, byte order mark. Joiners
# stay: emoji and many scripts are spelt with them.
UNSEEN = "".join(map(chr, (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)))

_IS_UNSEEN = re.compile(f"[{UNSEEN}]")
_STRAIGHT = str.maketrans("‘’", "''")
_BEFORE, _BEHIND = "'\"“„«", "'\"”».,;:!?…"  # marks that are of the sentence around a word


def spelt(text: str) -> str:
    return normalize("NFC", _IS_UNSEEN.sub("", text)).translate(_STRAIGHT)


def entry(word: str) -> str:
    """A word as a dictionary has it; nothing if there is none in what was given."""
    bare = spelt(word).strip().lstrip(_BEFORE).rstrip(_BEHIND)
    return bare if any(map(str.isalnum, bare)) else ""
