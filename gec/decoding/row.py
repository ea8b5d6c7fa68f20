"""The state of one source during decoding: its output, the places of its pointers, and the success of its drafts.

`verify.py` adds the tokens of greedy decoding. `route.py` uses the state to choose the next draft.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from gec.decoding.draft import Pointer, track

CIRCLES = 3  # an output that returns to one place of its source so often will not end
RIGHT = 3  # a draft with fewer right tokens is poor


@dataclass(slots=True)
class DraftCounts:
    """Tokens and passes after a poor draft, for all rows of one `decode`. The key says whether the block heads
    drafted."""

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
    marks: int  # number of source tokens that are not text
    keep: Pointer  # follows the source, and tells the token to copy
    lead: Pointer | None  # follows the edit head's output, while that is right
    tally: DraftCounts = field(default_factory=DraftCounts)
    said: list[int] = field(default_factory=list)
    odds: list[float] = field(default_factory=list)
    ahead: list[int] = field(default_factory=list)  # the block heads' prediction
    passes: int = 0
    positions: int = 0
    poor: int = 0  # number of poor drafts in a row
    copied: int = 0  # number of copied tokens in a row
    misses: int = 0  # number of completely wrong drafts in a row
    on_heads: bool = False  # uses the block heads until the pointer has a match again
    returns: Counter[int] = field(default_factory=Counter)  # how often the pointer went back, by place
    circling: bool = False  # whether it went back to one place too often

    @property
    def at(self) -> int:
        """The place of the pointer in the source; -1 beyond the end."""
        at = self.marks + self.keep.at
        return at if at < len(self.source) else -1

    @property
    def ran_away(self) -> bool:
        """Whether the output will not end. It depends on the output alone, not on drafts."""
        return len(self.said) >= self.limit or self.circling

    @property
    def pointers(self) -> list[int]:
        """The place of the pointer in the source before each output token, and after the last; -1 beyond the end."""
        places = (self.marks + at for at in track(self.keep.reference, self.said, self.keep.tokens))
        return [at if at < len(self.source) else -1 for at in places]

    def push(self, token: int, odds: float) -> None:
        keep, said = self.keep, self.said
        before = keep.at
        if keep.push(said, token):
            self.copied += 1
        else:
            self.copied = 0
            if keep.at < before:
                self.returns[keep.at] += 1
                self.circling = self.circling or self.returns[keep.at] == CIRCLES
        if self.lead is not None:
            self.lead.push(said, token)
        said.append(token)
        self.odds.append(odds)

    def copy(self, tokens: list[int], odds: list[float]) -> None:
        """`push` for some tokens that are all copies: the next ones from the pointer on."""
        if not tokens:
            return
        count = len(tokens)
        self.keep.at += count
        self.keep.locked = True
        self.copied += count
        if self.lead is not None:
            self.lead.follow(self.said, tokens)
        self.said += tokens
        self.odds += odds

    def record_draft(self, drafted: int, right: int) -> None:
        """Record how many tokens of the last draft were right."""
        if self.on_heads or self.poor:
            self.tally.add(self.on_heads, right + 1)
        self.poor = self.poor + 1 if right < min(RIGHT, drafted) else 0
        self.misses = 0 if right else self.misses + 1

    def switch(self, on_heads: bool) -> None:
        """Switch to the block heads or back. They begin without a miss."""
        if on_heads and not self.on_heads:
            self.misses = 0
        self.on_heads = on_heads
