"""The int8 engine for passages whose sentences are decoded together: the graphs of `graphs.py` with another mask, other
distances, and vectors that mark the sentences' starts (`gec/model/grid.py` has the same in torch).

As always in int8, a token's numbers depend only on its source and on what was fed before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from gec.engine import EncodedSources, Verdict
from gec.engine.int8 import Int8Board, Int8Engine
from gec.engine.padding import CLOSED, Ints, Spots
from gec.engine.pipeline import Fed, numbers
from gec.engine.session import Floats
from gec.model.relative_position import relative_buckets

NOWHERE = 1 << 20  # the place of what was never fed: after all others


class Int8Pipeline:
    """An int8 engine for passages."""

    def __init__(self, engine: Int8Engine) -> None:
        self.engine = engine
        stored = engine.model.starts()
        self.starts = stored["table.weight"].floats() if stored else None
        config = engine.config
        # all distances beyond the last bucket are the same
        buckets = relative_buckets(
            -np.arange(config.max_distance + 1), config.buckets, config.max_distance, both_ways=False
        )
        self.near = engine.decoder_bias.table[buckets]  # by distance: [distances, H]

    @property
    def most(self) -> int | None:
        return None if self.starts is None else len(self.starts)

    def encode(self, sources: list[list[int]]) -> EncodedSources:
        tokens = [token for source in sources for token in source]
        which = [number for source in sources for number in numbers(source, self.engine.start)]
        return self.engine.encode(sources, self.embedded(tokens, which), head=False)

    def board(self, slots: int) -> Int8PipelineBoard:
        return Int8PipelineBoard(self.engine, slots, pipeline=self)

    def arbitrate(self, source: list[int], fed: Sequence[Fed], which: int) -> int:
        raise AssertionError("whole numbers are never too close to call")

    def embedded(self, tokens: list[int], which: Sequence[int]) -> Floats:
        """Embedded tokens. `which` is the number of the sentence at a start token, and 0 elsewhere."""
        embedded = self.engine.embedded(tokens)
        if self.starts is None:
            return embedded
        number = np.array(which)
        embedded[number > 0] += self.starts[number[number > 0] - 1]
        return embedded

    def bias(self, queries: Ints, keys: Ints) -> Floats:
        """Places [B, Q, 2] and [B, K, 2] -> what is added to the attention scores [B, H, Q, K]."""
        apart = queries[:, :, None, :] - keys[:, None, :, :]
        far = np.minimum(np.abs(apart).sum(-1), len(self.near) - 1)
        hidden = np.any(apart < 0, axis=-1, keepdims=True)
        scores = np.where(hidden, CLOSED, self.near[far])
        return np.ascontiguousarray(scores.transpose(0, 3, 1, 2))


@dataclass
class Int8PipelineBoard(Int8Board):
    """Passages during decoding, each in a slot."""

    pipeline: Int8Pipeline = field(kw_only=True)
    kept: Ints = field(init=False)  # the places of the tokens in the cache [slots, places, 2]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kept = np.full((self.slots, 0, 2), NOWHERE)

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        super().seat(slots, encoded, rows)
        self.kept[list(slots)] = NOWHERE

    def step(self, slots: list[int], starts: list[int], fed: list[list[Fed]]) -> list[Verdict]:
        sizes = [len(tokens) for tokens in fed]
        spots = Spots.of(sizes)
        reach = max(start + spots.width for start in starts)
        if reach > self.kept.shape[1]:
            more = np.full((self.slots, 2 * reach - self.kept.shape[1], 2), NOWHERE)
            self.kept = np.concatenate([self.kept, more], axis=1)
        queries = np.zeros((len(slots), spots.width, 2), np.int64)
        for row, (slot, start, tokens) in enumerate(zip(slots, starts, fed, strict=True)):
            places = [(one.sequence, one.time) for one in tokens]
            queries[row, : len(tokens)] = self.kept[slot, start : start + len(tokens)] = places
        flat = [one for tokens in fed for one in tokens]
        embedded = self.pipeline.embedded(
            [one.token for one in flat], [one.sequence if one.first else 0 for one in flat]
        )
        bias = self.pipeline.bias(queries, self.kept[slots, :reach])
        states = self.passed(slots, starts, spots, sizes, embedded, bias, [one.at for one in flat])
        best, odds = self.judged(states, np.array([one.keep for one in flat]))
        said = zip(best, odds, strict=True)
        verdicts = []
        for size in sizes:
            some = [next(said) for _ in range(size)]
            verdicts.append(Verdict([token for token, _ in some], [False] * size, [sure for _, sure in some]))
        return verdicts
