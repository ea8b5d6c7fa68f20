"""The int8 engine: ONNX Runtime on a CPU, without torch.

A token's numbers depend only on its source and on the tokens before it (see `graphs.py`). So the output is the same in
any batch, in any order and after any draft, to the last bit, and no two tokens are ever too close. `padding.py` gives
the graphs their input, and `session.py` runs them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from gec.engine import EXACT, ROOM, About, EncodedSources, Lenience, Verdict, graphs, with_room
from gec.engine.padding import Bias, Ints, Spots, closed
from gec.engine.session import THREADS, Floats, Session, products
from gec.errors import OptionError
from gec.model.edited import REPLACE, edited
from gec.model.opened import Opened

AT_ONCE = 40  # places that go through the output layer together
FEWEST = 8  # the fewest places of one row
INSERT = 3  # the column of the edit head after those of its operations


class Int8Engine:
    def __init__(self, model: Opened) -> None:
        self.model, self.config = model, model.config
        weights = model.parameters()
        head = model.edit_head()
        self.embedding, self.embedding_scale = weights["embedding.weight"].bytes()
        self.encoder = Session(graphs.encoder(self.config, weights, head))
        self.decoder = Session(graphs.decoder(self.config, weights))
        self.output = Session(graphs.output(self.config, weights))
        self.encoder_bias = Bias(self.config, weights["encoder.bias.table.weight"].floats(), both_ways=True)
        self.decoder_bias = Bias(self.config, weights["decoder.bias.table.weight"].floats(), both_ways=False)
        self.keep_bias = np.float32(self.config.extras.keep_bias)
        # The layers for drafts are made at the first use. A copy without bias shares them.
        self.new = cache(lambda: products(head or {}, ("replacing", "inserting")))
        self.ahead = cache(lambda: products(model.blocks() or {}, ("wide", "narrow", "feed")))

    @property
    def eos(self) -> int:
        return self.config.eos

    @property
    def start(self) -> int:
        return self.config.start

    @property
    def block(self) -> int:
        return self.config.extras.blocks

    @property
    def about(self) -> About:
        return About("int8", "cpu", THREADS)

    def unbiased(self) -> Int8Engine:
        made = copy(self)
        made.keep_bias = np.float32(0)
        return made

    def settle(self) -> None:
        """Nothing to wait for."""

    def encode(self, sources: list[list[int]], embedded: Floats | None = None, *, head: bool = True) -> EncodedSources:
        """`embedded` replaces the sources' embeddings. If `head` is false, the edit head is not used."""
        sizes = [len(source) for source in sources]
        spots = Spots.of(sizes)
        bias = self.encoder_bias.square(spots.width)
        if not spots.even:
            bias = bias + closed(np.array(sizes), spots.width)
        if embedded is None:
            embedded = self.embedded([token for source in sources for token in source])
        states, memory, *edits = self.encoder.run(None, {"x": embedded, "bias": bias, **spots.feed()})
        return EncodedSources(sources, self._edited(sources, states, edits[0]) if edits and head else None, memory)

    def board(self, slots: int, lenience: Lenience = EXACT) -> Int8Board:
        if not lenience.lossless:
            raise OptionError("the int8 engine is exact and does not support lenience; use engine='float'")
        return Int8Board(self, slots)

    def arbitrate(self, source: list[int], said: list[int], pointers: list[int]) -> int:
        raise AssertionError("whole numbers are never too close to call")

    def embedded(self, tokens: list[int]) -> Floats:
        return self.embedding[tokens].astype(np.float32) * self.embedding_scale[tokens][:, None]

    def best(self, states: Floats) -> NDArray[np.int64]:
        return self.output.run(None, {"states": states})[1].argmax(1)  # type: ignore[no-any-return]

    def _edited(self, sources: list[list[int]], states: Floats, edits: Floats) -> list[list[int]]:
        """The sources after the edit head's edits."""
        operations = edits[:, :INSERT].argmax(1)
        inserting = edits[:, INSERT] > 0
        if not (operations.any() or inserting.any()):
            return sources
        new = self._tokens(operations == REPLACE, "replacing", states)
        before = self._tokens(inserting, "inserting", states)
        guesses = np.stack((operations, new, before))
        firsts = accumulate(map(len, sources), initial=0)
        return [
            edited(source, *guesses[:, first : first + len(source)].tolist())
            for source, first in zip(sources, firsts, strict=False)
        ]

    def _tokens(self, where: NDArray[np.bool_], part: str, states: Floats) -> Ints:
        """The output layer's tokens at these places, -1 elsewhere."""
        tokens = np.full(len(where), -1)
        if where.any():
            tokens[where] = self.best(self.new()[part](states[where]))
        return tokens


@dataclass
class Int8Board:
    engine: Int8Engine
    slots: int
    places: int = field(default=0, init=False)
    sources: int = field(default=0, init=False)
    past: list[Floats] = field(default_factory=list, init=False)  # per layer keys and values: [slots, places, H * D]
    keys: list[Floats] = field(default_factory=list, init=False)  # one per layer: [slots, H, sources, D]
    values: list[Floats] = field(default_factory=list, init=False)
    pointer_feed: Floats | None = field(default=None, init=False)  # pointer feed [slots, sources, 2 * d]
    tokens: dict[int, list[int]] = field(default_factory=dict, init=False)  # the source of each slot
    lengths: Ints = field(init=False)
    states: Floats | None = field(default=None, init=False)  # packed states of the last pass
    first: dict[int, int] = field(default_factory=dict, init=False)  # where each slot begins in them

    def __post_init__(self) -> None:
        self.lengths = np.zeros(self.slots, np.int64)

    def seat(self, slots: Sequence[int], encoded: EncodedSources, rows: Sequence[int]) -> None:
        config = self.engine.config
        sizes = [len(source) for source in encoded.sources]
        self._room(0, max(sizes[row] for row in rows))
        firsts = list(accumulate(sizes, initial=0))
        shape = (config.num_decoder_layers, 2, config.num_heads, config.d_kv)
        layers, pointer_feed = np.split(encoded.memory, [math.prod(shape)], axis=1)
        for slot, row in zip(slots, rows, strict=True):
            here = slice(firsts[row], firsts[row + 1])
            some = layers[here].reshape(-1, *shape).transpose(1, 2, 3, 0, 4)
            self.lengths[slot], self.tokens[slot] = sizes[row], encoded.sources[row]
            if self.pointer_feed is not None:
                self.pointer_feed[slot, : sizes[row]] = pointer_feed[here]
            for layer in range(config.num_decoder_layers):
                self.keys[layer][slot, :, : sizes[row]] = some[layer, 0]
                self.values[layer][slot, :, : sizes[row]] = some[layer, 1]

    def verify(
        self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]
    ) -> list[Verdict]:
        sizes = [len(tokens) for tokens in fed]
        states = self._states(slots, starts, fed, pointers)
        firsts = list(accumulate(sizes, initial=0))
        self.states, self.first = states, dict(zip(slots, firsts, strict=False))
        verdicts = [Verdict([], [], []) for _ in slots]
        live, done = list(range(len(slots))), 0
        while live:
            width = max(FEWEST, AT_ONCE // len(live))
            parts = [range(firsts[row] + done, min(firsts[row] + done + width, firsts[row + 1])) for row in live]
            here = [place for part in parts for place in part]
            sources = ((row, self.tokens[slots[row]]) for row in live)
            keep = [own[at] if at >= 0 else -1 for row, own in sources for at in pointers[row][done : done + width]]
            best, odds = self.judged(states[here], np.array(keep))
            taken = 0
            for row, part in zip(live, parts, strict=True):
                some = slice(taken, taken + len(part))
                verdicts[row].best.extend(best[some])
                verdicts[row].odds.extend(odds[some])
                verdicts[row].close.extend([False] * len(part))
                taken += len(part)
            behind = done
            done += width
            live = [
                row
                for row in live
                if done < sizes[row] and verdicts[row].best[behind:] == fed[row][behind + 1 : done + 1]
            ]
        return verdicts

    def propose(self, slots: list[int], places: list[int], pointers: list[tuple[int, int]]) -> list[list[int]]:
        """The block heads of `model/heads.py`."""
        assert self.states is not None
        ahead = self.engine.ahead()
        states = self.states[[self.first[slot] + place for slot, place in zip(slots, places, strict=True)]]
        rows, size = states.shape
        wide = ahead["wide"](states).reshape(rows, -1, size)
        states = states[:, None]
        if self.pointer_feed is not None:
            here, behind = np.maximum(pointers, 0).T[..., None]
            last = self.lengths[slots][:, None] - 1
            at = np.minimum(np.concatenate([here, behind + np.arange(wide.shape[1])], axis=1), last)
            pointer_feed = self.pointer_feed[np.array(slots)[:, None], at]
            moved = pointer_feed[:, 1:] - pointer_feed[:, :1]
            fed = ahead["feed"](moved.reshape(-1, moved.shape[-1])).reshape(wide.shape)
            wide, states = wide + fed, states + fed
        narrow = ahead["narrow"](np.maximum(wide, 0).reshape(rows, -1))
        best = self.engine.best((states + narrow.reshape(rows, -1, size)).reshape(-1, size))
        return best.reshape(rows, -1).tolist()

    def _states(self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]) -> Floats:
        """The states of the fed tokens."""
        engine = self.engine
        sizes = [len(tokens) for tokens in fed]
        spots = Spots.of(sizes)
        embedded = engine.embedded([token for tokens in fed for token in tokens])
        bias = engine.decoder_bias.rows(starts, spots.width, max(start + spots.width for start in starts))
        return self.passed(slots, starts, spots, sizes, embedded, bias, [at for places in pointers for at in places])

    def passed(
        self,
        slots: list[int],
        starts: list[int],
        spots: Spots,
        sizes: list[int],
        embedded: Floats,
        bias: Floats,
        pointers: list[int],
    ) -> Floats:
        """Embedded new tokens after the first `starts` of each slot -> their states. Their keys and values are added to
        the cache. `bias` includes the mask, and `pointers` has a source place for each token."""
        reach = bias.shape[-1]
        self._room(reach, 0)
        width = int(self.lengths[slots].max())
        place = np.concatenate([np.arange(start, start + size) for start, size in zip(starts, sizes, strict=True)])
        here = np.array(slots).repeat(sizes)
        row = np.arange(len(slots)).repeat(sizes)
        feed = {
            "x": embedded,
            "place": (row * reach + place)[:, None],
            "bias": bias,
            "mask": closed(self.lengths[slots], width),
            **spots.feed(),
        }
        if self.pointer_feed is not None:
            feed["first"], feed["last"] = np.split(self.pointer_feed[here, np.maximum(pointers, 0)], 2, axis=1)
        some = slice(slots[0], slots[-1] + 1) if slots == [*range(slots[0], slots[-1] + 1)] else slots  # a view
        for number, past in enumerate(self.past):
            feed[f"past {number}"] = past[some, :reach].reshape(-1, past.shape[-1])
        for layer, (keys, values) in enumerate(zip(self.keys, self.values, strict=True)):
            feed[f"keys {layer}"] = keys[some, :, :width]
            feed[f"values {layer}"] = values[some, :, :width]
        *new, states = self.engine.decoder.run(None, feed)
        for past, said in zip(self.past, new, strict=True):
            past[here, place] = said
        return states  # type: ignore[no-any-return]

    def judged(self, states: Floats, keep: Ints) -> tuple[list[int], list[float]]:
        """The best token for each decoder state, and its odds against the pointer's token (-1 for none)."""
        column, logits = self.engine.output.run(None, {"states": states})
        scale = column[:, 0]
        if self.engine.keep_bias:
            logits[np.arange(len(keep)), keep] += np.where(keep >= 0, self.engine.keep_bias / scale, np.float32(0))
        best = logits.argmax(1)
        return best.tolist(), odds(logits, scale, best, keep)

    def _room(self, places: int, sources: int) -> None:
        """Enlarge the caches to at least these sizes, keeping their contents."""
        config = self.engine.config
        if places > self.places or not self.past:
            self.places = with_room(max(places, ROOM))
            self.past = _grown(self.past, 2 * config.num_decoder_layers, (self.slots, self.places, config.inner), 1)
        if sources > self.sources or not self.keys:
            self.sources = with_room(max(sources, ROOM))
            shape = (self.slots, config.num_heads, self.sources, config.d_kv)
            self.keys, self.values = (_grown(x, config.num_decoder_layers, shape, 2) for x in (self.keys, self.values))
            if config.extras.pointer_feed:
                self.pointer_feed = _larger(self.pointer_feed, (self.slots, self.sources, 2 * config.d_model), 1)


def odds(logits: Floats, scale: Floats, said: Ints, keep: Ints) -> list[float]:
    """The odds of each output token against the pointer's token."""
    every = np.arange(len(keep))
    found = (logits[every, said] - logits[every, keep]) * scale
    return np.where(keep >= 0, found, np.inf).tolist()  # type: ignore[no-any-return]


def _grown(old: list[Floats], count: int, shape: tuple[int, ...], axis: int) -> list[Floats]:
    return [_larger(old[at] if old else None, shape, axis) for at in range(count)]


def _larger(old: Floats | None, shape: tuple[int, ...], axis: int) -> Floats:
    new = np.zeros(shape, np.float32)
    if old is not None:
        new[(slice(None),) * axis + (slice(old.shape[axis]),)] = old
    return new
