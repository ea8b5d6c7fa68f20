"""The arithmetic of the pipelined decoder (Huang et al. 2025): the sentences of a passage are sub-sequences that are
decoded in parallel.

Every output token has a place (i, t): its sub-sequence, and the time-step at which it is fed. It attends to the tokens
with i' <= i and t' <= t, at T5's relative distance |t - t'| + |i - i'|. The rest is as in `network.py`, so a single
sub-sequence is plain decoding. An old token never attends to new ones, so its keys and values are cached.
`gec/decoding/pipelined.py` decides when sub-sequences start and end.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from gec.model.cache import KeyValueCache, Ragged
from gec.model.heads import Starts
from gec.model.network import T5, DecoderLayer, closed, padding_mask

NOWHERE = 1 << 20  # the place of padding: after all others


def visible(queries: Tensor, keys: Tensor) -> Tensor:
    """Places [..., Q, 2] and [..., K, 2] -> whether each query attends to each key [..., Q, K]."""
    return (keys[..., None, :, :] <= queries[..., :, None, :]).all(-1)


def distance(queries: Tensor, keys: Tensor) -> Tensor:
    """|t - t'| + |i - i'|, [..., Q, K]."""
    return (queries[..., :, None, :] - keys[..., None, :, :]).abs().sum(-1)


def bias(network: T5, queries: Tensor, keys: Tensor) -> Tensor:
    """What is added to the attention scores: T5's bias for the distance, and a mask [..., H, Q, K]."""
    seen = network.decoder.bias.at(-distance(queries, keys))
    return seen + closed(~visible(queries, keys))[..., None, :, :]


def laid_out(lengths: Sequence[int], delta: int) -> list[tuple[int, int]]:
    """The places of the inputs for sub-sequences of these lengths (with start tokens) that begin `delta` steps
    apart."""
    return [(i, i * delta + step) for i, length in enumerate(lengths) for step in range(length)]


def embed(network: T5, starts: Starts | None, ids: Tensor, number: Tensor) -> Tensor:
    """Embedded tokens. `number` is the number of the sentence at a start token, and 0 elsewhere."""
    embedded: Tensor = network.embedding(ids)
    return embedded if starts is None else starts(embedded, number)


def decode(
    network: T5, encoded: Tensor, lengths: Tensor, embedded: Tensor, places: Tensor, pointers: Tensor | None = None
) -> Tensor:
    """Teacher-forced: encoder states [B, S, d], embedded inputs [B, T, d] and their places [B, T, 2] -> states.
    `pointers` as in `T5.decode`; every sub-sequence has its own."""
    scores = bias(network, places, places)
    mask = padding_mask(lengths, encoded.shape[1])
    x, last = network.with_pointer_feed(embedded, encoded, pointers)
    for layer in network.decoder.layers:
        x = layer(x, scores, encoded, mask)
    return network.decoder.norm(x if last is None else x + last)  # type: ignore[no-any-return]


class Places:
    """The places of the tokens in a cache."""

    def __init__(self, slots: int, positions: int, device: torch.device) -> None:
        self.kept = torch.full((slots, positions, 2), NOWHERE, device=device)

    def grow(self, positions: int) -> None:
        slots, have = self.kept.shape[:2]
        more = self.kept.new_full((slots, positions - have, 2), NOWHERE)
        self.kept = torch.cat((self.kept, more), 1)

    def forget(self, slots: Tensor) -> None:
        self.kept[slots] = NOWHERE


def extend(
    network: T5,
    embedded: Tensor,
    places: Tensor,
    cache: KeyValueCache,
    kept: Places,
    ragged: Ragged,
    pointer_feed: Tensor | None = None,
) -> Tensor:
    """Append packed new tokens [N, d] at places [N, 2] to the cache -> states [N, d]; `pointer_feed` as in `T5`."""
    kept.kept[ragged.slot, ragged.position] = places
    queries = places.new_zeros(ragged.rows * ragged.width, 2)
    queries[ragged.place] = places
    scores = bias(network, queries.view(ragged.rows, ragged.width, 2), kept.kept[ragged.row_slot, : ragged.reach])
    first, last = (None, None) if pointer_feed is None else pointer_feed.chunk(2, -1)
    x = embedded if first is None else embedded + first
    for number, layer in enumerate(network.decoder.layers):
        assert isinstance(layer, DecoderLayer)
        x = layer.extend(x, scores, number, cache, ragged)
    return network.decoder.norm(x if last is None else x + last)  # type: ignore[no-any-return]
