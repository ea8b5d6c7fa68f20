"""The float engine: torch, float32 or bfloat16, on a CPU or a GPU.

Rounding depends on the shapes of a batch. So in float32, two tokens with nearly equal logits are decided by
`arbitrate`. This makes the output independent of batches and drafts.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate
from typing import Self

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.parametrize import register_parametrization

from gec.engine import EXACT, About, EncodedSources, Lenience, Verdict, with_room
from gec.lazy import cached_property
from gec.model.cache import KeyValueCache, Ragged
from gec.model.checkpoint import Checkpoint
from gec.model.edited import edited
from gec.model.network import T5, DecoderLayer

STRIDES = (8, 24, 1 << 30)  # places of a draft that go through the output layer at a time, on a CPU
# Logits nearer than CLOSE are not told apart in float32. Rounding errors are a hundred times smaller if the logits'
# range is APART, as in the model that ships, and they grow with the range.
CLOSE, APART = 1e-3, 40.0


class FloatEngine:
    def __init__(self, checkpoint: Checkpoint, device: torch.device, dtype: torch.dtype = torch.float32) -> None:
        self.config = checkpoint.config
        self.network = checkpoint.network.to(device=device, dtype=dtype)
        self.head = checkpoint.edit_head.to(device=device, dtype=dtype) if checkpoint.edit_head else None
        self.blocks = checkpoint.blocks.to(device=device, dtype=dtype) if checkpoint.blocks else None
        self.starts = checkpoint.starts.to(device=device, dtype=dtype) if checkpoint.starts else None
        self.device, self.dtype = device, dtype
        self.close = CLOSE if dtype == torch.float32 else 0.0
        self.keep_bias = checkpoint.config.extras.keep_bias
        self._exact: T5 | None = None

    @property
    def eos(self) -> int:
        return self.config.eos

    @property
    def start(self) -> int:
        return self.config.start

    @property
    def block(self) -> int:
        return self.blocks.block if self.blocks else 0

    @property
    def about(self) -> About:
        return About(str(self.dtype).removeprefix("torch."), str(self.device), torch.get_num_threads())

    def unbiased(self) -> Self:
        made = copy.copy(self)
        made.keep_bias = 0.0
        return made

    def settle(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)

    @torch.inference_mode()
    def encode(self, sources: list[list[int]]) -> EncodedSources:
        memory, guesses = self.read(sources)
        if guesses is None:
            return EncodedSources(sources, None, memory)
        rows = zip(sources, *guesses.tolist(), strict=False)  # more rows only fill a shape
        return EncodedSources(sources, [edited(source, *guessed) for source, *guessed in rows], memory)

    def read(self, sources: list[list[int]]) -> tuple[Memory, Tensor | None]:
        """The memory, and what an edit head predicts."""
        return self.encode_padded(*self.padded(sources))

    def encode_padded(self, ids: Tensor, lengths: Tensor, *, everywhere: bool = False) -> tuple[Memory, Tensor | None]:
        """The same for padded sources [B, S], [B]; `everywhere` as in `EditHead.guessed`."""
        network = self.network
        states = network.encode(ids, lengths)
        guesses = self.head.guessed(states, network, everywhere=everywhere) if self.head else None
        layers = (layer for layer in network.decoder.layers if isinstance(layer, DecoderLayer))
        pointer_feed = None if network.pointer is None else network.pointer(states)
        return Memory([layer.cross.remember(states) for layer in layers], pointer_feed), guesses

    def board(self, slots: int, lenience: Lenience = EXACT) -> FloatBoard:
        return FloatBoard(self, slots, lenience)

    @property
    def exact(self) -> T5:
        """The network in float64."""
        if self._exact is None:
            self._exact = widened(self.network)
        return self._exact

    @cached_property
    def lowest(self) -> Tensor:
        """For each token, the first token with an identical row of the output layer. Between these nothing needs to be
        computed, since the lowest id wins ties."""
        first: dict[bytes, int] = {}
        rows = self.network.output_weight.detach().float().cpu().numpy()
        same = [first.setdefault(blake2b(row, digest_size=16).digest(), token) for token, row in enumerate(rows)]
        return torch.tensor(same, device=self.device)

    @torch.inference_mode()
    def arbitrate(self, source: list[int], said: list[int], pointers: list[int]) -> int:
        ids = torch.tensor([source])
        inputs = torch.tensor([[self.start, *said]])
        logits = self.exact(ids, torch.tensor([len(source)]), inputs, torch.tensor([pointers]))[0, -1]
        return self.best(logits, source[pointers[-1]] if pointers[-1] >= 0 else -1)

    def best(self, logits: Tensor, keep: int) -> int:
        """The best token of logits [V], with the bonus for the pointer's token. The lowest id wins ties."""
        if keep >= 0:
            logits[keep] += self.keep_bias
        token = int((logits == logits.max()).nonzero()[0])
        return token if self.keep_bias else int(self.lowest[token])

    def judged(self, states: Tensor, keep: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Logits of decoder states, the best token, whether another is close, and the odds against the pointer's
        token."""
        logits = self.network.logits(states).float()
        at = keep.clamp(min=0)[:, None]
        if self.keep_bias:
            logits.scatter_add_(1, at, (keep >= 0).float()[:, None] * self.keep_bias)
        top, best = logits.max(-1)
        odds = (top - logits.gather(1, at)[:, 0]).masked_fill(keep < 0, torch.inf)
        close = torch.zeros_like(best, dtype=torch.bool)
        if self.close:
            apart = top - logits.amin(-1)
            near = logits > (top - self.close * (apart / APART).clamp(min=1))[:, None]
            close = near.sum(-1) > 1
        waits = self.device.type != "cpu"  # `any` would wait for the device
        if not self.keep_bias and (waits or close.any()):  # a bias distinguishes tokens with identical rows
            best = self.lowest[best]
            if self.close:
                close &= (near & (self.lowest != best[:, None])).any(-1)
        return logits, best, close, odds

    def padded(self, rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        width = max(map(len, rows))
        padded = [[*row, *[self.config.pad] * (width - len(row))] for row in rows]
        lengths = [len(row) for row in rows]
        return torch.tensor(padded, device=self.device), torch.tensor(lengths, device=self.device)


class Wide(nn.Module):
    def forward(self, weight: Tensor) -> Tensor:
        return weight.to("cpu", torch.float64)


def widened(network: T5) -> T5:
    """The network in float64 on the CPU. It shares the weights, which are converted at each use. That happens once in
    about seven thousand tokens, and a copy would take twice the memory of the network."""
    shared = {id(parameter): parameter for parameter in network.parameters()}
    wide = copy.deepcopy(network, shared)
    for module in list(wide.modules()):
        for name, _ in list(module.named_parameters(recurse=False)):
            register_parametrization(module, name, Wide(), unsafe=True)
        for name, buffer in module.named_buffers(recurse=False):
            setattr(module, name, buffer.cpu())
    return wide


@dataclass(frozen=True, slots=True)
class Memory:
    """The encoder's output, as decoding needs it."""

    layers: list[tuple[Tensor, Tensor]]  # keys and values
    pointer_feed: Tensor | None  # pointer feed of each place [B, S, 2 * d], if the network has one


@dataclass
class FloatBoard:
    engine: FloatEngine
    slots: int
    lenience: Lenience = EXACT
    cache: KeyValueCache | None = field(default=None, init=False)
    states: Tensor | None = field(default=None, init=False)  # packed states of the last pass
    first: dict[int, int] = field(default_factory=dict, init=False)  # where each slot begins in them
    sources: dict[int, list[int]] = field(default_factory=dict, init=False)
    pointer_feed: Tensor | None = field(default=None, init=False)  # pointer feed [slots, source positions, 2 * d]

    @torch.inference_mode()
    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        lengths = [len(encoded.sources[row]) for row in rows]
        cache = self.room(sources=max(lengths))
        here = torch.tensor(slots, device=self.engine.device)
        wanted = torch.tensor(rows, device=self.engine.device)
        width = max(lengths)
        for layer, (keys, values) in enumerate(encoded.memory.layers):
            cache.source_keys[layer][here, :, :width] = keys[wanted, :, :width]
            cache.source_values[layer][here, :, :width] = values[wanted, :, :width]
        cache.source_length[here] = torch.tensor(lengths, device=self.engine.device)
        self.sources |= {slot: encoded.sources[row] for slot, row in zip(slots, rows, strict=True)}
        if encoded.memory.pointer_feed is not None:
            self._pointer_feed_room(cache)[here, :width] = encoded.memory.pointer_feed[wanted, :width]

    @torch.inference_mode()
    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]
    ) -> list[Verdict]:
        engine = self.engine
        sizes = [len(tokens) for tokens in fed]
        cache = self.room(positions=max(start + size for start, size in zip(starts, sizes, strict=True)))
        ragged = Ragged.of(slots, starts, sizes, cache)
        packed = torch.tensor([token for tokens in fed for token in tokens], device=engine.device)
        states = self.states = engine.network.extend(packed, cache, ragged, self.pointer_feed_of(slots, pointers))
        keeps = [
            self.sources[slot][at] if at >= 0 else -1
            for slot, places in zip(slots, pointers, strict=True)
            for at in places
        ]
        keep = torch.tensor(keeps, device=engine.device)
        firsts = list(accumulate(sizes, initial=0))
        self.first = dict(zip(slots, firsts, strict=False))
        verdicts = [Verdict([], [], []) for _ in slots]
        live, done = list(range(len(slots))), 0
        for width in STRIDES if engine.device.type == "cpu" else (max(sizes),):
            parts = [range(firsts[row] + done, min(firsts[row] + done + width, firsts[row + 1])) for row in live]
            here = torch.tensor([place for part in parts for place in part], device=engine.device)
            best, close, odds, passed = self.judged(states[here], keep[here], self._tried(live, fed, done, width))
            taken = 0
            for row, part in zip(live, parts, strict=True):
                some = slice(taken, taken + len(part))
                verdicts[row].best.extend(best[some])
                verdicts[row].close.extend(close[some])
                verdicts[row].odds.extend(odds[some])
                verdicts[row].passed.extend(passed[some])
                taken += len(part)
            done += width
            live = [row for row in live if done < sizes[row] and _may_go_on(verdicts[row], fed[row], done - width)]
            if not live:
                break
        return verdicts

    @torch.inference_mode()
    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        blocks = self.engine.blocks
        assert self.states is not None
        assert blocks is not None
        said = [self.first[slot] + place for slot, place in zip(slots, places, strict=True)]
        pointer_feed = None
        if self.pointer_feed is not None:
            here, behind = torch.tensor(pointers, device=self.pointer_feed.device).clamp(min=0).unbind(-1)
            lengths = torch.tensor([len(self.sources[slot]) for slot in slots], device=self.pointer_feed.device)
            rows = torch.tensor(slots, device=self.pointer_feed.device)
            pointer_feed = self.pointer_feed[rows[:, None], blocks.places(here, behind, lengths)]
        ahead = blocks(self.states[torch.tensor(said, device=self.engine.device)], pointer_feed)
        return self.engine.network.logits(ahead).argmax(-1).tolist()

    def pointer_feed_of(self, slots: list[int], pointers: list[list[int]]) -> Tensor | None:
        """The pointer feed of each fed token."""
        if self.pointer_feed is None:
            return None
        spots = [(slot, max(0, at)) for slot, places in zip(slots, pointers, strict=True) for at in places]
        slot, place = torch.tensor(spots, device=self.pointer_feed.device).unbind(-1)
        return self.pointer_feed[slot, place]

    def _pointer_feed_room(self, cache: KeyValueCache) -> Tensor:
        """The buffer for the pointer feed, as wide as the cache for sources."""
        like, old = cache.source_keys[0], self.pointer_feed
        if old is None or old.shape[1] < like.shape[2]:
            self.pointer_feed = like.new_zeros(self.slots, like.shape[2], 2 * self.engine.config.d_model)
            if old is not None:
                self.pointer_feed[:, : old.shape[1]] = old
        assert self.pointer_feed is not None
        return self.pointer_feed

    def _tried(self, live: list[int], fed: list[list[int]], done: int, width: int) -> list[tuple[int, int]]:
        """With a lenience: the drafted token after each judged place, -1 if there is none, and its place in the
        draft."""
        if self.lenience.lossless:
            return []
        ends = [min(done + width, len(fed[row])) for row in live]
        return [
            (fed[row][place + 1] if place + 1 < len(fed[row]) else -1, place)
            for row, end in zip(live, ends, strict=True)
            for place in range(done, end)
        ]

    def judged(
        self, states: Tensor, keep: Tensor, tried: list[tuple[int, int]]
    ) -> tuple[list[int], list[bool], list[float], list[bool]]:
        """The engine's `judged`, as lists. With a lenience, also whether the drafted token may stand."""
        logits, best, close, odds = self.engine.judged(states, keep)
        passed = self._passed(logits, best, tried) if tried else []
        return best.tolist(), close.tolist(), odds.tolist(), passed

    def _passed(self, logits: Tensor, best: Tensor, tried: list[tuple[int, int]]) -> list[bool]:
        lenience, embeddings = self.lenience, self.engine.network.embedding
        drafted, place = torch.tensor(tried, device=best.device).unbind(-1)
        token = drafted.clamp(min=0)
        rank = (logits > logits.gather(1, token[:, None])).sum(-1)
        far = 1 - F.cosine_similarity(embeddings(token).float(), embeddings(best).float(), dim=-1)
        passed = (rank < lenience.top) | (far <= lenience.distance) & (lenience.distance > 0)
        passed |= place < lenience.minimum - 1
        return (passed & (drafted >= 0)).tolist()

    def room(self, positions: int = 1, sources: int = 1) -> KeyValueCache:
        """The cache, enlarged if necessary."""
        old = self.cache
        have = (old.keys[0].shape[2], old.source_keys[0].shape[2]) if old else (0, 0)
        if old is None or have[0] < positions or have[1] < sources:
            want = (max(have[0], with_room(positions)), max(have[1], with_room(sources)))
            like = self.engine.network.embedding.weight
            self.cache = KeyValueCache.empty(self.engine.config, self.slots, *want, like)
            if old is not None:
                self.cache.take(old)
        assert self.cache is not None
        return self.cache


def _may_go_on(verdict: Verdict, fed: list[int], since: int) -> bool:
    """Whether the draft may still be right. After a wrong token, the rest is not computed."""
    tried = fed[since + 1 :]
    passed = verdict.passed[since:] or [False] * len(tried)
    judged = zip(verdict.best[since:], verdict.close[since:], passed, tried, strict=False)
    return all(best == token or close or fine for best, close, fine, token in judged)
