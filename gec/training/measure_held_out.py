"""Measures a model on held-out pairs: precision, recall and F0.5 of word-level edits.

An edit is right if it is a part of what turns the source into the target, whatever its borders: *[was cried|cried]* is
right if the reference deletes *was*. This is not ERRANT, whose edits are split and merged by linguistic rules. The
figures differ by some points, but rise and fall together, and only the core of gec is needed. `gec eval` gives
ERRANT's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch

from gec.decoding.budget import usual_tokens
from gec.decoding.verify import DecodingSettings
from gec.edits.align import changes, proposals
from gec.edits.edit import Edit, apply
from gec.engine.float import FloatEngine
from gec.guards.sentence import Candidate
from gec.model.checkpoint import Checkpoint
from gec.model.tokenizer import Tokenizer
from gec.proposer import SentenceProposer
from gec.scoring.spans import f_score
from gec.training.records import Pair

_PIECES = re.compile(r"\w+|\s|[^\w\s]")


@dataclass(frozen=True, slots=True)
class EditCounts:
    """Counts of edits, and what follows from them."""

    right: int
    proposed: int
    wanted: int
    alarms: int  # edits in sentences that need none
    quiet_words: int  # in those sentences

    @property
    def precision(self) -> float:
        return self.right / self.proposed if self.proposed else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 1.0

    def f(self, beta: float) -> float:
        return f_score(self.precision, self.recall, beta)

    @property
    def f05(self) -> float:
        return self.f(0.5)

    @property
    def alarms_per_1000(self) -> float:
        return 1000 * self.alarms / self.quiet_words if self.quiet_words else 0.0

    def as_log(self) -> dict[str, float]:
        return {
            "f05": round(self.f05, 4),
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "alarms_per_1000": round(self.alarms_per_1000, 3),
        }

    def __str__(self) -> str:
        return (
            f"P {100 * self.precision:.1f} R {100 * self.recall:.1f} F0.5 {100 * self.f05:.1f}, "
            f"{self.alarms_per_1000:.1f} edits in 1,000 words that needed none"
        )


def measure(model: Checkpoint, pairs: Sequence[Pair], device: torch.device) -> EditCounts:
    """The model's figures on pairs, for all that it proposes. Its weights move to the device."""
    found = proposed(proposer(model, device), [source for source, _ in pairs])
    return figures(pairs, [[one.edit for one in some] for some in found], model.tokenizer)


def proposer(model: Checkpoint, device: torch.device) -> SentenceProposer:
    return SentenceProposer(model, FloatEngine(model, device), DecodingSettings(), max_tokens=usual_tokens(device.type))


def proposed(by: SentenceProposer, texts: Sequence[str]) -> list[list[Candidate]]:
    """All proposals for each text, taken as one sentence."""
    return list(by.candidates(by.prepare(texts)))


def wanted(pairs: Sequence[Pair], tokenizer: Tokenizer) -> list[int]:
    """The number of the reference's edits for each source."""
    sources = tokenizer.encode_many([source for source, _ in pairs])
    targets = tokenizer.encode_many([target for _, target in pairs])
    return [
        len(proposals(text, source, target.ids, [], tokenizer)) if source.ids else 0
        for (text, _), source, target in zip(pairs, sources, targets, strict=True)
    ]


def right(source: str, target: str, edits: Iterable[Edit]) -> list[bool]:
    """For each edit, whether it is right: alone, it brings the source nearer to the target by all that it changes."""
    begin, goal = _PIECES.findall(source), _PIECES.findall(target)
    far = _distance(begin, goal)
    tried = (_PIECES.findall(apply(source, [one])) for one in edits)
    return [_distance(begin, one) + _distance(one, goal) == far for one in tried]


def _distance(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words, blanks and marks must be replaced, inserted or deleted."""
    return sum(max(step.end - step.start, step.new_end - step.new_start) for step in changes(one, other))


def figures(pairs: Sequence[Pair], found: Sequence[Sequence[Edit]], tokenizer: Tokenizer) -> EditCounts:
    same = made = needed = alarms = quiet = 0
    for (source, target), ours, theirs in zip(pairs, found, wanted(pairs, tokenizer), strict=True):
        same += sum(right(source, target, ours))
        made += len(ours)
        needed += theirs
        if not theirs:
            alarms += len(ours)
            quiet += len(source.split())
    return EditCounts(same, made, needed, alarms, quiet)
