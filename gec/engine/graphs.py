"""The network as three ONNX graphs in int8: the encoder, one pass of the decoder, the output layer.

All products of states and weights are products of integers: weights are int8 with one scale per row, states are rounded
to int8 with one scale per token, and sums are exact 32-bit integers. The rest is float32, computed per token. In
attention, masked places add exact zeros after the others. So a token's numbers do not depend on other rows of the
batch, their order, or drafts after it; `tests/engine` checks this.

Tokens are packed [N, d]; only attention uses padded rows [B, Q].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import accumulate, pairwise

import numpy as np
import onnxruntime

from gec.engine.onnx import MICROSOFT, Graph
from gec.model.config import Config
from gec.model.tensors import Bytes, Floats, Stored

ZERO = 128  # zero point of states, which have to be unsigned for the kernels
SAFE = 64  # the largest weight whose products with two states fit into 16 bits
SLAB = 128  # rows that are transposed at a time: what fits the nearest cache


class Layers:
    """The layers that the three graphs are made of."""

    def __init__(self, config: Config, weights: Mapping[str, Stored]) -> None:
        self.config, self.weights = config, weights
        self.graph = Graph()
        self.zero = self.graph.constant("zero", np.array(ZERO, np.uint8))
        self.zeros = ""

    def input(self, name: str, *shape: int | str, kind: str = "f4") -> str:
        return self.graph.input(name, kind, shape)

    def floats(self, name: str) -> str:
        return self.graph.constant(name, self.weights[name].floats())

    def number(self, name: str, value: float) -> str:
        return self.graph.constant(name, np.array(value, np.float32))

    def rounded(self, x: str, width: int) -> tuple[str, str]:
        """States [N, width] as integers, and their scales [N, 1]."""
        apply = self.graph.apply
        largest = apply("ReduceMax", apply("Abs", x), self.graph.ints(1), keepdims=1)
        scale = apply("Mul", largest, self.number("step", 1 / 127))
        if not self.zeros:  # the same for all layers of a graph
            zero = self.graph.constant("zero of each", np.array([[ZERO]], np.uint8))
            self.zeros = apply("Expand", zero, apply("Shape", scale))
        return apply("QuantizeLinear", x, scale, self.zeros, axis=1, block_size=width), scale

    def sums(self, whole: str, name: str, factor: float = 1.0) -> str:
        """Integers [N, k] times the matrix [m, k] with its scales -> [N, m], not yet multiplied by the states'
        scales."""
        matrix, scale = self.weights[name].bytes()
        return self._product(whole, name, matrix, scale * np.float32(factor))

    def linear(self, x: str, name: str) -> str:
        return self.linears(x, name, len(self.weights[name].values))[0]

    def linears(self, x: str, name: str, *sizes: int) -> list[str]:
        """Products with consecutive parts of the matrix's rows, of these sizes. This is cheaper than splitting one
        product."""
        matrix, scale = self.weights[name].bytes()
        whole, column = self.rounded(x, matrix.shape[1])
        parts = [slice(*ends) for ends in pairwise(accumulate(sizes, initial=0))]
        sums = [self._product(whole, f"{name}.{part.start}", matrix[part], scale[part]) for part in parts]
        return [self.graph.apply("Mul", one, column) for one in sums]

    def _product(self, whole: str, name: str, matrix: Bytes, scale: Floats) -> str:
        turned, zeros = _turned(matrix), [self.zero]
        if max(int(matrix.max()), -int(matrix.min())) > SAFE and saturates():
            weights = self.graph.constant(name, turned.view(np.uint8) ^ np.uint8(ZERO))
            zeros *= 2  # the weights are unsigned, too
        else:
            weights = self.graph.constant(name, turned)
        one, scales = self.number("one", 1.0), self.graph.constant(f"{name}.scale", scale)
        return self.graph.apply("MatMulIntegerToFloat", whole, weights, one, scales, *zeros, domain=MICROSOFT)

    def norm(self, x: str, name: str) -> str:
        return self.graph.apply(
            "SimplifiedLayerNormalization", x, self.floats(name), axis=-1, epsilon=self.config.epsilon
        )

    def add(self, x: str, y: str) -> str:
        return self.graph.apply("Add", x, y)

    def feed(self, x: str, name: str) -> str:
        wide, narrow = f"{name}.wide.weight", f"{name}.narrow.weight"
        if not self.config.gated:
            return self.linear(self._activated(self.linear(x, wide)), narrow)
        gate, x = self.linears(x, wide, self.config.d_ff, self.config.d_ff)
        return self.linear(self.graph.apply("Mul", self._activated(gate), x), narrow)

    def _activated(self, x: str) -> str:
        apply = self.graph.apply
        match self.config.activation:
            case "relu":
                return apply("Relu", x)
            case "silu":
                return apply("Mul", x, apply("Sigmoid", x))
            case "gelu_new":
                return apply("FastGelu", x, domain=MICROSOFT)
            case _:
                return apply("Gelu", x)

    def attend(self, q: str, k: str, v: str, bias: str) -> str:
        """[..., H, Q, D] over [..., H, K, D], with a bias that includes the mask -> [B * Q, H * D]."""
        apply = self.graph.apply
        scores = apply("FusedMatMul", q, k, domain=MICROSOFT, transB=1)
        seen = apply("MatMul", apply("Softmax", apply("Add", scores, bias), axis=-1), v)
        rows = apply("Transpose", seen, perm=[0, 2, 1, 3])
        return apply("Reshape", rows, self.graph.ints(-1, self.config.inner))

    def heads(self, x: str, rows: str) -> str:
        """[B * Q, H * D] -> [B, H, Q, D]; `rows` is B."""
        apply, config = self.graph.apply, self.config
        shape = apply("Concat", rows, self.graph.ints(-1, config.num_heads, config.d_kv), axis=0)
        return apply("Transpose", apply("Reshape", x, shape), perm=[0, 2, 1, 3])


def encoder(config: Config, weights: Mapping[str, Stored], head: Mapping[str, Stored] | None) -> Graph:
    """Embedded sources -> states [N, d]; the decoder's keys and values [N, layers * 2 * H * D], followed by the pointer
    feed; and the edit head's scores of each token [N, 4]."""
    layers = Layers(config, weights)
    graph, apply = layers.graph, layers.graph.apply
    x = layers.input("x", "N", config.d_model)
    rows = layers.input("rows", 1, kind="i8")
    spread, pack = layers.input("spread", "BQ", kind="i8"), layers.input("pack", "N", kind="i8")
    bias = layers.input("bias", "B", config.num_heads, "Q", "Q")
    for number in range(config.num_layers):
        name = f"encoder.layers.{number}"
        normed = layers.norm(x, f"{name}.attention_norm.weight")
        parts = layers.linears(normed, f"{name}.attention.project.weight", *[config.inner] * 3)
        q, k, v = (layers.heads(apply("Gather", part, spread), rows) for part in parts)
        seen = apply("Gather", layers.attend(q, k, v, bias), pack)
        x = layers.add(x, layers.linear(seen, f"{name}.attention.out.weight"))
        x = layers.add(x, layers.feed(layers.norm(x, f"{name}.feed_norm.weight"), f"{name}.feed"))
    x = layers.norm(x, "encoder.norm.weight")
    graph.output(x, "f4", ("N", config.d_model))
    whole, scale = layers.rounded(x, config.d_model)
    memory = [layers.sums(whole, f"decoder.layers.{n}.cross.memory.weight") for n in range(config.num_decoder_layers)]
    size = config.num_decoder_layers * 2 * config.inner
    if config.extras.pointer_feed:
        memory.append(layers.sums(whole, "pointer.weight"))
        size += 2 * config.d_model
    together = apply("Concat", *memory, axis=1)
    graph.output(apply("Mul", together, scale), "f4", ("N", size))
    if head:
        matrix = np.concatenate([head[f"{part}.weight"].floats() for part in ("operation", "insertion")])
        offset = np.concatenate([head[f"{part}.bias"].floats() for part in ("operation", "insertion")])
        scores = apply("MatMul", x, graph.constant("head", np.ascontiguousarray(matrix.T)))
        graph.output(layers.add(scores, graph.constant("head.bias", offset)), "f4", ("N", len(offset)))
    return graph


def decoder(config: Config, weights: Mapping[str, Stored]) -> Graph:
    """Embedded new tokens, after what each row's cache holds -> the tokens' keys and values of each layer [N, H * D],
    then states [N, d]."""
    layers = Layers(config, weights)
    graph, apply = layers.graph, layers.graph.apply
    x = layers.input("x", "N", config.d_model)
    rows = layers.input("rows", 1, kind="i8")
    spread, pack = layers.input("spread", "BQ", kind="i8"), layers.input("pack", "N", kind="i8")
    place = layers.input("place", "N", 1, kind="i8")  # of each token, among all places of the rows
    bias = layers.input("bias", "B", config.num_heads, "Q", "K")
    mask = layers.input("mask", "B", 1, 1, "S")
    if config.extras.pointer_feed:
        x = layers.add(x, layers.input("first", "N", config.d_model))
    for number in range(config.num_decoder_layers):
        name = f"decoder.layers.{number}"
        past = [layers.input(f"past {2 * number + part}", "BK", config.inner) for part in (0, 1)]
        keys = layers.input(f"keys {number}", "B", config.num_heads, "S", config.d_kv)
        values = layers.input(f"values {number}", "B", config.num_heads, "S", config.d_kv)

        normed = layers.norm(x, f"{name}.attention_norm.weight")
        q, *new = layers.linears(normed, f"{name}.attention.project.weight", *[config.inner] * 3)
        for part in new:
            graph.output(part, "f4", ("N", config.inner))
        q = layers.heads(apply("Gather", q, spread), rows)
        k, v = (layers.heads(apply("ScatterND", old, place, part), rows) for old, part in zip(past, new, strict=True))
        seen = apply("Gather", layers.attend(q, k, v, bias), pack)
        x = layers.add(x, layers.linear(seen, f"{name}.attention.out.weight"))

        q = layers.linear(layers.norm(x, f"{name}.cross_norm.weight"), f"{name}.cross.query.weight")
        q = layers.heads(apply("Gather", q, spread), rows)
        seen = apply("Gather", layers.attend(q, keys, values, mask), pack)
        x = layers.add(x, layers.linear(seen, f"{name}.cross.out.weight"))
        x = layers.add(x, layers.feed(layers.norm(x, f"{name}.feed_norm.weight"), f"{name}.feed"))
    if config.extras.pointer_feed:
        x = layers.add(x, layers.input("last", "N", config.d_model))
    graph.output(layers.norm(x, "decoder.norm.weight"), "f4", ("N", config.d_model))
    return graph


def output(config: Config, weights: Mapping[str, Stored]) -> Graph:
    """States [N, d] -> their scales [N, 1], and logits [N, V] before they are multiplied by the scales, which keeps
    their order."""
    layers = Layers(config, weights)
    x = layers.input("states", "N", config.d_model)
    whole, scale = layers.rounded(x, config.d_model)
    name = "embedding.weight" if config.tied else "output.weight"
    logits = layers.sums(whole, name, config.d_model**-0.5 if config.scaled_output else 1.0)
    layers.graph.output(scale, "f4", ("N", 1))
    layers.graph.output(logits, "f4", ("N", config.vocab_size))
    return layers.graph


def product(matrix: Floats, offset: Floats | None = None) -> Graph:
    """Floats [N, k] times the rows of a matrix [m, k], plus an offset [m] -> [N, m]."""
    graph = Graph()
    x = graph.input("x", "f4", ("N", matrix.shape[1]))
    x = graph.apply("MatMul", x, graph.constant("matrix", np.ascontiguousarray(matrix.T)))
    if offset is not None:
        x = graph.apply("Add", x, graph.constant("offset", offset))
    graph.output(x, "f4", ("N", len(matrix)))
    return graph


@cache
def saturates() -> bool:
    """Whether this CPU adds pairs of products of unsigned and signed numbers in 16 bits, which overflow for weights
    above SAFE. One without VNNI does. Products of two unsigned numbers are exact there, but slower."""
    graph = Graph()
    x, zero = graph.input("x", "u1", (1, 4)), graph.constant("zero", np.array(ZERO, np.uint8))
    largest = graph.constant("largest", np.full((4, 1), 127, np.int8))
    one, scales = graph.constant("one", np.array(1, np.float32)), graph.constant("scales", np.ones(1, np.float32))
    sums = graph.apply("MatMulIntegerToFloat", x, largest, one, scales, zero, domain=MICROSOFT)
    graph.output(sums, "f4", (1, 1))
    session = onnxruntime.InferenceSession(graph.bytes(), providers=["CPUExecutionProvider"])
    [found] = session.run(None, {"x": np.full((1, 4), 255, np.uint8)})
    return bool(found != 4 * 127 * (255 - ZERO))


def _turned(matrix: Bytes) -> Bytes:
    """The transposed matrix, in slabs: a third of the time of doing it at once."""
    turned = np.empty(matrix.shape[::-1], np.int8)
    for first in range(0, len(matrix), SLAB):
        turned[:, first : first + SLAB] = matrix[first : first + SLAB].T
    return turned
