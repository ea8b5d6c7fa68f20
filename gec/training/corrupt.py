"""Generates errors similar to people's errors, with a model that was trained on reversed pairs (`reverse` in a recipe).

The model writes a clean sentence anew, and each token is sampled instead of taking the likeliest. So errors occur where
people make them and look like theirs, which no list of error families can do. Drafts help here as well: nine in ten
sampled tokens are copies, so one pass often samples a whole sentence.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, decode
from gec.edits.align import proposals
from gec.edits.change import Change
from gec.edits.edit import Edit, apply
from gec.engine import EXACT, Lenience
from gec.engine.int8 import Int8Board, Int8Engine, odds
from gec.engine.padding import Ints
from gec.engine.session import Floats
from gec.errors import GecError, ModelError
from gec.guards.stages import refusal
from gec.language import LETTER_WORD
from gec.language.written import stands
from gec.model.opened import Opened
from gec.training import texts
from gec.training.records import Pair, learner_lines

AMONG = 30  # the likeliest tokens to sample from, if the token is not a copy
FAINT = 0.01  # share of the highest probability; less likely tokens are never sampled
WORDS = range(4, 46)  # in a sentence that gets errors
MAX_TOKENS = 75  # of a sentence
MISSED = 10_000  # so many sentences in a row of another length are an error
TOGETHER = 512  # sentences sorted by length together
SHARE, SPARE = 0.4, 1  # most edits of a sentence: a share of its words and so many more
Pairs = Iterator[Pair]


class SamplingEngine(Int8Engine):
    """An engine that samples its output."""

    def __init__(self, model: Opened, seed: int) -> None:
        super().__init__(model)
        self.random = np.random.default_rng(seed)

    def board(self, slots: int, lenience: Lenience = EXACT) -> SamplingBoard:
        return SamplingBoard(self, slots)

    def chosen(self, logits: Floats, scale: Floats, keep: Ints) -> Ints:
        """The sampled token at each place; `keep` is the pointer's token there, -1 for none."""
        some = keep >= 0
        odds = np.exp((logits - logits.max(1, keepdims=True)) * scale)
        kept = np.where(some, odds[np.arange(len(keep)), keep] / odds.sum(1), 0.0)
        said = keep.copy()
        for place in np.flatnonzero(self.random.random(len(keep)) >= kept):
            if some[place]:
                odds[place, keep[place]] = 0
            likely = np.argpartition(odds[place], -AMONG)[-AMONG:]
            shares = odds[place, likely].astype(np.float64)
            shares[shares < FAINT * shares.max()] = 0
            said[place] = self.random.choice(likely, p=shares / shares.sum())
        return said


class SamplingBoard(Int8Board):
    engine: SamplingEngine

    def judged(self, states: Floats, keep: Ints) -> tuple[list[int], list[float]]:
        """A sampled token for each decoder state, without the keep bias of correctors."""
        column, logits = self.engine.output.run(None, {"states": states})
        said = self.engine.chosen(logits, column, keep)
        return said.tolist(), odds(logits, column[:, 0], said, keep)


def corrupted(model: Opened, sentences: Iterable[str], seed: int) -> Pairs:
    """Pairs of a sentence with generated errors and the correct one, for sentences that are not too long."""
    if not model.int8:
        raise ModelError(
            f"{model.path}: weights in floats; `gec convert DIR OUT --int8` makes weights that can be used"
        )
    engine, tokenizer = SamplingEngine(model, seed), model.tokenizer
    tokens = Tokens.of(tokenizer, model.config)
    marks = tokenizer.ids_of_mark(model.config.extras.tasks.get("correct", ""))
    settings = DecodingSettings(mode="aggressive", head=False)
    supply = (one for one in sentences if len(one.split()) in WORDS)
    while group := list(islice(supply, TOGETHER)):
        known = zip(tokenizer.encode_many(group), group, strict=True)
        pieces = sorted((one for one in known if len(one[0].ids) < MAX_TOKENS), key=lambda one: len(one[0].ids))
        rows = ([*marks, *encoded.ids, engine.eos] for encoded, _ in pieces)
        for number, output in decode(engine, tokens, rows, settings, marks=len(marks)):
            encoded, right = pieces[number]
            if not output.finished:
                continue
            found = proposals(right, encoded, output.ids[:-1], output.odds, tokenizer)
            edits = [edit for one in found if _fits(right, edit := Edit(one.start, one.end, one.replacement))]
            if len(edits) <= SPARE + SHARE * len(right.split()) and (written := apply(right, edits)).strip():
                yield written, right


def _fits(right: str, edit: Edit) -> bool:
    """Whether an edit is a realistic error: no unknown word, and no change whose reversal a guard would refuse."""
    there, new = right.lower(), LETTER_WORD.findall(edit.replacement)
    if any(word.lower() not in there and not stands(word) and not stands(word.lower()) for word in new):
        return False
    back = Edit(edit.start, edit.start + len(edit.replacement), right[edit.start : edit.end])
    return not refusal(Change(apply(right, [edit]), back))


def random_sentences(clean: Sequence[Path], learner: Sequence[Path], share: float, seed: int) -> Iterator[str]:
    """An endless supply of random clean sentences, a share of them from corrected learner texts."""
    lines, rng, missed = texts.lines_of(tuple(clean)), random.Random(seed), 0
    corrected = [texts.expand(line)[1] for line in learner_lines(learner)]
    while lines and missed < MISSED:
        one = rng.choice(corrected) if corrected and rng.random() < share else lines[rng.randrange(len(lines))]
        missed = 0 if len(one.split()) in WORDS else missed + 1
        yield one
    raise GecError(f"{clean[0]}: no sentences of {WORDS[0]} to {WORDS[-1]} words, one per line; give other texts")
