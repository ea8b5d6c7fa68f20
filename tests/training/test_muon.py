"""Our Muon gives the same as torch's."""

from __future__ import annotations

import pytest
import torch

from gec.training.muon import Muon


@pytest.mark.parametrize("numbers", [torch.bfloat16, torch.float32])
def test_muon_is_torch_s_muon(numbers: torch.dtype) -> None:
    torch.manual_seed(0)
    shapes = [(16, 8), (16, 8), (8, 16), (12, 12)]
    ours = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
    theirs = [torch.nn.Parameter(one.detach().clone()) for one in ours]
    a = Muon(ours, lr=0.1, weight_decay=0.1, numbers=numbers)
    b = torch.optim.Muon(theirs, lr=0.1, weight_decay=0.1, momentum=0.95)
    for _ in range(3):
        for one, other in zip(ours, theirs, strict=True):
            one.grad = torch.randn_like(one)
            other.grad = one.grad.clone()
        a.step()
        b.step()
    for one, other in zip(ours, theirs, strict=True):
        assert torch.allclose(one, other, atol=0.02)
