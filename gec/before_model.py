"""Makes the sentence that the model reads: findings of the speller (`gec/spelling`) and the rules (`gec/rules`) are
corrected in it, if the guards let them pass.

`Respelled.original` maps the model's proposals for that sentence back to the original one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from gec.edits.align import Proposal
from gec.edits.edit import Edit, apply
from gec.guards.sentence import allowed
from gec.rules.engine import faults
from gec.rules.fault import Fault
from gec.spelling.respell import respellings


@dataclass(frozen=True, slots=True)
class Respelled:
    """A sentence, and the text that the model reads instead."""

    text: str
    read: str
    swaps: tuple[Proposal, ...] = ()  # the corrections that make `read` of `text`

    def original(self, found: Sequence[Proposal]) -> list[Proposal]:
        """The swaps and the model's proposals together, as proposals for the original sentence. Those that overlap are
        joined."""
        if not self.swaps:
            return list(found)
        placed = _placed(self.swaps)
        joined = (self._joined(some, placed) for some in _overlapping([*(one.swap for one in placed), *found]))
        return [one for one in joined if one is not None]

    def _joined(self, some: Sequence[Proposal], placed: Sequence[_PlacedSwap]) -> Proposal | None:
        """One proposal for several that overlap in `read`. None if nothing changes, or if the model deletes a respelled
        word, because the respelling may have been wrong."""
        if any(self._deletes(word, one) for word in some if word.spelling is not None for one in some):
            return None
        low, high = some[0].start, max(one.end for one in some)
        said, done = [], low
        for one in some:
            if one.odds is not None:
                said += [self.read[done : one.start], one.replacement]
                done = one.end
        replacement = "".join([*said, self.read[done:high]])
        start, end = _original(low, placed), _original(high, placed)
        if replacement == self.text[start:end]:
            return None
        odds, spelling, fault = (_least(getattr(one, name) for one in some) for name in ("odds", "spelling", "fault"))
        rule = next((one.rule for one in some if one.rule), "")
        return Proposal(start, end, replacement, odds, spelling, fault, rule)

    def _deletes(self, word: Proposal, one: Proposal) -> bool:
        """Whether a proposal deletes a respelled word."""
        if one.odds is None or not one.start <= word.start < word.end <= one.end or " " in word.replacement:
            return False
        old, new = self.read[one.start : one.end].split(), one.replacement.split()
        return len(new) < len(old) and word.replacement not in new


@dataclass(frozen=True, slots=True)
class _PlacedSwap:
    """A swap at its place in `read`, and how far the text after it is shifted."""

    swap: Proposal
    shift: int


def _placed(swaps: Sequence[Proposal]) -> list[_PlacedSwap]:
    """The swaps at their places in `read`."""
    found, shift = [], 0
    for swap in swaps:
        start = swap.start + shift
        shift += len(swap.replacement) - (swap.end - swap.start)
        found.append(_PlacedSwap(replace(swap, start=start, end=swap.end + shift), shift))
    return found


def _original(at: int, placed: Sequence[_PlacedSwap]) -> int:
    """The place in the original sentence for a place in `read` that is not inside a swap."""
    before = bisect_right(placed, at, key=lambda one: one.swap.end)
    return at - (placed[before - 1].shift if before else 0)


def _overlapping(found: Iterable[Proposal]) -> Iterator[list[Proposal]]:
    """Groups of proposals that overlap, in order."""
    group: list[Proposal] = []
    reach = -1
    for one in sorted(found, key=lambda one: (one.start, one.end)):
        if one.start >= reach and group:
            yield group
            group = []
        group.append(one)
        reach = max(reach, one.end)
    if group:
        yield group


def _least(odds: Iterable[float | None]) -> float | None:
    return min((one for one in odds if one is not None), default=None)


def respelled(text: str) -> Respelled:
    """The sentence with its misspelt words and the findings of the rules corrected."""
    found = faults(text)
    swaps = [one for one in respellings(text) if not any(_mended(text, one, fault) for fault in found)]
    if not found and not swaps:
        return Respelled(text, text)
    borders = [place for one in swaps for place in (one.start, one.end)]
    for one in found:
        low, high = bisect_left(borders, one.start), bisect_right(borders, one.end)
        separate = low == high and low % 2 == 0
        swap = Proposal(one.start, one.end, one.replacement, None, fault=one.odds, rule=one.rule)
        if separate and allowed(text, swap):
            swaps.append(swap)
    swaps.sort(key=lambda one: one.start)
    read = apply(text, [Edit(one.start, one.end, one.replacement) for one in swaps])
    return Respelled(text, read, tuple(swaps))


def _mended(text: str, one: Proposal, fault: Fault) -> bool:
    """Whether a rule also corrects a misspelt word, alone or together with its neighbours: Dont, many informations."""
    wider = fault.start <= one.start and one.end <= fault.end
    return wider and text[one.start : one.end] not in fault.replacement
