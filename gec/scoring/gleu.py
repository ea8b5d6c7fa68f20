"""GLEU as published for JFLEG: n-grams shared with a reference, minus those wrongly kept from the source.

It follows Napoles et al. (2015) in the 2016 form without tuning. With several references, each round draws one of them
for every sentence, and the score is the mean of 500 rounds. The caller reads the files.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gec.scoring.lines import same_length

ORDER = 4
ROUNDS = 500

Tokens = Sequence[str]
NGrams = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Gleu:
    """The mean score of the rounds, and the interval with 95 % of them."""

    mean: float
    interval: tuple[float, float]
    rounds: int


def score(
    sources: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
) -> Gleu:
    """GLEU of the hypotheses. `references` has a list of sentences for each annotator."""
    same_length("the hypothesis", hypotheses, "the source", sources)
    for number, reference in enumerate(references, 1):
        same_length(f"reference {number}", reference, "the source", sources)
    table = np.array(
        [
            [statistics(source, reference[i], hypothesis) for reference in references]
            for i, (source, hypothesis) in enumerate(zip(sources, hypotheses, strict=True))
        ],
        dtype=np.float64,
    )
    rounds = ROUNDS if len(references) > 1 else 1
    draws = (_draw(number, len(references), len(sources)) for number in range(rounds))
    values = [_corpus(table[np.arange(len(sources)), draw].sum(0)) for draw in draws]
    low, high = np.quantile(values, [0.025, 0.975])
    return Gleu(float(np.mean(values)), (float(low), float(high)), rounds)


def _draw(number: int, references: int, sentences: int) -> list[int]:
    """The reference for each sentence in one round. The seeds are those of the published scorer."""
    dice = random.Random(number * 101)
    return [dice.randint(0, references - 1) for _ in range(sentences)]


def statistics(source: Tokens, reference: Tokens, hypothesis: Tokens) -> list[int]:
    """Both lengths, then for each order the number of n-grams that agree and the number of all."""
    row = [len(hypothesis), len(reference)]
    for order in range(1, ORDER + 1):
        mine, theirs, before = (_ngrams(tokens, order) for tokens in (hypothesis, reference, source))
        for ngram in theirs:
            before.pop(ngram, None)  # leaves the n-grams of the source that the reference changed
        agreeing = (mine & theirs).total() - (mine & before).total()
        row += [max(agreeing, 0), max(len(hypothesis) + 1 - order, 0)]
    return row


def _ngrams(tokens: Tokens, order: int) -> NGrams:
    return Counter(tuple(tokens[i : i + order]) for i in range(len(tokens) + 1 - order))


def _corpus(totals: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    if not totals.all():
        return 0.0
    length, wanted = totals[:2]
    precision = np.log(totals[2::2] / totals[3::2]).mean()
    return float(np.exp(min(0.0, 1 - wanted / length) + precision))
