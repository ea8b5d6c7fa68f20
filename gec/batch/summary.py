"""Counts the results of a shard. The counts of shards add up to those of the run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import Any

from gec.edits.message import many

BINS = 20  # of the histogram of confidences
REASONS = 8  # shown in a summary


@dataclass(slots=True)
class BatchCounts:
    """Counts that can be added up."""

    rows: int = 0
    corrected: int = 0  # rows written, with or without a change
    changed: int = 0
    quarantined: int = 0
    sentences: int = 0
    words: int = 0
    tokens: int = 0
    edits: Counter[str] = field(default_factory=Counter)  # by type
    confidences: Counter[int] = field(default_factory=Counter)  # by bin
    reasons: Counter[str] = field(default_factory=Counter)  # why rows are in quarantine
    seconds: float = 0.0  # of work, summed over workers

    def add(self, other: BatchCounts) -> None:
        for name in ("rows", "corrected", "changed", "quarantined", "sentences", "words", "tokens", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.edits += other.edits
        self.confidences += other.confidences
        self.reasons += other.reasons

    @property
    def all_edits(self) -> int:
        return sum(self.edits.values())

    def per_1000(self, edits: int) -> float:
        return 1000 * edits / self.words if self.words else 0.0

    def to_json(self) -> dict[str, Any]:
        data = {one.name: getattr(self, one.name) for one in fields(self)}
        return data | {"confidences": {str(bin_): count for bin_, count in sorted(self.confidences.items())}}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> BatchCounts:
        counted = {name: Counter(data[name]) for name in ("edits", "reasons")}
        confidences = Counter({int(bin_): count for bin_, count in data["confidences"].items()})
        return cls(**{**data, **counted, "confidences": confidences})


def bin_of(confidence: float) -> int:
    return min(BINS - 1, int(confidence * BINS))


def told(tally: BatchCounts) -> list[str]:
    """The lines of the summary."""
    lines = [
        f"{tally.corrected:,} of {many(tally.rows, 'document')} corrected, {tally.changed:,} of them changed, "
        f"{tally.quarantined:,} in quarantine",
        f"{many(tally.all_edits, 'edit')} in {many(tally.words, 'word')}, "
        f"{tally.per_1000(tally.all_edits):.1f} per 1,000 words",
    ]
    lines += [
        f"  {kind:<14} {count:>12,} {tally.per_1000(count):>8.2f} per 1,000 words"
        for kind, count in tally.edits.most_common()
    ]
    reasons = tally.reasons.most_common()
    lines += [f"  {count:,} in quarantine: {reason}" for reason, count in reasons[:REASONS]]
    if more := reasons[REASONS:]:
        lines.append(f"  {sum(count for _, count in more):,} in quarantine for {len(more):,} more reasons")
    return lines
