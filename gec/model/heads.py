"""Small layers in addition to the network.

The edit head and the block heads predict the decoder's output. A prediction is only a draft, so they make decoding
faster but never change its output. `Starts` marks the sentences for the pipelined decoder (`grid.py`). They are trained
in `gec/training`: `labels.py`, `blocks.py` and `passages.py`. `gec/decoding/verify.py` verifies drafts.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.edited import REPLACE
from gec.model.network import T5


class EditHead(nn.Module):
    """For each source token: keep, delete or replace it, and whether to insert one before it.

    The network's output layer predicts the new tokens, only where they are needed.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.operation = nn.Linear(size, 3)
        self.insertion = nn.Linear(size, 1)
        self.replacing = nn.Linear(size, size, bias=False)
        self.inserting = nn.Linear(size, size, bias=False)

    def guessed(self, encoded: Tensor, network: T5, *, everywhere: bool = False) -> Tensor:
        """Encoder states [B, S, d] -> operations, replacements, and insertions before each token, -1 for none [3, B,
        S]. On a GPU it is faster to compute the new tokens `everywhere`."""
        operations = self.operation(encoded).argmax(-1)
        new = self._tokens(operations == REPLACE, self.replacing, encoded, network, everywhere)
        before = self._tokens(self.insertion(encoded)[..., 0] > 0, self.inserting, encoded, network, everywhere)
        return torch.stack((operations, new, before))

    @staticmethod
    def _tokens(where: Tensor, project: nn.Module, encoded: Tensor, network: T5, everywhere: bool) -> Tensor:
        if everywhere:
            return network.logits(project(encoded)).argmax(-1).masked_fill(~where, -1)
        tokens = torch.full(where.shape, -1, device=where.device)
        if where.any():
            tokens[where] = network.logits(project(encoded[where])).argmax(-1)
        return tokens


class BlockHeads(nn.Module):
    """Heads p2..pk of blockwise parallel decoding (Stern, Shazeer, Uszkoreit 2018): they predict the tokens two, three,
    .. k places ahead from the decoder's last state.

    Each head is a part of one feed-forward layer with a residual. The network's own output layer makes tokens of their
    states. p1 is the state itself, so the network's own output does not change. If the network has a pointer feed, each
    head also gets the encoder's state at the place from which its token would be copied.
    """

    def __init__(self, size: int, block: int, *, fed: bool = False) -> None:
        super().__init__()
        self.block = block
        self.wide = nn.Linear(size, (block - 1) * size)
        self.narrow = nn.Linear((block - 1) * size, (block - 1) * size)
        nn.init.zeros_(self.narrow.weight)  # at first every head predicts what p1 does, or would do at that place
        nn.init.zeros_(self.narrow.bias)
        self.feed = nn.Linear(2 * size, size, bias=False) if fed else None
        if self.feed is not None:
            with torch.no_grad():
                self.feed.weight.copy_(torch.cat([torch.zeros(size, size), torch.eye(size)], 1))

    def forward(self, states: Tensor, pointer_feed: Tensor | None = None) -> Tensor:
        """Decoder states [..., d] -> states of the heads [..., k - 1, d]. `pointer_feed` [..., k, 2 * d] is that of p1
        and each head."""
        wide = self.wide(states).unflatten(-1, (self.block - 1, -1))
        states = states[..., None, :]
        if self.feed is not None:
            assert pointer_feed is not None, "these heads are fed by the pointer"
            fed = self.feed(pointer_feed[..., 1:, :] - pointer_feed[..., :1, :])
            wide, states = wide + fed, states + fed
        ahead = self.narrow(F.relu(wide).flatten(-2)).unflatten(-1, (self.block - 1, -1))
        return states + ahead  # type: ignore[no-any-return]

    def places(self, here: Tensor, behind: Tensor, lengths: Tensor) -> Tensor:
        """The source places that feed p1 and each head [..., k]: the pointer's place, then the places from the one
        after p1's token on, up to the end of the source."""
        ahead = behind[..., None] + torch.arange(self.block - 1, device=behind.device)
        return torch.cat([here[..., None], ahead.minimum(lengths[..., None] - 1)], -1)


class Starts(nn.Module):
    """Vectors that are added to the start tokens of sentences two, three, .. of a passage, in source and output, so
    that each sub-sequence of the pipelined decoder finds its sentence. The first start token does not change."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__()
        self.most = most  # the most sentences in a passage; the last row is for the empty sentence after them
        self.table = nn.Embedding(most, size)

    def forward(self, embedded: Tensor, number: Tensor) -> Tensor:
        """Embedded tokens [..., d], and the number of the sentence that starts at each [...]: 0 for the first sentence
        or no start."""
        return embedded + self.table((number - 1).clamp(min=0)) * (number > 0)[..., None]  # type: ignore[no-any-return]
