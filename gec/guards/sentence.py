"""Turns the proposals for a sentence into edits with a type and a confidence, and drops those that a guard refuses."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gec.edits.align import Proposal
from gec.edits.change import MODEL, RULE, SPELLER, Change
from gec.edits.classify import classify
from gec.edits.confidence import confidence, features
from gec.edits.dependent import needs
from gec.edits.edit import Edit
from gec.guards.stages import refusal

FAR_LESS = 0.7  # a joined edit with less than this share of the confidence of the corrected word gives way to it


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edit that could be shown, and the features for or against it, which `edits/confidence.py` weighs."""

    edit: Edit
    features: Mapping[str, float]


def allowed(text: str, one: Proposal, by: str = MODEL) -> bool:
    """Whether all guards of proposals let this one pass. `by` is the proposer of what neither a rule nor the speller
    found: the model or the rewriter."""
    return not refusal(Change(text, _typed(text, one), _proposer(one, by)))


def _proposer(one: Proposal, by: str) -> str:
    """The proposer: `by` if the model takes part, even if its edit includes a finding of a rule or the speller."""
    if one.odds is not None:
        return by
    return RULE if one.spelling is None and one.fault is not None else SPELLER


def candidates(
    text: str,
    found: Sequence[Proposal],
    weights: Mapping[str, float],
    company: int | None = None,
    *,
    by: str = MODEL,
    asked: bool = False,
) -> list[Candidate]:
    """The proposals for a sentence as edits with type and confidence, without those that a guard refuses. The guards
    have already checked findings of a rule or the speller alone. If `asked` is true, they have also checked those of
    the model alone, so only proposals that join both are checked here. `company` is the number of all proposals for the
    sentence, if `found` has only some of them."""
    typed = [_typed(text, one) for one in found]
    passed = [
        one.odds is None or (asked and not one.joined) or not refusal(Change(text, edit, by))
        for one, edit in zip(found, typed, strict=True)
    ]
    seen = [
        features(text, edit, one, company or len(found)) if fine else {}
        for one, edit, fine in zip(found, typed, passed, strict=True)
    ]
    edits = [_as_sure(edit, confidence(weights, one)) for edit, one in zip(typed, seen, strict=True)]
    if len(found) > 1:
        edits, passed = _with_needs(text, found, edits, passed)
    return [Candidate(edit, one) for edit, one, fine in zip(edits, seen, passed, strict=True) if fine]


def _typed(text: str, one: Proposal) -> Edit:
    kind = classify(text, one.start, one.end, one.replacement)
    return Edit(one.start, one.end, one.replacement, kind, rule=one.rule)


def _as_sure(edit: Edit, sure: float) -> Edit:
    return Edit(edit.start, edit.end, edit.replacement, edit.type, sure, rule=edit.rule)


def _with_needs(
    text: str, found: Sequence[Proposal], edits: list[Edit], passed: list[bool]
) -> tuple[list[Edit], list[bool]]:
    """If an edit needs another one, give it at most the confidence of that one, and drop both together."""
    spelt = {edit for edit, one in zip(edits, found, strict=True) if one.spelling is not None}
    place = {(edit.start, edit.end): at for at, edit in enumerate(edits)}
    for pair in needs(text, edits, lambda edit: edit in spelt):
        one, other = (place[edit.start, edit.end] for edit in pair)
        passed[one] = passed[one] and passed[other]
        least = min(edits[one].confidence, edits[other].confidence)
        edits[one] = _as_sure(edits[one], least)
    return edits, passed


def surer(
    text: str,
    found: list[Candidate],
    told: Iterable[Proposal],
    swaps: Sequence[Proposal],
    weights: Mapping[str, float],
) -> list[Candidate]:
    """The edits for a sentence in which words were corrected before the model read it (`swaps`). If the model's edit
    includes such a word, and was refused or is much less certain than the corrected word alone, the corrected word
    alone replaces it. `told` are all proposals."""
    joined = [one for one in told if one.joined]
    if not joined:
        return found
    kept = {(one.edit.start, one.edit.end): one for one in found}
    along = [_taking(joined, one) is not None for one in swaps]
    # Neighbouring swaps are included, because they affect the confidence.
    near = [one for at, one in enumerate(swaps) if any(along[max(0, at - 1) : at + 2])]
    for other in candidates(text, near, weights, len(swaps)):
        whole = _taking(joined, other.edit)
        if whole is None:
            continue
        span = (whole.start, whole.end)
        if span not in kept or kept[span].edit.confidence < FAR_LESS * other.edit.confidence:
            kept.pop(span, None)
            kept[other.edit.start, other.edit.end] = other
    return sorted(kept.values(), key=lambda one: one.edit)


def _taking(joined: Sequence[Proposal], word: Proposal | Edit) -> Proposal | None:
    """The proposal that includes a word that was corrected before, or None."""
    last = bisect_right(joined, word.start, key=lambda one: one.start) - 1
    return joined[last] if last >= 0 and word.end <= joined[last].end else None
