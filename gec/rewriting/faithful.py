"""Checks the edits of a rewriting. With them, the sentence must keep its facts (`facts.py`) and most of its words, and
must not repeat anything.

Each edit must pass by itself, because a user may accept only some of them. If words move from one place to another, the
edits at both places become one. If all edits together do not pass, the least certain ones are left out. `Held` counts
the edits that were left out.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from gec.edits.change import WORD
from gec.edits.classify import classify
from gec.edits.edit import Edit, apply
from gec.language import lexicon, word_set
from gec.rewriting.facts import Facts, changed, facts

MAX_MOVE_WORDS = 25  # words between the two places of a move
MAX_SENTENCE_CHARACTERS = 1_000  # a longer sentence is checked in parts, because every edit reads all of it
NEXT = 6  # number of edits that are tried together if the first one loses a fact
LOST = 4  # most words, other than small ones, that an edit may delete without replacing them
TWICE = 4  # consecutive words that must not be repeated
LITTLE = word_set("a an the to of in on at for with by from as and or but so that s")

WORDS, AGAIN = "much of what is said", "what is said once"  # reasons besides the kinds of facts


@dataclass
class Held:
    """Counts the edits that were left out of rewritings. Threads may share it."""

    edits: Counter[str] = field(default_factory=Counter)  # by reason: what the edit would have lost or changed
    unchanged: int = 0  # sentences that stay as they were, because all their edits were left out
    _adding: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    def add(self, reasons: Sequence[str], *, unchanged: bool) -> None:
        with self._adding:
            self.edits.update(reasons)
            self.unchanged += bool(reasons) and unchanged

    def __str__(self) -> str:
        """The counts in words."""
        parts = ", ".join(f"{reason} ({many:,})" for reason, many in self.edits.most_common())
        same = self.unchanged
        stay = "1 sentence stays as it was" if same == 1 else f"{same:,} sentences stay as they were"
        return (
            f"left out of rewritings what would lose or change {parts}; {stay}"
            if parts
            else "no rewriting lost a thing"
        )


def faithful(text: str, edits: Iterable[Edit]) -> tuple[list[Edit], list[str]]:
    """The edits of a sentence that pass, and for each other edit the reason: what it would lose or change."""
    every: list[Edit] = []
    reasons: list[str] = []
    for low, high, some in _parts(text, sorted(edits)):
        kept, why = _faithful(text[low:high], [_moved(edit, -low) for edit in some])
        every += (_moved(edit, low) for edit in kept)
        reasons += why
    return every, reasons


def _parts(text: str, edits: Sequence[Edit]) -> Iterator[tuple[int, int, list[Edit]]]:
    """The places of the parts of a sentence that have edits, with these edits. Only a long sentence is divided: between
    words where there is no edit. Characters far from all edits are left out."""
    low = reach = 0
    some: list[Edit] = []
    for edit in edits:
        if edit.start - low > MAX_SENTENCE_CHARACTERS and (cut := text.find(" ", reach + 1, edit.start)) >= 0:
            if some:
                yield _begin(text, low, some[0].start), _end(text, reach, cut), some
            low, some = cut, []
        some.append(edit)
        reach = max(reach, edit.end)
    if some:
        yield _begin(text, low, some[0].start), _end(text, reach, len(text)), some


def _begin(text: str, low: int, at: int) -> int:
    """The beginning of a part that has an edit `at` a place: not before `low`, and not too long. It is at a space if
    possible."""
    far = max(low, at - MAX_SENTENCE_CHARACTERS)
    return far if far == low else max(far, text.find(" ", far, at))


def _end(text: str, at: int, high: int) -> int:
    """The end of such a part, in the same way."""
    far = min(high, at + MAX_SENTENCE_CHARACTERS)
    return far if far == high or (blank := text.rfind(" ", at, far)) < 0 else blank


def _moved(edit: Edit, by: int) -> Edit:
    return replace(edit, start=edit.start + by, end=edit.end + by)


def _faithful(text: str, edits: Sequence[Edit]) -> tuple[list[Edit], list[str]]:
    before = facts(text)
    joined, reasons = _joined(text, before, edits)
    kept: list[Edit] = []
    for edit in sorted(joined, key=lambda one: -one.confidence):
        why = _harm(text, before, [edit]) or _harm(text, before, [*kept, edit])
        if why:
            reasons.append(why)
        else:
            kept.append(edit)
    return sorted(kept), reasons


def _harm(text: str, before: Facts, edits: Sequence[Edit]) -> str:
    """What these edits would lose or change; empty if they pass."""
    after = apply(text, edits)
    found = changed(before, facts(after))
    if found:
        return found[0][0]
    if any(_loses_words(text, edit) for edit in edits):
        return WORDS
    return AGAIN if _repeats(after) - _repeats(text) else ""


def _loses_words(text: str, edit: Edit) -> bool:
    """Whether an edit deletes too many words without replacing them. Small ones do not count."""
    gone, new = (
        sum(map(_counts, WORD.findall(said.lower()))) for said in (text[edit.start : edit.end], edit.replacement)
    )
    return gone - new > LOST


def _repeats(text: str) -> Counter[tuple[str, ...]]:
    """Repeated words: several consecutive words that are not all small, or one word directly after itself."""
    words = WORD.findall(text.lower())
    runs = Counter(zip(*(words[first:] for first in range(TWICE)), strict=False))
    said = {run: many for run, many in runs.items() if many > 1 and any(map(_counts, run))}
    doubled = Counter((one, other) for one, other in pairwise(words) if one == other and one.isalpha())
    return Counter(said) + doubled


def _counts(word: str) -> bool:
    """Whether a word is not a small one: no single letter, and of no closed class. Auxiliaries count."""
    return word not in lexicon.CLOSED and len(word) > 1


# --- moves


def _joined(text: str, before: Facts, edits: Sequence[Edit]) -> tuple[list[Edit], list[str]]:
    """The edits, with those of one move joined, and a reason for each edit of a move that is too long."""
    whole: list[Edit] = []
    reasons: list[str] = []
    rest = list(edits)
    while rest:
        last = _last_of_move(text, rest)
        if not last and _harm(text, before, rest[:1]):  # a number that is deleted here may be inserted there
            ends = range(1, min(len(rest), NEXT))
            last = next((at for at in ends if not _harm(text, before, [_as_one(text, rest[: at + 1])])), 0)
        some, rest = rest[: last + 1], rest[last + 1 :]
        if len(some) > 1 and len(WORD.findall(text, some[0].end, some[-1].start)) > MAX_MOVE_WORDS:
            reasons += [WORDS] * len(some)
        else:
            whole.append(_as_one(text, some) if len(some) > 1 else some[0])
    return whole, reasons


def _last_of_move(text: str, edits: Sequence[Edit]) -> int:
    """The index of the last edit that exchanges words with the first edit, directly or through others; 0 if none
    does."""
    flows = [_flow(text, edit) for edit in edits]
    last, at = 0, 0
    while at <= last:
        gone, come = flows[at]
        for other in range(last + 1, len(edits)):
            if gone & flows[other][1] or come & flows[other][0]:
                last = other
        at += 1
    return last


def _flow(text: str, edit: Edit) -> tuple[frozenset[str], frozenset[str]]:
    """The words that an edit deletes and those that it inserts, without the most frequent words."""
    gone, come = (frozenset(WORD.findall(said.lower())) for said in (text[edit.start : edit.end], edit.replacement))
    return gone - come - LITTLE, come - gone - LITTLE


def _as_one(text: str, edits: Sequence[Edit]) -> Edit:
    low, high = edits[0].start, edits[-1].end
    inside = [replace(one, start=one.start - low, end=one.end - low) for one in edits]
    new = apply(text[low:high], inside)
    sure = min(one.confidence for one in edits)
    return Edit(low, high, new, classify(text, low, high, new), sure)
