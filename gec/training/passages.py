"""Training of the pipelined decoder on passages (Huang et al. 2025), which are consecutive sentences: their batches,
and the loss with teacher forcing and with the mask and the distances of decoding.

A stage may mix batches of sentences and of passages (`MixedChunks`), so that one network learns both. A run on passages
only is in `pipelined.py`. `gec/model/grid.py` has the arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from torch.nn import functional as F

from gec.decoding.draft import track
from gec.decoding.pipelined import Pace, within
from gec.errors import GecError
from gec.model import grid
from gec.model.checkpoint import Checkpoint
from gec.model.config import Pipelined
from gec.model.heads import EditHead, Starts
from gec.model.network import T5, padding_mask
from gec.model.tokenizer import Tokenizer
from gec.training import recipe, records, texts
from gec.training.labels import NONE, label, padded
from gec.training.noise import Noiser
from gec.training.objective import Loss, Objective
from gec.training.pairs import ARRAYS, Batch, Chunks, VocabularyIds, as_read
from gec.training.recipe import Optimizer, Recipe, Stage
from gec.training.records import Mix

DRAWN = 256  # passages sorted by length together, in a run on passages only
DELTAS = (0, 1, 1, 2, 3)  # steps between the beginnings of two sentences, drawn for each batch
LOUD = 2.0  # scale of new starts
NOISED = 0.5  # share of clean passages with generated errors, if there are any
REWRITTEN = 0.4  # ... and share of these with so many errors that the task is to rewrite them

Passage = list[records.Pair]  # its sentences


@dataclass(frozen=True, slots=True)
class PassageBatch(Batch):
    """Rows that are passages, with the sentence number of each start token, and the place of each input."""

    source_number: Any = None  # [B, S]
    number: Any = None  # [B, T]
    place: Any = None  # [B, T, 2]
    arrays: ClassVar[tuple[str, ...]] = (*ARRAYS, "source_number", "number", "place")


@dataclass(frozen=True, slots=True)
class Sides:
    """The ids of both sides of a passage, sentence by sentence, and the mark of its task."""

    mark: list[int]
    written: list[list[int]]
    right: list[list[int]]


class Supply:
    """A supply of passages: from learner texts, poor paragraphs, and clean passages with generated errors."""

    def __init__(self, settings: recipe.PassageMix, folders: Sequence[Path]) -> None:
        def files(*patterns: str) -> list[Path]:
            return [path for one in patterns for path in records.there(one, folders)]

        self.most = settings.sentences
        self.given: list[tuple[str, Passage]] = []  # with their task
        for path in files(*settings.learner):
            for text in texts.learner_texts(path):
                if not records.held_out(text):
                    self.given.append(("correct", [texts.expand(line) for line in text]))
        for path in files(*settings.rewrite):
            passages = texts.rewrite_passages(path)
            self.given += (("rewrite", one) for one in passages if not records.held_out(one[0][:1]))
        clean = files(*settings.clean)
        self.clean = texts.lines_of(tuple(clean)) if clean else None
        self.noise = {"correct": Noiser("real"), "rewrite": Noiser("rewrite")} if clean else {}
        if not self.given and self.clean is None:
            kinds = " nor ".join((*settings.learner, *settings.rewrite, *settings.clean))
            raise GecError(f"{folders[0]}: neither {kinds} in it")

    def draw(self, rng: random.Random) -> tuple[str, Passage]:
        """A task and some consecutive sentences for it."""
        if self.clean is not None and (not self.given or rng.random() < NOISED):
            sentences = self.clean[rng.randrange(len(self.clean))].split("\t")
            task = "rewrite" if rng.random() < REWRITTEN else "correct"
            text = [(self.noise[task](sentence, rng), sentence) for sentence in sentences]
        else:
            task, text = self.given[rng.randrange(len(self.given))]
        count = min(len(text), rng.randint(1, self.most))
        first = rng.randint(0, len(text) - count)
        return task, text[first : first + count]


class PassageChunks(Chunks):
    """Chunks with batches of passages. Each is a pure function of the recipe's seed and its number."""

    def __init__(
        self, recipe: Recipe, stage: Stage, supply: Supply, tokenizer: Tokenizer, ids: VocabularyIds, drawn: int = DRAWN
    ) -> None:
        super().__init__(recipe, stage, Mix((), ()), tokenizer, ids)
        self.supply, self.drawn = supply, drawn
        self.pace = Pace(sub_max=supply.most)

    def __getitem__(self, number: int) -> list[Batch]:
        rng = random.Random(f"{self.recipe.seed} {self.stage.name} passages {number}")
        found = [one for _ in range(self.drawn) if (one := self._ids(*self.supply.draw(rng))) is not None]
        found.sort(key=lambda one: -sum(map(len, one.right)))
        made: list[Batch] = []
        while found:
            width = sum(map(len, found[0].written)) + sum(map(len, found[0].right)) + 2 * self.pace.sub_max
            rows = max(1, self.recipe.batch_tokens // width)
            draws = np.random.default_rng((rng.getrandbits(32), len(made)))
            made.append(self._passages(found[:rows], rng.choice(DELTAS), draws))
            del found[:rows]
        rng.shuffle(made)
        return made

    def _ids(self, task: str, passage: Passage) -> Sides | None:
        """The ids of both sides, or None if a side is empty or too long."""
        if not all(written.strip() and right.strip() for written, right in passage):
            return None
        if self.recipe.respell:
            passage = [(as_read(written, right), right) for written, right in passage]
        sides = [self.tokenizer.ids_many(list(side)) for side in zip(*passage, strict=True)]
        mark = list(self.ids.marks.get(task, ()))
        return Sides(mark, sides[0], sides[1]) if all(within(side, self.pace) for side in sides) else None

    def _passages(self, rows: Sequence[Sides], delta: int, draws: Any) -> Batch:
        start, eos = self.ids.start, self.ids.eos
        sources, numbers, inputs, targets, which, places, pointers = [], [], [], [], [], [], []
        for row in rows:
            source = list(row.mark)
            starting = [0] * len(row.mark)
            for sentence, ids in enumerate(row.written):
                source += [start, *ids] if sentence else ids
                starting += [sentence, *[0] * len(ids)] if sentence else [0] * len(ids)
            pointers.append(self._pointer_places(row, len(source)))
            sources.append([*source, eos])
            numbers.append([*starting, 0])
            subs = [*row.right, []]  # the empty one means that there are no more
            inputs.append([token for ids in subs for token in (start, *ids)])
            targets.append([token for ids in subs for token in (*ids, eos)])
            which.append([token for sentence, ids in enumerate(subs) for token in (sentence, *[0] * len(ids))])
            places.append(grid.laid_out([len(ids) + 1 for ids in subs], delta))
        grain = 8 if self.recipe.row else 1  # with packed rows, which have one shape, passages should have few
        source_ids, lengths = padded(sources, grain)
        input_ids, input_lengths = padded(inputs, grain)
        target_ids, _ = padded(targets, grain)
        place = np.full((*input_ids.shape, 2), grid.NOWHERE, dtype=np.int32)
        for nth, some in enumerate(places):
            place[nth, : len(some)] = some
        real = np.arange(input_ids.shape[1]) < input_lengths[:, None]
        wanted = self._changed(rows, real.shape) | (draws.random(real.shape) < self.stage.keep)
        said_at = np.flatnonzero(real & wanted).astype(np.int32)
        said = target_ids.ravel()[said_at]
        none = np.zeros(0, dtype=np.int32)
        led = padded(pointers, grain)[0] if self.ids.pointer else np.zeros((0, 0), dtype=np.int32)
        vocabulary, certain, stand_for, tokens = self._vocabulary([source_ids, input_ids, said], draws)
        return PassageBatch(
            tokens[0], lengths, tokens[1], led, none, said_at, tokens[2], none, none, none, none, vocabulary, certain,
            none, none, stand_for=stand_for, rows=len(rows), tokens=int(lengths.sum() + input_lengths.sum()),
            source_number=padded(numbers, grain)[0], number=padded(which, grain)[0], place=place,
        )  # fmt: skip

    def _pointer_places(self, row: Sides, end: int) -> list[int]:
        """The pointer's place before each token of each sub-sequence. The source's end token is at `end`."""
        tokens = self.ids.pointer
        if tokens is None:
            return []
        found: list[int] = []
        first = len(row.mark)
        for written, right in zip(row.written, row.right, strict=True):
            found += (first + at for at in track([*written, self.ids.eos], right, tokens))
            first += len(written) + 1
        return [*found, end]

    def _changed(self, rows: Sequence[Sides], shape: tuple[int, ...]) -> Any:
        """Which target tokens are no copies. All end tokens count as such."""
        end = [self.ids.eos]
        pairs = [(one + end, other + end) for row in rows for one, other in zip(row.written, row.right, strict=True)]
        flags = iter(label([one for one, _ in pairs], [other for _, other in pairs], [0] * len(pairs)).changed)
        changed = np.ones(shape, dtype=np.bool_)
        for nth, row in enumerate(rows):
            first = 0
            for ids in row.right:
                changed[nth, first : first + len(ids)] = next(flags)[: len(ids)]
                first += len(ids) + 1
        return changed


class MixedChunks(Chunks):
    """Chunks of a stage with batches of passages among those of sentences."""

    def __init__(
        self, recipe: Recipe, stage: Stage, mix: Mix, supply: Supply, tokenizer: Tokenizer, ids: VocabularyIds
    ) -> None:
        super().__init__(recipe, stage, mix, tokenizer, ids)
        share = recipe.passages.share
        passages = self.size * share / (1 - share) / ((1 + supply.most) / 2)  # the mean length is half of the most
        self.passages = PassageChunks(recipe, stage, supply, tokenizer, ids, max(1, round(passages)))

    def __getitem__(self, number: int) -> list[Batch]:
        own = super().__getitem__(number)
        made = own[1:] + self.passages[number]
        random.Random(f"{self.recipe.seed} {self.stage.name} strewn {number}").shuffle(made)
        return own[:1] + made  # sentences first, because the first compilation is for their shape


class PipelinedObjective(Objective):
    """The loss of batches of sentences, and of passages with all their sub-sequences, also the last, empty one."""

    def __init__(self, network: T5, edit_head: EditHead | None, starts: Starts, settings: Optimizer) -> None:
        super().__init__(network, edit_head, settings)
        self.starts = starts

    def forward(self, batch: Batch) -> Loss:
        if not isinstance(batch, PassageBatch):
            return super().forward(batch)
        network = self.network
        embedded, output = self._vocabulary(batch)
        sources = self.starts(F.embedding(batch.source, embedded), batch.source_number)
        inputs = self.starts(F.embedding(batch.inputs, embedded), batch.number)
        encoded = network.encoder(sources, padding_mask(batch.lengths, sources.shape[1]))
        states = grid.decode(network, encoded, batch.lengths, inputs, batch.place, batch.pointers)
        states = states.flatten(0, 1)[batch.said_at]
        said = self._token_loss(states, batch.said, batch, output, self.settings.smoothing)
        loss = said / (batch.said != NONE).sum().clamp(min=1)
        return Loss(loss, {"passages": loss.detach()})


def with_starts(begun: Checkpoint, most: int, seed: int) -> Checkpoint:
    """The model with starts for `most` sentences: its own, or new ones."""
    if begun.starts is not None and begun.starts.most == most:
        return begun
    starts = Starts(begun.config.d_model, most)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():  # larger than the start token that they are added to, so that they differ from it
        drawn = torch.randn(starts.table.weight.shape, generator=generator)
        starts.table.weight.copy_(LOUD * begun.network.embedding.weight.std() * drawn)
    extras = replace(begun.config.extras, pipelined=Pipelined(most, Pace().delta))
    return replace(begun, config=replace(begun.config, extras=extras), starts=starts)
