"""The tensors of a model's folder, mapped into memory and not copied: safetensors in float, or in int8 with one scale
per row. Numbers with six bits are packed as four in three bytes, those with four bits as two in one byte. Both are
unpacked when they are read.

This file does not import torch, because the int8 engine starts without it. Nothing is unpickled, whatever a file is
called. `names.py` knows which tensor is which parameter.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from gec.errors import ModelError
from gec.model.config import DEQUANTISE

Floats = NDArray[np.float32]
Bytes = NDArray[np.int8]

SCALE = ".scale"  # suffix of the tensor with the scales of an int8 matrix
LARGEST = {8: 127, 6: 31, 4: 7}  # the largest value, by number of bits
PACKED = "six bits"  # metadata value: U8 tensors in this file have six bits, except those named under FOUR
FOUR = "four bits"
CUT = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)  # shares of a row's largest number at which numbers may be cut off
EMBEDDING = ("shared.", "lm_head.")  # at least six bits: each rare word has its own row, which must stay precise
UPPER = np.uint16  # used to read bfloat16, which numpy does not have
KINDS = {"F32": "<f4", "F16": "<f2", "F64": "<f8", "I8": "<i1", "BF16": "<u2"}
MIDDLE = {6: 32, 4: 8}  # added to make a number non-negative, by number of bits
LEAST = 1e-12  # a scale is never zero


@dataclass(frozen=True, slots=True)
class Stored:
    """One tensor in a file."""

    values: NDArray[np.generic]  # floats, upper halves of float32 (`UPPER`), or int8 to be multiplied by `scale`
    scale: Floats | None = None  # one per row

    @property
    def shape(self) -> tuple[int, ...]:
        return self.values.shape

    def floats(self) -> Floats:
        if self.values.dtype == UPPER:
            return (self.values.astype(np.uint32) << np.uint32(16)).view(np.float32)
        values = self.values.astype(np.float32)
        return values if self.scale is None else values * self.scale[:, None]

    def bytes(self, bits: int = 8) -> tuple[Bytes, Floats]:
        """A matrix as int8 with one scale per row, rounded if it is stored in floats."""
        if self.scale is not None:
            return self.values.view(np.int8), self.scale
        values, largest = self.floats(), LARGEST[bits]
        whole = np.maximum(np.abs(values).max(1) / np.float32(largest), np.float32(LEAST))
        best, scale, off = _rounded(values, whole, largest), whole, np.full(len(whole), np.inf, np.float32)
        for share in CUT if bits == 4 else ():  # with few values, a finer step is worth cutting the largest numbers
            tried = whole * np.float32(share)
            rounded = _rounded(values, tried, largest)
            error = np.square(rounded * tried[:, None] - values).sum(1)
            better = error < off
            best, scale, off = (np.where(better[:, None], rounded, best), np.where(better, tried, scale),
                                np.where(better, error, off))  # fmt: skip
        return best, scale


def _rounded(values: Floats, scale: Floats, largest: int) -> Bytes:
    rounded: Bytes = np.rint(values / scale[:, None]).clip(-largest, largest).astype(np.int8)
    return rounded


def stacked(parts: Sequence[Stored]) -> Stored:
    """Stack matrices vertically."""
    if len(parts) == 1:
        return parts[0]
    scales = [part.scale for part in parts if part.scale is not None]
    if len(scales) == len(parts):
        return Stored(np.concatenate([part.values for part in parts]), np.concatenate(scales))
    return Stored(np.concatenate([part.floats() for part in parts]))


def read(path: Path, most: int) -> dict[str, Stored]:
    """All tensors of a folder's network and edit head, by the names in its files. Files with more than `most` bytes are
    refused: they belong to another model."""
    return read_files(_files(path), most)


def read_files(files: Sequence[Path], most: int) -> dict[str, Stored]:
    size = sum(file.stat().st_size for file in files)
    if size > most:  # checked before reading
        raise ModelError(
            f"{files[0]}: {size:,} bytes, and config.json describes a smaller model; copy the folder again"
        )
    arrays: dict[str, NDArray[np.generic]] = {}
    for file in files:
        _refuse_pickle(file)
        arrays |= _mapped(file)
    scales = {name: arrays.pop(name) for name in [name for name in arrays if name.endswith(SCALE)]}
    for name, scale in scales.items():
        matrix = arrays.get(name.removesuffix(SCALE))
        if matrix is None or matrix.ndim != 2 or matrix.shape[:1] != scale.shape or matrix.dtype != np.int8:
            raise ModelError(f"{files[0]}: tensor {name!r} scales nothing; the file is not one that gec wrote")
    if raw := next(
        (one for one, array in arrays.items() if array.dtype == np.int8 and one + SCALE not in scales), None
    ):
        raise ModelError(f"{files[0]}: tensor {raw!r} is int8 without {raw + SCALE!r}; {DEQUANTISE}")
    return {
        name: Stored(value, scales[name + SCALE].astype(np.float32) if name + SCALE in scales else None)
        for name, value in arrays.items()
    }


def _mapped(file: Path) -> dict[str, NDArray[np.generic]]:
    """The arrays of one file, mapped into memory after the library has checked the file."""
    try:
        with safe_open(file, framework="np"):
            pass
        with file.open("rb") as opened:
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    except (SafetensorError, OSError, ValueError) as trouble:
        raise ModelError(f"{file}: cut short or damaged ({trouble}); copy it again") from None
    begin = 8 + int.from_bytes(mapped[:8], "little")
    header = json.loads(mapped[8:begin])
    about = header.pop("__metadata__", {})
    kinds = {**KINDS, "U8": "u1"} if about.get("packed") == PACKED else KINDS
    four = frozenset(about.get(FOUR, "").split())
    arrays = {name: _array(mapped, begin, one, name, file, kinds) for name, one in header.items()}
    for name, values in arrays.items():
        if values.dtype == np.uint8:
            arrays[name] = _unpacked(values, name, file, 4 if name in four else 6)
    for name, values in arrays.items():
        _refuse_no_numbers(values, name, file)
    return arrays


def _array(
    mapped: mmap.mmap, begin: int, one: dict[str, object], name: str, file: Path, kinds: Mapping[str, str]
) -> NDArray[np.generic]:
    kind, shape, offsets = str(one["dtype"]), one["shape"], one["data_offsets"]
    if kind not in kinds:
        raise ModelError(f"{file}: tensor {name!r} is of the kind {kind}; gec reads {', '.join(KINDS)}")
    assert isinstance(shape, list)
    assert isinstance(offsets, list)
    count = int(np.prod(shape, dtype=np.int64))
    flat = np.frombuffer(mapped, kinds[kind], count, begin + int(offsets[0]))
    return flat.reshape(shape)


def _refuse_no_numbers(values: NDArray[np.generic], name: str, file: Path) -> None:
    """Refuse NaN and infinity: one NaN makes a model leave every text unchanged. A sum shows them quickly; int8 cannot
    have any."""
    with np.errstate(over="ignore", invalid="ignore"):
        floats = Stored(values).floats() if values.dtype == UPPER else values
        if floats.dtype.kind == "f" and not np.isfinite(floats.sum(dtype=np.float32)):
            raise ModelError(
                f"{file}: tensor {name!r} has NaN, infinity or numbers too large for float32 in it; take the model "
                "as it was before its training went wrong"
            )


def _files(path: Path) -> list[Path]:
    whole, index = path / "model.safetensors", path / "model.safetensors.index.json"
    if odd := next((one for one in (whole, index) if one.exists() and not one.is_file()), None):
        raise ModelError(f"{odd}: not a file; copy the model's folder again")
    if whole.exists():
        return [whole]
    if index.exists():
        try:
            shards = {str(shard) for shard in json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()}
        except (ValueError, KeyError, TypeError, AttributeError, OSError) as trouble:
            raise ModelError(f"{index}: not readable as a list of shards: {trouble!r}; copy it again") from None
        if out := next((shard for shard in sorted(shards) if Path(shard).name != shard), None):
            raise ModelError(f"{index}: names {out!r}, which is not a file of this folder; copy it again")
        missing = sorted(shard for shard in shards if not (path / shard).is_file())
        if missing:
            raise ModelError(f"{path}: the shards {missing} named in {index.name} are missing")
        return sorted(path / shard for shard in shards)
    if any(path.glob("*.bin")) or any(path.glob("*.pt")) or any(path.glob("*.pth")):
        raise ModelError(
            f"{path}: only pickled weights; gec reads only safetensors, because a pickle can run code: convert it "
            "with transformers' `save_pretrained` in a place you trust"
        )
    raise ModelError(f"{path}: no model.safetensors in it; copy the whole folder, or save it with `save_pretrained`")


def _refuse_pickle(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            head = opened.read(10)
    except OSError as trouble:
        raise ModelError(f"{file}: cannot be read: {trouble.strerror}") from None
    if head[:2] in (b"PK", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05") and head[8:9] != b"{":
        raise ModelError(
            f"{file}: a pickle with another name; gec reads only safetensors, because a pickle can run code"
        )


def quantised(name: str, stored: Stored, bits: int = 8) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """The arrays to write for a tensor in int8: matrices with one scale per row; vectors and small bias tables stay
    float."""
    if stored.values.ndim == 2 and "relative_attention_bias" not in name:
        bits = bits_of(name, stored, bits)
        values, scale = stored.bytes(bits)
        yield name, packed(values, bits) if bits < 8 else values
        yield name + SCALE, scale
    else:
        yield name, stored.floats()


def bits_of(name: str, stored: Stored, bits: int) -> int:
    """The number of bits for a tensor if `bits` are wanted. Tensors that cannot be packed have eight."""
    if bits == 8 or stored.values.ndim != 2 or stored.values.shape[1] % 4:
        return 8
    return max(bits, 6) if name.startswith(EMBEDDING) else bits


def _unpacked(values: NDArray[np.generic], name: str, file: Path, bits: int) -> Bytes:
    if values.ndim != 2 or (bits == 6 and values.shape[1] % 3):
        raise ModelError(f"{file}: tensor {name!r} is not a matrix of {bits} bits; the file is not one that gec wrote")
    return unpacked(values, bits)


def packed(values: Bytes, bits: int) -> NDArray[np.uint8]:
    """Pack six-bit numbers [rows, 4 * n] -> [rows, 3 * n]: each byte has a number of the first three quarters of a row
    and two bits of the last quarter. Pack four-bit numbers [rows, 2 * n] -> [rows, n]: each byte has a number of each
    half."""
    parts = np.split((values + np.int8(MIDDLE[bits])).view(np.uint8), 4 if bits == 6 else 2, axis=1)
    if bits == 4:
        both: NDArray[np.uint8] = parts[0] << np.uint8(4) | parts[1]
        return both
    one, two, three, last = parts
    return np.concatenate([one << 2 | last >> 4, two << 2 | last >> 2 & 3, three << 2 | last & 3], axis=1)


def unpacked(stored: NDArray[np.generic], bits: int) -> Bytes:
    """The reverse of `packed`."""
    raw = stored.view(np.uint8)
    if bits == 4:
        values = np.concatenate([raw >> 4, raw & 15], axis=1).view(np.int8)
    else:
        rows, width = raw.shape
        both = np.empty((rows, width // 3 * 4), np.uint8)
        np.right_shift(raw, 2, out=both[:, :width])
        one, two, three = np.split(raw & 3, 3, axis=1)
        both[:, width:] = one << 4 | two << 2 | three
        values = both.view(np.int8)
    values -= np.int8(MIDDLE[bits])
    return values
