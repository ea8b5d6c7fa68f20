"""The interface of an engine for passages whose sentences are decoded together: `float_pipeline.py` uses torch,
`int8_pipeline.py` a CPU without torch. `gec/decoding/pipelined.py` decides what to feed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from gec.engine import EncodedSources, Engine, Verdict


class Fed(NamedTuple):
    """A token for the decoder, and its place."""

    token: int
    sequence: int
    time: int
    first: bool  # whether it is the start of its sub-sequence
    at: int = 0  # place of the sub-sequence's pointer in the source after it
    keep: int = -1  # the next token if the source is copied; -1: none


class PipelineBoard(Protocol):
    """Passages during decoding, each in a slot."""

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None: ...
    def step(self, slots: list[int], starts: list[int], fed: list[list[Fed]]) -> list[Verdict]:
        """Append tokens after the first `starts` of each slot. Returns verdicts on the next token after each of
        them."""


class Pipeline(Protocol):
    """An engine for passages: sources with a start token between their sentences."""

    @property
    def engine(self) -> Engine: ...
    @property
    def most(self) -> int | None:
        """The most sentences it can distinguish; None if there is no limit, because only their order counts."""

    def encode(self, sources: list[list[int]]) -> EncodedSources: ...
    def board(self, slots: int) -> PipelineBoard: ...
    def arbitrate(self, source: list[int], fed: Sequence[Fed], which: int) -> int:
        """The token after number `which` of all fed tokens, where two logits are too close."""


def numbers(source: Sequence[int], start: int) -> Iterator[int]:
    """For each token, the number of the sentence that it starts, or 0."""
    count = 0
    for token in source:
        count += token == start
        yield count if token == start else 0
