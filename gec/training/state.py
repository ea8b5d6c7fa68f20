"""Checkpoints of a run: all that it needs to continue exactly, without pickles.

A checkpoint is a folder of safetensors and JSON. It is written under another name and then renamed, so the one before
stays complete if writing fails or is killed.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor

from gec.errors import GecError


@dataclass
class RunPosition:
    """How far a run has come."""

    step: int = 0
    stage: int = 0
    chunk: int = 0  # of this process
    batch: int = 0  # next one within the chunk
    seconds: float = 0.0  # of training
    tokens: int = 0
    pairs: int = 0
    numbers: str = ""  # number format of products on a CPU, which stays the same for a run
    minutes: float = 0.0  # the budget of the run, over which the rate falls; 0: not recorded
    steps: int = 0


def checkpoints(folder: Path) -> list[Path]:
    """The complete checkpoints of a run, the oldest first."""
    return sorted(path for path in folder.glob("step-*") if (path / "place.json").exists())


def keep(folder: Path, name: str) -> None:
    """Keep the newest checkpoint under another name as well, where later ones do not remove it."""
    newest, target = checkpoints(folder)[-1], folder / name
    if (target / newest.name).exists():
        return
    fresh = folder / "unfinished"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        shutil.copytree(newest, fresh / newest.name, copy_function=_linked)
        shutil.rmtree(target, ignore_errors=True)
        fresh.rename(target)
    except OSError as trouble:
        shutil.rmtree(fresh, ignore_errors=True)
        raise GecError(f"{target}: cannot be written ({trouble.strerror}); {newest.name} is whole") from None


def bring_back(folder: Path, name: str) -> None:
    """Make the checkpoint that was kept under this name the newest again."""
    kept = checkpoints(folder / name)[-1]
    if not (folder / kept.name).exists():
        fresh = folder / "unfinished"
        shutil.rmtree(fresh, ignore_errors=True)
        shutil.copytree(kept, fresh, copy_function=_linked)
        fresh.rename(folder / kept.name)
    for later in checkpoints(folder):
        if later.name > kept.name:
            shutil.rmtree(later)


def _linked(source: str, target: str) -> None:
    """Make a hard link to a file, or a copy if the file system has none."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def write(
    folder: Path,
    places: Sequence[RunPosition],
    weights: Mapping[str, Tensor],
    average: Mapping[str, Tensor],
    optimizers: Sequence[torch.optim.Optimizer],
) -> Path:
    """Write the state of a run into a new folder. Older ones are removed when it is complete."""
    final = folder / f"step-{places[0].step:08d}"
    if final.exists():
        return final
    fresh = folder / "unfinished"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    try:
        save_file(_flat(weights), fresh / "weights.safetensors")
        save_file(_flat(average), fresh / "average.safetensors")
        for number, optimizer in enumerate(optimizers):
            save_file(_state(optimizer), fresh / f"optimizer-{number}.safetensors")
        (fresh / "place.json").write_text(json.dumps([asdict(place) for place in places]), encoding="utf-8")
    except (OSError, SafetensorError) as trouble:
        shutil.rmtree(fresh, ignore_errors=True)
        kept = checkpoints(folder)
        last = f"; {kept[-1].name} is whole, make room and resume from it" if kept else ""
        raise GecError(f"{fresh}: cannot be written ({trouble}){last}") from None
    older = checkpoints(folder)
    fresh.rename(final)
    for one in older:
        shutil.rmtree(one)
    return final


def read_place(folder: Path, rank: int, size: int) -> RunPosition:
    """The place of this process. With another number of processes than before, all go on after the last chunk used."""
    try:
        places = [RunPosition(**place) for place in json.loads((folder / "place.json").read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError) as trouble:
        raise GecError(f"{folder / 'place.json'}: damaged ({trouble}); remove {folder} and begin anew") from None
    if len(places) == size:
        return places[rank]
    furthest = max(place.chunk for place in places) + 1
    place = places[0]
    place.chunk, place.batch = -(-furthest // size) * size + rank, 0
    return place


def read(folder: Path, name: str) -> dict[str, Tensor]:
    path = folder / f"{name}.safetensors"
    try:
        return load_file(path)
    except (OSError, SafetensorError) as trouble:
        raise GecError(f"{path}: damaged ({trouble}); remove {folder} and begin anew") from None


def _flat(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {name: value.detach().cpu().contiguous() for name, value in tensors.items()}


def _state(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    found: dict[str, Tensor] = {}
    for number, state in optimizer.state_dict()["state"].items():
        for key, value in state.items():
            tensor = value if isinstance(value, Tensor) else torch.tensor(value)
            found[f"{number}.{key}"] = tensor.detach().cpu().contiguous()
    return found


def restore(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    state: dict[int, dict[str, Any]] = {}
    for name, value in tensors.items():
        number, key = name.split(".", 1)
        state.setdefault(int(number), {})[key] = value
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})
