"""The loss of a batch: next tokens for the decoder, edits for the edit head.

The labels and their places come with the batch (`pairs.py`), so that nothing here waits for the device. `loop.py` uses
the gradient.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.heads import EditHead
from gec.model.network import T5, Sight
from gec.training.labels import NONE
from gec.training.pairs import Batch
from gec.training.recipe import Optimizer


@dataclass(frozen=True, slots=True)
class Loss:
    total: Tensor
    parts: dict[str, Tensor]  # detached, for the log


def _sight(batch: Batch) -> Sight:
    """The attention mask. A row is a sentence, or packed sentences that do not see each other."""
    if batch.source_part.numel():
        return Sight.of_packed(batch.source_part, batch.input_part)
    return Sight.of_rows(batch.lengths, batch.source.shape[1])


class Objective(nn.Module):
    """The network and its heads with their losses, as one module to optimise."""

    def __init__(self, network: T5, edit_head: EditHead | None, settings: Optimizer) -> None:
        super().__init__()
        self.network = network
        self.edit_head = edit_head
        self.settings = settings

    def forward(self, batch: Batch) -> Loss:
        network = self.network
        embedded, output = self._vocabulary(batch)
        sight = _sight(batch)
        encoded = network.encoder(F.embedding(batch.source, embedded), sight.source)
        states = network.decode(F.embedding(batch.inputs, embedded), encoded, sight, batch.pointers)
        states = states.flatten(0, 1)[batch.said_at]
        said = self._token_loss(states, batch.said, batch, output, self.settings.smoothing)
        total = said / (batch.said != NONE).sum().clamp(min=1)
        parts = {"decoder": total.detach()}
        if self.edit_head is not None and self.settings.head:
            guess = self._head_loss(self.edit_head, encoded.flatten(0, 1), batch, output)
            parts["head"] = guess.detach()
            total = total + self.settings.head * guess
        return Loss(total, parts)

    def _vocabulary(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The rows of the embedding and of the output layer for the batch's vocabulary.

        They are selected only once, because the gradient of each selection is as large as the whole vocabulary.
        """
        network = self.network
        if not batch.ids.numel():
            return network.embedding.weight, network.output_weight
        embedded = network.embedding.weight[batch.ids]
        return embedded, embedded if network.config.tied else network.output_weight[batch.ids]

    def _head_loss(self, head: EditHead, encoded: Tensor, batch: Batch, output: Tensor) -> Tensor:
        """The edit head's loss, a mean over the source's tokens."""
        operation = batch.operation.flatten()
        real = operation != NONE
        count = real.sum().clamp(min=1)
        total = F.cross_entropy(head.operation(encoded).float(), operation, ignore_index=NONE, reduction="sum")
        inserts = torch.zeros_like(operation).index_add(0, batch.inserted_at, (batch.inserted != NONE).long())
        gate = F.binary_cross_entropy_with_logits(
            head.insertion(encoded)[:, 0].float(), (inserts > 0).float(), reduction="none"
        )
        total = total + (gate * real).sum()
        for project, at, tokens in (
            (head.replacing, batch.replaced_at, batch.replaced),
            (head.inserting, batch.inserted_at, batch.inserted),
        ):
            total = total + self._token_loss(project(encoded[at]), tokens, batch, output)
        mean: Tensor = total / count
        return mean

    def _token_loss(
        self, states: Tensor, tokens: Tensor, batch: Batch, output: Tensor, smoothing: float = 0.0
    ) -> Tensor:
        """The summed cross-entropy of these tokens.

        If the output layer has only some ids, the sampled ones stand for the rest: their logits are raised by the log
        of how many each stands for, so that the expected sum in the softmax is right.
        """
        logits = self.network.logits(states, output).float()
        if batch.ids.numel():
            logits = logits + (1 - batch.certain) * math.log(batch.stand_for)
        return F.cross_entropy(logits, tokens, ignore_index=NONE, label_smoothing=smoothing, reduction="sum")
