"""Trains block heads p2..pk (Stern, Shazeer, Uszkoreit 2018), on the targets of pairs or on the output of the model
itself.

With a frozen base the result is the base's folder, unchanged, and one more file. With `tuned`, the network is trained
too, and the result is another model. `loop.py` runs the training, and `gec/decoding/route.py` decides how the heads
draft.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor

from gec.decoding.draft import Tokens
from gec.decoding.verify import DecodingSettings, Output, decode
from gec.engine.float import FloatEngine
from gec.errors import GecError
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.model.folder import find
from gec.model.heads import BlockHeads
from gec.model.network import T5, Sight
from gec.training import additions, folder, texts, tune
from gec.training.build import Say, TrainingPlan
from gec.training.labels import NONE
from gec.training.loop import TrainingRun
from gec.training.objective import Loss, Objective
from gec.training.pairs import Batch, Chunks, VocabularyIds, as_read
from gec.training.recipe import Measure, MixSource, ModelShape, Optimizer, Recipe, Stage
from gec.training.records import Mix, Pair
from gec.training.world import World, join

TOGETHER = 1000  # sources that the model corrects between two lines of progress
MEASURED = 500  # held-out sources for measuring the block size


@dataclass(frozen=True, slots=True)
class Heads:
    """What to train."""

    block: int = 4
    tuned: bool = False  # train the network too
    distilled: bool = False  # the targets are the model's own outputs
    limit: int = 10_000  # most pairs


class BlockObjective(Objective):
    """The mean of the losses of p2..pk, and of p1 if the network is tuned."""

    def __init__(self, network: T5, blocks: BlockHeads, settings: Optimizer, *, tuned: bool) -> None:
        super().__init__(network, None, settings)
        self.blocks = blocks
        self.tuned = tuned
        self.network.requires_grad_(tuned)

    def forward(self, batch: Batch) -> Loss:
        network, block = self.network, self.blocks.block
        embedded, output = self._vocabulary(batch)
        sight = Sight.of_rows(batch.lengths, batch.source.shape[1])
        encoded = network.encoder(torch.nn.functional.embedding(batch.source, embedded), sight.source)
        inputs = torch.nn.functional.embedding(batch.inputs, embedded)
        states = network.decode(inputs, encoded, sight, batch.pointers)
        said = torch.full_like(batch.inputs, NONE).flatten().scatter(0, batch.said_at, batch.said)
        said = said.view_as(batch.inputs)
        ends = torch.nn.functional.pad(said, (0, block - 1), value=NONE)
        later = ends.unfold(1, block, 1)[..., 1:]  # [B, T, k - 1]: the tokens after the next one
        real = later != NONE
        ahead = self.blocks(states, self._pointer_inputs(encoded, batch))[real]
        heads = self._token_loss(ahead, later[real], batch, output) / real.sum().clamp(min=1)
        parts = {"heads": heads.detach()}
        if not self.tuned:
            return Loss(heads, parts)
        first = self._token_loss(states[said != NONE], said[said != NONE], batch, output) / (said != NONE).sum()
        parts["decoder"] = first.detach()
        return Loss((first + (block - 1) * heads) / block, parts)

    def _pointer_inputs(self, encoded: Tensor, batch: Batch) -> Tensor | None:
        """The pointer's input for each head, if the network has a pointer feed."""
        if self.network.pointer is None:
            return None
        behind = torch.cat([batch.pointers[:, 1:], batch.pointers[:, -1:]], 1)
        return self.network.fed(encoded, self.blocks.places(batch.pointers, behind, batch.lengths[:, None]))


def train(
    plan: TrainingPlan,
    base: str,
    files: Sequence[Path],
    heads: Heads,
    say: Say,
    report: Callable[[TrainingRun, dict[str, float]], None],
) -> Path:
    """Train heads for the model `base`. Returns the folder of the model with its heads."""
    begun = find(base)
    folder.refuse_another(plan.out, resume=plan.resume, inputs=(*files, begun))
    folder.refuse_another_base(plan.out, base)
    loaded = checkpoint.read(begun)
    device = join(plan.device)[1]
    pairs = given(loaded, files, heads)
    if not (plan.resume and (plan.out / "pairs.jsonl").exists()):
        _write_data(replace(plan, base=base), loaded, pairs, heads, device, say)
    held_out, learned = (list(texts.read_pairs(plan.out / name)) for name in ("held-out.jsonl", "pairs.jsonl"))
    if not dict(held_out + learned).keys() <= dict(pairs).keys():  # targets may be the model's
        raise GecError(f"{plan.out}: was begun with other pairs; continue with those, or give another --out")
    recipe = _recipe(loaded, heads)
    torch.manual_seed(recipe.seed)
    fed = loaded.config.extras.pointer_feed
    blocks = BlockHeads(loaded.config.d_model, heads.block, fed=fed)
    network = loaded.network.train() if heads.tuned else loaded.network
    ids = VocabularyIds.of(loaded.config, loaded.tokenizer)
    stage = recipe.stages[0]
    run = TrainingRun(
        plan.out,
        recipe,
        BlockObjective(network, blocks, recipe.optimizer, tuned=heads.tuned),
        [Chunks(recipe, stage, Mix(stage.mix, (plan.out,)), loaded.tokenizer, ids)],
        plan.budget,
        device=device,
        workers=plan.workers or 0,
        world=World(),
    )
    if run.resume():
        say(f"going on from step {run.place.step}, {run.place.seconds / 60:.1f} minutes in")
    run.train(plan.rhythm, report)
    network, blocks = additions.averaged(run, loaded, "blocks", BlockHeads(loaded.config.d_model, heads.block, fed=fed))
    extras = replace(loaded.config.extras, blocks=heads.block)
    made = replace(loaded, config=replace(loaded.config, extras=extras), network=network, blocks=blocks)
    if heads.tuned:  # the starts were trained for the base
        made = replace(made, config=replace(made.config, extras=replace(extras, pipelined=None)), starts=None)
    written = additions.export(made, blocks, plan.out, begun, tuned=heads.tuned, blocks=heads.block)
    size = accepted(checkpoint.read(written), [source for source, _ in held_out][:MEASURED], device)
    say(f"mean accepted block size on held-out sources: {size:.2f} of {heads.block}")
    return written


def accepted(model: Checkpoint, texts: Sequence[str], device: torch.device) -> float:
    """The mean number of tokens a pass when the block heads draft."""
    done = list(_decoded(model, texts, device, DecodingSettings(mode="blockwise")))
    return sum(len(one.ids) for one in done) / max(1, sum(one.passes for one in done))


def _decoded(model: Checkpoint, texts: Sequence[str], device: torch.device, how: DecodingSettings) -> Iterator[Output]:
    """The model's output for each text, in order."""
    tokenizer = model.tokenizer
    mark = list(VocabularyIds.of(model.config, tokenizer).marks.get("correct", ()))
    tokens = Tokens.of(tokenizer, model.config)
    engine = FloatEngine(model, device)
    rows = [[*mark, *ids, engine.eos] for ids in tokenizer.ids_many(texts)]
    order = sorted(range(len(rows)), key=lambda place: -len(rows[place]))
    done = dict(decode(engine, tokens, (rows[place] for place in order), how, marks=len(mark)))
    said = {place: done[number] for number, place in enumerate(order)}
    return (said[place] for place in range(len(rows)))


def given(model: Checkpoint, files: Sequence[Path], heads: Heads) -> list[Pair]:
    """Pairs of the files, their sources as the model reads them."""
    pairs = [pair for path in files for pair in tune.read(path)]
    random.Random(0).shuffle(pairs)
    pairs = pairs[: heads.limit]
    return [(as_read(*pair), pair[1]) for pair in pairs] if model.config.extras.respell else pairs


def _write_data(
    plan: TrainingPlan, model: Checkpoint, pairs: list[Pair], heads: Heads, device: torch.device, say: Say
) -> None:
    """Write the run's pairs, with the model's outputs as targets if `distilled`. One in twenty is held out."""
    if heads.distilled:
        pairs = list(_said_by(model, [source for source, _ in pairs], device, say))
    if len(pairs) < tune.HELD_OUT:
        raise GecError(f"{plan.out}: {len(pairs)} pairs fit the model; heads need some thousands")
    count = len(pairs) // tune.HELD_OUT
    folder.begin(plan.out, base=plan.base)
    try:
        texts.write_pairs(plan.out / "held-out.jsonl", pairs[:count])
        texts.write_pairs(plan.out / "pairs.jsonl", pairs[count:])  # last: its presence means that both are complete
    except OSError as trouble:
        raise GecError(f"{plan.out}: cannot be written: {trouble.strerror}") from None


def _said_by(model: Checkpoint, sources: Sequence[str], device: torch.device, say: Say) -> Iterator[Pair]:
    """Sources and the model's outputs for them, without outputs that did not end."""
    supply, done = iter(sources), 0
    while group := list(islice(supply, TOGETHER)):
        for source, output in zip(group, _decoded(model, group, device, DecodingSettings()), strict=True):
            if output.finished:
                yield source, model.tokenizer.decode(output.ids[:-1])
        done += len(group)
        say(f"the model has corrected {done} of {len(sources)} sources")


def _recipe(model: Checkpoint, heads: Heads) -> Recipe:
    rates = (0.001, 0.0003) if heads.tuned else (0.02, 0.003)
    return Recipe(
        name="heads",
        shape=ModelShape(),
        stages=(Stage("heads", 1.0, (1.0, 0.05), (MixSource("jsonl", ("pairs.jsonl",), 1.0),), keep=1.0),),
        optimizer=Optimizer(
            matrix_rate=rates[0], vector_rate=rates[1], warmup=20, average=0.99, head=0.0, frequent=2000
        ),
        measure=Measure(sentences=0),
        longest=min(model.config.extras.window, 128) + 2,
        batch_tokens=4096,
    )
