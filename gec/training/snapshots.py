"""Models that a run writes into its folder. Each is complete at every moment. If the recipe asks for it, the run keeps
the best of them, because a model soon overfits to few pairs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch

from gec import atomic
from gec.errors import GecError
from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.model.heads import EditHead, Starts
from gec.model.network import T5
from gec.training.loop import TrainingRun
from gec.training.measure_held_out import EditCounts

ABOUT = "measured.json"  # in the folder of the best: when it was measured, and its figures


def averaged(run: TrainingRun, begun: Checkpoint) -> Checkpoint:
    """A model with the averaged weights, on the CPU."""
    parts: dict[str, dict[str, torch.Tensor]] = {"network": {}, "edit_head": {}, "starts": {}}
    for name, value in run.average.items():
        part, _, rest = name.partition(".")
        parts[part][rest] = value.detach().float().cpu().clone()
    network = T5(begun.config)
    network.load_state_dict(parts["network"], strict=False)  # tied weights and buffers are not averaged
    head = None
    if begun.edit_head is not None:
        head = EditHead(begun.config.d_model)
        head.load_state_dict(parts["edit_head"])
        head.eval()
    starts = begun.starts
    if starts is not None and parts["starts"]:
        starts = Starts(begun.config.d_model, starts.most)
        starts.load_state_dict(parts["starts"])
    return replace(begun, network=network.eval(), edit_head=head, starts=starts)


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """A new folder to be filled. It replaces the old one when it is complete."""
    try:
        with atomic.folder(folder) as fresh:
            yield fresh
    except OSError as trouble:
        raise GecError(f"{folder}: cannot be written ({trouble}); the run's last checkpoint is whole") from None


def export(model: Checkpoint, folder: Path, *, int8: bool = False, about: object = None) -> None:
    """Write a model folder, which is complete at every moment."""
    with replaced(folder) as fresh:
        checkpoint.write(
            fresh, model.config, model.network, model.tokenizer, model.edit_head, model.additions, int8=int8
        )
        if about is not None:
            (fresh / ABOUT).write_text(json.dumps(about), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Best:
    """The averaged weights with the best measurement so far, in the run's `best/`."""

    model: Checkpoint
    minutes: float
    figures: EditCounts

    @classmethod
    def of(cls, run: Path) -> Best | None:
        measured = _measured(run)
        return cls(checkpoint.read(run / "best"), *measured) if measured else None

    @classmethod
    def offer(cls, run: Path, model: Checkpoint, minutes: float, figures: EditCounts) -> None:
        """Keep this model instead, if it is better."""
        before = _measured(run)
        if before is None or figures.f05 > before[1].f05:
            export(model, run / "best", about={"minutes": minutes, "figures": asdict(figures)})


def _measured(run: Path) -> tuple[float, EditCounts] | None:
    """When the best was measured, and its figures."""
    atomic.put_back(run / "best")
    try:
        about = json.loads((run / "best" / ABOUT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return about["minutes"], EditCounts(**about["figures"])
