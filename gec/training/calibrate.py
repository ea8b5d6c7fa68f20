"""Calibrates a trained model on pairs that it was not trained on.

All of it is kept in the `gec` section of its config.json: whether it does better if plain misspellings are mended
before it reads (`gec/spelling`), the keep bias under which its edits can be told apart best, the weights that turn an
edit's signs into the share of such edits that are right (`gec/edits/confidence.py`), how much the other mistakes in
a text count (`gec/edits/writer.py`), and the confidence that is enough for each preset.
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

from gec.corrector import Corrector
from gec.edits.confidence import FAR, PLAIN, confidence
from gec.edits.writer import evidence, moved
from gec.guards.sentence import Candidate
from gec.model.checkpoint import Checkpoint
from gec.model.config import MOST_SLOPE
from gec.model.opened import Opened
from gec.training.progress import Figures, Pair, proposed, right, wanted

BIASES = (-1.0, -2.0, 1.0)  # keep biases that are tried beside 0; below 0 more is proposed, to be chosen from
BINS = 10
RARE = 3  # signs seen less often say nothing
PULL = 10.0  # of the weights towards those of no calibration, in edits
ROUNDS = 12  # in which weights and slope settle: what a writer's mistakes say depends on how sure each of them is
ALARMS = 1.0  # edits in 1,000 words of sentences that needed none: what balanced allows
FEW = ALARMS / 2  # what precision allows
STEPS = tuple(step / 100 for step in range(100))

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
M = TypeVar("M", Opened, Checkpoint)
Text = Sequence[Pair]  # the sentences of one writer, in order


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
    writer: float
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
            "writer": self.writer,
            "presets": dict(self.presets),
        }

    def told(self, model: Checkpoint) -> Checkpoint:
        """The model with all this in its configuration."""
        extras = replace(model.config.extras, **self.extras)
        return replace(model, config=replace(model.config, extras=extras))


@dataclass(frozen=True, slots=True)
class Found:
    """The edits proposed in some texts: what speaks for each, where it stands, and whether it is right."""

    edits: list[Candidate]  # with places in their texts
    text: NDArray[np.int_]  # the number of each one's text
    lengths: Sequence[int]  # characters of the texts
    right: Floats

    def shifts(self, sure: Floats) -> Floats:
        """How much more often than usual each one's writer errs, if the edits are so sure."""
        shifts = np.zeros(len(self.edits))
        for some in np.split(np.arange(len(self.edits)), np.flatnonzero(np.diff(self.text)) + 1):
            if len(some):
                edits = [replace(self.edits[at].edit, confidence=float(sure[at])) for at in some]
                shifts[some] = evidence(edits, self.lengths[self.text[some[0]]])
        return shifts

    def sure(self, fitted: Fitted) -> Floats:
        """How sure each edit is, by weights and in the light of its text."""
        alone = np.array([confidence(fitted.weights, one.signs) for one in self.edits])
        shifts = self.shifts(alone)
        return np.array(
            [moved(one, fitted.slope * shift) for one, shift in zip(alone.tolist(), shifts.tolist(), strict=True)]
        )

    def some(self, chosen: Any) -> Found:
        return Found([self.edits[at] for at in chosen], self.text[chosen], self.lengths, self.right[chosen])


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was fitted: a weight for each sign, and what a writer's other mistakes say."""

    weights: Mapping[str, float]
    slope: float


@dataclass(frozen=True, slots=True)
class Trial:
    """The edits proposed under one keep bias, with or without respelling: how sure each is, by what was fitted to the
    other half of the texts, whether its sentence needed none, and whether that is of the held-out texts."""

    respell: bool
    bias: float
    found: Found
    sure: Floats
    needless: Floats
    ours: Bools
    wanted: int
    quiet_words: int
    quiet_words_elsewhere: int

    def at(self, least: float) -> Figures:
        stays = self.ours & (self.sure >= least)
        return Figures(
            int(self.found.right[stays].sum()),
            int(stays.sum()),
            self.wanted,
            int(self.needless[stays].sum()),
            self.quiet_words,
        )

    def alarms(self, least: float) -> float:
        """Edits in 1,000 words that needed none, of all texts."""
        words = self.quiet_words + self.quiet_words_elsewhere
        return 1000 * float(self.needless[self.sure >= least].sum()) / max(1, words)


def calibrate(
    model: M,
    run: Callable[[M], Corrector],
    held_out: Sequence[Text],
    also: Sequence[Text] = (),
    begin: Mapping[str, float] = PLAIN,
    keep_bias: float | None = None,
) -> Calibration:
    """Bias, weights, slope and presets from held-out texts. Texts of other kinds (`also`) have a say in how sure an
    edit is and in how many are needless; what is best is what is best on those held out. A model that learned from
    mended sentences goes on reading them. `begin` are weights that were fitted to more than these texts; no keep bias
    but the given one is tried."""

    def tried_with(respell: bool, bias: float) -> Trial:
        return _trial(run(_told(model, respell, bias)), held_out, also, begin)

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
    """F0.5 at the best confidence: how well right edits can be told from wrong ones."""
    return max(trial.at(least).f05 for least in STEPS)


def presets(trial: Trial) -> dict[str, float]:
    """How sure is enough: the best F0.5 on the texts held out with no more needless edits in all texts than that.
    Recall is for those who look at everything: missing something counts twice."""

    def quiet(alarms: float, least: float) -> float:
        few = [one for one in STEPS if one >= least and trial.alarms(one) <= alarms] or [STEPS[-1]]
        return max(few, key=lambda one: (trial.at(one).f05, one))

    balanced = quiet(ALARMS, 0.0)
    recall = max((one for one in STEPS if one <= balanced), key=lambda one: (trial.at(one).f(2.0), -one))
    return {"balanced": balanced, "precision": quiet(FEW, balanced), "recall": recall}


def _told(model: M, respell: bool, bias: float) -> M:
    extras = replace(model.config.extras, respell=respell, keep_bias=bias, confidence=PLAIN, writer=0.0)
    return replace(model, config=replace(model.config, extras=extras))


def _trial(by: Corrector, held_out: Sequence[Text], also: Sequence[Text], begin: Mapping[str, float]) -> Trial:
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


def _found(texts: Sequence[Text], proposals: Sequence[Sequence[Candidate]]) -> Found:
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
    return Found(edits, np.array(numbers, dtype=int), lengths, np.array(fine, dtype=np.float64))


def fitted_to(found: Found, begin: Mapping[str, float] = PLAIN) -> Fitted:
    """Weights of the signs seen often enough, and the slope, together: a logistic regression, pulled towards the
    model's own odds, or to whatever weights it begins with."""
    seen = Counter(name for one in found.edits for name in one.signs)
    names = sorted({*begin, *(name for name, count in seen.items() if count >= RARE)})
    x = np.array([[one.signs.get(name, 0.0) for name in names] for one in found.edits])
    x = x.reshape(len(found.edits), len(names))
    pull = np.append(np.where(np.array(names) == "odds", PULL / FAR**2, PULL), PULL)
    at = np.append([begin.get(name, 0.0) for name in names], 0.0)
    start = at
    for _ in range(ROUNDS):
        alone = 1 / (1 + np.exp(-np.clip(x @ at[:-1], -30, 30)))
        # halfway, as a step all the way could overshoot for ever
        at = (at + fit(np.column_stack([x, found.shifts(alone)]), found.right, start, pull)) / 2
    weights = {name: round(float(value), 4) for name, value in zip(names, at[:-1], strict=True)}
    return Fitted(weights, round(float(np.clip(at[-1], 0.0, MOST_SLOPE)), 4))


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
