"""An edit as the guards see it: the words that it takes away, the words that it brings, and the words beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice

from gec.edits.edit import Edit
from gec.lazy import cached_property

BEFORE = 100  # characters beside an edit that may speak against it
OPENING = 20  # characters without a letter before the first word of a sentence

WORD = re.compile(r"\w+(?:['’-]\w+)*")
MODEL, SPELLER, RULE, REWRITER = "model", "speller", "rule", "rewriter"  # who proposes


@dataclass(frozen=True)
class Change:
    text: str
    edit: Edit
    by: str = MODEL

    @cached_property
    def gone(self) -> list[str]:
        """The words that it takes away, in lower case."""
        return WORD.findall(self.old.lower())

    @cached_property
    def new(self) -> list[str]:
        return WORD.findall(self.edit.replacement.lower())

    @cached_property
    def left(self) -> str:
        return self.text[max(0, self.edit.start - BEFORE) : self.edit.start]

    @cached_property
    def right(self) -> str:
        return self.text[self.edit.end : self.edit.end + BEFORE]

    @cached_property
    def before(self) -> list[str]:
        return WORD.findall(self.left.lower())

    @cached_property
    def behind(self) -> list[str]:
        return [found[0] for found in islice(WORD.finditer(self.right.lower()), 2)]

    @cached_property
    def old(self) -> str:
        return self.text[self.edit.start : self.edit.end]

    @cached_property
    def pair(self) -> tuple[str, str] | None:
        """The old word and the new one, if it replaces one word by one."""
        return (self.gone[0], self.new[0]) if len(self.gone) == len(self.new) == 1 else None

    @property
    def opens(self) -> bool:
        """Whether it is about the first word of its sentence."""
        return not any(map(str.isalnum, self.left[-OPENING:]))
