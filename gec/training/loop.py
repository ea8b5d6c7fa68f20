"""The loop: batches in, weights out, within a budget of minutes or steps.

It owns the optimisers, the averaged weights, the rate's path through the stages, the log and the checkpoints.
A checkpoint is safetensors and JSON in a folder that is renamed into place, so a killed run resumes at a step as
if it had not been killed. What is learned is `objective.py`'s, from what is `pairs.py`'s.
"""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

from gec.errors import GecError
from gec.training.objective import Objective
from gec.training.pairs import Batch, Chunks, batches
from gec.training.recipe import Optimizer, Recipe, Stage


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a run is: minutes of training, or steps."""

    minutes: float = 0.0
    steps: int = 0

    def progress(self, seconds: float, step: int) -> float:
        done = step / self.steps if self.steps else seconds / 60 / self.minutes
        return min(1.0, done)


@dataclass
class Place:
    """Where a run stands; all that is needed to go on, beside the tensors."""

    step: int = 0
    stage: int = 0
    chunk: int = 0
    batch: int = 0  # next one within the chunk
    seconds: float = 0.0
    tokens: int = 0
    pairs: int = 0


class Run:
    """One training run in a folder."""

    def __init__(
        self,
        folder: Path,
        recipe: Recipe,
        objective: Objective,
        chunks: Callable[[Stage], Chunks],
        budget: Budget,
        *,
        device: torch.device,
        workers: int = 0,
        compiled: bool = False,
    ) -> None:
        self.folder, self.recipe, self.budget = folder, recipe, budget
        self.device, self.workers = device, workers
        self.objective = objective.to(device)
        self.step_module: nn.Module = self.objective
        if compiled:
            self.step_module = torch.compile(self.objective, dynamic=True)  # type: ignore[assignment]
        self.chunks = chunks
        self.optimizers = optimizers(self.objective, recipe.optimizer)
        self.average = {name: value.detach().clone() for name, value in self.objective.named_parameters()}
        self.place = Place()

    # --- the loop

    def train(self, report: Callable[[Run, dict[str, float]], None], every: float, save_every: float) -> None:
        """Until the budget is spent. `report` is called every so many seconds with the means since the last."""
        began = time.monotonic() - self.place.seconds
        told = saved = time.monotonic()
        sums: dict[str, Tensor] = {}
        count, tokens = 0, self.place.tokens
        for batch in self._batches():
            self._rate()
            parts = self._step(batch)
            for name, value in parts.items():
                sums[name] = sums.get(name, torch.zeros((), device=self.device)) + value
            count += 1
            now = time.monotonic()
            self.place.seconds = now - began
            if now - told >= every:
                means = {name: float(value) / count for name, value in sums.items()}
                self._check(means)
                speed = (self.place.tokens - tokens) / (now - told)
                self._log({**means, "tokens_per_second": speed})
                report(self, {**means, "tokens_per_second": speed})
                sums, count, tokens, told = {}, 0, self.place.tokens, time.monotonic()
            if now - saved >= save_every:
                self.save()
                saved = time.monotonic()
                began = saved - self.place.seconds  # writing is not training
        self.save()

    def progress(self) -> float:
        return self.budget.progress(self.place.seconds, self.place.step)

    def _batches(self) -> Iterator[Batch]:
        """Batches of the stage the progress has reached, until there is none left."""
        ends = _ends(self.recipe.stages)
        while self.place.stage < len(ends):
            stage = self.recipe.stages[self.place.stage]
            supply = batches(self.chunks(stage), self.place.chunk, self.place.batch, self.workers)
            for chunk, place, batch in supply:
                if self.progress() >= ends[self.place.stage]:
                    break
                self.place.chunk, self.place.batch = chunk, place + 1
                yield batch
            self.place.stage += 1
            self.place.chunk = self.place.batch = 0

    def _rate(self) -> None:
        """Linear between a stage's two factors, behind a short warm-up."""
        ends = [0.0, *_ends(self.recipe.stages)]
        number = self.place.stage
        first, last = self.recipe.stages[number].rate
        inside = (self.progress() - ends[number]) / max(1e-9, ends[number + 1] - ends[number])
        factor = first + (last - first) * min(1.0, max(0.0, inside))
        factor *= min(1.0, (self.place.step + 1) / max(1, self.recipe.optimizer.warmup))
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = group["base"] * factor

    def _step(self, batch: Batch) -> dict[str, Tensor]:
        on_device = batch.to(self.device)
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            loss = self.step_module(on_device)
        loss.total.backward()
        if self.recipe.optimizer.clip:
            torch.nn.utils.clip_grad_norm_(self.objective.parameters(), self.recipe.optimizer.clip)
        for optimizer in self.optimizers:
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self._blend()
        self.place.step += 1
        self.place.tokens += batch.tokens
        self.place.pairs += len(batch.lengths)
        return loss.parts  # type: ignore[no-any-return]

    @torch.no_grad()
    def _blend(self) -> None:
        """The averaged weights; young averages forget faster."""
        decay = min(self.recipe.optimizer.average, (1 + self.place.step) / (10 + self.place.step))
        ours = list(self.average.values())
        new = [value.detach() for value in self.objective.parameters()]
        torch._foreach_lerp_(ours, new, 1 - decay)

    def _check(self, means: dict[str, float]) -> None:
        if not all(math.isfinite(value) for value in means.values()):
            raise GecError(
                f"{self.folder}: the loss is no longer a number at step {self.place.step}; the last checkpoint is "
                "whole: resume from it with a lower rate in the recipe"
            )

    def _log(self, values: dict[str, float]) -> None:
        record = {**asdict(self.place), "stage": self.recipe.stages[self.place.stage].name}
        record["rate"] = self.optimizers[0].param_groups[0]["lr"]
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({**record, **values}) + "\n")

    # --- what it keeps

    def save(self) -> Path:
        """The whole state, beside first and then renamed; older ones go when the new one stands."""
        final = self.folder / f"step-{self.place.step:08d}"
        if final.exists():
            return final
        fresh = self.folder / "unfinished"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        try:
            save_file(_flat(self.objective.state_dict()), fresh / "weights.safetensors")
            save_file(_flat(self.average), fresh / "average.safetensors")
            for number, optimizer in enumerate(self.optimizers):
                save_file(_state(optimizer), fresh / f"optimizer-{number}.safetensors")
            (fresh / "place.json").write_text(json.dumps(asdict(self.place)), encoding="utf-8")
        except OSError as trouble:
            shutil.rmtree(fresh, ignore_errors=True)
            raise GecError(
                f"{fresh}: cannot be written ({trouble.strerror}); the checkpoint before is whole"
            ) from None
        older = checkpoints(self.folder)
        fresh.rename(final)
        for folder in older:
            shutil.rmtree(folder)
        return final

    def resume(self) -> bool:
        """Go on from the newest whole checkpoint, if there is one."""
        found = checkpoints(self.folder)
        if not found:
            return False
        newest = found[-1]
        self.place = Place(**json.loads((newest / "place.json").read_text(encoding="utf-8")))
        self.objective.load_state_dict(load_file(newest / "weights.safetensors"))
        average = load_file(newest / "average.safetensors")
        self.average = {name: average[name].to(self.device) for name in self.average}
        for number, optimizer in enumerate(self.optimizers):
            _restore(optimizer, load_file(newest / f"optimizer-{number}.safetensors"))
        return True

    def averaged(self) -> dict[str, Tensor]:
        """The weights to use: the averaged ones."""
        return {name: value.float().cpu() for name, value in self.average.items()}


def checkpoints(folder: Path) -> list[Path]:
    """The whole checkpoints of a run, oldest first."""
    return sorted(path for path in folder.glob("step-*") if (path / "place.json").exists())


def _ends(stages: tuple[Stage, ...]) -> list[float]:
    """The progress at which each stage ends."""
    total = sum(stage.share for stage in stages)
    ends, done = [], 0.0
    for stage in stages:
        done += stage.share / total
        ends.append(done)
    return [*ends[:-1], 1.0]


def optimizers(objective: Objective, settings: Optimizer) -> list[torch.optim.Optimizer]:
    """Muon for matrices (or AdamW, for comparison), AdamW for embeddings, norms and biases."""
    matrices, vectors = [], []
    for name, parameter in objective.named_parameters():
        small = "embedding" in name or "output" in name or "table" in name or min(parameter.shape) < 16
        (vectors if parameter.ndim < 2 or small else matrices).append(parameter)
    rest = {"weight_decay": settings.decay, "betas": (0.9, 0.98), "eps": 1e-9}
    if settings.matrices == "muon":
        first: torch.optim.Optimizer = torch.optim.Muon(
            matrices, lr=settings.matrix_rate, weight_decay=settings.decay, momentum=0.95
        )
    elif settings.matrices == "adamw":
        first = torch.optim.AdamW(matrices, lr=settings.matrix_rate, **rest)  # type: ignore[arg-type]
    else:
        raise GecError(f"unknown optimizer {settings.matrices!r} for matrices; known: muon, adamw")
    second = torch.optim.AdamW(vectors, lr=settings.vector_rate, **{**rest, "weight_decay": 0.0})  # type: ignore[arg-type]
    for optimizer in (first, second):
        for group in optimizer.param_groups:
            group["base"] = group["lr"]
    return [first, second]


def _flat(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: value.detach().cpu().contiguous() for name, value in tensors.items()}


def _state(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """Per-parameter state as named tensors: no pickle."""
    found: dict[str, Tensor] = {}
    for number, state in optimizer.state_dict()["state"].items():
        for key, value in state.items():
            tensor = value if isinstance(value, Tensor) else torch.tensor(value)
            found[f"{number}.{key}"] = tensor.detach().cpu().contiguous()
    return found


def _restore(optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    state: dict[int, dict[str, Any]] = {}
    for name, value in tensors.items():
        number, key = name.split(".", 1)
        state.setdefault(int(number), {})[key] = value
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})
