"""What a trained model is told about itself, from pairs it was not trained on.

Three things, all kept in the `gec` section of its config.json: the keep bias with the best F0.5, the scale and offset
that turn an edit's log-odds into the share of such edits that are right, and the tokens which, when they are no copy,
were mostly insertions in the pairs (`gec/decoding/draft.py` moves its pointer by them).
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from gec.edits.align import Proposal, changes
from gec.model.checkpoint import Checkpoint
from gec.model.tokenizer import Tokenizer
from gec.training.progress import Figures, Pair, compare, proposed, same, wanted

LOWEST, HIGHEST, STEP = -1.0, 6.0, 0.25  # keep biases that are tried
FAR = 12.0  # log-odds beyond which nothing changes
BINS = 10
RARE = 3  # tokens seen less often say nothing

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Calibration:
    keep_bias: float
    confidence: tuple[float, float]
    inserts: tuple[int, ...]
    before: Figures  # with no bias
    after: Figures
    error: float  # expected calibration error, each half judged by the other's fit


def calibrate(
    model: Checkpoint, held_out: Sequence[Pair], trained: Sequence[Pair], device: torch.device
) -> Calibration:
    """Bias and confidence from held-out pairs, the table of insertions from those trained on."""
    texts = [source for source, _ in held_out]
    inserts = insertions(trained, model.tokenizer)
    plain = biased(model, 0.0, inserts)
    loose = proposed(biased(model, LOWEST, inserts), texts, device)
    before = compare(held_out, proposed(plain, texts, device), model.tokenizer)
    bias = _best_bias(held_out, loose, model.tokenizer)
    found = proposed(biased(model, bias, inserts), texts, device)
    after = compare(held_out, found, model.tokenizer)
    if after.f05 < before.f05:  # thresholds only foretell what a bias does
        bias, after, found = 0.0, before, proposed(plain, texts, device)
    odds, right = _judged(held_out, found, model.tokenizer)
    return Calibration(bias, fit(odds, right), inserts, before, after, _error(odds, right))


def biased(model: Checkpoint, bias: float, inserts: tuple[int, ...]) -> Checkpoint:
    extras = replace(model.config.extras, keep_bias=bias, inserts=inserts)
    return replace(model, config=replace(model.config, extras=extras))


def write(folder: Path, found: Calibration) -> None:
    """Into the model's config.json, whose other parts stay as they are."""
    path = folder / "config.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data.setdefault("gec", {}).update(
        keep_bias=found.keep_bias, confidence=list(found.confidence), inserts=list(found.inserts)
    )
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    fresh.replace(path)


def insertions(pairs: Sequence[Pair], tokenizer: Tokenizer) -> tuple[int, ...]:
    """Tokens that, where they are no copy, are insertions more often than not."""
    inserted: Counter[int] = Counter()
    seen: Counter[int] = Counter()
    differing = [pair for pair in pairs if pair[0] != pair[1] and pair[0] and pair[1]]
    ids = tokenizer.ids_many([side for pair in differing for side in pair])
    for source, target in zip(ids[::2], ids[1::2], strict=True):
        for change in changes(source, target):
            new = target[change.new_start : change.new_end]
            seen.update(new)
            if change.start == change.end:
                inserted.update(new)
    return tuple(sorted(token for token, count in inserted.items() if seen[token] >= RARE and 2 * count > seen[token]))


def _best_bias(pairs: Sequence[Pair], loose: Sequence[Sequence[Proposal]], tokenizer: Tokenizer) -> float:
    """A bias takes away edits whose odds are below it, so the edits of the lowest bias foretell all others."""
    odds, right = _judged(pairs, loose, tokenizer)
    total = sum(map(len, wanted(pairs, tokenizer)))
    best, chosen = -1.0, 0.0
    for bias in sorted(np.arange(LOWEST, HIGHEST + STEP, STEP), key=abs):  # among equals the smallest
        stays = odds >= bias - LOWEST  # the odds were measured with the lowest bias in them
        f = Figures(int(right[stays].sum()), int(stays.sum()), total, 0, 0).f05 if stays.any() else 0.0
        if f > best:
            best, chosen = f, float(bias)
    return chosen


def _judged(pairs: Sequence[Pair], found: Sequence[Sequence[Proposal]], tokenizer: Tokenizer) -> tuple[Floats, Floats]:
    """The log-odds of every edit, and whether the reference has it."""
    odds, right = [], []
    for ours, theirs in zip(found, wanted(pairs, tokenizer), strict=True):
        known = {same(one) for one in theirs}
        for one in ours:
            odds.append(one.odds)
            right.append(same(one) in known)
    return np.clip(np.array(odds, dtype=np.float64), -FAR, FAR), np.array(right, dtype=np.float64)


def fit(odds: Floats, right: Floats) -> tuple[float, float]:
    """Scale and offset of a logistic regression, by Newton's method, with a light pull towards (1, 0)."""
    weights = np.array([1.0, 0.0])
    if not len(odds):
        return 1.0, 0.0
    x = np.stack([odds, np.ones_like(odds)], axis=1)
    begin, pull = weights, 1e-2

    def loss(at: Floats) -> float:
        said = x @ at
        return float((np.logaddexp(0, said) - right * said).sum() + pull * ((at - begin) ** 2).sum() / 2)

    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        gradient = x.T @ (right - p) - pull * (weights - begin)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + pull * np.eye(2), gradient)
        while loss(weights + step) > loss(weights) and np.abs(step).max() > 1e-9:
            step = step / 2  # far from the goal, Newton's step goes beyond it
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return round(float(weights[0]), 4), round(float(weights[1]), 4)


def _error(odds: Floats, right: Floats) -> float:
    """The expected calibration error, each half judged by what the other half was fitted to."""
    if len(odds) < 2 * BINS:
        return math.nan
    p = np.empty_like(odds)
    for half in (0, 1):
        scale, offset = fit(odds[half::2], right[half::2])
        p[1 - half :: 2] = 1 / (1 + np.exp(-(scale * odds[1 - half :: 2] + offset)))
    return expected_error(p, right)


def expected_error(p: Floats, right: Floats) -> float:
    """How far, on average, what is said at a confidence is from how often it is right."""
    bins = np.minimum((p * BINS).astype(int), BINS - 1)
    gaps = [abs(p[bins == one].sum() - right[bins == one].sum()) for one in range(BINS)]
    return float(sum(gaps) / len(p))
