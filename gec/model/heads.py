"""Small layers in addition to the network.

The edit head and the block heads guess what the decoder will say. A guess only ever becomes a draft, so they can make
decoding faster but never change its output. `Starts` tells the pipelined decoder's sentences apart (`grid.py`). How
they are trained is told in `gec/training`: `labels.py`, `blocks.py` and `passages.py`; `gec/decoding/verify.py` decides
how a draft is verified.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.edited import REPLACE
from gec.model.network import T5


class EditHead(nn.Module):
    """For each source token: keep, delete or replace it, and whether to insert one before it.

    Which token replaces or is inserted is asked of the network's own output layer, and only where it is needed.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.operation = nn.Linear(size, 3)
        self.insertion = nn.Linear(size, 1)
        self.replacing = nn.Linear(size, size, bias=False)
        self.inserting = nn.Linear(size, size, bias=False)

    def guessed(self, encoded: Tensor, network: T5, *, everywhere: bool = False) -> Tensor:
        """Of encoder states [B, S, d] the operations, what replaces and what is inserted before, -1 for nothing
        [3, B, S]. A GPU waits less if it asks the output layer `everywhere`."""
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
    """Heads p2..pk of blockwise parallel decoding (Stern, Shazeer, Uszkoreit 2018): from the decoder's last state, what
    stands two, three, .. k places ahead.

    One feed-forward layer with a residual to each head's share of its output; tokens come out of the network's own
    output layer. p1 is that layer on the state itself, so the network says what it said without heads. Beside a network
    that its pointer feeds, the pointer feeds each head as well, from the place its token would be copied from.
    """

    def __init__(self, size: int, block: int, *, fed: bool = False) -> None:
        super().__init__()
        self.block = block
        self.wide = nn.Linear(size, (block - 1) * size)
        self.narrow = nn.Linear((block - 1) * size, (block - 1) * size)
        nn.init.zeros_(self.narrow.weight)  # at first every head says what p1 says, or would say at its place
        nn.init.zeros_(self.narrow.bias)
        self.feed = nn.Linear(2 * size, size, bias=False) if fed else None
        if self.feed is not None:
            with torch.no_grad():
                self.feed.weight.copy_(torch.cat([torch.zeros(size, size), torch.eye(size)], 1))

    def forward(self, states: Tensor, led: Tensor | None = None) -> Tensor:
        """Decoder states [..., d] -> states of the heads [..., k - 1, d]. `led` [..., k, 2 * d] is what the pointer
        feeds p1 and each head."""
        wide = self.wide(states).unflatten(-1, (self.block - 1, -1))
        states = states[..., None, :]
        if self.feed is not None:
            assert led is not None, "these heads are fed by the pointer"
            fed = self.feed(led[..., 1:, :] - led[..., :1, :])
            wide, states = wide + fed, states + fed
        ahead = self.narrow(F.relu(wide).flatten(-2)).unflatten(-1, (self.block - 1, -1))
        return states + ahead  # type: ignore[no-any-return]

    def places(self, here: Tensor, behind: Tensor, lengths: Tensor) -> Tensor:
        """The places in the source that feed p1 and each head [..., k]: where the pointer stands when p1 speaks, and
        those from where it stands behind what p1 says on, as far as the source goes."""
        ahead = behind[..., None] + torch.arange(self.block - 1, device=behind.device)
        return torch.cat([here[..., None], ahead.minimum(lengths[..., None] - 1)], -1)


class Starts(nn.Module):
    """What is added to the start token of sentences two, three, .. of a passage, in the source and in the output, so
    that each sub-sequence of the pipelined decoder finds its own. The first one's is the network's, untouched."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__()
        self.most = most  # sentences of a passage; the last row is for the empty one behind them
        self.table = nn.Embedding(most, size)

    def forward(self, embedded: Tensor, number: Tensor) -> Tensor:
        """Embedded tokens [..., d], and the number of the sentence that each starts [...]: 0 for the first, or none."""
        return embedded + self.table((number - 1).clamp(min=0)) * (number > 0)[..., None]  # type: ignore[no-any-return]
