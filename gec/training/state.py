"""Checkpoints of a run: everything that it needs to continue at a step as if nothing had happened, without a pickle.

A checkpoint is a folder of safetensors and JSON, written beside its place and then renamed into it, so that a killed
or failing write leaves the one before whole.
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
class Place:
    """Where a run stands."""

    step: int = 0
    stage: int = 0
    chunk: int = 0  # of this process
    batch: int = 0  # next one within the chunk
    seconds: float = 0.0  # of training
    tokens: int = 0
    pairs: int = 0
    numbers: str = ""  # in which products are computed on a processor, as they were when the run began
    minutes: float = 0.0  # the budget that it was to be done in, whose end the rate runs out towards; 0: not told
    steps: int = 0


def checkpoints(folder: Path) -> list[Path]:
    """The whole checkpoints of a run, oldest first."""
    return sorted(path for path in folder.glob("step-*") if (path / "place.json").exists())


def keep(folder: Path, name: str) -> None:
    """Keep the newest checkpoint below this name as well: its files, that no later one removes."""
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


def back(folder: Path, name: str) -> None:
    """Make the checkpoint kept below this name the newest again."""
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
    """The same file under another name, or a copy where a disk knows no such thing."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def write(
    folder: Path,
    places: Sequence[Place],
    weights: Mapping[str, Tensor],
    average: Mapping[str, Tensor],
    optimizers: Sequence[torch.optim.Optimizer],
) -> Path:
    """The state of a run as a new folder; older ones go when it stands."""
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


def read_place(folder: Path, rank: int, size: int) -> Place:
    """This process's place; with another number of processes than before, all go on behind the furthest chunk."""
    try:
        places = [Place(**place) for place in json.loads((folder / "place.json").read_text(encoding="utf-8"))]
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
