"""The float engine: torch, float32 or bfloat16, on a CPU or a GPU.

Rounding depends on the shapes of a batch, so in float32 two tokens whose logits are nearly equal are told apart by
`arbitrate` and never by chance; that is what makes the output the same whatever is batched or drafted.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import torch
from torch import Tensor

from gec.engine import Encoded, Verdict
from gec.model.checkpoint import Checkpoint
from gec.model.network import T5, Cache, DecoderLayer, Ragged

STRIDES = (8, 24, 1 << 30)  # places of a draft that go through the output layer at a time on a CPU
CLOSE = 1e-3  # logits nearer than this are not told apart in float32; rounding is a hundred times smaller


class FloatEngine:
    def __init__(self, checkpoint: Checkpoint, device: torch.device, dtype: torch.dtype = torch.float32) -> None:
        self.config = checkpoint.config
        self.network = checkpoint.network.to(device=device, dtype=dtype)
        self.head = checkpoint.edit_head.to(device=device, dtype=dtype) if checkpoint.edit_head else None
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

    @torch.inference_mode()
    def encode(self, sources: list[list[int]]) -> Encoded:
        ids, lengths = self._padded(sources)
        states = self.network.encode(ids, lengths)
        edited = self.head.edited(sources, states, self.network) if self.head else None
        memory = [
            layer.cross.remember(states) for layer in self.network.decoder.layers if isinstance(layer, DecoderLayer)
        ]
        return Encoded(sources, edited, memory)

    def board(self, slots: int) -> FloatBoard:
        return FloatBoard(self, slots)

    @torch.inference_mode()
    def arbitrate(self, source: list[int], said: list[int], keep: int) -> int:
        if self._exact is None:
            self._exact = copy.deepcopy(self.network).to("cpu", torch.float64)
        ids = torch.tensor([source])
        inputs = torch.tensor([[self.start, *said]])
        logits = self._exact(ids, torch.tensor([len(source)]), inputs)[0, -1]
        if keep >= 0:
            logits[keep] += self.keep_bias
        return int((logits == logits.max()).nonzero()[0])

    def _padded(self, rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
        width = max(map(len, rows))
        padded = [[*row, *[self.config.pad] * (width - len(row))] for row in rows]
        lengths = [len(row) for row in rows]
        return torch.tensor(padded, device=self.device), torch.tensor(lengths, device=self.device)


@dataclass
class FloatBoard:
    engine: FloatEngine
    slots: int
    cache: Cache | None = field(default=None, init=False)

    @torch.inference_mode()
    def seat(self, slots: Sequence[int], encoded: Encoded, rows: Sequence[int]) -> None:
        lengths = [len(encoded.sources[row]) for row in rows]
        cache = self._room(sources=max(lengths))
        here = torch.tensor(slots, device=self.engine.device)
        wanted = torch.tensor(rows, device=self.engine.device)
        width = max(lengths)
        for layer, (keys, values) in enumerate(encoded.memory):
            cache.source_keys[layer][here, :, :width] = keys[wanted, :, :width]
            cache.source_values[layer][here, :, :width] = values[wanted, :, :width]
        cache.source_length[here] = torch.tensor(lengths, device=self.engine.device)

    @torch.inference_mode()
    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], keeps: list[list[int]]
    ) -> list[Verdict]:
        engine = self.engine
        sizes = [len(tokens) for tokens in fed]
        cache = self._room(positions=max(start + size for start, size in zip(starts, sizes, strict=True)))
        ragged = Ragged(slots, starts, sizes, cache)
        packed = torch.tensor([token for tokens in fed for token in tokens], device=engine.device)
        states = engine.network.extend(packed, cache, ragged)
        keep = torch.tensor([token for tokens in keeps for token in tokens], device=engine.device)
        firsts = list(accumulate(sizes, initial=0))
        verdicts = [Verdict([], [], []) for _ in slots]
        live, done = list(range(len(slots))), 0
        for width in STRIDES if engine.device.type == "cpu" else (max(sizes),):
            parts = [range(firsts[row] + done, min(firsts[row] + done + width, firsts[row + 1])) for row in live]
            here = torch.tensor([place for part in parts for place in part], device=engine.device)
            best, close, odds = self._judged(states[here], keep[here])
            taken = 0
            for row, part in zip(live, parts, strict=True):
                some = slice(taken, taken + len(part))
                verdicts[row].best.extend(best[some])
                verdicts[row].close.extend(close[some])
                verdicts[row].odds.extend(odds[some])
                taken += len(part)
            done += width
            live = [row for row in live if done < sizes[row] and _may_go_on(verdicts[row], fed[row], done - width)]
            if not live:
                break
        return verdicts

    def _judged(self, states: Tensor, keep: Tensor) -> tuple[list[int], list[bool], list[float]]:
        """Of decoder states: the best token, whether another is close, the odds against the pointer's token."""
        engine = self.engine
        logits = engine.network.logits(states).float()
        at = keep.clamp(min=0)[:, None]
        if engine.keep_bias:
            logits.scatter_add_(1, at, (keep >= 0).float()[:, None] * engine.keep_bias)
        top, best = logits.max(-1)
        odds = torch.where(keep >= 0, top - logits.gather(1, at)[:, 0], torch.inf)
        close = (logits > (top - engine.close)[:, None]).sum(-1) > 1
        return best.tolist(), close.tolist(), odds.tolist()

    def _room(self, positions: int = 1, sources: int = 1) -> Cache:
        """The cache, grown when a row needs more than it has."""
        old = self.cache
        have = (old.keys[0].shape[2], old.source_keys[0].shape[2]) if old else (0, 0)
        if old is None or have[0] < positions or have[1] < sources:
            want = (max(have[0], _rounded(positions)), max(have[1], _rounded(sources)))
            like = self.engine.network.embedding.weight
            self.cache = Cache.empty(self.engine.config, self.slots, *want, like)
            if old is not None:
                self.cache.take(old)
        assert self.cache is not None
        return self.cache


def _rounded(size: int) -> int:
    return -(-size // 32) * 32


def _may_go_on(verdict: Verdict, fed: list[int], since: int) -> bool:
    """Whether nothing judged since this place shows the draft wrong: what is behind a wrong token is never asked."""
    judged = zip(verdict.best[since:], verdict.close[since:], fed[since + 1 :], strict=False)
    return all(best == token or close for best, close, token in judged)
