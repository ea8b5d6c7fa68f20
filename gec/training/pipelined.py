"""Training the pipelined decoder (Huang et al. 2025), teacher-forced, with the mask and the distances it decodes with.

With a frozen base only the start tokens of sentences two, three, .. are learned: the result is the base's folder, its
weights untouched to the bit, and one file more; fine-tuned, the network learns along and is another model. Runs are
`loop.py`'s, the arithmetic is `gec/model/grid.py`'s.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import torch
from torch.nn import functional as F

from gec.decoding.pipelined import Pace, within
from gec.errors import GecError
from gec.model import checkpoint, grid
from gec.model.heads import Starts
from gec.model.network import T5
from gec.model.tokenizer import Tokenizer
from gec.training import additions, build, records, texts
from gec.training.build import Plan, Say
from gec.training.labels import NONE, padded
from gec.training.loop import Run
from gec.training.noise import Noiser
from gec.training.objective import Loss, Objective
from gec.training.pairs import ARRAYS, Batch, Chunks, Ids
from gec.training.progress import Pair
from gec.training.recipe import Measure, Optimizer, Recipe, Shape, Stage
from gec.training.records import Mix
from gec.training.together import World, join

DRAWN = 256  # passages sorted by length together
DELTAS = (0, 1, 1, 2, 3)  # steps between two beginnings, drawn for each batch
LOUD = 2.0
NOISED = 0.5  # share of passages with errors made, where there are clean ones

Passage = list[Pair]  # its sentences, as written and as they should be


@dataclass(frozen=True, slots=True)
class Pipelined:
    """What to train."""

    sub_max: int = 8
    tuned: bool = False  # the network learns along; otherwise it stays as it is


@dataclass(frozen=True, slots=True)
class PassageBatch(Batch):
    """Rows that are passages: also which sentence each start token starts, and the place of each input."""

    source_number: Any = None  # [B, S]
    number: Any = None  # [B, T]
    place: Any = None  # [B, T, 2]
    arrays: ClassVar[tuple[str, ...]] = (*ARRAYS, "source_number", "number", "place")


@dataclass(frozen=True, slots=True)
class Sides:
    """The ids of a passage as written and as it should be, sentence by sentence, and its task's mark."""

    mark: list[int]
    written: list[list[int]]
    right: list[list[int]]


class Supply:
    """Passages: consecutive sentences of learner texts, poor paragraphs, and clean ones with errors made in them."""

    def __init__(self, folder: Path, most: int) -> None:
        self.most = most
        self.given: list[tuple[str, Passage]] = []  # with their task
        for path in sorted(folder.glob("learner/*.txt")):
            for text in texts.learner_texts(path):
                if not records.held_out(text):
                    self.given.append(("correct", [texts.expand(line) for line in text]))
        for path in sorted(folder.glob("rewrite/*.txt")):
            self.given += (("rewrite", one) for one in texts.rewrite_passages(path))
        clean = tuple(sorted(folder.glob("text/passages-*.txt*")))
        self.clean = texts.lines_of(clean) if clean else None
        self.noise = Noiser("real") if clean else None
        if not self.given and self.clean is None:
            raise GecError(f"{folder}: neither learner/*.txt nor rewrite/*.txt nor text/passages-*.txt* in it")

    def draw(self, rng: random.Random) -> tuple[str, Passage]:
        """A task and some consecutive sentences for it."""
        if self.clean is not None and self.noise is not None and (not self.given or rng.random() < NOISED):
            sentences = self.clean[rng.randrange(len(self.clean))].split("\t")
            task, text = "correct", [(self.noise(sentence, rng), sentence) for sentence in sentences]
        else:
            task, text = self.given[rng.randrange(len(self.given))]
        count = min(len(text), rng.randint(1, self.most))
        first = rng.randint(0, len(text) - count)
        return task, text[first : first + count]


class PassageChunks(Chunks):
    """Chunk n: batches of passages, a pure function of the recipe's seed and n."""

    def __init__(self, recipe: Recipe, supply: Supply, tokenizer: Tokenizer, ids: Ids, pace: Pace) -> None:
        super().__init__(recipe, recipe.stages[0], Mix((), ()), tokenizer, ids)
        self.supply, self.pace = supply, pace

    def __getitem__(self, number: int) -> list[Batch]:
        rng = random.Random(f"{self.recipe.seed} passages {number}")
        found = [one for _ in range(DRAWN) if (one := self._ids(*self.supply.draw(rng))) is not None]
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
        """The ids of both sides; nothing if they are out of bounds."""
        if not all(written.strip() and right.strip() for written, right in passage):
            return None
        sides = [self.tokenizer.ids_many(list(side)) for side in zip(*passage, strict=True)]
        mark = list(self.ids.marks.get(task, ()))
        return Sides(mark, sides[0], sides[1]) if all(within(side, self.pace) for side in sides) else None

    def _passages(self, rows: Sequence[Sides], delta: int, draws: Any) -> Batch:
        start, eos = self.ids.start, self.ids.eos
        sources, numbers, inputs, targets, which, places = [], [], [], [], [], []
        for row in rows:
            source = list(row.mark)
            starting = [0] * len(row.mark)
            for sentence, ids in enumerate(row.written):
                source += [start, *ids] if sentence else ids
                starting += [sentence, *[0] * len(ids)] if sentence else [0] * len(ids)
            sources.append([*source, eos])
            numbers.append([*starting, 0])
            subs = [*row.right, []]  # the empty one says that there are no more
            inputs.append([token for ids in subs for token in (start, *ids)])
            targets.append([token for ids in subs for token in (*ids, eos)])
            which.append([token for sentence, ids in enumerate(subs) for token in (sentence, *[0] * len(ids))])
            places.append(grid.laid_out([len(ids) + 1 for ids in subs], delta))
        source_ids, lengths = padded(sources)
        input_ids, input_lengths = padded(inputs)
        target_ids, _ = padded(targets)
        place = np.full((*input_ids.shape, 2), grid.NOWHERE, dtype=np.int32)
        for nth, some in enumerate(places):
            place[nth, : len(some)] = some
        real = np.arange(input_ids.shape[1]) < input_lengths[:, None]
        said_at = np.flatnonzero(real).astype(np.int32)
        said = target_ids.ravel()[said_at]
        none = np.zeros(0, dtype=np.int32)
        vocabulary, certain, stand_for, tokens = self._vocabulary([source_ids, input_ids, said], draws)
        return PassageBatch(
            tokens[0], lengths, tokens[1], none, none, said_at, tokens[2], none, none, none, none, vocabulary, certain,
            stand_for=stand_for, rows=len(rows), tokens=int(lengths.sum() + input_lengths.sum()),
            source_number=padded(numbers)[0], number=padded(which)[0], place=place,
        )  # fmt: skip


class PipelinedObjective(Objective):
    """What every token of every sub-sequence should be, the last empty one included."""

    def __init__(self, network: T5, starts: Starts, settings: Optimizer, *, tuned: bool) -> None:
        super().__init__(network, None, settings)
        self.starts = starts
        self.network.requires_grad_(tuned)

    def forward(self, batch: Batch) -> Loss:
        assert isinstance(batch, PassageBatch)
        network = self.network
        embedded, output = self._vocabulary(batch)
        sources = self.starts(F.embedding(batch.source, embedded), batch.source_number)
        inputs = self.starts(F.embedding(batch.inputs, embedded), batch.number)
        encoded = network.encoder(sources, batch.lengths)
        states = grid.decode(network, encoded, batch.lengths, inputs, batch.place).flatten(0, 1)[batch.said_at]
        loss = self._said(states, batch.said, batch, output) / (batch.said != NONE).sum().clamp(min=1)
        return Loss(loss, {"decoder": loss.detach()})


def train(
    plan: Plan,
    base: str,
    folder: Path,
    what: Pipelined,
    say: Say,
    report: Callable[[Run, dict[str, float]], None],
) -> Path:
    """The folder of the model that decodes passages."""
    build.refuse_another(plan)
    begun = checkpoint.find(base)
    loaded = checkpoint.read(begun)
    if loaded.config.extras.pointer_feed:
        raise GecError(f"{begun}: its decoder is fed by one pointer, a passage has several; begin with a plain T5")
    recipe = _recipe(what)
    torch.manual_seed(recipe.seed)
    starts = Starts(loaded.config.d_model, what.sub_max)
    with torch.no_grad():  # louder than the start token they are added to, so that they are told apart from the first
        starts.table.weight *= LOUD * loaded.network.embedding.weight.std()
    pace = Pace(sub_max=what.sub_max)
    supply = Supply(folder, what.sub_max)
    ids = Ids.of(loaded.config, loaded.tokenizer)
    network = loaded.network.train() if what.tuned else loaded.network
    plan.out.mkdir(parents=True, exist_ok=True)
    run = Run(
        plan.out,
        recipe,
        PipelinedObjective(network, starts, recipe.optimizer, tuned=what.tuned),
        [PassageChunks(recipe, supply, loaded.tokenizer, ids, pace)],
        plan.budget,
        device=join(plan.device)[1],
        workers=plan.workers or 0,
        world=World(),
    )
    if run.resume():
        say(f"going on from step {run.place.step}, {run.place.seconds / 60:.1f} minutes in")
    run.train(plan.rhythm, report)
    extras = {"sub_max": what.sub_max, "delta": pace.delta}
    network, starts = additions.averaged(run, loaded, "starts", Starts(loaded.config.d_model, what.sub_max))
    config = replace(loaded.config, extras=replace(loaded.config.extras, pipelined=extras))
    made = replace(loaded, config=config, network=network, starts=starts)
    return additions.export(made, starts, plan.out, begun, tuned=what.tuned, pipelined=extras)


def _recipe(what: Pipelined) -> Recipe:
    # One step moves a few rows of one table, or everything: rates differ.
    rates = (0.004, 0.001) if what.tuned else (0.02, 0.03)
    return Recipe(
        name="pipelined",
        shape=Shape(),
        stages=(Stage("pipelined", 1.0, (1.0, 0.05), (), keep=1.0),),
        optimizer=Optimizer(
            matrices="muon" if what.tuned else "adamw", matrix_rate=rates[0], vector_rate=rates[1], warmup=10,
            average=0.98, head=0.0, frequent=2000,
        ),
        measure=Measure(sentences=0),
        batch_tokens=4096,
    )  # fmt: skip
