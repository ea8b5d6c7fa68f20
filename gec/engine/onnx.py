"""Writes graphs in ONNX's format without the onnx package, which takes longer to import than a graph takes to load.

The format is a few protocol buffer messages, of which only those for `graphs.py` are here. The numbers are field
numbers of onnx.proto, which never change.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.generic]
Value = int | float | str | list[int]
Shape = tuple[int | str, ...]
Piece = bytes | memoryview

IR_VERSION, OPSET = 10, 21
MICROSOFT = "com.microsoft"  # operators that only ONNX Runtime has
LARGE = 1_024  # bytes of a constant that stays where it is
KINDS = {"f": 1, "u1": 2, "i1": 3, "i4": 6, "i8": 7}  # numpy's letter and size -> ONNX's number


@dataclass
class Graph:
    """A graph that grows node by node. Every value has a name."""

    nodes: list[bytes] = field(default_factory=list, init=False)
    constants: dict[str, list[Piece]] = field(default_factory=dict, init=False)
    weights: dict[str, Array] = field(default_factory=dict, init=False)  # large constants, which have only a name in it
    inputs: list[bytes] = field(default_factory=list, init=False)
    outputs: list[bytes] = field(default_factory=list, init=False)
    count: int = field(default=0, init=False)

    def input(self, name: str, kind: str, shape: Shape) -> str:
        self.inputs.append(_block(11, _value_info(name, kind, shape)))
        return name

    def output(self, value: str, kind: str, shape: Shape) -> None:
        """Declare an output. It keeps its own name, because a node that renamed it would copy it. Outputs have the
        order of the calls."""
        self.outputs.append(_block(12, _value_info(value, kind, shape)))

    def constant(self, name: str, value: Array) -> str:
        if name not in self.constants:
            outside = value.nbytes >= LARGE
            self.constants[name] = _pieces(5, _tensor(name, value, outside=outside))
            if outside:
                self.weights[name] = np.ascontiguousarray(value)
        return name

    def ints(self, *numbers: int) -> str:
        return self.constant(f"ints {numbers}", np.array(numbers, np.int64))

    def apply(self, op: str, *inputs: str, domain: str = "", **attributes: Value) -> str:
        self.count += 1
        name = f"{op} {self.count}"
        self.nodes.append(_block(1, _node(op, inputs, name, attributes, domain)))
        return name

    def bytes(self) -> bytes:
        """The graph in ONNX's format, without `weights`, which whoever runs it hands over beside it."""
        constants = chain.from_iterable(self.constants.values())
        parts = [*self.nodes, _block(2, b"gec"), *constants, *self.inputs, *self.outputs]
        opsets = [
            _block(8, _block(1, name) + _number(2, version))
            for name, version in ((b"", OPSET), (MICROSOFT.encode(), 1))
        ]
        return b"".join([_number(1, IR_VERSION), *_pieces(7, parts), *opsets])


# --- messages


def _node(op: str, inputs: Iterable[str], output: str, attributes: dict[str, Value], domain: str) -> bytes:
    return b"".join(
        [
            *(_block(1, name.encode()) for name in inputs),
            _block(2, output.encode()),
            _block(4, op.encode()),
            *(_block(5, _attribute(name, value)) for name, value in attributes.items()),
            _block(7, domain.encode()),
        ]
    )


def _attribute(name: str, value: Value) -> bytes:
    head = _block(1, name.encode())
    match value:
        case float():
            return head + _key(2, 5) + struct.pack("<f", value) + _number(20, 1)
        case int():
            return head + _number(3, value) + _number(20, 2)
        case str():
            return head + _block(4, value.encode()) + _number(20, 3)
        case list():
            return head + b"".join(_number(8, one) for one in value) + _number(20, 7)


def _tensor(name: str, value: Array, *, outside: bool) -> list[Piece]:
    dims = b"".join(_number(1, size) for size in value.shape)
    if outside:  # the format asks for the name of a file, which nobody reads
        place = _block(13, _block(1, b"location") + _block(2, b"weights"))
        return [dims, _number(2, _kind(value.dtype)), _block(8, name.encode()), place, _number(14, 1)]
    data = np.ascontiguousarray(value).reshape(-1).view(np.uint8).data
    return [dims, _number(2, _kind(value.dtype)), _block(8, name.encode()), *_pieces(9, [data])]


def _value_info(name: str, kind: str, shape: Shape) -> bytes:
    dims = b"".join(
        _block(1, _number(1, size) if isinstance(size, int) else _block(2, size.encode())) for size in shape
    )
    tensor = _number(1, _kind(np.dtype(kind))) + _block(2, dims)
    return _block(1, name.encode()) + _block(2, _block(1, tensor))


def _kind(dtype: np.dtype[np.generic]) -> int:
    return KINDS["f" if dtype.kind == "f" else f"{dtype.kind}{dtype.itemsize}"]


# --- the wire format


_SHORT = tuple(bytes([number]) for number in range(128))  # most sizes and all keys but one


def _varint(number: int) -> bytes:
    if 0 <= number < 128:
        return _SHORT[number]
    number &= (1 << 64) - 1  # negative numbers as two's complement
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _key(number: int, wire: int) -> bytes:
    return _varint(number << 3 | wire)


def _number(number: int, value: int) -> bytes:
    return _key(number, 0) + _varint(value)


def _block(number: int, data: bytes) -> bytes:
    return b"".join((_key(number, 2), _varint(len(data)), data))


def _pieces(number: int, parts: Sequence[Piece]) -> list[Piece]:
    return [_key(number, 2), _varint(sum(map(len, parts))), *parts]
