"""A sentence for the noise: tokens of words and punctuation with offsets, and changes to them.

What is not prose (addresses, code, numbers, markup) becomes a token without a word, so that no family finds it. The
families decide which changes are errors, and `noiser.py` decides how many are made.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TOKEN = re.compile(
    r"([^\W\d_]+(?:['’-][^\W\d_]+)*)(?![\w@/\\=<>|~^*`]|[.:]\w|:/|['’-]\w)"  # 1: a word
    r"|(`[^`]*`|(?:https?|ftp)://\S+|[@#\\/$<>{}\[\]*_~^=|]\S*"  # 2: not prose
    r"|\d(?:[\d.,:]*\d)?(?:[\w/%+-]*[\w%])?|\w[^\s,;!?()\"“”…—]*[\w/%@=<>*#+]|\w)"
    r"|(\.\.\.|\S)"  # 3: punctuation
)


class Corruption(NamedTuple):
    """Write `replacement` over `text[start:end]`."""

    start: int
    end: int
    replacement: str

    def meets(self, other: Corruption) -> bool:
        """Whether the two share characters, or would write at the same place."""
        return (self.start < other.end and other.start < self.end) or self.start == other.start


class TokenSentence:
    """Tokens of a text: `words` as written, and `low` in lower case with straight apostrophes, or "" if not prose."""

    __slots__ = ("end", "low", "start", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(TOKEN.finditer(text))
        self.words = [match[0] for match in found]
        self.start = [match.start() for match in found]
        self.end = [match.end() for match in found]
        low = ["" if match.lastindex == 2 else match[0].lower() for match in found]
        self.low = [word.replace("’", "'") for word in low] if "’" in text else low

    def __len__(self) -> int:
        return len(self.words)

    def at(self, i: int) -> str:
        """The lower-cased token at i, or "" outside the sentence."""
        return self.low[i] if 0 <= i < len(self.low) else ""

    def first(self, i: int) -> bool:
        """Whether token i is the first of the sentence, not counting opening quotes and brackets."""
        return i == 0 or (i == 1 and self.low[0] in OPENING)

    def spaced(self, i: int) -> bool:
        """Whether exactly one space separates token i from the next."""
        return i + 1 < len(self.words) and self.text[self.end[i] : self.start[i + 1]] == " "

    def swap(self, i: int, word: str, stop: int = 0) -> Corruption | None:
        """Replace token i (up to token `stop`) by `word`, in the case of the old one."""
        j = max(stop - 1, i)
        if j >= len(self.words):
            return None
        old = self.text[self.start[i] : self.end[j]]
        new = recase(old, word, self.first(i))
        return None if new == old else Corruption(self.start[i], self.end[j], new)

    def drop(self, i: int) -> Corruption | None:
        """Delete token i and the space before it. The new first word of the sentence gets the capital."""
        if i > 0 and self.spaced(i - 1) and not self.first(i):
            return Corruption(self.end[i - 1], self.end[i], "")
        if self.spaced(i) and self.low[i + 1][:1].isalpha():
            return Corruption(self.start[i], self.end[i + 1], recase(self.words[i], self.words[i + 1], True))
        return None

    def insert(self, i: int, word: str) -> Corruption | None:
        """Insert `word` before token i."""
        if i >= len(self.words):
            return None
        if not self.first(i):
            return Corruption(self.start[i], self.start[i], word + " ") if self.spaced(i - 1) else None
        if not self.low[i][:1].isalpha():
            return None
        old = self.words[i]
        rest = old if old == "I" or old[1:].isupper() or len(old) == 1 else old[0].lower() + old[1:]
        return Corruption(self.start[i], self.end[i], f"{word[0].upper()}{word[1:]} {rest}")


OPENING = frozenset("\"'“‘([«—-–")


def recase(old: str, new: str, first: bool = False) -> str:
    """`new` with the capitals and the kind of apostrophe of `old`."""
    if "'" in new and "’" in old:
        new = new.replace("'", "’")
    if not new or not old:
        return new
    if old.isupper() and len(old) > 1 and new.islower():
        return new.upper()
    if old[0].isupper() and (first or old[1:2].isalpha()):
        return new[0].upper() + new[1:]
    return new


def applied(text: str, changes: list[Corruption]) -> str:
    """The text with all changes made, which must not overlap."""
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.replacement + text[change.end :]
    return text
