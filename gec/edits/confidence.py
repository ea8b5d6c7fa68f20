"""How sure an edit is: a logistic model over a few signs that can be read off the edit and its sentence.

The weights come with a model (`gec.confidence` in its config.json) and are fitted on pairs it was not trained on
(`gec/training/calibrate.py`). Which confidence is enough is the user's to say.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gec.edits.align import Proposal
from gec.edits.classify import classify, similarity
from gec.edits.edit import Edit, touching
from gec.edits.ending import clause, ended, words
from gec.edits.plausible import plausible
from gec.edits.protect import spares
from gec.language import lexicon
from gec.language.likely import gain

FAR = 12.0  # log-odds beyond which nothing changes
FAR_LESS = 0.7  # times as sure
USUAL = 20.0  # how much likelier, as a logarithm, the words can be beside each other
MANY = 6  # edits in a sentence, or words in an edit, beyond which more say no more
ALIKE = 0.3  # likeness below which a word is no spelling of another
FEW = frozenset({"PUNCT", "PREP", "DET", "PRON", "OTHER"})  # types of few words, of which each says something
LITTLE = frozenset({"DET", "PREP", "PART", "CONJ"})  # words that may be one too many here, and lack there
STOPS = (".", "?", "!")
LONG = 20  # words beyond which more say no more
LONGEST = 40  # characters whose likeness is worth comparing
# Of a model that nobody has calibrated.
PLAIN: Mapping[str, float] = {"odds": FAR, "spelling odds": FAR, "fault odds": FAR}


@dataclass(frozen=True, slots=True)
class Judged:
    """An edit that could be a correction, and what speaks for or against it."""

    edit: Edit
    signs: Mapping[str, float]


def judged(
    text: str, found: Sequence[Proposal], weights: Mapping[str, float], company: int | None = None
) -> list[Judged]:
    """What the model proposed for a sentence, typed, with confidence, without what no correction looks like. What
    stands beside a word that was read as another is no surer than that word is: it was said of the other. `company`
    is how many were proposed, if these are some of them."""
    kept = []
    for one in found:
        kind = classify(text, one.start, one.end, one.replacement)
        edit = Edit(one.start, one.end, one.replacement, kind, rule=one.rule)
        seen = signs(text, edit, one, company or len(found))
        # A word that nobody knows is a name, or a misspelling that looks like what was meant.
        alone = one.spelling is not None and one.odds is None  # that a slip is like it was seen to before: ot, to
        alike = alone or "old unknown" not in seen or seen.get("alike", 1.0) >= ALIKE
        by_rule = one.fault is not None and one.odds is None and one.spelling is None  # counted before it was taken up
        fine = alike and spares(text, edit) and (by_rule or plausible(text, edit))
        kept.append((Judged(replace(edit, confidence=confidence(weights, seen) if fine else 0.0), seen), fine))
    for number, other in _moved(text, found):
        kept[number] = _no_surer(*kept[number], kept[other])
    for number, one in enumerate(found):
        if one.spelling is not None:
            for beside in (number - 1, number + 1):
                rests = 0 <= beside < len(kept) and found[beside].spelling is None
                if rests and touching(text, *sorted((kept[number][0].edit, kept[beside][0].edit))):
                    kept[beside] = _no_surer(*kept[beside], kept[number])
    return [one for one, fine in kept if fine]


def _moved(text: str, found: Sequence[Proposal]) -> Iterator[tuple[int, int]]:
    """What takes a word away and what puts it in elsewhere, in both orders: half of that is worse than none of it."""
    gone = {
        text[one.start : one.end].strip().lower(): at for at, one in enumerate(found) if not one.replacement.strip()
    }
    come = {
        one.replacement.strip().lower(): at for at, one in enumerate(found) if not text[one.start : one.end].strip()
    }
    for word in gone.keys() & come.keys():
        if word.isalpha() and lexicon.CLOSED.get(word) not in LITTLE:
            yield from ((gone[word], come[word]), (come[word], gone[word]))


def _no_surer(one: Judged, fine: bool, other: tuple[Judged, bool]) -> tuple[Judged, bool]:
    if one.edit.type.endswith("PUNCT"):
        return one, fine
    sure = min(one.edit.confidence, other[0].edit.confidence)
    return replace(one, edit=replace(one.edit, confidence=sure)), fine and other[1]


def surer(
    text: str,
    found: list[Judged],
    told: Iterable[Proposal],
    swaps: Sequence[Proposal],
    weights: Mapping[str, float],
) -> list[Judged]:
    """The edits that were made of these proposals. Where one that takes a mended word along was refused, or is far less
    sure than that word alone, the word alone."""
    joined = [one for one in told if one.odds is not None and (one.spelling is not None or one.fault is not None)]
    if not joined:
        return found
    kept = {(one.edit.start, one.edit.end): one for one in found}
    along = [_taking(joined, one) is not None for one in swaps]
    # Each with those beside it, which have a say in how sure it is.
    near = [one for at, one in enumerate(swaps) if any(along[max(0, at - 1) : at + 2])]
    for other in judged(text, near, weights, len(swaps)):
        whole = _taking(joined, other.edit)
        if whole is None:
            continue
        span = (whole.start, whole.end)
        enough = FAR_LESS * other.edit.confidence
        if span not in kept or min(kept[span].edit.confidence, _beyond(text, whole, other, weights)) < enough:
            kept.pop(span, None)
            kept[other.edit.start, other.edit.end] = other
    return sorted(kept.values(), key=lambda one: one.edit)


def _taking(joined: Sequence[Proposal], word: Proposal | Edit) -> Proposal | None:
    """The proposal that takes a mended word along."""
    last = bisect_right(joined, word.start, key=lambda one: one.start) - 1
    return joined[last] if last >= 0 and word.end <= joined[last].end else None


def _beyond(text: str, one: Proposal, other: Judged, weights: Mapping[str, float]) -> float:
    """How sure an edit is that takes a mended word along, by what it says of the words beside that."""
    if len(text[one.start : one.end].split()) == len(text[other.edit.start : other.edit.end].split()):
        return 1.0
    found = judged(text, [replace(one, spelling=None, fault=None)], weights)
    return found[0].edit.confidence if found else 0.0


def confidence(weights: Mapping[str, float], seen: Mapping[str, float]) -> float:
    weights = weights or PLAIN
    total = sum(weights.get(name, 0.0) * value for name, value in seen.items())
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, total)))), 4)


def signs(text: str, edit: Edit, proposal: Proposal, company: int) -> dict[str, float]:
    """What can be said of an edit that was proposed so, one of so many in its sentence.

    Beside numbers there are names with the value 1: of the type, and of what is so. Of a fault that a rule
    sees, and the model has nothing against, there is nothing more to say.
    """
    if proposal.fault is not None and proposal.odds is None and proposal.spelling is None:
        return {"fault odds": _bounded(proposal.fault)}
    old, new = text[edit.start : edit.end], edit.replacement
    seen = {
        "always": 1.0,
        "company": min(company, MANY) / MANY,
        "words": float(min(max(len(old.split()), len(new.split())), MANY)),
        edit.type[:1]: 1.0,
        edit.type: 1.0,
    }
    usual = max(-USUAL, min(USUAL, gain(text, edit.start, edit.end, new))) / FAR
    seen["usage"] = seen[f"usage {edit.type}"] = usual
    if proposal.odds is not None:
        seen["odds"] = _bounded(proposal.odds)
    if proposal.spelling is not None:
        seen["spelling"], seen["spelling odds"] = 1.0, _bounded(proposal.spelling)
        seen["spelling alone"] = float(proposal.odds is None)
    if edit.type[2:] in FEW:
        seen |= {f"{name} {said}": 1.0 for name, side in (("from", old), ("to", new)) if (said := side.strip().lower())}
    if old.strip() and new.strip():
        seen["alike"] = similarity(old[:LONGEST].lower(), new[:LONGEST].lower())
    if not ended(text):
        seen |= _of_the_end(text, edit)
    for name, side in (("old unknown", old), ("new unknown", new)):
        if any(not lexicon.known(word) for word in words(side)):
            seen[name] = 1.0
    return seen


def _of_the_end(text: str, edit: Edit) -> dict[str, float]:
    """What can be said of an edit of a sentence that has no end: it may be a heading, a note, or half of one."""
    said = float(clause(text))
    if edit.replacement not in STOPS or text[edit.start :].strip():
        return {"open": 1.0, "open clause": said}
    return {"stop": 1.0, "stop words": min(len(words(text)), LONG) / LONG, "stop clause": said}


def _bounded(odds: float) -> float:
    return max(-FAR, min(FAR, odds)) / FAR
