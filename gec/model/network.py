"""The network: a T5 encoder and decoder.

It only handles tensors: `checkpoint.py` maps the weights to Hugging Face's names, `gec/decoding` decides which tokens
to feed, and `cache.py` keeps them. There are three differences from the usual T5 code: queries, keys and values share
one matrix; every row of the decoder's cache has its own length; and the tokens of a ragged batch are packed, so that
short drafts cost nothing for long ones. A network may also have a pointer feed (`T5.decode`), which no plain T5 has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.config import Config
from gec.model.relative_position import relative_buckets

if TYPE_CHECKING:
    from gec.model.cache import KeyValueCache, Ragged


class Matrix(nn.Module):
    """An uninitialised weight without a bias. `checkpoint.py` or `start.py` fills it."""

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(rows, columns))


class Linear(Matrix):
    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__(outputs, inputs)

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight)


class Embedding(Matrix):
    def forward(self, ids: Tensor) -> Tensor:
        return F.embedding(ids, self.weight)


class RMSNorm(nn.Module):
    def __init__(self, size: int, epsilon: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        if x.is_cuda and x.requires_grad:  # one kernel instead of a dozen, forward and backward
            return F.rms_norm(x, x.shape[-1:], self.weight, self.epsilon)
        wide = x.float() if x.dtype.itemsize < 4 else x
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.epsilon)
        return self.weight * wide.to(x.dtype)


class FeedForward(nn.Module):
    """A feed-forward layer, gated or not. The gate and what it gates are the two halves of one matrix."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.gated = config.gated
        self.activation = config.activation
        self.wide = Linear(config.d_model, config.d_ff * (2 if config.gated else 1))
        self.narrow = Linear(config.d_ff, config.d_model)

    def forward(self, x: Tensor) -> Tensor:
        x = self.wide(x)
        if self.gated:
            gate, x = x.chunk(2, -1)
            return self.narrow(self._activate(gate) * x)  # type: ignore[no-any-return]
        return self.narrow(self._activate(x))  # type: ignore[no-any-return]

    def _activate(self, x: Tensor) -> Tensor:
        if self.activation == "relu":
            return F.relu(x)
        if self.activation == "silu":
            return F.silu(x)
        return F.gelu(x, approximate="tanh" if self.activation == "gelu_new" else "none")


class RelativeBias(nn.Module):
    """A bias per head and bucket of distances. All layers of a stack share one table."""

    distance_bucket: Tensor

    def __init__(self, config: Config, *, both_ways: bool) -> None:
        super().__init__()
        self.table = Embedding(config.buckets, config.num_heads)
        self.reach = config.max_distance
        every = np.arange(-self.reach, self.reach + 1)
        buckets = relative_buckets(every, config.buckets, self.reach, both_ways=both_ways)
        self.register_buffer("distance_bucket", torch.from_numpy(buckets), persistent=False)

    def forward(self, queries: Tensor, keys: Tensor) -> Tensor:
        """Positions [..., Q] and [..., K] -> bias [..., H, Q, K]."""
        return self.at(keys[..., None, :] - queries[..., :, None])

    def at(self, distance: Tensor) -> Tensor:
        """Distances [..., Q, K] of keys from queries, negative for the past -> bias [..., H, Q, K]. It is contiguous
        because torch's fast kernels need that. `F.embedding` is used because the backward pass of plain indexing takes
        seconds on a GPU: most places in a padded batch are the same."""
        by_distance = self.table.weight[self.distance_bucket]  # [2 * reach + 1, H]
        places = distance.clamp(-self.reach, self.reach) + self.reach
        return F.embedding(places, by_distance).movedim(-1, -3).contiguous()


class SelfAttention(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.heads = config.num_heads
        self.project = Linear(config.d_model, 3 * config.inner)
        self.out = Linear(config.inner, config.d_model)

    def heads_of(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """[..., d] -> queries, keys, values, each [..., H, D]."""
        q, k, v = self.project(x).unflatten(-1, (3, self.heads, -1)).unbind(-3)
        return q, k, v

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        q, k, v = (part.transpose(1, 2) for part in self.heads_of(x))
        return self.out(attend(q, k, v, bias).transpose(1, 2).flatten(2))  # type: ignore[no-any-return]


class CrossAttention(nn.Module):
    """Keys and values depend only on the source, so they are computed once per sentence (`remember`)."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.heads = config.num_heads
        self.query = Linear(config.d_model, config.inner)
        self.memory = Linear(config.d_model, 2 * config.inner)
        self.out = Linear(config.inner, config.d_model)

    def remember(self, encoded: Tensor) -> tuple[Tensor, Tensor]:
        """[B, S, d] -> keys, values, each [B, H, S, D]."""
        k, v = self.memory(encoded).unflatten(-1, (2, self.heads, -1)).permute(2, 0, 3, 1, 4)
        return k, v

    def forward(self, x: Tensor, memory: tuple[Tensor, Tensor], mask: Tensor | None) -> Tensor:
        q = self.query(x).unflatten(-1, (self.heads, -1)).transpose(1, 2)
        return self.out(attend(q, *memory, mask).transpose(1, 2).flatten(2))  # type: ignore[no-any-return]


def attend(q: Tensor, k: Tensor, v: Tensor, bias: Tensor | None) -> Tensor:
    """T5's attention: no scale, and an additive bias that includes the mask."""
    if q.requires_grad and q.device.type == "cpu":  # torch's own backward pass takes five times as long there
        scores = (q @ k.mT).float()
        return (scores if bias is None else scores + bias).softmax(-1).to(q.dtype) @ v
    if bias is not None:
        bias = bias.to(q.dtype)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=bias, scale=1.0)


def closed(hidden: Tensor) -> Tensor:
    """An additive mask: a large negative number where `hidden` is true, finite so that a fully masked row stays
    finite."""
    return torch.zeros(hidden.shape, device=hidden.device).masked_fill(hidden, -1e9)


class EncoderLayer(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.attention_norm = RMSNorm(config.d_model, config.epsilon)
        self.attention = SelfAttention(config)
        self.feed_norm = RMSNorm(config.d_model, config.epsilon)
        self.feed = FeedForward(config)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x), bias)
        return x + self.feed(self.feed_norm(x))  # type: ignore[no-any-return]


class Encoder(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.bias = RelativeBias(config, both_ways=True)
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.num_layers))
        self.norm = RMSNorm(config.d_model, config.epsilon)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Embedded sources [B, S, d], and a mask of what each position sees [B, 1, 1 or S, S] -> states [B, S, d]."""
        positions = torch.arange(x.shape[1], device=x.device)
        bias = self.bias(positions, positions) + mask
        for layer in self.layers:
            x = layer(x, bias)
        return self.norm(x)  # type: ignore[no-any-return]


def padding_mask(lengths: Tensor, size: int) -> Tensor:
    """[B] -> [B, 1, 1, size], closed beyond each row's length."""
    return closed(torch.arange(size, device=lengths.device) >= lengths[:, None])[:, None, None]


def block_mask(queries: Tensor, keys: Tensor) -> Tensor:
    """Sentence numbers [B, Q] and [B, K] -> [B, 1, Q, K], closed between different sentences."""
    return closed(queries[:, :, None] != keys[:, None, :])[:, None]


class Sight(NamedTuple):
    """Additive masks for attention."""

    source: Tensor  # source to source [B, 1, 1 or S, S]
    inputs: Tensor | None  # decoder inputs to decoder inputs [B, 1, T, T]; None: only causal
    across: Tensor  # decoder inputs to source [B, 1, 1 or T, S]

    @classmethod
    def of_rows(cls, lengths: Tensor, size: int) -> Sight:
        """Each row is one sentence, with `lengths` [B] real positions out of `size`."""
        mask = padding_mask(lengths, size)
        return cls(mask, None, mask)

    @classmethod
    def of_packed(cls, source: Tensor, inputs: Tensor) -> Sight:
        """Each row has several sentences. `source` [B, S] and `inputs` [B, T] are the sentence numbers of positions."""
        return cls(block_mask(source, source), block_mask(inputs, inputs), block_mask(inputs, source))


class DecoderLayer(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.attention_norm = RMSNorm(config.d_model, config.epsilon)
        self.attention = SelfAttention(config)
        self.cross_norm = RMSNorm(config.d_model, config.epsilon)
        self.cross = CrossAttention(config)
        self.feed_norm = RMSNorm(config.d_model, config.epsilon)
        self.feed = FeedForward(config)

    def forward(self, x: Tensor, bias: Tensor, encoded: Tensor, mask: Tensor) -> Tensor:
        x = x + self.attention(self.attention_norm(x), bias)
        x = x + self.cross(self.cross_norm(x), self.cross.remember(encoded), mask)
        return x + self.feed(self.feed_norm(x))  # type: ignore[no-any-return]

    def extend(self, x: Tensor, bias: Tensor, layer: int, cache: KeyValueCache, ragged: Ragged) -> Tensor:
        """`forward` for packed new tokens [N, d]. Their keys and values are added to the cache."""
        q, k, v = self.attention.heads_of(self.attention_norm(x))
        cache.keys[layer][ragged.slot, :, ragged.position] = k
        cache.values[layer][ragged.slot, :, ragged.position] = v
        keys, values = (ragged.seen(cached[layer], bias.shape[-1]) for cached in (cache.keys, cache.values))
        seen = attend(ragged.pad(q), keys, values, bias)
        x = x + self.attention.out(ragged.pack(seen))

        q = self.cross.query(self.cross_norm(x)).unflatten(-1, (self.cross.heads, -1))
        width = ragged.source_mask.shape[-1]
        keys, values = (ragged.seen(cached[layer], width) for cached in (cache.source_keys, cache.source_values))
        seen = attend(ragged.pad(q), keys, values, ragged.source_mask)
        x = x + self.cross.out(ragged.pack(seen))
        return x + self.feed(self.feed_norm(x))  # type: ignore[no-any-return]


class Decoder(nn.Module):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.bias = RelativeBias(config, both_ways=False)
        self.layers = nn.ModuleList(DecoderLayer(config) for _ in range(config.num_decoder_layers))
        self.norm = RMSNorm(config.d_model, config.epsilon)

    def forward(self, x: Tensor, encoded: Tensor, sight: Sight, last: Tensor | None = None) -> Tensor:
        """Embedded targets [B, T, d], teacher-forced. `last` is added after the last layer."""
        positions = torch.arange(x.shape[1], device=x.device)
        bias = (self.bias(positions, positions) + closed(positions[None, :] > positions[:, None]))[None]
        bias = bias if sight.inputs is None else bias + sight.inputs
        for layer in self.layers:
            x = layer(x, bias, encoded, sight.across)
        return self.norm(x if last is None else x + last)  # type: ignore[no-any-return]

    def extend(self, x: Tensor, cache: KeyValueCache, ragged: Ragged, last: Tensor | None = None) -> Tensor:
        """Packed new tokens [N, d] after the cached ones -> states [N, d]."""
        keys = torch.arange(ragged.reach, device=x.device)
        bias = self.bias(ragged.padded_position, keys)
        bias = bias + closed(keys > ragged.padded_position[..., None])[:, None]
        for number, layer in enumerate(self.layers):
            assert isinstance(layer, DecoderLayer)
            x = layer.extend(x, bias, number, cache, ragged)
        return self.norm(x if last is None else x + last)  # type: ignore[no-any-return]


class T5(nn.Module):
    """Embedding, encoder, decoder, output projection."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.embedding = Embedding(config.vocab_size, config.d_model)
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        if not config.tied:
            self.output = Linear(config.d_model, config.vocab_size)
        self.pointer = Linear(config.d_model, 2 * config.d_model) if config.extras.pointer_feed else None

    @property
    def output_weight(self) -> Tensor:
        return self.embedding.weight if self.config.tied else self.output.weight

    def logits(self, states: Tensor, rows: Tensor | None = None) -> Tensor:
        """Logits for the whole vocabulary, or for the ids whose rows of the output weight are given."""
        if self.config.scaled_output:
            states = states * self.config.d_model**-0.5
        return F.linear(states, self.output_weight if rows is None else rows)

    def encode(self, ids: Tensor, lengths: Tensor) -> Tensor:
        """[B, S], [B] -> [B, S, d]."""
        return self.encoder(self.embedding(ids), padding_mask(lengths, ids.shape[1]))  # type: ignore[no-any-return]

    def forward(self, ids: Tensor, lengths: Tensor, inputs: Tensor, pointers: Tensor | None = None) -> Tensor:
        """Teacher-forced: sources [B, S], their lengths [B], decoder inputs [B, T] -> logits [B, T, V]."""
        encoded = self.encode(ids, lengths)
        sight = Sight.of_rows(lengths, ids.shape[1])
        return self.logits(self.decode(self.embedding(inputs), encoded, sight, pointers))

    def decode(self, embedded: Tensor, encoded: Tensor, sight: Sight, pointers: Tensor | None) -> Tensor:
        """Embedded decoder inputs [B, T, d] -> states. `pointers` [B, T] are the source places of the pointer after
        each input; only a network with a pointer feed uses them."""
        embedded, last = self.with_pointer_feed(embedded, encoded, pointers)
        return self.decoder(embedded, encoded, sight, last)  # type: ignore[no-any-return]

    def with_pointer_feed(
        self, embedded: Tensor, encoded: Tensor, pointers: Tensor | None
    ) -> tuple[Tensor, Tensor | None]:
        """The input of the first layer, and what is added after the last."""
        if self.pointer is None:
            return embedded, None
        assert pointers is not None, "this network is fed by its pointer"
        first, last = self.fed(encoded, pointers).chunk(2, -1)
        return embedded + first, last

    def fed(self, encoded: Tensor, places: Tensor) -> Tensor:
        """The pointer feed for places [B, ..] in the sources -> [B, .., 2 * d]."""
        assert self.pointer is not None
        rows = torch.arange(len(places), device=places.device).view(-1, *[1] * (places.ndim - 1)) * encoded.shape[1]
        return F.embedding(rows + places, self.pointer(encoded).flatten(0, 1))

    def extend(
        self, tokens: Tensor, cache: KeyValueCache, ragged: Ragged, pointer_feed: Tensor | None = None
    ) -> Tensor:
        """Packed new tokens [N] -> decoder states [N, d], and add them to the cache. `pointer_feed` [N, 2 * d] is added
        before the first and after the last layer."""
        embedded = self.embedding(tokens)
        if pointer_feed is None:
            return self.decoder.extend(embedded, cache, ragged)
        first, last = pointer_feed.chunk(2, -1)
        return self.decoder.extend(embedded + first, cache, ragged, last)
