"""Fits confidences to real texts, and shows what each threshold gives there.

`gec train calibrate` fits the weights mostly to texts that this project wrote, in which edits are right more often than
in real ones. Three numbers are fitted here, on test sets with annotators' corrections: the scale and the level of the
log-odds, and the weight of a writer's other mistakes. --write puts them into the model's config.json, with the presets
given by --balanced, --precision and --recall.

    python bench/thresholds.py MODEL_DIR REFERENCE.m2 ... [--towards MODEL_DIR] [--write --balanced 0.4 ...]

Edits are compared word by word with the nearest annotator, so the figures differ from ERRANT's (`gec eval`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from gec.decoding.verify import DecodingSettings
from gec.engine.choose import engine_for
from gec.guards.sentence import Candidate
from gec.model import checkpoint, folder, opened
from gec.proposer import SentenceProposer
from gec.scoring import m2
from gec.scoring.natural import natural
from gec.scoring.spans import f_score
from gec.training import calibrate
from gec.training.measure_held_out import proposed, right, wanted

ROUNDS = 15
TOGETHER = 512  # sentences read at a time
Fit = Callable[[calibrate.ProposedEdits], calibrate.FittedConfidence]
KNOWN = 60.0  # strength of the prior on weights that were fitted to more texts
PARTS = 8  # texts of a set, if all weights are fitted
AT = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)


@click.command()
@click.argument("model", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("references", type=click.Path(exists=True, dir_okay=False, path_type=Path), nargs=-1, required=True)
@click.option("--towards", help="The model whose weights of features are taken; otherwise its own.")
@click.option("--all", "every", is_flag=True, help="Fit the weights of all features.")
@click.option("--slope", type=float, help="The weight of a writer's other mistakes, instead of the fitted one.")
@click.option("--write", is_flag=True, help="Write what was fitted into the model's config.json.")
@click.option("--balanced", type=float)
@click.option("--precision", type=float)
@click.option("--recall", type=float)
def main(
    model: Path,
    references: tuple[Path, ...],
    towards: str | None,
    every: bool,
    slope: float | None,
    write: bool,
    **presets: float | None,
) -> None:
    loaded = opened.read(model)
    weights = dict(opened.read(folder.find(towards)).config.extras.confidence if towards else
                   loaded.config.extras.confidence)  # fmt: skip
    by = SentenceProposer(loaded, engine_for(loaded, "cpu"), DecodingSettings())
    sets = {path.name: read(path, by, PARTS if every else 1) for path in references}
    scale, level, best = fitted_to([one.found for one in sets.values()], weights)
    told = {name: scale * value for name, value in weights.items()}
    told["always"] = told.get("always", 0.0) + level
    fitted = calibrate.FittedConfidence({name: round(value, 4) for name, value in told.items()}, round(best, 4))
    print(f"scale {scale:.3f}, level {level:.3f}, slope {best:.3f}")
    found = joined([one.found for one in sets.values()])
    fit = partial(calibrate.fitted_to, begin=told, known=KNOWN) if every else lambda found: fitted

    def with_slope(one: calibrate.FittedConfidence) -> calibrate.FittedConfidence:
        return one if slope is None else replace(one, slope=slope)

    fitted = with_slope(fit(found))
    print(f"{len(fitted.weights)} weights, slope {fitted.slope:.3f}")
    borders = np.cumsum([len(one.found.edits) for one in sets.values()])[:-1]
    sure = np.split(of_the_other_half(found, lambda some: with_slope(fit(some))), borders)
    for (name, one), said in zip(sets.items(), sure, strict=True):
        show(name, one, said)
    if write:
        chosen = {name: value for name, value in presets.items() if value is not None}
        extras = loaded.config.extras
        new = {"confidence": fitted.weights, "writer": fitted.slope, "presets": {**extras.presets, **chosen}}
        checkpoint.tell(model, **new)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The proposals for a test set, compared with its annotators."""

    found: calibrate.ProposedEdits
    wanted: int  # number of the first annotator's edits
    needless: NDArray[np.bool_]  # for every proposal, whether an annotator left its sentence unchanged
    quiet: int  # number of words in such sentences


def read(path: Path, by: SentenceProposer, parts: int) -> Judgement:
    """The whole set as one text, or as several, in the order of the file."""
    sentences = m2.read(path)
    sources = [natural(one.tokens).text for one in sentences]
    targets = [[natural(one.corrected(who)).text for who in one.annotators or (None,)] for one in sentences]
    judged = list(chain.from_iterable(by_part(by, sources)))
    fine, edits, still, texts, lengths = [], [], [], [], [0] * parts
    for number, (source, wants, some) in enumerate(zip(sources, targets, judged, strict=True)):
        text = number * parts // len(sources)
        at = lengths[text]
        edits += [
            replace(one, edit=replace(one.edit, start=one.edit.start + at, end=one.edit.end + at)) for one in some
        ]
        fine += map(any, zip(*(right(source, want, [one.edit for one in some]) for want in wants), strict=True))
        still += [source in wants] * len(some)
        texts += [text] * len(some)
        lengths[text] += len(source) + 2
    found = calibrate.ProposedEdits(edits, np.array(texts), lengths, np.array(fine, dtype=float))
    counts = wanted([(source, wants[0]) for source, wants in zip(sources, targets, strict=True)], by.tokenizer)
    quiet = sum(len(source.split()) for source, wants in zip(sources, targets, strict=True) if source in wants)
    return Judgement(found, sum(counts), np.array(still), quiet)


def joined(sets: Sequence[calibrate.ProposedEdits]) -> calibrate.ProposedEdits:
    """The texts of all sets, one behind the other."""
    firsts = accumulate((len(one.lengths) for one in sets), initial=0)
    return calibrate.ProposedEdits(
        [edit for one in sets for edit in one.edits],
        np.concatenate([one.text + first for one, first in zip(sets, firsts, strict=False)]),
        [length for one in sets for length in one.lengths],
        np.concatenate([one.right for one in sets]),
    )


def of_the_other_half(found: calibrate.ProposedEdits, fit: Fit) -> NDArray[np.float64]:
    """How sure each edit is, by weights that were fitted to the texts of the other half."""
    sure = np.zeros(len(found.edits))
    for half in (0, 1):
        theirs, own = (np.flatnonzero((found.text % 2 == half) == ours) for ours in (False, True))
        sure[own] = found.some(own).sure(fit(found.some(theirs)))
    return sure


def by_part(by: SentenceProposer, sources: Sequence[str]) -> Iterator[list[list[Candidate]]]:
    return (proposed(by, sources[first : first + TOGETHER]) for first in range(0, len(sources), TOGETHER))


def fitted_to(sets: Sequence[calibrate.ProposedEdits], weights: Mapping[str, float]) -> tuple[float, float, float]:
    """Scale, level and slope. They are found in rounds, because the weight of a writer's mistakes depends on their
    confidences."""
    raw = np.array([sum(weights.get(name, 0.0) * value for name, value in one.features.items())
                    for found in sets for one in found.edits])  # fmt: skip
    always = np.array([one.features.get("always", 0.0) for found in sets for one in found.edits])
    fine = np.concatenate([found.right for found in sets])
    borders = np.cumsum([len(found.edits) for found in sets])[:-1]
    at = np.array([1.0, 0.0, 0.0])
    for _ in range(ROUNDS):
        alone = np.split(1 / (1 + np.exp(-(at[0] * raw + at[1] * always))), borders)
        shifts = np.concatenate([found.shifts(sure) for found, sure in zip(sets, alone, strict=True)])
        x = np.column_stack([raw, always, shifts])
        at = (at + calibrate.fit(x, fine, np.zeros(3), np.full(3, 1e-3))) / 2
    return tuple(at.tolist())


def show(name: str, one: Judgement, sure: NDArray[np.float64]) -> None:
    error = calibrate.expected_error(calibrate.reliability(sure, one.found.right))
    print(f"{name}: expected error {error:.3f}, {100 * one.found.right.sum() / one.wanted:.1f} % proposed")
    for least in AT:
        stays = sure >= least
        p, r = one.found.right[stays].mean(), one.found.right[stays].sum() / one.wanted
        needless = 1000 * one.needless[stays].sum() / one.quiet
        print(f"  {least:.2f}  P {100 * p:.1f} R {100 * r:.1f} F0.5 {100 * f_score(p, r, 0.5):.1f}", end="")
        print(f", {needless:.2f} in 1,000 words that needed none")


if __name__ == "__main__":
    main()
