"""The Muon optimiser, with all matrices of one shape orthogonalised together.

The arithmetic is that of `torch.optim.Muon`, which goes matrix by matrix. With 14 layers that takes some two thousand
small kernels a step, and launching them takes a GPU longer than running them. Here it is some thirty for each shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor

COEFFICIENTS = (3.4445, -4.7750, 2.0315)  # of the quintic Newton-Schulz step, as Keller Jordan chose them
STEPS = 5


class Muon(torch.optim.Optimizer):
    """Momentum with orthogonalised updates, Nesterov's lookahead and decoupled weight decay."""

    def __init__(
        self,
        matrices: Iterable[Tensor],
        lr: float,
        weight_decay: float,
        momentum: float = 0.95,
        numbers: torch.dtype = torch.bfloat16,
    ) -> None:
        super().__init__(list(matrices), {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})
        self.numbers = numbers  # format of the products

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[Tensor]] = {}
            for matrix in group["params"]:
                if matrix.grad is not None:
                    by_shape.setdefault(matrix.shape, []).append(matrix)
            for same in by_shape.values():
                self._together(same, group)

    def _together(self, matrices: list[Tensor], group: dict[str, Any]) -> None:
        gradients = [matrix.grad for matrix in matrices if matrix.grad is not None]
        momenta = [self._momentum(matrix) for matrix in matrices]
        torch._foreach_lerp_(momenta, gradients, 1 - group["momentum"])
        ahead = torch._foreach_lerp(gradients, momenta, group["momentum"])
        rows, columns = matrices[0].shape
        rate = group["lr"] * max(1.0, rows / columns) ** 0.5
        if group["weight_decay"]:
            torch._foreach_mul_(matrices, 1 - group["lr"] * group["weight_decay"])
        updates = orthogonal(torch.stack(ahead).to(self.numbers)).to(matrices[0].dtype).unbind()
        torch._foreach_add_(matrices, updates, alpha=-rate)

    def _momentum(self, matrix: Tensor) -> Tensor:
        state = self.state[matrix]
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(matrix)
        momentum: Tensor = state["momentum_buffer"]
        return momentum


def orthogonal(stack: Tensor) -> Tensor:
    """Each matrix [N, rows, columns] with its singular values brought near 1."""
    a, b, c = COEFFICIENTS
    x = stack
    tall = x.shape[1] > x.shape[2]
    if tall:
        x = x.mT
    x = x / x.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    for _ in range(STEPS):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.mT if tall else x
