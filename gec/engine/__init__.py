"""Engines compute the network: `float.py` with torch on a CPU or a GPU, `int8.py` with integers on a CPU without torch.
`choose.py` chooses one.

An engine encodes sources, puts them into the slots of a board, and returns the token of greedy decoding after each
prefix of a draft. It does not know how drafts are made, except those of block heads, which it proposes itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

ENGINES = ("auto", "float", "int8")
ROOM = 32  # caches grow in steps of this many places


def with_room(places: int) -> int:
    """The size of a cache for at least this many places."""
    return -(-places // ROOM) * ROOM


@dataclass(frozen=True, slots=True)
class EncodedSources:
    """Encoded sources. `edited` has the edit head's prediction of each output, if there is an edit head."""

    sources: list[list[int]]
    edited: list[list[int]] | None
    memory: Any  # private to the engine


@dataclass(frozen=True, slots=True)
class Verdict:
    """For each fed token of a row, at least up to the first wrong one: the next token of greedy decoding, and its
    odds."""

    best: list[int]
    close: list[bool]  # whether another logit is so near that rounding could decide
    odds: list[float]  # log-odds of the best token against the pointer's token; 0 if they are the same
    passed: list[bool] = field(default_factory=list)  # with a lenience: whether the next fed token may stand


@dataclass(frozen=True, slots=True)
class Lenience:
    """Which drafted tokens are accepted although greedy decoding would write others (Stern et al. 2018, section 5). The
    default accepts none. Anything else is lossy, and the user must be told."""

    top: int = 1  # accept tokens among this many best ones
    distance: float = 0.0  # accept tokens within this cosine distance from the best token's embedding
    minimum: int = 1  # tokens that each pass accepts in any case

    @property
    def lossless(self) -> bool:
        return self == EXACT


EXACT = Lenience()


@dataclass(frozen=True, slots=True)
class About:
    """An engine in a table of measurements."""

    dtype: str
    device: str
    threads: int


class Board(Protocol):
    """Rows during decoding, each in a slot."""

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        """Put rows of encoded sources into slots."""

    def verify(
        self,
        slots: list[int],
        starts: list[int],
        fed: list[list[int]],
        pointers: list[list[int]],
    ) -> list[Verdict]:
        """Feed tokens after the first `starts` positions of each slot. `pointers` are the source places of the pointer
        after each fed token, -1 beyond the end."""

    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        """The block heads' predictions after a fed token of the last pass, for some rows. `places` are the places of
        these tokens. `pointers` are the source places of the pointer before and after the token."""


class Engine(Protocol):
    """One model on one device."""

    @property
    def eos(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def block(self) -> int:
        """k of the block heads p2..pk. If it is 0, `propose` is never called."""

    @property
    def about(self) -> About: ...

    def encode(self, sources: list[list[int]]) -> EncodedSources: ...
    def board(self, slots: int, lenience: Lenience = EXACT) -> Board: ...
    def arbitrate(self, source: list[int], said: list[int], pointers: list[int]) -> int:
        """The next token where two logits are too close. It is computed in float64, without a cache and for this row
        alone, so that batches and drafts cannot change it."""

    def unbiased(self) -> Engine:
        """The same engine without a bonus for copying the source."""

    def settle(self) -> None:
        """Wait for the device."""
