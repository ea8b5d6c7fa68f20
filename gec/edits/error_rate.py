"""Adjusts the confidence of an edit by how often its writer makes mistakes.

The same edit is more often right in a learner's essay than in a printed book. So the other edits of the document are
evidence: the sum of their confidences is the number of mistakes expected nearby, and near edits count more than far
ones. A single sentence shows little about its writer. In a long document with few mistakes, another one is unlikely.
Nothing outside the document counts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from gec.edits.edit import Edit

MAX_LOG_ODDS = 30.0  # larger log-odds are cut to this
NEARBY = 1500.0  # characters; the weight of an edit falls to 1/e over this distance
USUAL_RATE = 0.001  # mistakes per character in an average text, for which confidences are fitted
UNREAD = 0.006  # mistakes per character expected before anything is read: texts to correct have more than average
UNSEEN = 150.0  # this expectation counts as much as so many characters of the document
MOST = 30.0  # a rate of more than so many times the usual rate is cut to this


def weighed(edits: Sequence[Edit], length: int, slope: float, others: Sequence[Edit] = ()) -> list[Edit]:
    """The edits of a document of this length, in order, with their confidences adjusted.

    `slope` comes with a model: by how much the log-odds of an edit rise with the natural logarithm of the error rate.
    `others` are edits that count only as evidence.
    """
    if not slope:
        return list(edits)
    shifts = evidence(edits, length, others)
    return [
        replace(one, confidence=moved(one.confidence, slope * shift)) for one, shift in zip(edits, shifts, strict=True)
    ]


def evidence(edits: Sequence[Edit], length: int, others: Sequence[Edit] = ()) -> list[float]:
    """For each edit, the logarithm of the error rate around it relative to the usual rate. The edit itself does not
    count."""
    changes = {_change(one): one for one in sorted([*edits, *others], reverse=True)}  # only the first part of a change
    ordered = sorted(changes.values(), key=lambda one: one.start)
    found = dict(zip(map(_change, ordered), _logarithms(ordered, length), strict=True))
    return [found[_change(one)] for one in edits]


def _change(edit: Edit) -> tuple[int, ...]:
    """The change that an edit is a part of, because markup can split one change into several edits."""
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
    """For each place, the weighted sum of the confidences before it: near edits count more."""
    sums: list[float] = []
    total, last = 0.0, 0
    for place, sure in placed:
        total *= math.exp((last - place) / NEARBY) if sums else 0.0
        sums.append(total)
        total, last = total + sure, place
    return sums


def _text_around(place: int, length: int) -> float:
    """The weighted number of characters around a place, with the same weights as edits."""
    rest = max(0, length - place)
    return NEARBY * (2 - math.exp(-place / NEARBY) - math.exp(-rest / NEARBY))


def moved(confidence: float, shift: float) -> float:
    """A probability with shifted log-odds; 0 and 1 stay."""
    if not 0 < confidence < 1:
        return confidence
    odds = math.log(confidence / (1 - confidence)) + shift
    return round(1 / (1 + math.exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, odds)))), 4)
