"""The int8 engine: ONNX Runtime on a CPU, without torch.

A token's numbers depend on its source and the tokens before it alone (see `graphs.py`), so no two tokens are ever too
close to call: what it says is the same in any batch, in any order and after any draft, to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from gec.engine import EXACT, ROOM, About, Encoded, Lenience, Verdict, graphs, with_room
from gec.errors import OptionError
from gec.model.config import Config
from gec.model.edited import REPLACE, edited
from gec.model.opened import Opened
from gec.model.relative import distances

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

CLOSED = np.float32(-1e9)  # added to a score: exactly nothing is left of it
AT_ONCE = 40  # places that go through the output layer together, if there are so many
FEWEST = 8  # ... but of one row no fewer than this
INSERT = 3  # the column of the edit head behind those of its operations


class Int8Engine:
    def __init__(self, model: Opened, threads: int = 1) -> None:
        """`threads` go into single products; one is best for sentences, more for large models."""
        self.model, self.config, self.threads = model, model.config, threads
        weights = model.parameters()
        head = model.edit_head()
        self.embedding, self.embedding_scale = weights["embedding.weight"].bytes()
        self.encoder = _session(graphs.encoder(self.config, weights, head), threads)
        self.decoder = _session(graphs.decoder(self.config, weights), threads)
        self.output = _session(graphs.output(self.config, weights), threads)
        self.new = {part: head[f"{part}.weight"].floats() for part in ("replacing", "inserting")} if head else None
        self.encoder_bias = Bias(self.config, weights["encoder.bias.table.weight"].floats(), both_ways=True)
        self.decoder_bias = Bias(self.config, weights["decoder.bias.table.weight"].floats(), both_ways=False)
        self.keep_bias = np.float32(self.config.extras.keep_bias)

    @property
    def eos(self) -> int:
        return self.config.eos

    @property
    def start(self) -> int:
        return self.config.start

    @property
    def block(self) -> int:
        return self.config.extras.blocks

    @cached_property
    def ahead(self) -> Mapping[str, Floats]:
        """The block heads, read when they are first asked."""
        return {name: stored.floats() for name, stored in (self.model.blocks() or {}).items()}

    @property
    def about(self) -> About:
        return About("int8", "cpu", self.threads)

    def settle(self) -> None:
        """Whatever was asked for is done already."""

    def encode(self, sources: list[list[int]], embedded: Floats | None = None, *, head: bool = True) -> Encoded:
        """`embedded` stands instead of the sources' embeddings, and the edit `head` may have nothing to say."""
        sizes = [len(source) for source in sources]
        spots = Spots.of(sizes)
        bias = self.encoder_bias.square(spots.width)
        if not spots.even:
            bias = bias + _closed(np.array(sizes), spots.width)
        if embedded is None:
            embedded = self.embedded([token for source in sources for token in source])
        states, memory, *edits = self.encoder.run(None, {"x": embedded, "bias": bias, **spots.feed()})
        return Encoded(sources, self._edited(sources, states, edits[0]) if edits and head else None, memory)

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
        """The sources with the edit head's edits."""
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
        """What the output layer says there, -1 elsewhere."""
        tokens = np.full(len(where), -1)
        if where.any():
            assert self.new is not None
            tokens[where] = self.best(states[where] @ self.new[part].T)
        return tokens


def _session(graph: bytes, threads: int) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.x64quantprecision", "1")  # exact also where a CPU has no VNNI
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL  # they are as they should be
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _closed(lengths: Ints, width: int) -> Floats:
    """[B] -> [B, 1, 1, width], closed beyond each row's length."""
    return np.where(np.arange(width) < lengths[:, None], np.float32(0), CLOSED)[:, None, None]


@dataclass(frozen=True, slots=True)
class Spots:
    """The way from packed tokens to padded rows and back. Rows are two wide at least: for a single query the kernels
    add in another order."""

    rows: int
    width: int
    even: bool
    spread: Ints  # for each place of the padded rows, a packed token
    pack: Ints  # for each packed token, its place

    @classmethod
    def of(cls, sizes: Sequence[int]) -> Spots:
        rows, width = len(sizes), max(2, *sizes)
        if min(sizes) == width:
            every = np.arange(rows * width)
            return cls(rows, width, True, every, every)
        columns = np.arange(width)
        real = columns < np.array(sizes)[:, None]
        pack = real.ravel().nonzero()[0]
        spread = np.zeros(rows * width, np.int64)
        spread[pack] = np.arange(len(pack))
        return cls(rows, width, False, spread, pack)

    def feed(self) -> dict[str, Any]:
        return {"rows": np.array([self.rows]), "spread": self.spread, "pack": self.pack}


class Bias:
    """What each distance adds to each head's score, laid out for all pairs of places up to some width."""

    def __init__(self, config: Config, table: Floats, *, both_ways: bool) -> None:
        self.config, self.table, self.both_ways = config, table, both_ways
        self.full = np.zeros((config.num_heads, 0, 0), np.float32)

    def square(self, width: int) -> Floats:
        """[1, H, width, width]."""
        return np.ascontiguousarray(self._upto(width)[None, :, :width, :width])

    def rows(self, starts: Sequence[int], width: int, reach: int) -> Floats:
        """[B, H, width, reach] for queries at `starts` and behind; what is later than a query is closed."""
        full = self._upto(max(starts) + width)
        if len(starts) == 1:
            return np.ascontiguousarray(full[None, :, starts[0] : starts[0] + width, :reach])
        places = np.array(starts)[:, None] + np.arange(width)
        return np.ascontiguousarray(full[:, places, :reach].transpose(1, 0, 2, 3))

    def _upto(self, width: int) -> Floats:
        if self.full.shape[1] < width:
            places = np.arange(with_room(width))
            distance = places[None, :] - places[:, None]
            buckets = distances(distance, self.config.buckets, self.config.max_distance, both_ways=self.both_ways)
            full = self.table[buckets].transpose(2, 0, 1)
            self.full = full if self.both_ways else full + np.where(distance > 0, CLOSED, np.float32(0))
        return self.full


@dataclass
class Int8Board:
    engine: Int8Engine
    slots: int
    places: int = field(default=0, init=False)
    sources: int = field(default=0, init=False)
    past: list[Floats] = field(default_factory=list, init=False)  # a layer's keys, its values: [slots, places, H * D]
    keys: list[Floats] = field(default_factory=list, init=False)  # a layer: [slots, H, sources, D]
    values: list[Floats] = field(default_factory=list, init=False)
    led: Floats | None = field(default=None, init=False)  # what the pointer feeds [slots, sources, 2 * d]
    tokens: dict[int, list[int]] = field(default_factory=dict, init=False)  # each slot's source
    lengths: Ints = field(init=False)
    states: Floats | None = field(default=None, init=False)  # of the last pass, packed
    first: dict[int, int] = field(default_factory=dict, init=False)  # where each slot's begin

    def __post_init__(self) -> None:
        self.lengths = np.zeros(self.slots, np.int64)

    def seat(self, slots: Sequence[int], encoded: Encoded, rows: Sequence[int]) -> None:
        config = self.engine.config
        sizes = [len(source) for source in encoded.sources]
        self._room(0, max(sizes[row] for row in rows))
        firsts = list(accumulate(sizes, initial=0))
        shape = (config.num_decoder_layers, 2, config.num_heads, config.d_kv)
        layers, led = np.split(encoded.memory, [math.prod(shape)], axis=1)
        for slot, row in zip(slots, rows, strict=True):
            here = slice(firsts[row], firsts[row + 1])
            some = layers[here].reshape(-1, *shape).transpose(1, 2, 3, 0, 4)
            self.lengths[slot], self.tokens[slot] = sizes[row], encoded.sources[row]
            if self.led is not None:
                self.led[slot, : sizes[row]] = led[here]
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
        rows = zip(slots, pointers, strict=True)
        keep = np.array([self.tokens[slot][at] if at >= 0 else -1 for slot, places in rows for at in places])
        verdicts = [Verdict([], [], []) for _ in slots]
        live, done = list(range(len(slots))), 0
        while live:
            width = max(FEWEST, AT_ONCE // len(live))
            parts = [range(firsts[row] + done, min(firsts[row] + done + width, firsts[row + 1])) for row in live]
            here = [place for part in parts for place in part]
            best, odds = self.judged(states[here], keep[here])
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
        """As `model/heads.py` has it."""
        assert self.states is not None
        ahead = self.engine.ahead
        states = self.states[[self.first[slot] + place for slot, place in zip(slots, places, strict=True)]]
        rows, size = states.shape
        wide = (states @ ahead["wide.weight"].T + ahead["wide.bias"]).reshape(rows, -1, size)
        states = states[:, None]
        if self.led is not None:
            here, behind = np.maximum(pointers, 0).T[..., None]
            last = self.lengths[slots][:, None] - 1
            at = np.minimum(np.concatenate([here, behind + np.arange(wide.shape[1])], axis=1), last)
            led = self.led[np.array(slots)[:, None], at]
            fed = (led[:, 1:] - led[:, :1]) @ ahead["feed.weight"].T
            wide, states = wide + fed, states + fed
        narrow = np.maximum(wide, 0).reshape(rows, -1) @ ahead["narrow.weight"].T + ahead["narrow.bias"]
        best = self.engine.best((states + narrow.reshape(rows, -1, size)).reshape(-1, size))
        return best.reshape(rows, -1).tolist()

    def _states(self, slots: list[int], starts: list[int], fed: list[list[int]], pointers: list[list[int]]) -> Floats:
        """Of the fed tokens."""
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
        """Embedded new tokens behind the first `starts` of each slot -> their states. The cache takes up their keys and
        values; `bias` says what each sees, and of each a pointer says what it feeds."""
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
            "mask": _closed(self.lengths[slots], width),
            **spots.feed(),
        }
        if self.led is not None:
            feed["first"], feed["last"] = np.split(self.led[here, np.maximum(pointers, 0)], 2, axis=1)
        run = range(slots[0], slots[-1] + 1)
        some = slice(run.start, run.stop) if slots == list(run) else slots  # a view where one will do
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
        """Of decoder states: the best token, and the odds against the pointer's token, -1 for none."""
        column, logits = self.engine.output.run(None, {"states": states})
        scale = column[:, 0]
        if self.engine.keep_bias:
            logits[np.arange(len(keep)), keep] += np.where(keep >= 0, self.engine.keep_bias / scale, np.float32(0))
        best = logits.argmax(1)
        return best.tolist(), odds(logits, scale, best, keep)

    def _room(self, places: int, sources: int) -> None:
        """Caches with at least so many places, filled as far as they were."""
        config = self.engine.config
        if places > self.places or not self.past:
            self.places = with_room(max(places, ROOM))
            self.past = _grown(self.past, 2 * config.num_decoder_layers, (self.slots, self.places, config.inner), 1)
        if sources > self.sources or not self.keys:
            self.sources = with_room(max(sources, ROOM))
            shape = (self.slots, config.num_heads, self.sources, config.d_kv)
            layers = config.num_decoder_layers
            self.keys, self.values = _grown(self.keys, layers, shape, 2), _grown(self.values, layers, shape, 2)
            if config.extras.pointer_feed:
                self.led = _larger(self.led, (self.slots, self.sources, 2 * config.d_model), 1)


def odds(logits: Floats, scale: Floats, said: Ints, keep: Ints) -> list[float]:
    """Of what is said at each place against the pointer's token there."""
    every = np.arange(len(keep))
    found = (logits[every, said] - logits[every, keep]) * scale
    return np.where(keep >= 0, found, np.inf).tolist()  # type: ignore[no-any-return]


def _grown(old: list[Floats], count: int, shape: tuple[int, ...], axis: int) -> list[Floats]:
    before: Iterable[Floats | None] = old or [None] * count
    return [_larger(one, shape, axis) for one in before]


def _larger(old: Floats | None, shape: tuple[int, ...], axis: int) -> Floats:
    new = np.zeros(shape, np.float32)
    if old is not None:
        new[(slice(None),) * axis + (slice(old.shape[axis]),)] = old
    return new
