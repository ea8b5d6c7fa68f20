"""The confidence of an edit: a logistic regression on a few features of the edit and its sentence.

The weights come with a model (`gec.confidence` in its config.json). They are fitted to pairs that the model was not
trained on (`gec/training/calibrate.py`). `threshold.py` decides which confidence is enough.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from gec.edits.align import Proposal
from gec.edits.edit import Edit
from gec.language import lexicon
from gec.language.ending import clause, ended, words
from gec.language.likely import gain
from gec.language.similarity import phrase_similarity

MAX_LOG_ODDS = 12.0  # larger log-odds are cut to this
MAX_LOG_GAIN = 20.0  # and a larger gain in likelihood, as a logarithm, to this
MANY = 6  # and a larger number of edits in a sentence, or of words in an edit, to this
FEW = frozenset({"PUNCT", "PREP", "DET", "PRON", "OTHER"})  # types with few different words: each word is a feature
STOPS = (".", "?", "!")
LONG = 20  # words beyond which more say no more
WORD = 12  # characters in which a small word behind a mark ends
# Of a model that nobody has calibrated.
PLAIN: Mapping[str, float] = {"odds": MAX_LOG_ODDS, "spelling odds": MAX_LOG_ODDS, "fault odds": MAX_LOG_ODDS}


def confidence(weights: Mapping[str, float], seen: Mapping[str, float]) -> float:
    """The probability that an edit with these features is right."""
    weights = weights or PLAIN
    total = sum(weights.get(name, 0.0) * value for name, value in seen.items())
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, total)))), 4)


def features(text: str, edit: Edit, proposal: Proposal, company: int) -> dict[str, float]:
    """The features of a proposed edit. `company` is the number of edits proposed for its sentence.

    Some features are numbers. Others have the value 1 if they apply, such as the type. An edit that only a rule
    proposes has one feature, the odds of the rule.
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
    usual = max(-MAX_LOG_GAIN, min(MAX_LOG_GAIN, gain(text, edit.start, edit.end, new))) / MAX_LOG_ODDS
    seen["usage"] = seen[f"usage {edit.type}"] = usual
    if proposal.odds is not None:
        seen["odds"] = _bounded(proposal.odds)
    if proposal.spelling is not None:
        seen["spelling"], seen["spelling odds"] = 1.0, _bounded(proposal.spelling)
        seen["spelling alone"] = float(proposal.odds is None)
    if edit.type[2:] in FEW:
        seen |= {f"{name} {said}": 1.0 for name, side in (("from", old), ("to", new)) if (said := side.strip().lower())}
    if (
        edit.type[2:] == "PUNCT"
        and (behind := next(iter(words(text[edit.end : edit.end + WORD])), "")) in lexicon.CLOSED
    ):
        seen[f"mark before {behind}"] = 1.0  # a comma before *and* is a matter of taste, before *so* hardly
    if old.strip() and new.strip():
        seen["alike"] = phrase_similarity(old, new)
    if not ended(text):
        seen |= _of_the_end(text, edit)
    for name, side in (("old unknown", old), ("new unknown", new)):
        if any(not lexicon.known(word) for word in words(side)):
            seen[name] = 1.0
    return seen


def _of_the_end(text: str, edit: Edit) -> dict[str, float]:
    """The features of an edit in a sentence without a final mark, which may be a heading, a note or half a sentence."""
    said = float(clause(text))
    if edit.replacement not in STOPS or text[edit.start :].strip():
        return {"open": 1.0, "open clause": said}
    return {"stop": 1.0, "stop words": min(len(words(text)), LONG) / LONG, "stop clause": said}


def _bounded(odds: float) -> float:
    return max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, odds)) / MAX_LOG_ODDS
