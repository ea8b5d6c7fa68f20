"""What a batch teaches: the decoder its next tokens, the edit head its guesses.

The labels come with the batch (`pairs.py`); how the gradient is used is `loop.py`'s.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.heads import EditHead
from gec.model.network import T5
from gec.training.pairs import NONE, Batch


@dataclass(frozen=True, slots=True)
class Loss:
    total: Tensor
    parts: dict[str, Tensor]  # detached, for the log


class Objective(nn.Module):
    """The network and its heads with their losses, as one module to optimise."""

    def __init__(self, network: T5, edit_head: EditHead | None, *, head: float, smoothing: float) -> None:
        super().__init__()
        self.network = network
        self.edit_head = edit_head
        self.head = head
        self.smoothing = smoothing

    def forward(self, batch: Batch) -> Loss:
        network = self.network
        encoded = network.encode(batch.source, batch.lengths)
        states = network.decoder(network.embedding(batch.inputs), encoded, batch.lengths)
        counted = batch.target != NONE
        logits = network.logits(states[counted]).float()
        total = F.cross_entropy(logits, batch.target[counted], label_smoothing=self.smoothing)
        parts = {"decoder": total.detach()}
        if self.edit_head is not None and self.head:
            guess = self._head_loss(self.edit_head, encoded, batch)
            parts["head"] = guess.detach()
            total = total + self.head * guess
        return Loss(total, parts)

    def _head_loss(self, head: EditHead, encoded: Tensor, batch: Batch) -> Tensor:
        real = batch.operation != NONE
        states = encoded[real]
        operation = F.cross_entropy(head.operation(states).float(), batch.operation[real])
        insertion = F.binary_cross_entropy_with_logits(
            head.insertion(states)[:, 0].float(), (batch.insertion[real] != NONE).float()
        )
        wanted = []
        for project, label in ((head.replacing, batch.replacement), (head.inserting, batch.insertion)):
            where = label != NONE
            logits = self.network.logits(project(encoded[where])).float()
            total = F.cross_entropy(logits, label[where], reduction="sum")
            wanted.append(total / max(1, len(states)))
        return operation + insertion + torch.stack(wanted).sum()
