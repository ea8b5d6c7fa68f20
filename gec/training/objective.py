"""What a batch teaches: the decoder its next tokens, the edit head its guesses.

The labels come with the batch (`pairs.py`); how the gradient is used is `loop.py`'s.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.heads import EditHead
from gec.model.network import T5
from gec.training.pairs import NONE, Batch
from gec.training.recipe import Optimizer


@dataclass(frozen=True, slots=True)
class Loss:
    total: Tensor
    parts: dict[str, Tensor]  # detached, for the log


class Objective(nn.Module):
    """The network and its heads with their losses, as one module to optimise."""

    def __init__(self, network: T5, edit_head: EditHead | None, settings: Optimizer) -> None:
        super().__init__()
        self.network = network
        self.edit_head = edit_head
        self.settings = settings

    def forward(self, batch: Batch) -> Loss:
        network = self.network
        vocabulary = Vocabulary(network, batch, self.settings.frequent)
        encoded = network.encode(batch.source, batch.lengths)
        states = network.decoder(network.embedding(batch.inputs), encoded, batch.lengths)
        counted = batch.target != NONE
        total = vocabulary.loss(states[counted], batch.target[counted], self.settings.smoothing).mean()
        parts = {"decoder": total.detach()}
        if self.edit_head is not None and self.settings.head:
            guess = self._head_loss(self.edit_head, encoded, batch, vocabulary)
            parts["head"] = guess.detach()
            total = total + self.settings.head * guess
        return Loss(total, parts)

    def _head_loss(self, head: EditHead, encoded: Tensor, batch: Batch, vocabulary: Vocabulary) -> Tensor:
        real = batch.operation != NONE
        states = encoded[real]
        operation = F.cross_entropy(head.operation(states).float(), batch.operation[real])
        insertion = F.binary_cross_entropy_with_logits(
            head.insertion(states)[:, 0].float(), (batch.insertion[real] != NONE).float()
        )
        total = operation + insertion
        for project, label in ((head.replacing, batch.replacement), (head.inserting, batch.insertion)):
            where = label != NONE
            total = total + vocabulary.loss(project(encoded[where]), label[where]).sum() / len(states)
        return total


class Vocabulary:
    """The output layer of one step: all ids, or the frequent ones, those the batch needs, and a drawn few.

    The drawn ids stand for the rest of the vocabulary: their logits are raised by the log of how many each stands
    for, so that the sum under the softmax keeps its expectation at a fraction of the cost.
    """

    def __init__(self, network: T5, batch: Batch, frequent: int) -> None:
        self.network = network
        self.ids: Tensor | None = None
        if frequent:
            labels = (batch.target, batch.replacement, batch.insertion)
            needed = torch.cat([label[label != NONE] for label in labels])
            held = torch.arange(frequent, device=needed.device)
            self.ids = torch.cat([held, needed, batch.drawn]).unique()
            certain = torch.isin(self.ids, torch.cat([held, needed]))
            rest = network.config.vocab_size - int(certain.sum())
            self.raised = (~certain).float() * math.log(rest / max(1, int((~certain).sum())))

    def loss(self, states: Tensor, labels: Tensor, smoothing: float = 0.0) -> Tensor:
        """Cross-entropy of each state."""
        if self.ids is None:
            logits = self.network.logits(states).float()
        else:
            logits = self.network.logits(states, self.ids).float() + self.raised
            labels = torch.searchsorted(self.ids, labels)
        return F.cross_entropy(logits, labels, label_smoothing=smoothing, reduction="none")
