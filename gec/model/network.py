"""The network: a T5 encoder and decoder, to be read in one sitting.

Tensors in, tensors out. Nothing here knows of text, of drafts or of files: `checkpoint.py` maps the weights to
Hugging Face's names, `gec/decoding` decides which tokens to feed, `cache.py` keeps what was fed. Three things differ
from the stock T5: queries, keys and values share one matrix, every row of the decoder's cache has its own length, and
the tokens of a ragged batch are packed, so that rows with short drafts do not pay for rows with long ones. A network
may also have what no stock T5 has, a pointer feed (`T5.decode`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from gec.model.config import Config
from gec.model.relative import distances

if TYPE_CHECKING:
    from gec.model.cache import Cache, Ragged


class Matrix(nn.Module):
    """A weight without a bias and without first values: `checkpoint.py` or `start.py` gives it some."""

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
        if x.is_cuda and x.requires_grad:  # one kernel there instead of a dozen, both ways
            return F.rms_norm(x, x.shape[-1:], self.weight, self.epsilon)
        wide = x.float() if x.dtype.itemsize < 4 else x
        wide = wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.epsilon)
        return self.weight * wide.to(x.dtype)


class FeedForward(nn.Module):
    """Gated or not; the gate and what it gates are the two halves of one matrix."""

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
    """One number a head and a bucket of distances; T5 has one such table for all layers of a stack."""

    distance_bucket: Tensor

    def __init__(self, config: Config, *, both_ways: bool) -> None:
        super().__init__()
        self.table = Embedding(config.buckets, config.num_heads)
        self.reach = config.max_distance
        every = np.arange(-self.reach, self.reach + 1)
        buckets = distances(every, config.buckets, self.reach, both_ways=both_ways)
        self.register_buffer("distance_bucket", torch.from_numpy(buckets), persistent=False)

    def forward(self, queries: Tensor, keys: Tensor) -> Tensor:
        """Positions [..., Q] and [..., K] -> bias [..., H, Q, K]."""
        return self.at(keys[..., None, :] - queries[..., :, None])

    def at(self, distance: Tensor) -> Tensor:
        """Distances [..., Q, K] of keys from queries, the past below zero -> bias [..., H, Q, K]; so it lies in memory,
        too, since torch's fast kernels read it row by row, or refuse it. Plain indexing's gradient takes a GPU seconds,
        since most places of a padded batch are one and the same, which it adds up one by one."""
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
    """Keys and values depend on the source alone, so they are made once a sentence (`remember`)."""

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
    """Attention as T5 has it: no scale, an additive bias that also carries the mask."""
    if q.requires_grad and q.device.type == "cpu":  # torch's own takes five times as long backwards there
        scores = (q @ k.mT).float()
        return (scores if bias is None else scores + bias).softmax(-1).to(q.dtype) @ v
    if bias is not None:
        bias = bias.to(q.dtype)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=bias, scale=1.0)


def closed(hidden: Tensor) -> Tensor:
    """A mask to add: minus infinity where `hidden` is true (finite, so that a fully masked row stays finite)."""
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
    """Numbers of sentences [B, Q] and [B, K] -> [B, 1, Q, K], closed between two sentences."""
    return closed(queries[:, :, None] != keys[:, None, :])[:, None]


class Sight(NamedTuple):
    """What may be attended to, as masks to add."""

    source: Tensor  # by source positions in the source [B, 1, 1 or S, S]
    inputs: Tensor | None  # by decoder inputs among themselves [B, 1, T, T]; None: all those before
    across: Tensor  # by decoder inputs in the source [B, 1, 1 or T, S]

    @classmethod
    def of_rows(cls, lengths: Tensor, size: int) -> Sight:
        """Every row is one sentence, `lengths` [B] of its `size` source positions are real."""
        mask = padding_mask(lengths, size)
        return cls(mask, None, mask)

    @classmethod
    def of_packed(cls, source: Tensor, inputs: Tensor) -> Sight:
        """Every row holds several sentences; each position [B, S] and [B, T] has the number of its own."""
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

    def extend(self, x: Tensor, bias: Tensor, layer: int, cache: Cache, ragged: Ragged) -> Tensor:
        """The same for packed new tokens [N, d], against the cache, which takes up their keys and values."""
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
        """Embedded targets [B, T, d] over whole sources, teacher-forced; `last` is added behind the last layer."""
        positions = torch.arange(x.shape[1], device=x.device)
        bias = (self.bias(positions, positions) + closed(positions[None, :] > positions[:, None]))[None]
        bias = bias if sight.inputs is None else bias + sight.inputs
        for layer in self.layers:
            x = layer(x, bias, encoded, sight.across)
        return self.norm(x if last is None else x + last)  # type: ignore[no-any-return]

    def extend(self, x: Tensor, cache: Cache, ragged: Ragged, last: Tensor | None = None) -> Tensor:
        """Packed new tokens [N, d] behind what each row's cache holds -> states [N, d]."""
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
        """Over the whole vocabulary, or over the ids whose rows of the output weight are given."""
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
        """Embedded decoder inputs [B, T, d] -> states. `pointers` [B, T] are the places in the source where the pointer
        stands behind each input; only a network with a pointer feed asks for them."""
        embedded, last = self.led(embedded, encoded, pointers)
        return self.decoder(embedded, encoded, sight, last)  # type: ignore[no-any-return]

    def led(self, embedded: Tensor, encoded: Tensor, pointers: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """What the first layer gets, and what is added behind the last."""
        if self.pointer is None:
            return embedded, None
        assert pointers is not None, "this network is fed by its pointer"
        first, last = self.fed(encoded, pointers).chunk(2, -1)
        return embedded + first, last

    def fed(self, encoded: Tensor, places: Tensor) -> Tensor:
        """What a pointer feeds at places [B, ..] of the sources -> [B, .., 2 * d]."""
        assert self.pointer is not None
        rows = torch.arange(len(places), device=places.device).view(-1, *[1] * (places.ndim - 1)) * encoded.shape[1]
        return F.embedding(rows + places, self.pointer(encoded).flatten(0, 1))

    def extend(self, tokens: Tensor, cache: Cache, ragged: Ragged, led: Tensor | None = None) -> Tensor:
        """Packed new tokens [N] -> decoder states [N, d]; the cache now holds them too. `led` [N, 2 * d] is what the
        pointer feeds before the first layer and behind the last."""
        embedded = self.embedding(tokens)
        if led is None:
            return self.decoder.extend(embedded, cache, ragged)
        first, last = led.chunk(2, -1)
        return self.decoder.extend(embedded + first, cache, ragged, last)
