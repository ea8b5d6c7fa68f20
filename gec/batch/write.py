"""Writes corrected rows: id, text, edits, lowest confidence and model. The bytes of a shard depend only on its rows and
their edits. `ledger.py` decides where they are written.
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
from gec.batch.read import OURS, InputRow, Layout, shown, troubled
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
    """A corrected row."""

    row: InputRow
    text: str
    edits: tuple[Edit, ...]

    @property
    def confidence(self) -> float:
        return min((edit.confidence for edit in self.edits), default=1.0)


@dataclass(frozen=True, slots=True)
class OutputShape:
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


def fitting(one: Done | InputRow, shape: OutputShape, layout: Layout) -> Done | InputRow:
    """The row, with an error if a table cannot hold it. JSON lines can hold everything."""
    if isinstance(one, InputRow) or not shape.is_table:
        return one
    for name, value in ((layout.field, one.text), (layout.id_name, one.row.id), *one.row.fields.items()):
        said = [text for text in (name, value) if isinstance(text, str)]
        if not all(map(encodable, said)):
            return troubled(
                one.row, f"the field {name!r} has half a character, which only JSON holds; correct the encoding"
            )
        if _unquoted(shape, layout) and any(BREAKS & set(text) for text in said):
            return troubled(
                one.row, f"the field {name!r} has a tab or an end of a line, which no cell without quotes holds"
            )
    return one


def _unquoted(shape: OutputShape, layout: Layout) -> bool:
    """Only TSV: lists of edits have commas, so cells of CSV are always quoted."""
    return shape.to == "tsv" and not layout.quotes


def part(
    rows: Sequence[Done | InputRow],
    shape: OutputShape,
    layout: Layout,
    model: str,
    fields: Iterable[str] = (),
    types: Mapping[str, Any] = NO_TYPES,
) -> bytes:
    """The bytes of a shard's output. Plain text has a line for every row, so that input and output correspond line by
    line; other formats hold corrected rows only. A table has a column for each of the `fields`. `types` are Arrow's
    types of columns that come from Parquet."""
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


def quarantined(rows: Sequence[Done | InputRow], names: Sequence[str]) -> bytes:
    """The rows that were not corrected, with the reason and the original content. `names` are the names of their
    files."""
    records = [
        {"id": row.id, "file": name, "row": row.number, "line": row.line, "reason": row.trouble}
        | ({"raw": _printable(row.raw)} if row.raw is not None else {"text": row.text} if row.text else {})
        for row, name in zip(rows, names, strict=True)
        if isinstance(row, InputRow)
    ]
    return "".join(f"{as_json(record)}\n" for record in records).encode()


def _printable(raw: Any) -> Any:
    return shown(raw) if isinstance(raw, bytes) else raw


def _line(one: Done | InputRow) -> bytes:
    """The corrected line, or the original one if it was not corrected. It always ends in a newline, because parts may
    be concatenated."""
    row = one.row if isinstance(one, Done) else one
    content = row.raw if isinstance(row.raw, bytes) else one.text.encode()
    return content + (row.end if row.end.endswith(b"\n") else row.end + b"\n")


def compressed(content: bytes, compression: str) -> bytes:
    """The compressed bytes, without a time stamp: the same content always gives the same bytes."""
    if compression == "gz":
        return gzip.compress(content, mtime=0)
    if compression == "xz":
        return lzma.compress(content)
    if compression == "zst":
        return bytes(places.arrow().Codec("zstd").compress(content, asbytes=True))
    return content


def _names(fields: Iterable[str], layout: Layout) -> dict[str, str]:
    """The output names of fields. A field with one of our own names becomes `input_NAME`."""
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
    records: Iterable[Mapping[str, Any]], columns: Sequence[str], shape: OutputShape, layout: Layout
) -> Iterator[str]:
    unquoted = _unquoted(shape, layout)
    columns = [name for name in columns if not (unquoted and BREAKS & set(name))]  # their rows are in quarantine
    for cells in chain([columns], ([_cell(record.get(name)) for name in columns] for record in records)):
        yield "\t".join(map(str, cells)) + "\n" if unquoted else _quoted_row(cells, DELIMITERS[shape.to])


def _quoted_row(cells: Iterable[Any], delimiter: str) -> str:
    """A quoted row of a table. The csv module only quotes those line breaks that it would write itself, hence
    \\r\\n."""
    line = io.StringIO()
    csv.writer(line, delimiter=delimiter, lineterminator="\r\n").writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else as_json(value)


def _parquet(
    records: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    shape: OutputShape,
    layout: Layout,
    theirs: Mapping[str, Any],
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
