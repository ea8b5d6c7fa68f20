"""An edit as the guards see it: the words that it deletes, the words that it inserts, and its neighbouring words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from gec.edits.edit import Edit
from gec.lazy import cached_property

BEFORE = 100  # characters on each side of an edit that guards look at
OPENING = 20  # characters without letters and digits that may stand before the first word of a sentence

WORD = re.compile(r"\w+(?:['’-]\w+)*")
MODEL, SPELLER, RULE, REWRITER = "model", "speller", "rule", "rewriter"  # who proposes


@dataclass(frozen=True)
class Change:
    """An edit of a sentence, and its proposer."""

    text: str  # the sentence
    edit: Edit
    by: str = MODEL

    @cached_property
    def gone(self) -> list[str]:
        """The words that it deletes or replaces, in lower case."""
        return WORD.findall(self.old.lower())

    @cached_property
    def new(self) -> list[str]:
        """The words of the replacement, in lower case."""
        return WORD.findall(self.edit.replacement.lower())

    @cached_property
    def left(self) -> str:
        """The text before it."""
        return self.text[max(0, self.edit.start - BEFORE) : self.edit.start]

    @cached_property
    def right(self) -> str:
        """The text after it."""
        return self.text[self.edit.end : self.edit.end + BEFORE]

    @cached_property
    def before(self) -> list[str]:
        """The words before it, in lower case."""
        return WORD.findall(self.left.lower())

    @cached_property
    def behind(self) -> list[str]:
        return [found[0] for found in islice(WORD.finditer(self.right.lower()), 2)]

    @cached_property
    def old(self) -> str:
        """The text that it replaces."""
        return self.text[self.edit.start : self.edit.end]

    @cached_property
    def pair(self) -> tuple[str, str] | None:
        """The old and the new word if it replaces one word by one word, else None."""
        return (self.gone[0], self.new[0]) if len(self.gone) == len(self.new) == 1 else None

    @property
    def opens(self) -> bool:
        """Whether it is at the beginning of the sentence."""
        return not any(map(str.isalnum, self.left[-OPENING:]))
