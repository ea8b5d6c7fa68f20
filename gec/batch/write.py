"""Writes corrected rows: id, text, edits, lowest confidence and model. The bytes of a shard depend only on its rows and
their edits.

`ledger.py` decides where they go.
"""

from __future__ import annotations

import csv
import gzip
import io
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from gec.batch import places
from gec.batch.read import OURS, Layout, Row, shown, troubled
from gec.batch.tables import DELIMITERS
from gec.batch.values import as_json, encodable
from gec.edits.edit import Edit
from gec.errors import OptionError

Target = Literal["jsonl", "csv", "tsv", "parquet", "text"]
PARQUET_CODECS = {"": "snappy", "gz": "gzip", "zst": "zstd"}
BREAKS = frozenset("\t\r\n")
NO_TYPES: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Done:
    """A row, corrected."""

    row: Row
    text: str
    edits: tuple[Edit, ...]

    @property
    def confidence(self) -> float:
        return min((edit.confidence for edit in self.edits), default=1.0)


@dataclass(frozen=True, slots=True)
class Shape:
    """How corrected rows are written."""

    to: Target = "jsonl"
    compression: str = ""

    def __post_init__(self) -> None:
        if self.to == "parquet" and self.compression not in PARQUET_CODECS:
            raise OptionError(f"--compress {self.compression}: Parquet is compressed with gz or zst, or not at all")

    @property
    def is_table(self) -> bool:
        return self.to in ("csv", "tsv", "parquet")

    @property
    def suffix(self) -> str:
        name = "txt" if self.to == "text" else self.to
        return name if self.to == "parquet" or not self.compression else f"{name}.{self.compression}"


def fitting(one: Done | Row, shape: Shape, layout: Layout) -> Done | Row:
    """The row as it is, or troubled if a table cannot hold it; lines of JSON hold anything."""
    if isinstance(one, Row) or not shape.is_table:
        return one
    for name, value in ((layout.field, one.text), (layout.id_name, one.row.id), *one.row.fields.items()):
        said = [text for text in (name, value) if isinstance(text, str)]
        if not all(map(encodable, said)):
            return troubled(
                one.row, f"the field {name!r} has half a character, which only JSON holds; mend the encoding"
            )
        if _unquoted(shape, layout) and any(BREAKS & set(text) for text in said):
            return troubled(
                one.row, f"the field {name!r} has a tab or an end of a line, which no cell without quotes holds"
            )
    return one


def _unquoted(shape: Shape, layout: Layout) -> bool:
    """Lists of edits have commas, so CSV always has quotes."""
    return shape.to == "tsv" and not layout.quotes


def part(
    rows: Sequence[Done | Row],
    shape: Shape,
    layout: Layout,
    model: str,
    fields: Iterable[str] = (),
    types: Mapping[str, Any] = NO_TYPES,
) -> bytes:
    """The bytes of a shard's output, of the rows that were corrected; lines of text stand for all rows, so that line
    and line correspond. A table has a column for each of the `fields`, whichever the rows have; `types` are Arrow's,
    of those and of the id where they come from Parquet."""
    if shape.to == "text":
        return compressed(b"".join(map(_line, rows)), shape.compression)
    done = [one for one in rows if isinstance(one, Done)]
    if shape.to == "jsonl":
        records = (_record(one, layout, model, _names(one.row.fields, layout)) for one in done)
        return compressed("".join(f"{as_json(record)}\n" for record in records).encode(), shape.compression)
    names = _names(fields, layout)
    columns = [layout.id_name, layout.field, *names.values(), *OURS]
    table = [_record(one, layout, model, names) for one in done]
    if shape.to == "parquet":
        return _parquet(table, columns, shape, layout, {names.get(name, name): kind for name, kind in types.items()})
    return compressed("".join(_table_lines(table, columns, shape, layout)).encode(), shape.compression)


def quarantined(rows: Sequence[Done | Row], names: Sequence[str]) -> bytes:
    """The rows that were not corrected, why not, and what was there instead; `names` are those of their files."""
    records = [
        {"id": row.id, "file": name, "row": row.number, "line": row.line, "reason": row.trouble}
        | ({"raw": _told(row.raw)} if row.raw is not None else {"text": row.text} if row.text else {})
        for row, name in zip(rows, names, strict=True)
        if isinstance(row, Row)
    ]
    return "".join(f"{as_json(record)}\n" for record in records).encode()


def _told(raw: Any) -> Any:
    return shown(raw) if isinstance(raw, bytes) else raw


def _line(one: Done | Row) -> bytes:
    """A corrected line with the end it had, or one that was kept back as it was; a line has an end, so that no other
    part is taken for a part of it."""
    row = one.row if isinstance(one, Done) else one
    content = row.raw if isinstance(row.raw, bytes) else one.text.encode()
    return content + (row.end if row.end.endswith(b"\n") else row.end + b"\n")


def compressed(content: bytes, compression: str) -> bytes:
    """The same bytes for the same content, at any time."""
    if compression == "gz":
        return gzip.compress(content, mtime=0)
    if compression == "xz":
        return lzma.compress(content)
    if compression == "zst":
        return bytes(places.arrow().Codec("zstd").compress(content, asbytes=True))
    return content


def _names(fields: Iterable[str], layout: Layout) -> dict[str, str]:
    """What the fields are called in a result: one that has a name of ours is kept as `input_NAME`."""
    given = list(fields)
    taken = {layout.id_name, layout.field, *OURS}
    names = {}
    for name in given:
        free = name
        while free in taken or (free != name and free in given):
            free = f"input_{free}"
        names[name] = free
    return names


def _record(one: Done, layout: Layout, model: str, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        layout.id_name: one.row.id,
        layout.field: one.text,
        **{names[name]: value for name, value in one.row.fields.items()},
        "edits": [_edit(edit) for edit in one.edits],
        "confidence": one.confidence,
        "model": model,
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        "start": edit.start,
        "end": edit.end,
        "original": edit.original,
        "replacement": edit.replacement,
        "type": edit.type,
        "confidence": edit.confidence,
    }


# --- tables


def _table_lines(
    records: Iterable[Mapping[str, Any]], columns: Sequence[str], shape: Shape, layout: Layout
) -> Iterator[str]:
    unquoted = _unquoted(shape, layout)
    columns = [name for name in columns if not (unquoted and BREAKS & set(name))]  # whose rows are kept back
    for cells in chain([columns], ([_cell(record.get(name)) for name in columns] for record in records)):
        yield "\t".join(map(str, cells)) + "\n" if unquoted else _quoted_row(cells, DELIMITERS[shape.to])


def _quoted_row(cells: Iterable[Any], delimiter: str) -> str:
    """A row of a table. The csv module quotes the ends of lines that it knows itself to write, and no others."""
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else as_json(value)


def _parquet(
    records: Sequence[Mapping[str, Any]], names: Sequence[str], shape: Shape, layout: Layout, theirs: Mapping[str, Any]
) -> bytes:
    arrow = places.arrow()
    ours = _our_types(layout)
    types, columns = list[tuple[str, Any]](), []
    for name in names:
        kind = ours.get(name) or theirs.get(name, arrow.string())
        values = [record.get(name) for record in records]
        if arrow.types.is_string(kind):
            values = [value if isinstance(value, str | None) else as_json(value) for value in values]
        types.append((name, kind))
        columns.append(arrow.array(values, kind))
    out = io.BytesIO()
    table = arrow.Table.from_arrays(columns, schema=arrow.schema(types))
    arrow.parquet.write_table(table, out, compression=PARQUET_CODECS[shape.compression])
    return out.getvalue()


def _our_types(layout: Layout) -> dict[str, Any]:
    arrow = places.arrow()
    words = ("original", "replacement", "type")
    edit = [("start", arrow.int64()), ("end", arrow.int64()), *((name, arrow.string()) for name in words)]
    ours = {
        layout.field: arrow.string(),
        "edits": arrow.list_(arrow.struct([*edit, ("confidence", arrow.float64())])),
        "confidence": arrow.float64(),
        "model": arrow.string(),
    }
    return ours if layout.id_field else {**ours, layout.id_name: arrow.string()}
