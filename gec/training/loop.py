"""The training loop, for a number of minutes or steps.

The stages of a run share its time, and in the last one the learning rate falls. The checkpoint before the last stage is
kept. A run that gets more minutes goes back to it, continues, and does the last stage again.

The loop owns the optimisers, the averaged weights, the learning rate and the clock. `objective.py` computes the loss of
the batches that `pairs.py` makes. `state.py` writes checkpoints, `world.py` connects several processes, and the
caller does snapshots and measurements during the run.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from gec.errors import GecError
from gec.training import folder, hardware, state
from gec.training.muon import Muon
from gec.training.objective import Objective
from gec.training.pairs import Batch, Chunks, batches
from gec.training.recipe import Optimizer, Recipe, Stage
from gec.training.state import RunPosition
from gec.training.world import World


@dataclass(frozen=True, slots=True)
class RunLength:
    """The length of a run: minutes of training, over all resumptions, or steps."""

    minutes: float = 0.0
    steps: int = 0

    def matches(self, place: RunPosition) -> bool:
        """Whether a run was begun with this budget, or with none."""
        return (place.minutes, place.steps) in {(0.0, 0), (self.minutes, self.steps)}

    def progress(self, seconds: float, step: int) -> float:
        return min(1.0, step / self.steps if self.steps else seconds / 60 / self.minutes)


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Seconds of training between two lines of the log, two checkpoints, two calls of the caller's `pause`."""

    report: float = 10.0
    save: float = 120.0
    pause: float = 300.0
    pauses: int = 0  # the most such calls in a run; 0: any number


BEFORE = "before-last"  # in a run's folder: the checkpoint at the beginning of its last stage


class TrainingRun:
    """One training run in a folder."""

    def __init__(
        self,
        out: Path,
        recipe: Recipe,
        objective: Objective,
        chunks: Sequence[Chunks],
        budget: RunLength,
        *,
        device: torch.device,
        workers: int = 0,
        world: World | None = None,
        compiled: bool = False,
    ) -> None:
        self.folder, self.recipe, self.chunks, self.budget = out, recipe, chunks, budget
        self.device, self.workers, self.world = device, workers, world or World()
        self.objective = objective.to(device)
        torch.set_float32_matmul_precision("high")  # products in float32 may use TF32 on a GPU
        if compiled:
            compile_layers(objective, one_shape=recipe.row > 0)
        self.parameters = [one for one in self.objective.parameters() if one.requires_grad]
        self.numbers = hardware.numbers(device)
        self.optimizers = optimizers(self.objective, recipe.optimizer, self.numbers)
        self.average = {name: value.detach().clone() for name, value in self.objective.named_parameters()}
        self.place = RunPosition(
            chunk=self.world.rank,
            numbers=str(self.numbers).removeprefix("torch."),
            minutes=budget.minutes,
            steps=budget.steps,
        )
        self.effort, self.peak = hardware.effort(objective.network.config), hardware.peak(device)

    def train(
        self,
        rhythm: Rhythm,
        report: Callable[[TrainingRun, dict[str, float]], None],
        pause: Callable[[TrainingRun], None] = lambda run: None,
    ) -> None:
        """Train until the budget is spent. `report` gets the means since the last call. The time in `pause` does not
        count."""
        reported = saved = paused = self.place.seconds
        part = int(self.progress() * rhythm.pauses)
        means = Means(self.device)
        clock = time.monotonic()
        for batch, last in self._steps():
            means.add(self._learn(batch), batch)
            if not last:
                continue
            self._update()
            now = time.monotonic()
            self.place.seconds = self.world.agree(self.place.seconds + now - clock)
            clock = now
            seconds = self.place.seconds
            keep = seconds - saved >= rhythm.save
            if keep or seconds - reported >= rhythm.report:  # the log must cover every checkpoint
                self._report(means, seconds - reported, report)
                means, reported = Means(self.device), seconds
            if keep:
                self.save()
                saved, clock = seconds, time.monotonic()
            now_in = int(self.progress() * rhythm.pauses)
            if seconds - paused >= rhythm.pause and (now_in > part or not rhythm.pauses):
                if self.world.first:
                    pause(self)
                self.world.wait()
                paused, part, clock = seconds, now_in, time.monotonic()
        if means.count:
            self._report(means, self.place.seconds - reported, report)
        self.save()

    def progress(self) -> float:
        return self.budget.progress(self.place.seconds, self.place.step)

    # --- one step

    def _steps(self) -> Iterator[tuple[Batch, bool]]:
        """Batches, each with whether a step follows. Stages end between steps."""
        count = 0
        for batch in self._batches():
            count += 1
            last = count == self.recipe.optimizer.accumulate
            count = 0 if last else count
            yield batch, last

    def _batches(self) -> Iterator[Batch]:
        """Batches of the current stage, until the budget is spent. The numbers of chunks rise through all stages, so
        none is used twice."""
        place = self.place
        while self.progress() < 1:
            self._enter(stage_at(self.recipe.stages, self.progress()))
            supply = batches(self.chunks[place.stage], place.chunk, place.batch, self.workers, stride=self.world.size)
            for chunk, number, batch in supply:
                if self.progress() >= 1 or stage_at(self.recipe.stages, self.progress()) != place.stage:
                    break
                place.chunk, place.batch = chunk, number + 1
                yield batch
            supply.close()

    def _enter(self, stage: int) -> None:
        """Begin a stage. Before the last one a checkpoint is kept, from which a longer run can go on."""
        place = self.place
        if stage == place.stage:
            return
        if stage == len(self.recipe.stages) - 1 and place.step:
            self.save()
            if self.world.first:
                state.keep(self.folder, BEFORE)
            self.world.wait()
        place.stage = stage
        place.chunk, place.batch = place.chunk + self.world.size, 0

    def _learn(self, batch: Batch) -> dict[str, Tensor]:
        try:
            on_device = batch.to(self.device)
            with torch.autocast(self.device.type, dtype=self.numbers, enabled=self.numbers != torch.float32):
                loss = self.objective(on_device)
            (loss.total / self.recipe.optimizer.accumulate).backward()
        except torch.OutOfMemoryError:
            raise GecError(
                f"{self.folder}: out of memory at step {self.place.step}, on a batch of {batch.source.shape}; lower "
                "batch_tokens in the recipe (and raise accumulate), then resume: the last checkpoint is whole"
            ) from None
        self.place.tokens += batch.tokens * self.world.size
        self.place.pairs += batch.rows * self.world.size
        return loss.parts  # type: ignore[no-any-return]

    def _update(self) -> None:
        self._set_rate()
        for one in self.parameters:  # parameters that no batch has used take part as well
            if one.grad is None:
                one.grad = torch.zeros_like(one)
        self.world.mean([one.grad for one in self.parameters if one.grad is not None])
        if self.recipe.optimizer.clip:
            torch.nn.utils.clip_grad_norm_(self.parameters, self.recipe.optimizer.clip)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self._blend()
        self.place.step += 1

    def _set_rate(self) -> None:
        """The rate is linear between the two factors of a stage, after a short warm-up."""
        ends = [0.0, *stage_ends(self.recipe.stages)]
        number = self.place.stage
        first, last = self.recipe.stages[number].rate
        inside = (self.progress() - ends[number]) / max(1e-9, ends[number + 1] - ends[number])
        factor = first + (last - first) * min(1.0, max(0.0, inside))
        factor *= min(1.0, (self.place.step + 1) / max(1, self.recipe.optimizer.warmup))
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["base"] * factor

    @torch.no_grad()
    def _blend(self) -> None:
        """Update the averaged weights. The decay is lower at the beginning of a run."""
        decay = min(self.recipe.optimizer.average, (1 + self.place.step) / (10 + self.place.step))
        new = [value.detach() for value in self.objective.parameters()]
        torch._foreach_lerp_(list(self.average.values()), new, 1 - decay)

    # --- log and checkpoints

    def _report(self, means: Means, seconds: float, report: Callable[[TrainingRun, dict[str, float]], None]) -> None:
        values = means.values()
        if not all(math.isfinite(value) for value in values.values()):
            raise self._diverged("the loss is no longer a number")
        for name in ("tokens", "pairs"):
            values[f"{name}_per_second"] = values.pop(name) * self.world.size / max(seconds, 1e-9)
        if self.peak:
            values["mfu"] = round(values["tokens_per_second"] * self.effort / self.peak / self.world.size, 4)
        if self.world.first:
            self.log(values)
            report(self, values)

    def _diverged(self, how: str) -> GecError:
        return GecError(
            f"{self.folder}: {how} at step {self.place.step}; the last checkpoint is whole: lower matrix_rate and "
            "vector_rate in the recipe and resume"
        )

    def log(self, values: dict[str, float]) -> None:
        """Write a line of the log with these values."""
        record = {**asdict(self.place), "stage": self.recipe.stages[self.place.stage].name}
        record["progress"] = round(self.progress(), 5)
        record["rate"] = self.optimizers[0].param_groups[0]["lr"]
        try:
            with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps({**record, **values}) + "\n")
        except OSError as trouble:
            raise GecError(f"{self.folder / 'log.jsonl'}: cannot be written: {trouble.strerror}") from None

    def save(self) -> None:
        """Write a checkpoint, unless weights are not finite. Then the one before is kept."""
        if not all(bool(value.isfinite().all()) for value in self.average.values()):
            raise self._diverged("weights are no longer numbers")
        places = self.world.gather(self.place)
        if self.world.first:
            state.write(self.folder, places, self.objective.state_dict(), self.average, self.optimizers)
        self.world.wait()

    def resume(self) -> bool:
        """Go on from the newest complete checkpoint, if there is one. A run with another budget than before goes on
        from the beginning of its last stage, if that had begun."""
        found = state.checkpoints(self.folder)
        if not found:
            return False
        newest = found[-1]
        self.place = state.read_place(newest, self.world.rank, self.world.size)
        last = self.place.stage == len(self.recipe.stages) - 1
        another = not self.budget.matches(self.place)
        back = state.checkpoints(self.folder / BEFORE) if last and another else []
        if back:
            newest = back[-1]  # the rate has been falling for another budget
            self.place = state.read_place(newest, self.world.rank, self.world.size)
        if another and self.progress() == 1:
            raise GecError(
                f"{self.folder}: would go on from step {self.place.step}, {self.place.seconds / 60:.1f} minutes in; "
                "give a greater length, or the one that it had"
            )
        if back:
            self.world.wait()
            if self.world.first:
                state.bring_back(self.folder, BEFORE)
                folder.drop_later(self.folder / "log.jsonl", self.place.step)
            self.world.wait()
        self.place.minutes, self.place.steps = self.budget.minutes, self.budget.steps
        if self.device.type == "cpu" and self.place.numbers:
            self.numbers = getattr(torch, self.place.numbers)
            self.optimizers = optimizers(self.objective, self.recipe.optimizer, self.numbers)
        try:
            self.objective.load_state_dict(state.read(newest, "weights"))
        except RuntimeError:
            raise GecError(
                f"{newest}: of another shape of network; resume with the recipe, or the --from, it was begun with"
            ) from None
        average = state.read(newest, "average")
        self.average = {name: average[name].to(self.device) for name in self.average}
        for number, optimizer in enumerate(self.optimizers):
            state.restore(optimizer, state.read(newest, f"optimizer-{number}"))
        return True


class Means:
    """Means of what the steps report. The sums stay on the device until they are needed."""

    def __init__(self, device: torch.device) -> None:
        self.sums: dict[str, Tensor] = {}
        self.counts: Counter[str] = Counter()  # of batches with a part; sentences and passages have different ones
        self.device = device
        self.count = self.tokens = self.pairs = 0

    def add(self, parts: dict[str, Tensor], batch: Batch) -> None:
        for name, value in parts.items():
            self.sums[name] = self.sums.get(name, torch.zeros((), device=self.device)) + value
            self.counts[name] += 1
        self.count += 1
        self.tokens += batch.tokens
        self.pairs += batch.rows

    def values(self) -> dict[str, float]:
        found = {name: round(float(value) / self.counts[name], 5) for name, value in self.sums.items()}
        return {**found, "tokens": self.tokens, "pairs": self.pairs}


def stage_ends(stages: tuple[Stage, ...]) -> list[float]:
    """The progress at which each stage ends."""
    total = sum(stage.share for stage in stages)
    ends, done = [], 0.0
    for stage in stages:
        done += stage.share / total
        ends.append(done)
    return [*ends[:-1], 1.0]


def stage_at(stages: tuple[Stage, ...], progress: float) -> int:
    """The stage at this progress."""
    return next((number for number, end in enumerate(stage_ends(stages)) if progress < end), len(stages) - 1)


def compile_layers(objective: Objective, *, one_shape: bool) -> None:
    """Compile the encoder layer by layer: all layers share one graph, so it takes seconds. Compile the decoder as a
    whole, which passages do not use: they call its layers, in too many shapes to compile.

    Packed rows have one shape, which gets a graph of its own. A second graph, for any shape, serves passages."""
    torch._dynamo.config.recompile_limit = 64
    parts: list[nn.Module] = [*objective.network.encoder.layers, objective.network.decoder]
    for part in parts:
        part.compile(dynamic=None if one_shape else True)


def optimizers(objective: Objective, settings: Optimizer, numbers: torch.dtype) -> list[torch.optim.Optimizer]:
    """Muon for matrices (or AdamW, for comparison), AdamW for embeddings, norms and biases."""
    matrices: list[nn.Parameter] = []
    vectors: list[nn.Parameter] = []
    for name, parameter in objective.named_parameters():
        if not parameter.requires_grad:
            continue
        small = "embedding" in name or "output" in name or "table" in name or min(parameter.shape) < 16
        (vectors if parameter.ndim < 2 or small else matrices).append(parameter)

    def adamw(parameters: list[nn.Parameter], rate: float, decay: float) -> torch.optim.Optimizer:
        return torch.optim.AdamW(parameters, rate, betas=(0.9, 0.98), eps=1e-9, weight_decay=decay, fused=True)

    made: list[torch.optim.Optimizer] = []
    if matrices and settings.matrices == "muon":
        made.append(Muon(matrices, lr=settings.matrix_rate, weight_decay=settings.decay, numbers=numbers))
    elif matrices:
        made.append(adamw(matrices, settings.matrix_rate, settings.decay))
    if vectors:
        made.append(adamw(vectors, settings.vector_rate, 0.0))
    for optimizer in made:
        for group in optimizer.param_groups:
            group["base"] = group["lr"]
    return made
