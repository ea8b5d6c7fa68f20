"""Values of cells: those of Parquet, which has more types than Python, and their form in JSON, which has fewer.

Times stay Arrow's own, because they may be finer than Python's and reach further; so Parquet gets them back as they
were. `tables.py` decides which row a cell is of.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import Any

from gec.batch import places

UNREADABLE = (ValueError, OverflowError, NotImplementedError)  # what Arrow says of a value that Python has no place for


def of_column(column: Any) -> list[Any]:
    """The values of a column; in the place of one that cannot be read is the error that says why."""
    if not _has_times(column.type):
        try:
            return list(column.to_pylist())
        except UNREADABLE:
            pass
    return [_value_or_fault(scalar) for scalar in column]


def _has_times(kind: Any) -> bool:
    if places.arrow().types.is_dictionary(kind):
        return _has_times(kind.value_type)
    return _is_time(kind) or any(_has_times(kind.field(number).type) for number in range(kind.num_fields))


def _is_time(kind: Any) -> bool:
    types = places.arrow().types
    return bool(types.is_timestamp(kind) or types.is_time(kind) or types.is_date(kind) or types.is_duration(kind))


def _value_or_fault(scalar: Any) -> Any:
    try:
        return _value(scalar)
    except UNREADABLE as fault:
        return fault


def _value(scalar: Any) -> Any:
    kind, types = scalar.type, places.arrow().types
    if not scalar.is_valid:
        return None
    if not _has_times(kind):
        return scalar.as_py()
    if types.is_dictionary(kind):
        return _value(scalar.value)
    if types.is_struct(kind):
        return _object(scalar)
    if types.is_map(kind):
        return [tuple(map(_value, pair.values())) for pair in scalar.values]
    return scalar if _is_time(kind) else [_value(one) for one in scalar.values]


def _object(scalar: Any) -> dict[str, Any]:
    found = {name: _value(value) for name, value in scalar.items()}
    if len(found) < scalar.type.num_fields:
        raise ValueError("two fields with the same name")
    return found


# --- as JSON


@dataclass(frozen=True, slots=True)
class Number:
    """One of JSON that Python would write otherwise: longer, finer, larger, or `1.10`."""

    text: str


def number(kind: Callable[[str], float], text: str) -> float | Number:
    """A number as JSON has it."""
    try:
        value = kind(text)
        return value if repr(value) == text else Number(text)
    except ValueError:  # it has more digits than Python takes
        return Number(text)


def as_json(value: Any) -> str:
    """One line; half characters stay escaped, as they came, and what is no number is null."""
    line = _dumped(value, ascii_only=False)
    return line if encodable(line) else _dumped(value, ascii_only=True)


def _dumped(value: Any, *, ascii_only: bool, mark: str = "gec:number") -> str:
    """Where a number is to stand as it was written, a mark waits for it that no text in the value is."""
    numbers: list[str] = []

    def other(one: Any) -> str:
        if isinstance(one, Number):
            numbers.append(one.text)
            return mark
        return plain(one)

    try:
        line = json.dumps(value, ensure_ascii=ascii_only, allow_nan=False, default=other)
    except ValueError:
        numbers.clear()
        line = json.dumps(_finite(value), ensure_ascii=ascii_only, allow_nan=False, default=other)
    if not numbers:
        return line
    pieces = line.split(f'"{mark}"')
    if len(pieces) != len(numbers) + 1:
        return _dumped(value, ascii_only=ascii_only, mark=sha256(line.encode("utf-8", "surrogatepass")).hexdigest())
    return "".join(chain.from_iterable(zip(pieces, [*numbers, ""], strict=True)))


def _finite(value: Any) -> Any:
    """Without infinite numbers and those that are none, which JSON does not have."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def encodable(text: str) -> bool:
    """Whether there is no half of a character in it."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def plain(value: Any) -> str:
    """What only a Parquet file can hold: bytes as base64, times and decimals as they are written."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return _told(value) if hasattr(value, "as_py") else str(value)


def _told(time: Any) -> str:
    """As Python writes it; finer or farther ones as Arrow does, and where that has no words, either, the number."""
    arrow = places.arrow()
    try:
        return str(_coarser(time).as_py())
    except UNREADABLE:
        pass
    try:
        said = str(time.cast(arrow.string()).as_py())
    except UNREADABLE:
        return str(time.value)
    return str(time.value) if said.startswith("<") else said  # "<value out of range: 1>"


def _coarser(time: Any) -> Any:
    """In microseconds, which Python has, if nothing is lost by it; pandas, where it is installed, changes no word."""
    arrow, kind = places.arrow(), time.type
    if getattr(kind, "unit", "") != "ns":
        return time
    if arrow.types.is_timestamp(kind):
        return time.cast(arrow.timestamp("us", kind.tz))
    return time.cast(arrow.time64("us") if arrow.types.is_time(kind) else arrow.duration("us"))
