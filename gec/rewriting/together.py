"""What a rewriting shows: the corrections of a sentence, shorter phrases for wordy ones, and beside them other wordings
that are sure.

Corrections and wordings come from the same network, read under another mark each. A wording has to be surer than a
correction, since confidences were fitted to corrections, and may not drop a word that says something: most of those
that do are worse.
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

LESS = 0.4  # log-odds


def together(text: str, corrections: Collection[Candidate], wordings: Iterable[Candidate]) -> list[Candidate]:
    """The candidates of a sentence; of those that meet, the correction."""
    wordings = (
        replace(one, edit=replace(one.edit, confidence=moved(one.edit.confidence, -LESS)))
        for one in wordings
        if not _drops(text, one.edit)
    )
    kept: dict[Edit, Candidate] = {}
    for one in chain(_shorter(text), corrections, wordings):
        if all(one.edit.end < other.start or other.end < one.edit.start for other in kept):
            kept[one.edit] = one
    sure = {one.edit for one in corrections}
    for edit, needed in needs(text, sorted(kept)):
        if edit in sure and needed not in sure:  # or else the correction would go with a wording that is not shown
            kept.pop(needed, None)
    return [kept[edit] for edit in sorted(kept)]


def covers(one: Edit, other: Edit) -> bool:
    return one.start <= other.start and other.end <= one.end


def _shorter(text: str) -> Iterator[Candidate]:
    for one in wordy(text):
        kind = classify(text, one.start, one.end, one.replacement)
        sure = moved(0.5, one.odds)
        yield Candidate(Edit(one.start, one.end, one.replacement, kind, sure, rule=one.rule), {})


def _drops(text: str, edit: Edit) -> bool:
    """Whether words that say something go, and fewer come."""
    gone, come = (
        sum(map(_says, WORD.findall(said.lower()))) for said in (text[edit.start : edit.end], edit.replacement)
    )
    return gone > come


def _says(word: str) -> bool:
    return word not in lexicon.CLOSED and word not in lexicon.AUXILIARIES
