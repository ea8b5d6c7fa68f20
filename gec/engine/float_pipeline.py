"""The float engine for passages whose sentences are decoded together: `gec/model/grid.py` on a device, with slots.

`gec/decoding/pipelined.py` decides what to feed. As in `float.py`, tokens with nearly equal logits are decided in
float64, without a cache and for one passage alone.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from gec.engine import EncodedSources, Verdict
from gec.engine.float import FloatBoard, FloatEngine, Memory
from gec.engine.pipeline import Fed, numbers
from gec.model import grid
from gec.model.cache import KeyValueCache, Ragged
from gec.model.heads import Starts
from gec.model.network import T5, DecoderLayer, padding_mask


class FloatPipeline:
    """A float engine for passages."""

    def __init__(self, engine: FloatEngine) -> None:
        self.engine, self.starts = engine, engine.starts
        self._exact: Starts | None = None

    @property
    def most(self) -> int | None:
        return None if self.starts is None else self.starts.most

    @torch.inference_mode()
    def encode(self, sources: list[list[int]]) -> EncodedSources:
        network = self.engine.network
        ids, lengths = self.engine.padded(sources)
        which, _ = self.engine.padded([list(numbers(source, self.engine.start)) for source in sources])
        states = network.encoder(grid.embed(network, self.starts, ids, which), padding_mask(lengths, ids.shape[1]))
        layers = (layer for layer in network.decoder.layers if isinstance(layer, DecoderLayer))
        pointer_feed = None if network.pointer is None else network.pointer(states)
        return EncodedSources(sources, None, Memory([layer.cross.remember(states) for layer in layers], pointer_feed))

    def board(self, slots: int) -> FloatPipelineBoard:
        return FloatPipelineBoard(self.engine, slots, pipeline=self)

    @torch.inference_mode()
    def arbitrate(self, source: list[int], fed: Sequence[Fed], which: int) -> int:
        if self._exact is None and self.starts is not None:
            self._exact = copy.deepcopy(self.starts).to("cpu", torch.float64)
        states = recompute(self.engine.exact, self._exact, source, list(numbers(source, self.engine.start)), fed)
        return self.engine.best(self.engine.exact.logits(states[which]), fed[which].keep)


def recompute(network: T5, starts: Starts | None, source: list[int], numbers: list[int], fed: Sequence[Fed]) -> Tensor:
    """Decoder states [T, d] of all fed tokens, without a cache."""
    lengths = torch.tensor([len(source)])
    embedded = grid.embed(network, starts, torch.tensor([source]), torch.tensor([numbers]))
    encoded = network.encoder(embedded, padding_mask(lengths, embedded.shape[1]))
    ids = torch.tensor([[one.token for one in fed]])
    inputs = grid.embed(network, starts, ids, torch.tensor([[one.sequence if one.first else 0 for one in fed]]))
    places = torch.tensor([[(one.sequence, one.time) for one in fed]])
    pointers = torch.tensor([[one.at for one in fed]])
    return grid.decode(network, encoded, lengths, inputs, places, pointers)[0]


@dataclass
class FloatPipelineBoard(FloatBoard):
    """Passages during decoding, each in a slot."""

    pipeline: FloatPipeline = field(kw_only=True)
    places: grid.Places | None = field(default=None, init=False)

    @torch.inference_mode()
    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        super().seat(slots, encoded, rows)
        assert self.places is not None
        self.places.forget(torch.tensor(slots, device=self.engine.device))

    @torch.inference_mode()
    def step(self, slots: list[int], starts: list[int], fed: list[list[Fed]]) -> list[Verdict]:
        device, network = self.engine.device, self.engine.network
        sizes = [len(tokens) for tokens in fed]
        cache = self.room(positions=max(start + size for start, size in zip(starts, sizes, strict=True)))
        assert self.places is not None
        flat = [one for tokens in fed for one in tokens]
        ids = torch.tensor([one.token for one in flat], device=device)
        numbers = torch.tensor([one.sequence if one.first else 0 for one in flat], device=device)
        places = torch.tensor([(one.sequence, one.time) for one in flat], device=device)
        embedded = grid.embed(network, self.pipeline.starts, ids, numbers)
        ragged = Ragged.of(slots, starts, sizes, cache)
        pointer_feed = self.pointer_feed_of(slots, [[one.at for one in tokens] for tokens in fed])
        states = grid.extend(network, embedded, places, cache, self.places, ragged, pointer_feed)
        keep = torch.tensor([one.keep for one in flat], device=device)
        judged = [iter(one) for one in self.judged(states, keep, [])[:3]]
        return [Verdict(*([next(part) for _ in tokens] for part in judged)) for tokens in fed]  # type: ignore[arg-type]

    def room(self, positions: int = 1, sources: int = 1) -> KeyValueCache:
        cache = super().room(positions, sources)
        have = cache.keys[0].shape[2]
        if self.places is None:
            self.places = grid.Places(self.slots, have, self.engine.device)
        elif have > self.places.kept.shape[1]:
            self.places.grow(have)
        return cache
