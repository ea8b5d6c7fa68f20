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
from gec.edits.enough import ANY, Enough, needed
from gec.model.checkpoint import Checkpoint
from gec.model.opened import Opened
from gec.training.progress import Figures, Pair, proposed, right, wanted

BIASES = (-1.0, -2.0, 1.0)  # keep biases that are tried beside 0; below 0 more is proposed, to be chosen from
BINS = 10
RARE = 3  # signs seen less often say nothing
PULL = 2.0  # of the weights towards those of no calibration, in edits
ALARMS = 0.48  # edits in 1,000 words that needed none, of the pairs at hand: what balanced allows
FEW = ALARMS / 2  # what precision allows
STEPS = tuple(Enough(step / 100, step / 100) for step in range(100))
PAIRS = tuple(Enough(alone / 100, beside / 100) for alone in range(100) for beside in range(0, alone + 1, 5))

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
    presets: Mapping[str, Enough]
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
            "presets": {name: (one.alone, one.beside) for name, one in self.presets.items()},
        }

    def told(self, model: Checkpoint) -> Checkpoint:
        """The model with all this in its configuration."""
        extras = replace(model.config.extras, **self.extras)
        return replace(model, config=replace(model.config, extras=extras))


@dataclass(frozen=True, slots=True)
class Trial:
    """The edits proposed under one keep bias, with or without respelling: how sure each is, by weights fitted to the
    other half of the pairs, how likely its sentence needs another, whether it is right, whether its sentence needed
    none, and whether that is of the held-out texts."""

    respell: bool
    bias: float
    edits: list[Judged]
    sure: Floats
    beside: Floats
    right: Floats
    needless: Floats
    ours: Bools
    wanted: int
    quiet_words: int
    quiet_words_elsewhere: int

    def stays(self, enough: Enough) -> Bools:
        return np.greater_equal(self.sure, np.interp(self.beside, (0.0, 1.0), (enough.at(0.0), enough.at(1.0))))

    def at(self, enough: Enough) -> Figures:
        stays = self.ours & self.stays(enough)
        return Figures(
            int(self.right[stays].sum()),
            int(stays.sum()),
            self.wanted,
            int(self.needless[stays].sum()),
            self.quiet_words,
        )

    def alarms(self, enough: Enough) -> float:
        """Edits in 1,000 words that needed none, of all texts."""
        words = self.quiet_words + self.quiet_words_elsewhere
        return 1000 * float(self.needless[self.stays(enough)].sum()) / max(1, words)


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
    begun: Trial = max(first, key=best)
    others: tuple[float, ...] = BIASES if keep_bias is None else ()
    trials = [begun, *(tried_with(begun.respell, bias) for bias in others)]
    trial = max(trials, key=lambda one: (best(one), -abs(one.bias)))
    chosen = presets(trial)
    return Calibration(
        respell=trial.respell,
        keep_bias=trial.bias,
        confidence=weights(trial.edits, trial.right, begin),
        presets=chosen,
        before=first[0].at(ANY),
        after={name: trial.at(enough) for name, enough in chosen.items()},
        reliability=reliability(trial.sure, trial.right),
        fitted=len(trial.edits),
    )


def best(trial: Trial) -> float:
    """F0.5 where one confidence is enough everywhere: how well right edits can be told from wrong ones."""
    return max(trial.at(enough).f05 for enough in STEPS)


def presets(trial: Trial) -> dict[str, Enough]:
    """How sure is enough: the best F0.5 on the texts held out with no more needless edits in all texts than that.
    Recall is for those who look at everything: missing something counts twice."""
    tried = {enough: (trial.at(enough), trial.alarms(enough)) for enough in PAIRS}

    def quiet(alarms: float, least: float) -> Enough:
        few = [enough for enough in PAIRS if tried[enough][1] <= alarms and enough.alone >= least] or [PAIRS[-1]]
        return max(few, key=lambda enough: (tried[enough][0].f05, enough))

    balanced = quiet(ALARMS, 0.0)
    lower = [enough for enough in PAIRS if enough.alone <= balanced.alone and enough.beside <= balanced.beside]
    recall = max(lower, key=lambda enough: (tried[enough][0].f(2.0), -enough.alone, -enough.beside))
    return {"balanced": balanced, "precision": quiet(FEW, balanced.alone), "recall": recall}


def _told(model: M, respell: bool, bias: float) -> M:
    extras = replace(model.config.extras, respell=respell, keep_bias=bias, confidence=PLAIN)
    return replace(model, config=replace(model.config, extras=extras))


def _trial(by: Corrector, held_out: Sequence[Pair], also: Sequence[Pair], begin: Mapping[str, float]) -> Trial:
    pairs = [*held_out, *also]
    found = proposed(by, [source for source, _ in pairs])
    lacking = wanted(pairs, by.tokenizer)
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
    sentences = np.split(sure, np.flatnonzero(np.diff(place)) + 1)
    quiet = [0 if theirs else len(source.split()) for (source, _), theirs in zip(pairs, lacking, strict=True)]
    extras = by.model.config.extras
    return Trial(
        extras.respell,
        extras.keep_bias,
        edits,
        sure,
        np.array([chance for own in sentences for chance in needed(own.tolist())]),
        fine,
        np.array([not lacking[number] for number in place], dtype=np.float64),
        place < len(held_out),
        sum(lacking[: len(held_out)]),
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
