"""Chooses the draft for the next pass of a row.

Every way gives the same output; a way only decides how many passes it takes. `draft.py` and the engine's block heads
make the guesses, `verify.py` keeps what is right of them. How `POOR_DRAFTS` was chosen is in bench/LOG.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from gec.decoding.draft import echo
from gec.decoding.row import Row, Tally

POOR_DRAFTS = 2  # after so many of them in a row, drafts are short until one is right again
SHORT = 4
AGAIN = 8  # poor drafts from one chance of the heads to the next
LOCKED = 2  # tokens in a row that were the pointer's: it is on the right track again
TRIED = 12  # passes that the heads have, to show what they are worth
WORTH = 1.25  # tokens a pass of theirs for one of the source's: proposing has its price

Mode = Literal["greedy", "aggressive", "blockwise", "auto"]
Drafter = Callable[[Row, int], list[int]]


def nobody(row: Row, limit: int) -> list[int]:
    """No draft: greedy decoding."""
    return []


def aggressive(row: Row, limit: int) -> list[int]:
    """The edit head's guess while it is right, then the source from the pointer on, then an echo."""
    if row.poor >= POOR_DRAFTS:
        again = echo(row.said, limit)
        if again:
            return again
        limit = min(limit, SHORT)
    if row.lead is not None and row.lead.locked:
        return row.lead.ahead(limit)
    return row.keep.ahead(limit) or echo(row.said, limit)


def blockwise(row: Row, limit: int) -> list[int]:
    """What the block heads expected when the last token was said."""
    return row.ahead[:limit]


def auto(row: Row, limit: int) -> list[int]:
    """Aggressive while that goes well, blockwise while the pointer is lost."""
    if row.adrift and row.ahead:
        return echo(row.said, limit) or blockwise(row, limit)
    return aggressive(row, limit)


def adrift(row: Row) -> bool:
    """Whether a row is left to the block heads: after two poor drafts, until the pointer locks on again or the heads
    miss as often; a row that goes on poorly gives them another chance after some passes, if they have been of use."""
    if not heads_pay(row.tally):
        return False
    if row.adrift:
        return row.copied < LOCKED and row.misses < POOR_DRAFTS
    return row.poor % AGAIN == POOR_DRAFTS


def heads_pay(tally: Tally) -> bool:
    return tally.passes[True] < TRIED or tally.mean(True) >= WORTH * tally.mean(False)


@dataclass(frozen=True, slots=True)
class Way:
    """Who drafts, and whether the block heads are asked after a pass."""

    draft: Drafter
    asks: Callable[[Row], bool]


WAYS: dict[Mode, Way] = {
    "greedy": Way(nobody, lambda row: False),
    "aggressive": Way(aggressive, lambda row: False),
    "blockwise": Way(blockwise, lambda row: True),
    "auto": Way(auto, lambda row: row.adrift),
}

PIPELINED = "pipelined"  # the way of `pipelined.py`, which reads whole paragraphs
REWRITE = "rewrite"  # no way of its own: `auto`, asked to write anew
MODES = (*WAYS, PIPELINED, REWRITE)  # what a user may choose
