"""Compares edits as ERRANT does: exact spans, the best annotator for each sentence, counts, P, R and F.

`compare` gives the same numbers as `errant_compare`, including its rounding. `interval` and `significance` say how much
of a score may be due to the choice of sentences. `m2.py` and `errant.py` provide the edits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gec.scoring.lines import ScoringError, same_length
from gec.scoring.m2 import AnnotatedSentence, TokenEdit

Mode = Literal["correction", "typed", "detection", "tokens"]
Level = Literal["operation", "category", "full"]
Key = tuple[int, int] | tuple[int, int, str] | tuple[int, int, str, str]
Types = dict[Key, list[str]]
CELLS = 4_000_000  # rounds times sentences that are held at a time


@dataclass(frozen=True, slots=True)
class Counts:
    """True positives, false positives and false negatives, and the scores from them."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float:
        return self.tp / (self.tp + self.fp) if self.fp else 1.0

    @property
    def recall(self) -> float:
        return self.tp / (self.tp + self.fn) if self.fn else 1.0

    def f(self, beta: float = 0.5) -> float:
        return f_score(self.precision, self.recall, beta)


def f_score(precision: float, recall: float, beta: float) -> float:
    """F-score: recall counts `beta` times as much as precision. The formula is ERRANT's, to the last bit."""
    p, r = precision, recall
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sentence: its counts in total and by type, and the pair of annotators that gives the best score."""

    tokens: tuple[str, ...]
    counts: Counts
    types: dict[str, Counts]
    hypothesis: tuple[TokenEdit, ...]
    reference: tuple[TokenEdit, ...]


@dataclass(frozen=True, slots=True)
class SystemScore:
    """A system's score in one mode."""

    mode: Mode
    beta: float
    outcomes: tuple[Outcome, ...]

    @property
    def counts(self) -> Counts:
        return sum((outcome.counts for outcome in self.outcomes), Counts())

    @property
    def needless(self) -> tuple[int, int]:
        """Number of edits in sentences that need none, and number of words in these sentences."""
        fine = [outcome for outcome in self.outcomes if not outcome.reference]
        words = sum(any(map(str.isalnum, token)) for outcome in fine for token in outcome.tokens)
        return sum(len(outcome.hypothesis) for outcome in fine), words

    def by_type(self, level: Level = "full") -> dict[str, Counts]:
        """Counts by full type, by category without the operation, or by operation."""
        totals: dict[str, Counts] = defaultdict(Counts)
        for outcome in self.outcomes:
            for name, counts in outcome.types.items():
                totals[_named(name, level)] += counts
        return dict(sorted(totals.items()))


def _named(name: str, level: Level) -> str:
    if name == "UNK" or level == "full":
        return name
    return name[0] if level == "operation" else name[2:]


def compare(
    reference: Sequence[AnnotatedSentence],
    hypothesis: Sequence[AnnotatedSentence],
    mode: Mode = "correction",
    beta: float = 0.5,
) -> SystemScore:
    """Score annotated sentences against a reference of the same sentences."""
    same_length("the hypothesis", hypothesis, "the reference", reference)
    total, outcomes = Counts(), list[Outcome]()
    for number, (ref, hyp) in enumerate(zip(reference, hypothesis, strict=True), 1):
        if ref.tokens != hyp.tokens:
            raise ScoringError(
                f"sentence {number}: the hypothesis was made from {' '.join(hyp.tokens)[:50]!r}, the "
                f"reference from {' '.join(ref.tokens)[:50]!r}"
            )
        outcome = _best_annotators(ref, hyp, mode, beta, total)
        total += outcome.counts
        outcomes.append(outcome)
    return SystemScore(mode, beta, tuple(outcomes))


def _best_annotators(ref: AnnotatedSentence, hyp: AnnotatedSentence, mode: Mode, beta: float, total: Counts) -> Outcome:
    """The pair of annotators that gives the best total so far. Ties are broken as in ERRANT."""
    best: tuple[float, int, int, int] | None = None
    chosen: Outcome | None = None
    for hyp_edits in hyp.annotators.values():
        found = _keys(hyp_edits, mode)
        for ref_edits in ref.annotators.values():
            counts, types = _match(found, _keys(ref_edits, mode))
            rank = (_rounded_f(total + counts, beta), counts.tp, -counts.fp, -counts.fn)
            if best is None or rank > best:
                best, chosen = rank, Outcome(ref.tokens, counts, types, hyp_edits, ref_edits)
    assert chosen is not None  # m2.parse gives every sentence an annotator
    return chosen


def _rounded_f(counts: Counts, beta: float) -> float:
    return round(counts.f(beta), 4)


def _keys(edits: Iterable[TokenEdit], mode: Mode) -> Types:
    """The types of edits, by what has to be equal for a match."""
    keys: Types = {}
    for edit in edits:
        for key in keys_of(edit, mode):
            keys.setdefault(key, []).append(edit.type)
    return keys


def keys_of(edit: TokenEdit, mode: Mode) -> list[Key]:
    """What has to be equal for an edit to match another. Empty if the mode does not count the edit."""
    if edit.type == "UNK" and mode in {"correction", "typed"}:
        return []  # an error that was marked but not corrected only counts for detection
    if mode == "correction":
        return [(edit.start, edit.end, edit.correction)]
    if mode == "typed":
        return [(edit.start, edit.end, edit.type, edit.correction)]
    if mode == "detection":
        return [(edit.start, edit.end)]
    # An insertion counts as an edit of the token on its right.
    return [(i, i + 1) for i in range(edit.start, max(edit.end, edit.start + 1))]


def _match(found: Types, wanted: Types) -> tuple[Counts, dict[str, Counts]]:
    types: dict[str, Counts] = defaultdict(Counts)
    for key, names in found.items():
        for name in wanted.get(key, names):
            types[name] += Counts(tp=1) if key in wanted else Counts(fp=1)
    for key, names in wanted.items():
        if key not in found:
            for name in names:
                types[name] += Counts(fn=1)
    return sum(types.values(), Counts()), dict(types)


def interval(
    result: SystemScore, rounds: int = 1000, level: float = 0.95, seed: int = 0
) -> dict[str, tuple[float, float]]:
    """Bootstrap confidence intervals of P, R and F over resampled sentences. The chosen annotators stay the same."""
    table = _table(result)
    drawn = [shares @ table for shares in _draws(np.random.default_rng(seed), len(table), rounds)]
    low, high = (1 - level) / 2, (1 + level) / 2
    bounds: dict[str, tuple[float, float]] = {}
    for name, values in zip("PRF", _prf(np.concatenate(drawn), result.beta), strict=True):
        bounds[name] = (float(np.quantile(values, low)), float(np.quantile(values, high)))
    return bounds


def _draws(
    dice: np.random.Generator, sentences: int, rounds: int
) -> Iterator[np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    """How often each sentence is drawn in each round, some rounds at a time, lest large files need gigabytes."""
    some = _at_a_time(sentences)
    for done in range(0, rounds, some):
        yield dice.multinomial(sentences, np.full(sentences, 1 / sentences), size=min(some, rounds - done))


def _at_a_time(sentences: int) -> int:
    return max(1, CELLS // sentences)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better the second system is than the first, and how likely that is by chance."""

    f: float
    p_value: float
    interval: tuple[float, float]


def significance(first: SystemScore, second: SystemScore, rounds: int = 10000, seed: int = 0) -> Difference:
    """Paired approximate randomisation on F: the two systems' counts are swapped in random sentences."""
    same_length("the second system", second.outcomes, "the first", first.outcomes)
    a, b, beta = _table(first), _table(second), first.beta
    dice = np.random.default_rng(seed)
    observed = second.counts.f(beta) - first.counts.f(beta)
    extreme, done = 0, 0
    while done < rounds:
        swaps = dice.integers(0, 2, size=(min(_at_a_time(len(a)), rounds - done), len(a)))
        moved = swaps @ (b - a)
        difference = _prf(b.sum(0) - moved, beta)[2] - _prf(a.sum(0) + moved, beta)[2]
        extreme += int((np.abs(difference) >= abs(observed) - 1e-12).sum())
        done += len(swaps)
    spread = [_prf(draws @ b, beta)[2] - _prf(draws @ a, beta)[2] for draws in _draws(dice, len(a), 1000)]
    low, high = np.quantile(np.concatenate(spread), [0.025, 0.975])
    return Difference(observed, (extreme + 1) / (done + 1), (float(low), float(high)))


Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def _table(result: SystemScore) -> Numbers:
    rows = [(o.counts.tp, o.counts.fp, o.counts.fn) for o in result.outcomes]
    return np.array(rows, dtype=np.float64)


def _prf(counts: Numbers, beta: float) -> tuple[Numbers, Numbers, Numbers]:
    """P, R and F of many rows of counts, with the same conventions as in `Counts`."""
    tp, fp, fn = counts[:, 0], counts[:, 1], counts[:, 2]
    p = np.where(fp > 0, tp / np.maximum(tp + fp, 1), 1.0)
    r = np.where(fn > 0, tp / np.maximum(tp + fn, 1), 1.0)
    return p, r, (1 + beta**2) * p * r / np.maximum(beta**2 * p + r, 1e-12)
