"""`gec train pipelined`: teaches an existing model to decode passages (Huang et al. 2025).

With a frozen base only the start tokens of the second, third, … sentence are trained, and the result is the base's
folder, unchanged, and one more file. With `tuned`, the network is trained too, and the result is another model.
`passages.py` makes the batches and `loop.py` runs the training. A recipe with `[passages]` does the same together with
single sentences.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from gec.model import checkpoint
from gec.model.folder import find
from gec.model.heads import Starts
from gec.training import additions
from gec.training.build import Say, TrainingPlan
from gec.training.folder import begin, refuse_another, refuse_another_base
from gec.training.loop import TrainingRun
from gec.training.pairs import VocabularyIds
from gec.training.passages import PassageChunks, PipelinedObjective, Supply, with_starts
from gec.training.recipe import Measure, ModelShape, Optimizer, PassageMix, Recipe, Stage
from gec.training.world import World, join


@dataclass(frozen=True, slots=True)
class PipelinedPlan:
    """What to train."""

    sub_max: int = 8
    tuned: bool = False  # train the network too


def train(
    plan: TrainingPlan,
    base: str,
    folder: Path,
    what: PipelinedPlan,
    say: Say,
    report: Callable[[TrainingRun, dict[str, float]], None],
) -> Path:
    """Train starts for the model `base`. Returns the folder of the model with its starts."""
    begun = find(base)
    refuse_another(plan.out, resume=plan.resume, inputs=(begun,))
    refuse_another_base(plan.out, base)
    loaded = checkpoint.read(begun)
    recipe = replace(_recipe(what), respell=loaded.config.extras.respell)
    made = with_starts(loaded, what.sub_max, recipe.seed)
    assert made.starts is not None
    network = (made.network.train() if what.tuned else made.network).requires_grad_(what.tuned)
    supply = Supply(recipe.passages, (folder,))
    ids = VocabularyIds.of(loaded.config, loaded.tokenizer)
    begin(plan.out, base=base)
    run = TrainingRun(
        plan.out,
        recipe,
        PipelinedObjective(network, None, made.starts, recipe.optimizer),
        [PassageChunks(recipe, recipe.stages[0], supply, loaded.tokenizer, ids)],
        plan.budget,
        device=join(plan.device)[1],
        workers=plan.workers or 0,
        world=World(),
    )
    if run.resume():
        say(f"going on from step {run.place.step}, {run.place.seconds / 60:.1f} minutes in")
    run.train(plan.rhythm, report)
    network, starts = additions.averaged(run, made, "starts", Starts(loaded.config.d_model, what.sub_max))
    config = replace(made.config, extras=replace(made.config.extras, blocks=0))  # block heads fit the base alone
    made = replace(made, config=config, network=network, starts=starts, blocks=None)
    trained = made.config.extras.pipelined
    assert trained  # they have starts
    return additions.export(made, starts, plan.out, begun, tuned=what.tuned, pipelined=asdict(trained))


def _recipe(what: PipelinedPlan) -> Recipe:
    # The starts are a few rows of one table and need higher rates than a network.
    rates = (0.004, 0.001) if what.tuned else (0.02, 0.03)
    return Recipe(
        name="pipelined",
        shape=ModelShape(),
        stages=(Stage("pipelined", 1.0, (1.0, 0.05), (), keep=0.5),),
        optimizer=Optimizer(
            matrices="muon" if what.tuned else "adamw", matrix_rate=rates[0], vector_rate=rates[1], warmup=10,
            average=0.98, head=0.0, frequent=2000,
        ),
        measure=Measure(sentences=0),
        passages=PassageMix(share=1.0, sentences=what.sub_max),
        batch_tokens=4096,
    )  # fmt: skip
