"""Engines compute the network: `float.py` with torch on a CPU or a GPU, `int8.py` with integers on a CPU without torch.
`choose.py` chooses one.

An engine encodes sources, seats them in the slots of a board, and says what greedy decoding would say after each
prefix of a draft. It knows nothing of how drafts are made; a model with block heads proposes some itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

ENGINES = ("auto", "float", "int8")
ROOM = 32  # caches grow by so many places


def with_room(places: int) -> int:
    """How many a cache has that needs so many."""
    return -(-places // ROOM) * ROOM


@dataclass(frozen=True, slots=True)
class Encoded:
    """Some sources, ready to be seated; `edited` is the edit head's guess at each output, if there is a head."""

    sources: list[list[int]]
    edited: list[list[int]] | None
    memory: Any  # the engine's own


@dataclass(frozen=True, slots=True)
class Verdict:
    """For each fed token of a row, at least up to the first wrong one: what greedy says next, and how sure it is."""

    best: list[int]
    close: list[bool]  # whether another token is so near that rounding could decide
    odds: list[float]  # log-odds of the best against the pointer's token; 0 where they are the same
    passed: list[bool] = field(default_factory=list)  # whether lenience lets the next fed token stand; none: exact


@dataclass(frozen=True, slots=True)
class Lenience:
    """Which drafted tokens may stand although greedy decoding says others (Stern et al. 2018, section 5). As it is
    here, none: anything else is lossy and must be told to the user."""

    top: int = 1  # among so many best
    distance: float = 0.0  # cosine distance from the best token's embedding, at most
    minimum: int = 1  # tokens a pass accepts in any case

    @property
    def lossless(self) -> bool:
        return self == EXACT


EXACT = Lenience()


@dataclass(frozen=True, slots=True)
class About:
    """What a table of measurements says of an engine."""

    dtype: str
    device: str
    threads: int


class Board(Protocol):
    """Rows being decoded, each in a slot."""

    def seat(self, slots: Sequence[int], encoded: Encoded, rows: Sequence[int]) -> None:
        """Put these rows of encoded sources into slots; what the slots held is gone."""

    def verify(
        self,
        slots: list[int],
        starts: list[int],
        fed: list[list[int]],
        pointers: list[list[int]],
    ) -> list[Verdict]:
        """Feed tokens behind the first `starts` positions of each slot. `pointers` says where in the source the pointer
        stands after each fed token, -1 where it is beyond the end."""

    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        """Of rows of the last pass: what the block heads expect behind the token said at a place of what was fed.
        `pointers` says where in the source the pointer stood when it was said, and where it stands behind it."""


class Engine(Protocol):
    """One model on one device."""

    @property
    def eos(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def block(self) -> int:
        """k of the block heads p2..pk; 0 where there are none, and then nothing is ever asked to be proposed."""

    @property
    def about(self) -> About: ...

    def encode(self, sources: list[list[int]]) -> Encoded: ...
    def board(self, slots: int, lenience: Lenience = EXACT) -> Board: ...
    def arbitrate(self, source: list[int], said: list[int], pointers: list[int]) -> int:
        """The next token where two are too close to call: decided in float64, from scratch, for this row alone, so
        that batches and drafts have no say in it."""

    def settle(self) -> None:
        """Wait until everything asked for is done, where a device works on while Python goes on."""
