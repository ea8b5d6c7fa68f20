"""Chooses the draft for the next pass of a row.

Every way gives the same output; a way only decides how many passes it takes. `draft.py` and the engine's block heads
make drafts, and `verify.py` keeps the correct part of them. bench/LOG.md says how `POOR_DRAFTS` was chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gec.decoding.draft import echo
from gec.decoding.row import DraftCounts, Row

POOR_DRAFTS = 2  # after this many in a row, drafts are short until one is right
SHORT = 4
AGAIN = 8  # after this many poor drafts, the heads get another chance
LOCKED = 2  # consecutive tokens from the pointer, after which it is trusted again
TRIED = 12  # passes with the heads before they are judged
WORTH = 1.25  # the heads must give this many times the tokens per pass of the source, because proposing costs time

Mode = Literal["greedy", "aggressive", "blockwise", "auto"]
Drafter = Callable[[Row, int], list[int]]


def no_draft(row: Row, limit: int) -> list[int]:
    """No draft: greedy decoding."""
    return []


def aggressive(row: Row, limit: int) -> list[int]:
    """The edit head's output while it is right, then the source from the pointer on, then an echo."""
    if row.poor >= POOR_DRAFTS:
        again = echo(row.said, limit)
        if again:
            return again
        limit = min(limit, SHORT)
    if row.lead is not None and row.lead.locked:
        return row.lead.ahead(limit)
    return row.keep.ahead(limit) or echo(row.said, limit)


def blockwise(row: Row, limit: int) -> list[int]:
    """The block heads' prediction after the last pass."""
    return row.ahead[:limit]


def auto(row: Row, limit: int) -> list[int]:
    """The draft of `aggressive` while that works, and of `blockwise` while the pointer is lost."""
    if row.on_heads and row.ahead:
        return echo(row.said, limit) or blockwise(row, limit)
    return aggressive(row, limit)


def wants_heads(row: Row) -> bool:
    """Whether to use the block heads for a row: after two poor drafts, until the pointer has a match again or the heads
    are wrong as often. If drafts stay poor, the heads get another chance after some passes, unless they are not worth
    it."""
    if not heads_pay(row.tally):
        return False
    if row.on_heads:
        return row.copied < LOCKED and row.misses < POOR_DRAFTS
    return row.poor % AGAIN == POOR_DRAFTS


def heads_pay(tally: DraftCounts) -> bool:
    return tally.passes[True] < TRIED or tally.mean(True) >= WORTH * tally.mean(False)


@dataclass(frozen=True, slots=True)
class Way:
    """The function that drafts, and whether to ask the block heads after a pass."""

    draft: Drafter
    asks: Callable[[Row], bool]


WAYS: dict[Mode, Way] = {
    "greedy": Way(no_draft, lambda row: False),
    "aggressive": Way(aggressive, lambda row: False),
    "blockwise": Way(blockwise, lambda row: True),
    "auto": Way(auto, lambda row: row.on_heads),
}

PIPELINED = "pipelined"  # the way of `pipelined.py`, which decodes whole paragraphs
REWRITE = "rewrite"  # no way, but short for `auto` with the task "rewrite"
MODES = (*WAYS, PIPELINED, REWRITE)  # the values of --decode
