"""Values of cells. Parquet has more types than Python, and JSON has fewer.

Times stay Arrow's own, because they may be finer than Python's and have a wider range. So they return to Parquet
unchanged. `tables.py` knows which row a cell belongs to.
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

UNREADABLE = (ValueError, OverflowError, NotImplementedError)  # raised by Arrow for values that Python cannot hold


def of_column(column: Any) -> list[Any]:
    """The values of a column. A value that cannot be read is replaced by its error."""
    if not _has_times(column.type):
        try:
            return list(column.to_pylist())
        except UNREADABLE:
            pass
    return [_value_or_error(scalar) for scalar in column]


def _has_times(kind: Any) -> bool:
    if places.arrow().types.is_dictionary(kind):
        return _has_times(kind.value_type)
    return _is_time(kind) or any(_has_times(kind.field(number).type) for number in range(kind.num_fields))


def _is_time(kind: Any) -> bool:
    types = places.arrow().types
    return bool(types.is_timestamp(kind) or types.is_time(kind) or types.is_date(kind) or types.is_duration(kind))


def _value_or_error(scalar: Any) -> Any:
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
class ExactNumber:
    """A number in JSON that Python would write differently: longer, finer, larger, or `1.10`."""

    text: str


def number(kind: Callable[[str], float], text: str) -> float | ExactNumber:
    """Parse a number of JSON; keep its text if Python would write it differently."""
    try:
        value = kind(text)
        return value if repr(value) == text else ExactNumber(text)
    except ValueError:  # more digits than Python accepts
        return ExactNumber(text)


def as_json(value: Any) -> str:
    """The value as one line. Lone surrogates stay escaped, and NaN becomes null."""
    line = _dumped(value, ascii_only=False)
    return line if encodable(line) else _dumped(value, ascii_only=True)


def _dumped(value: Any, *, ascii_only: bool, mark: str = "gec:number") -> str:
    """JSON with each `ExactNumber` as written: a placeholder stands for it at first. If the placeholder occurs in
    the value itself, another one is used."""
    numbers: list[str] = []

    def other(one: Any) -> str:
        if isinstance(one, ExactNumber):
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
    """The value with None for infinity and NaN, which JSON does not have."""
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def encodable(text: str) -> bool:
    """Whether the text has no lone surrogates."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def plain(value: Any) -> str:
    """The text of a value that only Parquet can hold: base64 for bytes, the usual notation for times and decimals."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return _time_text(value) if hasattr(value, "as_py") else str(value)


def _time_text(time: Any) -> str:
    """A time as Python writes it. If Python cannot hold it, as Arrow writes it; if Arrow cannot either, as a number."""
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
    """Nanoseconds as microseconds, which Python has, if nothing is lost. Without this, an installed pandas would change
    the text."""
    arrow, kind = places.arrow(), time.type
    if getattr(kind, "unit", "") != "ns":
        return time
    if arrow.types.is_timestamp(kind):
        return time.cast(arrow.timestamp("us", kind.tz))
    return time.cast(arrow.time64("us") if arrow.types.is_time(kind) else arrow.duration("us"))
