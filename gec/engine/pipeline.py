"""What an engine does for passages whose sentences are decoded together (`gec/decoding/pipelined.py` says what is fed
when): `float_pipeline.py` on a device with torch, `int8_pipeline.py` on a CPU without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from gec.engine import Encoded, Engine, Verdict


class Fed(NamedTuple):
    """A token given to the decoder, and where it stands."""

    token: int
    sequence: int
    time: int
    first: bool  # whether it is the start of its sub-sequence
    at: int = 0  # where in the source the sub-sequence's pointer stands behind it
    keep: int = -1  # the token that keeping would say next; none: below zero


class PipelineBoard(Protocol):
    """Passages being decoded, each in a slot."""

    def seat(self, slots: Sequence[int], encoded: Encoded, rows: Sequence[int]) -> None: ...
    def step(self, slots: list[int], starts: list[int], fed: list[list[Fed]]) -> list[Verdict]:
        """Append tokens to the first `starts` of each slot; a verdict on what comes after each of them."""


class Pipeline(Protocol):
    """An engine that reads passages: sources with a start token between their sentences."""

    @property
    def engine(self) -> Engine: ...
    @property
    def most(self) -> int | None:
        """Sentences that it can tell apart; none: any number, by their order alone."""

    def encode(self, sources: list[list[int]]) -> Encoded: ...
    def board(self, slots: int) -> PipelineBoard: ...
    def arbitrate(self, source: list[int], fed: Sequence[Fed], which: int) -> int:
        """What comes after token `which` of all that was fed, where two are too close to call."""


def numbers(source: Sequence[int], start: int) -> Iterator[int]:
    """Which sentence each start token of a source starts; the first sentence has none."""
    count = 0
    for token in source:
        count += token == start
        yield count if token == start else 0
