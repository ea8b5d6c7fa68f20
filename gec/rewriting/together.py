"""Joins what `--rewrite` shows: the corrections of a sentence, shorter phrases for wordy ones, and other wordings that
are certain enough.

Corrections and wordings come from the same network, which reads the sentence once for each task. A wording must be more
certain than a correction, because the confidences were fitted to corrections. It must not drop a content word, because
most wordings that do are worse.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from gec.edits.change import WORD
from gec.edits.classify import classify
from gec.edits.dependent import needs
from gec.edits.edit import Edit
from gec.edits.error_rate import moved
from gec.guards.sentence import Candidate
from gec.language import lexicon
from gec.rules.engine import wordy

LESS = 0.4  # log-odds that are subtracted from the confidence of a wording
MORE = 0.5  # and added to that of a correction: who asks for a rewriting wants more of them


def together(text: str, corrections: Collection[Candidate], wordings: Iterable[Candidate]) -> list[Candidate]:
    """The candidates for a sentence. Where a correction and a wording touch, the wording is dropped."""
    corrections = [_moved(one, MORE) for one in corrections]
    wordings = (_moved(one, -LESS) for one in wordings if not _drops(text, one.edit))
    kept: dict[Edit, Candidate] = {}
    for one in chain(_shorter(text), corrections, wordings):
        if all(one.edit.end < other.start or other.end < one.edit.start for other in kept):
            kept[one.edit] = one
    sure = {one.edit for one in corrections}
    for edit, needed in needs(text, sorted(kept)):
        if edit in sure and needed not in sure:  # otherwise the correction might be dropped together with the wording
            kept.pop(needed, None)
    return [kept[edit] for edit in sorted(kept)]


def _moved(one: Candidate, by: float) -> Candidate:
    return replace(one, edit=replace(one.edit, confidence=moved(one.edit.confidence, by)))


def covers(one: Edit, other: Edit) -> bool:
    return one.start <= other.start and other.end <= one.end


def _shorter(text: str) -> Iterator[Candidate]:
    for one in wordy(text):
        kind = classify(text, one.start, one.end, one.replacement)
        sure = moved(0.5, one.odds)
        yield Candidate(Edit(one.start, one.end, one.replacement, kind, sure, rule=one.rule), {})


def _drops(text: str, edit: Edit) -> bool:
    """Whether an edit deletes more content words than it inserts."""
    gone, come = (
        sum(word not in lexicon.FUNCTION_WORDS for word in WORD.findall(said.lower()))
        for said in (text[edit.start : edit.end], edit.replacement)
    )
    return gone > come
