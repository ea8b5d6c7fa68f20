"""Calibrates a trained model on pairs that it was not trained on.

The results are kept in the `gec` section of its config.json: whether the speller and the rules mend a sentence before
the model reads it (`gec/before_model.py`), the keep bias with which right edits can best be told from wrong ones, the
weights that turn an edit's features into a confidence (`gec/edits/confidence.py`), the weight of the other mistakes in
a text (`gec/edits/error_rate.py`), and the threshold of each preset.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gec.edits.confidence import MAX_LOG_ODDS, PLAIN, confidence
from gec.edits.error_rate import evidence, moved
from gec.guards.sentence import Candidate
from gec.model.checkpoint import Checkpoint
from gec.model.config import MOST_SLOPE
from gec.model.opened import Opened
from gec.proposer import SentenceProposer
from gec.training.measure_held_out import EditCounts, proposed, right, wanted
from gec.training.records import Pair

BIASES = (-1.0, -2.0, 1.0)  # keep biases that are tried beside 0; below 0 the model proposes more edits
BINS = 10
RARE = 3  # features seen less often are ignored
PULL = 10.0  # strength of the prior on the weights, in edits
ROUNDS = 12  # alternating fits: the weight of a writer's mistakes depends on how sure each of them is
ALARMS = 1.0  # needless edits in 1,000 words that `balanced` allows
FEW = ALARMS / 2  # that `precision` allows
STEPS = tuple(step / 100 for step in range(100))

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
M = TypeVar("M", Opened, Checkpoint)
Text = Sequence[Pair]  # the sentences of one writer, in order


@dataclass(frozen=True, slots=True)
class Bin:
    """Edits of similar confidence."""

    said: float  # their mean confidence
    right: float  # share of them that is right
    edits: int


@dataclass(frozen=True, slots=True)
class Calibration:
    respell: bool
    keep_bias: float
    confidence: Mapping[str, float]
    writer: float
    presets: Mapping[str, float]
    before: EditCounts  # for all that the model proposes
    after: Mapping[str, EditCounts]  # by preset, each half of the texts with weights fitted to the other half
    reliability: tuple[Bin, ...]  # in the same way
    fitted: int  # proposals that the weights were fitted to

    @property
    def error(self) -> float:
        return expected_error(self.reliability)

    @property
    def extras(self) -> dict[str, Any]:
        """The values for the model's configuration."""
        return {
            "respell": self.respell,
            "keep_bias": self.keep_bias,
            "confidence": dict(self.confidence),
            "writer": self.writer,
            "presets": dict(self.presets),
        }

    def applied_to(self, model: Checkpoint) -> Checkpoint:
        """The model with these values in its configuration."""
        extras = replace(model.config.extras, **self.extras)
        return replace(model, config=replace(model.config, extras=extras))


@dataclass(frozen=True, slots=True)
class ProposedEdits:
    """The edits proposed in some texts, with their features and places, and whether each is right."""

    edits: list[Candidate]  # with places in their texts
    text: NDArray[np.int_]  # for each the number of its text
    lengths: Sequence[int]  # characters of the texts
    right: Floats

    def shifts(self, sure: Floats) -> Floats:
        """For each edit, how much more often than usual its writer errs, given these confidences."""
        shifts = np.zeros(len(self.edits))
        for some in np.split(np.arange(len(self.edits)), np.flatnonzero(np.diff(self.text)) + 1):
            if len(some):
                edits = [replace(self.edits[at].edit, confidence=float(sure[at])) for at in some]
                shifts[some] = evidence(edits, self.lengths[self.text[some[0]]])
        return shifts

    def sure(self, fitted: FittedConfidence) -> Floats:
        """The confidence of each edit, from its features and the other edits of its text."""
        alone = np.array([confidence(fitted.weights, one.features) for one in self.edits])
        shifts = self.shifts(alone)
        return np.array(
            [moved(one, fitted.slope * shift) for one, shift in zip(alone.tolist(), shifts.tolist(), strict=True)]
        )

    def some(self, chosen: Any) -> ProposedEdits:
        return ProposedEdits([self.edits[at] for at in chosen], self.text[chosen], self.lengths, self.right[chosen])


@dataclass(frozen=True, slots=True)
class FittedConfidence:
    """What was fitted: a weight for each feature, and the weight of a writer's other mistakes (`slope`)."""

    weights: Mapping[str, float]
    slope: float


@dataclass(frozen=True, slots=True)
class Trial:
    """The edits proposed with one keep bias, with or without respelling. For each edit: its confidence, by weights
    fitted to the other half of the texts, whether it is needless, and whether its text is held out."""

    respell: bool
    bias: float
    found: ProposedEdits
    sure: Floats
    needless: Floats
    ours: Bools
    wanted: int
    quiet_words: int
    quiet_words_elsewhere: int

    def at(self, least: float) -> EditCounts:
        stays = self.ours & (self.sure >= least)
        return EditCounts(
            int(self.found.right[stays].sum()),
            int(stays.sum()),
            self.wanted,
            int(self.needless[stays].sum()),
            self.quiet_words,
        )

    def alarms(self, least: float) -> float:
        """Needless edits in 1,000 words, in all texts."""
        words = self.quiet_words + self.quiet_words_elsewhere
        return 1000 * float(self.needless[self.sure >= least].sum()) / max(1, words)


def calibrate(
    model: M,
    run: Callable[[M], SentenceProposer],
    held_out: Sequence[Text],
    also: Sequence[Text] = (),
    begin: Mapping[str, float] = PLAIN,
    keep_bias: float | None = None,
) -> Calibration:
    """Bias, weights, slope and presets from held-out texts. Texts of other kinds (`also`) count for the weights and for
    needless edits, but F0.5 is measured on the held-out texts only. A model that was trained with respelling keeps it.
    `begin` are weights to start from, fitted to more than these texts. A given keep bias is the only one tried."""

    def tried_with(respell: bool, bias: float) -> Trial:
        return _trial(run(_with(model, respell, bias)), held_out, also, begin)

    tries = (True,) if model.config.extras.respell else (False, True)
    first = [tried_with(respell, keep_bias or 0.0) for respell in tries]
    begun: Trial = max(first, key=best)
    others: tuple[float, ...] = BIASES if keep_bias is None else ()
    trials = [begun, *(tried_with(begun.respell, bias) for bias in others)]
    trial = max(trials, key=lambda one: (best(one), -abs(one.bias)))
    chosen = presets(trial)
    fitted = fitted_to(trial.found, begin)
    return Calibration(
        respell=trial.respell,
        keep_bias=trial.bias,
        confidence=fitted.weights,
        writer=fitted.slope,
        presets=chosen,
        before=first[0].at(0.0),
        after={name: trial.at(least) for name, least in chosen.items()},
        reliability=reliability(trial.sure, trial.found.right),
        fitted=len(trial.found.edits),
    )


def best(trial: Trial) -> float:
    """F0.5 at the best threshold, which tells how well right edits can be told from wrong ones."""
    return max(trial.at(least).f05 for least in STEPS)


def presets(trial: Trial) -> dict[str, float]:
    """The threshold of each preset: the best F0.5 on the held-out texts with a limited number of needless edits in all
    texts. `recall` is for users who review every edit, so it takes the best F2."""

    def quiet(alarms: float, least: float) -> float:
        few = [one for one in STEPS if one >= least and trial.alarms(one) <= alarms] or [STEPS[-1]]
        return max(few, key=lambda one: (trial.at(one).f05, one))

    balanced = quiet(ALARMS, 0.0)
    recall = max((one for one in STEPS if one <= balanced), key=lambda one: (trial.at(one).f(2.0), -one))
    return {"balanced": balanced, "precision": quiet(FEW, balanced), "recall": recall}


def _with(model: M, respell: bool, bias: float) -> M:
    extras = replace(model.config.extras, respell=respell, keep_bias=bias, confidence=PLAIN, writer=0.0)
    return replace(model, config=replace(model.config, extras=extras))


def _trial(by: SentenceProposer, held_out: Sequence[Text], also: Sequence[Text], begin: Mapping[str, float]) -> Trial:
    texts = [*held_out, *also]
    pairs = [pair for text in texts for pair in text]
    lacking = wanted(pairs, by.tokenizer)
    proposals = proposed(by, [source for source, _ in pairs])
    found = _found(texts, proposals)
    sentence = np.array([number for number, some in enumerate(proposals) for _ in some], dtype=int)
    sure = np.zeros(len(found.edits))
    for half in (0, 1):
        theirs, own = (np.flatnonzero((found.text % 2 == half) == ours) for ours in (False, True))
        sure[own] = found.some(own).sure(fitted_to(found.some(theirs), begin))
    quiet = [0 if some else len(source.split()) for (source, _), some in zip(pairs, lacking, strict=True)]
    count = sum(map(len, held_out))
    extras = by.model.config.extras
    return Trial(
        extras.respell,
        extras.keep_bias,
        found,
        sure,
        np.array([not lacking[number] for number in sentence], dtype=np.float64),
        found.text < len(held_out),
        sum(lacking[:count]),
        sum(quiet[:count]),
        sum(quiet[count:]),
    )


def _found(texts: Sequence[Text], proposals: Sequence[Sequence[Candidate]]) -> ProposedEdits:
    edits: list[Candidate] = []
    numbers: list[int] = []
    fine: list[bool] = []
    lengths: list[int] = []
    supply = iter(proposals)
    for number, text in enumerate(texts):
        begins = [*accumulate((len(source) + 1 for source, _ in text), initial=0)]
        lengths.append(begins[-1])
        for pair, begin in zip(text, begins, strict=False):
            some = next(supply)
            fine += right(*pair, (one.edit for one in some))
            numbers += [number] * len(some)
            edits += [
                replace(one, edit=replace(one.edit, start=one.edit.start + begin, end=one.edit.end + begin))
                for one in some
            ]
    return ProposedEdits(edits, np.array(numbers, dtype=int), lengths, np.array(fine, dtype=np.float64))


def fitted_to(found: ProposedEdits, begin: Mapping[str, float] = PLAIN, known: float = PULL) -> FittedConfidence:
    """Weights of all features seen often enough, and the slope: a logistic regression with a prior at the weights
    `begin`. `known` is the strength of the prior on features that have a weight there."""
    seen = Counter(name for one in found.edits for name in one.features)
    names = sorted({*begin, *(name for name, count in seen.items() if count >= RARE)})
    x = np.array([[one.features.get(name, 0.0) for name in names] for one in found.edits])
    x = x.reshape(len(found.edits), len(names))
    strength = np.array([known if name in begin else PULL for name in names])
    pull = np.append(np.where(np.array(names) == "odds", strength / MAX_LOG_ODDS**2, strength), PULL)
    at = np.append([begin.get(name, 0.0) for name in names], 0.0)
    start = at
    for _ in range(ROUNDS):
        alone = 1 / (1 + np.exp(-np.clip(x @ at[:-1], -30, 30)))
        # a full step could overshoot without end, so go halfway
        at = (at + fit(np.column_stack([x, found.shifts(alone)]), found.right, start, pull)) / 2
    weights = {name: round(float(value), 4) for name, value in zip(names, at[:-1], strict=True)}
    return FittedConfidence(weights, round(float(np.clip(at[-1], 0.0, MOST_SLOPE)), 4))


def fit(x: Floats, right: Floats, begin: Floats, pull: Floats) -> Floats:
    """A logistic regression by Newton's method, with a Gaussian prior for each weight at its first value."""
    at = begin.copy()

    def loss(at: Floats) -> float:
        said = x @ at
        return float((np.logaddexp(0, said) - right * said).sum() + (pull * (at - begin) ** 2).sum() / 2)

    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(x @ at, -30, 30)))
        gradient = x.T @ (right - p) - pull * (at - begin)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(pull), gradient)
        while loss(at + step) > loss(at) and np.abs(step).max() > 1e-9:
            step = step / 2  # Newton's step may overshoot
        at = at + step
        if np.abs(step).max() < 1e-9:
            break
    return at


def reliability(sure: Floats, right: Floats) -> tuple[Bin, ...]:
    """For each tenth of confidence, the mean confidence and the share of right edits. Empty tenths are left out."""
    tenth = np.minimum((sure * BINS).astype(int), BINS - 1)
    some = (tenth == one for one in range(BINS))
    return tuple(Bin(float(sure[at].mean()), float(right[at].mean()), int(at.sum())) for at in some if at.any())


def expected_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error: the mean distance between confidence and share of right edits."""
    edits = sum(one.edits for one in bins)
    return sum(abs(one.said - one.right) * one.edits for one in bins) / edits if edits else math.nan
