"""Several processes that train one model, started by `torchrun`. A single process is a group of one.

Each process makes its own chunks of the data and its own gradients. They share the mean of the gradients, the clock and
the places in the data. The number of a process determines its GPU.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from gec.engine.device import named


@dataclass(frozen=True, slots=True)
class World:
    rank: int = 0
    size: int = 1
    control: Any = None  # a group for data on the CPU

    @property
    def first(self) -> bool:
        return self.rank == 0

    def mean(self, tensors: Sequence[Tensor]) -> None:
        """Replace each tensor by its mean over all processes, in one message."""
        if self.size == 1:
            return
        flat = torch.cat([tensor.flatten() for tensor in tensors])
        dist.all_reduce(flat)
        parts = (flat / self.size).split([one.numel() for one in tensors])  # type: ignore[no-untyped-call]  # torch's own
        torch._foreach_copy_(list(tensors), [part.view_as(one) for part, one in zip(parts, tensors, strict=True)])

    def agree(self, value: float) -> float:
        """The value of the first process: clocks differ, and all must stop at the same step."""
        if self.size == 1:
            return value
        shared = torch.tensor([value], dtype=torch.float64)
        dist.broadcast(shared, 0, group=self.control)
        return float(shared)

    def gather(self, value: Any) -> list[Any]:
        """The values of all processes, in order."""
        if self.size == 1:
            return [value]
        found: list[Any] = [None] * self.size
        dist.all_gather_object(found, value, group=self.control)
        return found

    def wait(self) -> None:
        if self.size > 1:
            dist.barrier(group=self.control)


def join(device: str) -> tuple[World, torch.device]:
    """The group of processes that this one belongs to, and its device."""
    rank, size = int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1"))
    where = named(device, int(os.environ.get("LOCAL_RANK", "0")))
    if where.type == "cuda":
        torch.cuda.set_device(where)
    if size == 1:
        return World(), where
    if not dist.is_initialized():
        dist.init_process_group("nccl" if where.type == "cuda" else "gloo")
    return World(rank, size, dist.new_group(backend="gloo")), where


def leave() -> None:
    if dist.is_initialized():
        dist.destroy_process_group()
