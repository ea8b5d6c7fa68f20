"""Parts that are trained in addition to a network: block heads and the starts of the pipelined decoder.

If the base is frozen, its folder is copied unchanged and one file is added. `blocks.py` and `pipelined.py` train the
parts.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, TypeVar

import torch

from gec.model import checkpoint
from gec.model.checkpoint import Checkpoint
from gec.model.heads import BlockHeads, Starts
from gec.model.network import T5
from gec.training import snapshots
from gec.training.loop import TrainingRun

Addition = TypeVar("Addition", BlockHeads, Starts)


def averaged(run: TrainingRun, begun: Checkpoint, name: str, empty: Addition) -> tuple[T5, Addition]:
    """The averaged weights of the network and of the objective's part with this name, on the CPU."""
    parts: dict[str, dict[str, torch.Tensor]] = {"network": {}, name: {}}
    for path, value in run.average.items():
        part, _, rest = path.partition(".")
        parts[part][rest] = value.detach().float().cpu().clone()
    network = T5(begun.config)
    network.load_state_dict(parts["network"], strict=False)  # buffers are not averaged
    empty.load_state_dict(parts[name])
    return network.eval(), empty.eval()


def export(
    made: Checkpoint, addition: BlockHeads | Starts, out: Path, base: Path, *, tuned: bool, **extras: Any
) -> Path:
    """Write the model below `out`: as `int8` and `float` if the network was tuned, else as a copy of the base."""
    if tuned:
        snapshots.export(made, out / "float")
        snapshots.export(made, out / "int8", int8=True)
        return out / "int8"
    with snapshots.replaced(out / "model") as fresh:
        shutil.copytree(base, fresh, dirs_exist_ok=True)
        checkpoint.add(fresh, addition, **extras)
    return out / "model"
