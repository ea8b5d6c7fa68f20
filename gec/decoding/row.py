"""The state of one source during decoding: its output, the places of its pointers, and the success of its drafts.

`verify.py` pushes what greedy decoding says, `route.py` looks here to choose the next draft.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from gec.decoding.draft import Pointer

CIRCLES = 3  # times an output goes back to one place of its source: it will go on doing so
RIGHT = 3  # a draft with fewer right tokens than this was poor


@dataclass(slots=True)
class Tally:
    """What passes say after a poor draft, by whether the block heads draft: of all rows of one `decode` together."""

    tokens: Counter[bool] = field(default_factory=Counter)
    passes: Counter[bool] = field(default_factory=Counter)

    def add(self, heads: bool, said: int) -> None:
        self.tokens[heads] += said
        self.passes[heads] += 1

    def mean(self, heads: bool) -> float:
        return self.tokens[heads] / self.passes[heads] if self.passes[heads] else 0.0


@dataclass
class Row:
    """The state of one source between two passes."""

    number: int
    source: list[int]
    limit: int
    marks: int  # tokens of the source that are no text
    keep: Pointer  # follows the source: says which token keeping would be
    lead: Pointer | None  # follows the edit head's guess, while it is right
    tally: Tally = field(default_factory=Tally)
    said: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    pointers: list[int] = field(default_factory=list)  # places in the source where `keep` stood before each token said
    ahead: list[int] = field(default_factory=list)  # what the block heads expect next
    passes: int = 0
    positions: int = 0
    poor: int = 0  # drafts in a row of which nearly nothing was right
    copied: int = 0  # tokens in a row that were the pointer's
    misses: int = 0  # drafts in a row of which nothing at all was right
    adrift: bool = False  # left to the block heads until the pointer locks on again
    returns: Counter[int] = field(default_factory=Counter)  # to which places the pointer went back, and how often

    @property
    def at(self) -> int:
        """Where in the source the pointer stands, -1 beyond its end."""
        at = self.marks + self.keep.at
        return at if at < len(self.source) else -1

    @property
    def ran_away(self) -> bool:
        """Whether the output will not end: a matter of what was said alone, whatever was drafted."""
        return len(self.said) >= self.limit or CIRCLES in self.returns.values()

    def push(self, token: int, odds: float) -> None:
        self.pointers.append(self.at)
        self.copied = self.copied + 1 if token == self.keep.token() else 0
        before = self.keep.at
        self.keep.push(self.said, token)
        if self.keep.at < before:
            self.returns[self.keep.at] += 1
        if self.lead is not None:
            self.lead.push(self.said, token)
        self.said.append(token)
        self.odds.append(odds)

    def fared(self, drafted: int, right: int) -> None:
        """So many tokens of the last draft were right."""
        if self.adrift or self.poor:
            self.tally.add(self.adrift, right + 1)
        self.poor = self.poor + 1 if right < min(RIGHT, drafted) else 0
        self.misses = 0 if right else self.misses + 1

    def turn(self, adrift: bool) -> None:
        """To the block heads or back; they begin without a miss."""
        if adrift and not self.adrift:
            self.misses = 0
        self.adrift = adrift
