"""What a trained model is told about itself, from pairs it was not trained on.

All of it is kept in the `gec` section of its config.json: whether it does better if plain misspellings are mended
before it reads (`gec/spelling`), the keep bias under which its edits can be told apart best, the weights that turn an
edit's signs into the share of such edits that are right (`gec/edits/confidence.py`), the confidences that are enough
for each preset.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gec.corrector import Corrector
from gec.edits.confidence import FAR, PLAIN, Judged, confidence
from gec.model.checkpoint import Checkpoint
from gec.model.opened import Opened
from gec.training.progress import Figures, Pair, proposed, right, wanted

BIASES = (-1.0, -2.0, 1.0)  # keep biases that are tried beside 0; below 0 more is proposed, to be chosen from
BINS = 10
RARE = 3  # signs seen less often say nothing
PULL = 2.0  # of the weights towards those of no calibration, in edits
ALARMS = 0.395  # edits in 1,000 words that needed none, of the pairs at hand: what precision allows
ROUND = 0.01  # presets are multiples of it
SLACK = 0.026  # of F0.5, in which thresholds are as good as each other

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
M = TypeVar("M", Opened, Checkpoint)


@dataclass(frozen=True, slots=True)
class Bin:
    """Edits of about one confidence."""

    said: float  # what their confidences say, on average
    right: float  # the share of them that is right
    edits: int


@dataclass(frozen=True, slots=True)
class Calibration:
    respell: bool
    keep_bias: float
    confidence: Mapping[str, float]
    presets: Mapping[str, float]
    before: Figures  # everything the model proposes by itself
    after: Mapping[str, Figures]  # by preset, each half of the pairs judged by weights fitted to the other
    reliability: tuple[Bin, ...]  # in the same way
    fitted: int  # proposals that all this was learned from

    @property
    def error(self) -> float:
        return expected_error(self.reliability)

    @property
    def extras(self) -> dict[str, Any]:
        """What a model's configuration has of it."""
        return {
            "respell": self.respell,
            "keep_bias": self.keep_bias,
            "confidence": dict(self.confidence),
            "presets": dict(self.presets),
        }

    def told(self, model: Checkpoint) -> Checkpoint:
        """The model with all this in its configuration."""
        extras = replace(model.config.extras, **self.extras)
        return replace(model, config=replace(model.config, extras=extras))


@dataclass(frozen=True, slots=True)
class Trial:
    """The edits proposed under one keep bias, with or without respelling: how sure each is, by weights fitted to the
    other half of the pairs, whether it is right, whether its sentence needed none, and whether that is of the held-out
    texts."""

    respell: bool
    bias: float
    edits: list[Judged]
    sure: Floats
    right: Floats
    needless: Floats
    ours: Bools
    wanted: int
    quiet_words: int
    quiet_words_elsewhere: int

    def at(self, threshold: float) -> Figures:
        stays = self.ours & (self.sure >= threshold)
        return Figures(
            int(self.right[stays].sum()),
            int(stays.sum()),
            self.wanted,
            int(self.needless[stays].sum()),
            self.quiet_words,
        )

    def alarms(self, threshold: float) -> float:
        """Edits in 1,000 words that needed none, of all texts."""
        words = self.quiet_words + self.quiet_words_elsewhere
        return 1000 * float(self.needless[self.sure >= threshold].sum()) / max(1, words)


def calibrate(
    model: M,
    run: Callable[[M], Corrector],
    held_out: Sequence[Pair],
    also: Sequence[Pair] = (),
    begin: Mapping[str, float] = PLAIN,
    keep_bias: float | None = None,
) -> Calibration:
    """Bias, weights and presets from held-out pairs. Texts of other kinds (`also`) have a say in how sure an edit is
    and in how many are needless; what is best is what is best on those held out. A model that learned from mended
    sentences goes on reading them. `begin` are weights that were fitted to more than these pairs; no keep bias but the
    given one is tried."""

    def tried_with(respell: bool, bias: float) -> Trial:
        return _trial(run(_told(model, respell, bias)), held_out, also, begin)

    tries = (True,) if model.config.extras.respell else (False, True)
    first = [tried_with(respell, keep_bias or 0.0) for respell in tries]
    begun: Trial = max(first, key=lambda trial: max(trial.at(step * ROUND).f05 for step in range(100)))
    others: tuple[float, ...] = BIASES if keep_bias is None else ()
    trials = [begun, *(tried_with(begun.respell, bias) for bias in others)]
    tried = {(one.bias, step): one.at(step * ROUND) for one in trials for step in range(100)}
    bias, best = max(tried, key=lambda key: (tried[key].f05, -abs(key[0]), -key[1]))
    trial = next(one for one in trials if one.bias == bias)
    of_bias = {step: found for (at, step), found in tried.items() if at == bias}
    steps = presets(trial, of_bias, of_bias[best].f05)
    return Calibration(
        respell=begun.respell,
        keep_bias=bias,
        confidence=weights(trial.edits, trial.right, begin),
        presets={name: round(step * ROUND, 2) for name, step in steps.items()},
        before=first[0].at(0.0),
        after={name: of_bias[step] for name, step in steps.items()},
        reliability=reliability(trial.sure, trial.right),
        fitted=len(trial.edits),
    )


def presets(trial: Trial, tried: Mapping[int, Figures], best: float) -> dict[str, int]:
    """How sure is enough, in steps. Of what is as good on the texts held out, balanced is the surest, which harms other
    texts least. Recall is for those who look at everything: missing something counts twice."""
    quiet = next((step for step in range(99) if trial.alarms(step * ROUND) <= ALARMS), 99)
    balanced = max(step for step, found in tried.items() if found.f05 >= best - SLACK)
    recall = max(tried, key=lambda step: (tried[step].f(2.0), -step))
    return {"balanced": balanced, "precision": max(quiet, balanced), "recall": min(recall, balanced)}


def _told(model: M, respell: bool, bias: float) -> M:
    extras = replace(model.config.extras, respell=respell, keep_bias=bias, confidence=PLAIN)
    return replace(model, config=replace(model.config, extras=extras))


def _trial(by: Corrector, held_out: Sequence[Pair], also: Sequence[Pair], begin: Mapping[str, float]) -> Trial:
    pairs = [*held_out, *also]
    found = proposed(by, [source for source, _ in pairs])
    needed = wanted(pairs, by.tokenizer)
    edits = [one for some in found for one in some]
    place = np.array([number for number, some in enumerate(found) for _ in some], dtype=int)
    fine = np.array(
        [good for pair, some in zip(pairs, found, strict=True) for good in right(*pair, (one.edit for one in some))],
        dtype=np.float64,
    )
    sure = np.zeros(len(edits))
    for half in (0, 1):
        others = np.flatnonzero(place % 2 != half)
        fitted = weights([edits[number] for number in others], fine[others], begin)
        for number in np.flatnonzero(place % 2 == half):
            sure[number] = confidence(fitted, edits[number].signs)
    quiet = [0 if theirs else len(source.split()) for (source, _), theirs in zip(pairs, needed, strict=True)]
    extras = by.model.config.extras
    return Trial(
        extras.respell,
        extras.keep_bias,
        edits,
        sure,
        fine,
        np.array([not needed[number] for number in place], dtype=np.float64),
        place < len(held_out),
        sum(needed[: len(held_out)]),
        sum(quiet[: len(held_out)]),
        sum(quiet[len(held_out) :]),
    )


def weights(edits: Sequence[Judged], right: Floats, begin: Mapping[str, float] = PLAIN) -> dict[str, float]:
    """Of each sign seen often enough: a logistic regression, pulled towards the model's own odds, or to whatever
    weights it begins with."""
    seen = Counter(name for one in edits for name in one.signs)
    names = sorted({*begin, *(name for name, count in seen.items() if count >= RARE)})
    x = np.array([[one.signs.get(name, 0.0) for name in names] for one in edits]).reshape(len(edits), len(names))
    pull = np.where(np.array(names) == "odds", PULL / FAR**2, PULL)
    fitted = fit(x, right, np.array([begin.get(name, 0.0) for name in names]), pull)
    return {name: round(float(value), 4) for name, value in zip(names, fitted, strict=True)}


def fit(x: Floats, right: Floats, begin: Floats, pull: Floats) -> Floats:
    """A logistic regression by Newton's method, each weight pulled towards where it begins."""
    at = begin.copy()

    def loss(at: Floats) -> float:
        said = x @ at
        return float((np.logaddexp(0, said) - right * said).sum() + (pull * (at - begin) ** 2).sum() / 2)

    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ at, -30, 30)))
        gradient = x.T @ (right - p) - pull * (at - begin)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(pull), gradient)
        while loss(at + step) > loss(at) and np.abs(step).max() > 1e-9:
            step = step / 2  # far from the goal, Newton's step goes beyond it
        at = at + step
        if np.abs(step).max() < 1e-9:
            break
    return at


def reliability(sure: Floats, right: Floats) -> tuple[Bin, ...]:
    """What confidences of each tenth say beside how often such edits are right; tenths without edits are left out."""
    tenth = np.minimum((sure * BINS).astype(int), BINS - 1)
    some = (tenth == one for one in range(BINS))
    return tuple(Bin(float(sure[at].mean()), float(right[at].mean()), int(at.sum())) for at in some if at.any())


def expected_error(bins: Sequence[Bin]) -> float:
    """How far, on average, what is said at a confidence is from how often it is right."""
    edits = sum(one.edits for one in bins)
    return sum(abs(one.said - one.right) * one.edits for one in bins) / edits if edits else math.nan
