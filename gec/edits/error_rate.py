"""How often a writer errs near a place, and what that says about one more edit there.

The same edit is more often right in a learner's essay than in a printed book. So the other edits of the document count
as evidence: the sum of their confidences is the number of mistakes expected nearby. Near edits count more than far
ones. A lone sentence says little of its writer; a long document without mistakes says that one more is unlikely.
Nothing outside the document matters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from gec.edits.edit import Edit

MAX_LOG_ODDS = 30.0  # log-odds beyond which nothing changes
NEARBY = 1500.0  # characters beyond which an edit counts less than a third
USUAL_RATE = 0.001  # expected mistakes a character in a text of average care; a confidence is fitted for these
UNREAD = 0.004  # expected mistakes a character before anything is read: who asks for corrections needs some
UNSEEN = 150.0  # characters of a document's own that count as much as this expectation
MOST = 30.0  # times the usual rate beyond which more mistakes say no more


def weighed(edits: Sequence[Edit], length: int, slope: float, others: Sequence[Edit] = ()) -> list[Edit]:
    """The edits of a document of this length, in order, each with its confidence given the others.

    `slope` says how much more mistakes count, in log-odds per natural logarithm of their rate; it comes with a model.
    `others` count only as evidence.
    """
    if not slope:
        return list(edits)
    shifts = evidence(edits, length, others)
    return [
        replace(one, confidence=moved(one.confidence, slope * shift)) for one, shift in zip(edits, shifts, strict=True)
    ]


def evidence(edits: Sequence[Edit], length: int, others: Sequence[Edit] = ()) -> list[float]:
    """For each edit, the logarithm of how many times as often as usual the writer errs around it; the edit itself does
    not count."""
    changes = {_change(one): one for one in sorted([*edits, *others], reverse=True)}  # the first of its parts
    ordered = sorted(changes.values(), key=lambda one: one.start)
    found = dict(zip(map(_change, ordered), _logarithms(ordered, length), strict=True))
    return [found[_change(one)] for one in edits]


def _change(edit: Edit) -> tuple[int, ...]:
    """The change that an edit is part of: markup can cut one change into several edits."""
    return edit.part_of or (edit.start, edit.end)


def _logarithms(edits: Sequence[Edit], length: int) -> list[float]:
    before = _passed([(edit.start, edit.confidence) for edit in edits])
    behind = _passed([(-edit.start, edit.confidence) for edit in reversed(edits)])[::-1]
    rates = (
        (left + right + UNREAD * UNSEEN) / (_text_around(edit.start, length) + UNSEEN)
        for edit, left, right in zip(edits, before, behind, strict=True)
    )
    return [math.log(min(MOST, rate / USUAL_RATE)) for rate in rates]


def _passed(placed: Sequence[tuple[int, float]]) -> list[float]:
    """At each place, the mistakes expected before it; near ones count more."""
    sums: list[float] = []
    total, last = 0.0, 0
    for place, sure in placed:
        total *= math.exp((last - place) / NEARBY) if sums else 0.0
        sums.append(total)
        total, last = total + sure, place
    return sums


def _text_around(place: int, length: int) -> float:
    """The characters around a place, weighed as its mistakes are."""
    rest = max(0, length - place)
    return NEARBY * (2 - math.exp(-place / NEARBY) - math.exp(-rest / NEARBY))


def moved(confidence: float, shift: float) -> float:
    """A probability with shifted log-odds; 0 and 1 stay."""
    if not 0 < confidence < 1:
        return confidence
    odds = math.log(confidence / (1 - confidence)) + shift
    return round(1 / (1 + math.exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, odds)))), 4)
