"""Reads rows of CSV, TSV and Parquet. A missing column is missing in every row, so it stops the run at once. So does a
quote that is never closed, because the rest of the file would become one cell.

CSV is always read from its beginning, because a quoted cell may hold a line break. In Parquet, reading can begin at any
row group.
"""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import IO, Any, Literal

from gec.batch import parquet_pages, places
from gec.batch.read import MAX_LINE_BYTES, Input, InputRow, Layout, Start, checked, shown, too_long, troubled
from gec.batch.values import encodable, of_column
from gec.errors import BatchError, first_line

LONGEST_ROW = 2 * MAX_LINE_BYTES  # characters that are held; a longer row means that a quote was left open
DELIMITERS = {"csv": ",", "tsv": "\t"}
LARGEST_DICTIONARY = 4 * MAX_LINE_BYTES  # of a column of Parquet; programs that write Parquet stop at about 1 MiB
USUAL_PAGE = 1 << 20  # bytes; most programs write pages of this size
LARGEST_PAGES = 16 * MAX_LINE_BYTES  # of one page in each column together, beyond the usual size
MOST_NAMES, LONGEST_NAME = 20, 40  # columns that an error names, and characters of a name
TOGETHER = 256  # rows of a Parquet file decoded at a time, or fewer if they are as large as MAX_LINE_BYTES together


def csv_rows(one: Input, layout: Layout, start: Start) -> Iterator[InputRow]:
    csv.field_size_limit(LONGEST_ROW)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if layout.quotes else csv.QUOTE_NONE
    with places.opened(one.where, one.compression) as file:
        encoding = "utf-8-sig" if layout.encoding == "utf-8" else layout.encoding
        lines = _Lines(io.TextIOWrapper(file, encoding, errors="surrogateescape", newline=""))
        found = csv.reader(lines, delimiter=DELIMITERS[one.format], quoting=quoting, strict=True)
        while not (
            header := _next(one, found, lines)
        ):  # blank lines before the header are skipped, like those after it
            if header is None:
                return
        if any("\0" in name for name in header):
            raise BatchError(f"{one.name}: is UTF-16 or not text; convert it to UTF-8")
        _require_encoded(one, layout, header)
        _require(one, layout, header)
        number, line = 0, found.line_num + 1
        while (cells := _next(one, found, lines)) is not None:
            if cells:
                if number >= start.row:
                    yield _csv_row(one, layout, header, cells, number, line)
                number += 1
            line = found.line_num + 1


class _Lines:
    """The lines of a table, as long as those of one row are not too long to be held."""

    def __init__(self, file: io.TextIOWrapper) -> None:
        self._file, self.held = file, 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._file.readline(LONGEST_ROW + 1)
        self.held += len(line)
        if not line:
            raise StopIteration
        if self.held > LONGEST_ROW:
            raise csv.Error(f"a row has more than {LONGEST_ROW:,} characters, so a quote may be left open; close it")
        return line


def _next(one: Input, found: Any, lines: _Lines) -> list[str] | None:
    lines.held = 0
    begin = found.line_num + 1
    try:
        return next(found, None)
    except csv.Error as trouble:
        if lines.held > LONGEST_ROW:
            raise BatchError(f"{one.name}:{begin}: {trouble}, or say --plain-cells if quotes mean nothing") from None
        raise BatchError(
            f"{one.name}:{found.line_num}: not a table with quoted cells: {trouble}; if its quotes mean nothing, "
            "say --plain-cells"
        ) from None


def _require_encoded(one: Input, layout: Layout, names: list[str]) -> None:
    if not all(map(encodable, names)):
        raise BatchError(
            f"{one.name}: names of columns are not {layout.encoding}: {_listed(_plain(names))}; "
            "give the encoding with --encoding"
        )


def _require(one: Input, layout: Layout, names: list[str]) -> None:
    for option, name in (("--field", layout.field), ("--id-field", layout.id_field)):
        if name and name not in names:
            raise BatchError(f"{one.name}: no column {name!r} among {_listed(names)}; see {option}")
    if len(set(names)) < len(names):
        raise BatchError(f"{one.name}: two columns with the same name in {_listed(names)}; rename one")


def _listed(names: Sequence[str]) -> str:
    """Names of columns in one line: those of the first ones, and the beginning of a long name."""
    shown = [repr(name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…") for name in names[:MOST_NAMES]]
    return ", ".join(shown + ["…"] * (len(names) > MOST_NAMES))


def _csv_row(one: Input, layout: Layout, header: list[str], cells: list[str], number: int, line: int) -> InputRow:
    size = sum(map(len, cells)) + len(cells)
    row = InputRow(number, line, 0, size, f"{one.label}:{line}")
    if len(cells) != len(header):
        many = f"{len(cells)} {'cell' if len(cells) == 1 else 'cells'}"
        return troubled(row, f"has {many}, but the header names {len(header)}", _plain(cells))
    if size > MAX_LINE_BYTES:
        return troubled(row, too_long(size))
    fields = dict(zip(header, cells, strict=True))
    text = fields.pop(layout.field)
    id_ = fields.pop(layout.id_field) if layout.id_field else row.id
    if not all(map(encodable, cells)):
        return troubled(
            row, f"has bytes that are not {layout.encoding}; give the encoding with --encoding", _plain(cells)
        )
    ready = checked(InputRow(number, line, 0, size, id_, text, fields if layout.keep else {}), layout)
    return troubled(row, ready.trouble, _plain(cells)) if ready.trouble else ready


def _plain(cells: list[str]) -> list[str]:
    return [cell.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace") for cell in cells]


# --- Parquet


def parquet_rows(one: Input, layout: Layout, start: Start) -> Iterator[InputRow]:
    arrow = places.arrow()
    with _seekable(one) as stored, _parquet(one, stored) as file:
        names = file.schema_arrow.names
        _require(one, layout, names)
        _require_text(one, layout, file.schema_arrow)
        wanted = names if layout.keep else [name for name in names if name in (layout.field, layout.id_field)]
        first, groups = _entered(file.metadata, start.row)
        try:
            for group in groups:
                together = _together(one, stored, file.metadata.row_group(group), wanted)
                for batch in file.iter_batches(together, [group], wanted, use_threads=False):
                    if first + batch.num_rows > start.row:
                        yield from _batch_rows(one, layout, batch, first, start.row, arrow)
                    first += batch.num_rows
        except (arrow.ArrowException, OSError) as trouble:
            said = first_line(trouble)
            raise BatchError(f"{one.name}: damaged after row {first}: {said}; fetch or make it again") from None


def parquet_schema(one: Input) -> Any:
    """The columns of a Parquet file with their types."""
    with _seekable(one) as stored, _parquet(one, stored) as file:
        return file.schema_arrow


@contextmanager
def _parquet(one: Input, stored: IO[bytes]) -> Iterator[Any]:
    arrow = places.arrow()
    try:
        with arrow.parquet.ParquetFile(stored, buffer_size=1 << 20, pre_buffer=False) as table:
            yield table
    except (arrow.ArrowException, OSError, UnicodeDecodeError) as trouble:  # the last, in the name of a column
        raise BatchError(
            f"{one.name}: cut short, damaged, or no Parquet file: {first_line(trouble)}; fetch or make it again"
        ) from None


@contextmanager
def _seekable(one: Input) -> Iterator[IO[bytes]]:
    """Open a Parquet file. Its directory is at the end, so a compressed file is first unpacked into a temporary one."""
    if not one.compression:
        with places.raw(one.where) as file:
            yield file
        return
    with places.temporary_files():
        unpacked = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
    with unpacked:
        with places.opened(one.where, one.compression) as packed:
            while content := packed.read(1 << 20):
                with places.temporary_files():
                    unpacked.write(content)
        yield unpacked


def _require_text(one: Input, layout: Layout, schema: Any) -> None:
    types = places.arrow().types
    kind = schema.field(layout.field).type
    kind = kind.value_type if types.is_dictionary(kind) else kind
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)):
        raise BatchError(f"{one.name}: the column {layout.field!r} holds {kind}, not text; see --field")


def _entered(metadata: Any, row: int) -> tuple[int, list[int]]:
    """The row groups from the one with this row on, after the number of the first row in them."""
    first = 0
    for group in range(metadata.num_row_groups):
        more = metadata.row_group(group).num_rows
        if first + more > row:
            return first, list(range(group, metadata.num_row_groups))
        first += more
    return first, []


def _together(one: Input, stored: IO[bytes], group: Any, wanted: Sequence[str]) -> int:
    """How many rows of a group to decode at a time, by the sizes of these columns. A row may hold the largest value of
    a dictionary, which is stored once and decoded for each row that has it."""
    columns = (group.column(number) for number in range(group.num_columns))
    sizes, begins = [0], tuple(f"{name}." for name in wanted)  # the name of a column may have dots itself
    room = LARGEST_PAGES
    for column in columns:
        name = column.path_in_schema
        if f"{name}.".startswith(begins):
            dictionary, page = _page_sizes(one, stored, column)
            if dictionary > LARGEST_DICTIONARY:
                raise BatchError(
                    f"{one.name}: the column {name!r} has a dictionary of {dictionary:,} bytes, more "
                    f"than the {LARGEST_DICTIONARY:,} that are read; write the file again without dictionaries"
                )
            if (room := room - max(0, page - USUAL_PAGE)) < 0:
                raise BatchError(
                    f"{one.name}: the column {name!r} has a page of {page:,} bytes, and pages are read whole; write "
                    "the file again with fewer rows in a page (in pyarrow, write_batch_size=16)"
                )
            sizes.append(max(dictionary, column.total_uncompressed_size // max(group.num_rows, 1)))
    return max(1, min(TOGETHER, MAX_LINE_BYTES // max(1, sum(sizes))))


def _page_sizes(one: Input, stored: IO[bytes], column: Any) -> tuple[int, int]:
    """The bytes of a column's dictionary, or 0, and of its largest other page. In an object store, where each header is
    a request, a column that is no larger than pages may be is not looked at."""
    every = parquet_pages.pages(stored, column)
    if places.is_remote(one.where) and column.total_uncompressed_size <= LARGEST_DICTIONARY:
        every = islice(every, 1)
    dictionary = largest = 0
    try:
        for page in every:
            if page.kind == parquet_pages.DICTIONARY:
                dictionary = max(dictionary, page.size)
            else:
                largest = max(largest, page.size)
    except ValueError as trouble:
        raise BatchError(f"{one.name}: damaged: {trouble}; fetch or make it again") from None
    return dictionary, largest


def _batch_rows(one: Input, layout: Layout, batch: Any, first: int, wanted: int, arrow: Any) -> Iterator[InputRow]:
    stored = batch.column(layout.field).cast(arrow.large_binary()).to_pylist()
    names = [name for name in batch.schema.names if name != layout.field]
    columns = [of_column(batch.column(name)) for name in names]
    for number, (content, *others) in enumerate(zip(stored, *columns, strict=True), first):
        if number >= wanted:
            yield _parquet_row(one, layout, number, content, dict(zip(names, others, strict=True)))


def _parquet_row(one: Input, layout: Layout, number: int, content: bytes | None, fields: dict[str, Any]) -> InputRow:
    row = InputRow(number, number + 1, 0, len(content or b""), f"{one.label}:{number + 1}")
    for name, value in fields.items():
        if isinstance(value, Exception):
            return troubled(row, f"the column {name!r} cannot be read here: {first_line(value)}", shown(content or b""))
    id_ = fields.pop(layout.id_field) if layout.id_field else row.id
    row = replace(row, id=row.id if id_ is None else id_, fields=fields)
    if content is None or id_ is None:
        return troubled(row, f"the column {layout.field if content is None else layout.id_field!r} is empty here")
    if row.size > MAX_LINE_BYTES:
        return troubled(row, too_long(row.size))
    try:
        return checked(replace(row, text=content.decode()), layout)
    except UnicodeDecodeError as trouble:
        return troubled(row, f"byte {trouble.start} is not UTF-8", shown(content or b""))
