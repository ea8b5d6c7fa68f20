"""Reads rows from files: finds the files, splits them into rows, and says what is wrong with a row that cannot be used.

A row that cannot be corrected is still a row: it gets an error message, is counted and is kept. A file that cannot be
read to its end stops the run, because otherwise the missing rows would go unnoticed. This file reads plain text, by
line or as a whole, and JSON lines. `tables.py` reads CSV and Parquet, and `places.py` opens files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import PurePath
from typing import IO, Any, Literal, get_args

from gec.batch import places
from gec.batch.values import encodable, number
from gec.errors import BatchError, OptionError, TextError, first_line
from gec.fields import each_once
from gec.text import document

Format = Literal["text", "jsonl", "csv", "tsv", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)
SUFFIXES: dict[str, Format] = {
    "txt": "text", "text": "text", "jsonl": "jsonl", "ndjson": "jsonl",
    "csv": "csv", "tsv": "tsv", "parquet": "parquet", "pq": "parquet",
}  # fmt: skip
OURS = ("edits", "confidence", "model")  # fields of a result besides the id and the text
MAX_LINE_BYTES = 16 << 20  # bytes of a line or a document; more is never held in memory, whatever --max-chars says
MAX_NESTING = 500  # lists and objects in each other that are kept: Python cannot write all that it reads
MARK = b"\xef\xbb\xbf"
LACKS = ("expected ", "no field ", "the field ")  # begin what is wrong with a row of JSON that lacks a text or an id
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Input:
    """A file with rows."""

    name: str
    format: Format
    compression: str = ""
    path: str = ""  # absolute, for a worker in another working directory
    state: places.State | None = None  # of a local file, when the run began

    @property
    def where(self) -> str:
        return self.path or self.name

    @property
    def label(self) -> str:
        """The name as valid text; a file name may hold bytes that are not."""
        return shown(os.fsencode(self.name))


@dataclass(frozen=True, slots=True)
class Layout:
    """How rows are stored in files."""

    field: str = "text"
    id_field: str = ""
    keep: bool = False
    unit: Literal["line", "file"] = "line"  # what counts as one document in plain text
    encoding: str = "utf-8"
    quotes: bool = True  # whether cells of CSV and TSV may be quoted
    max_chars: int = document.MAX_LINE

    def __post_init__(self) -> None:
        for option, name in (("--field", self.field), ("--id-field", self.id_field)):
            if name in OURS:
                raise OptionError(f"{option} {name}: gec writes a field of that name itself; rename the input's")
        if self.field == self.id_name:
            raise OptionError(f"--field {self.field}: is also the name of the id; say --id-field, another field")

    @property
    def id_name(self) -> str:
        return self.id_field or "id"


@dataclass(frozen=True, slots=True)
class InputRow:
    """One document, or the broken content in its place."""

    number: int  # in its file, from 0
    line: int  # where it begins, from 1; the row's number in a format without lines
    offset: int  # where it begins in the file, in bytes
    size: int  # in bytes, about
    id: Any
    text: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    trouble: str = ""
    raw: Any = None  # the content, if it is not a valid text
    end: bytes = b"\n"  # the end of its line


@dataclass(frozen=True, slots=True)
class Start:
    """The row at which reading begins."""

    row: int = 0
    line: int = 1
    offset: int = 0


Reader = Callable[[Input, Layout, Start], Iterator[InputRow]]


def find(names: Iterable[str], wanted: Format | None, out: str = "") -> list[Input]:
    """The files that a user named, each once: in the order of the names, and sorted within each. Files that a run has
    written to `out` are left out."""
    found: dict[str, Input] = {}
    for name in names:
        if name == "-":
            raise BatchError(f"-: is not a file; {places.AGAIN}")
        there = places.listed(name)
        files = [file for file in there if file == name or not places.is_below(file, out)]
        inputs = [recognised(file, wanted) for file in files]
        if len(files) != 1 or files[0] != name:  # a folder or a pattern: skip files without rows
            inputs = [one for one in inputs if one is not None]
            if not inputs:
                if len(files) < len(there):
                    raise BatchError(f"{name}: lies in {out}, the folder of the results; give another folder with -o")
                raise BatchError(f"{name}: no file with a suffix of {', '.join(SUFFIXES)} there; or give --format")
        for file, one in zip(files, inputs, strict=False):
            if one is None:
                places.state(file)  # raises an error if there is no such file
                raise OptionError(f"{file}: its name does not show its format; use --format")
            found.setdefault(places.real_path(one.name), one)
    return list(found.values())


def refuse_changed(one: Input) -> None:
    """Refuse a file that has changed: a shard would mix rows of both versions."""
    if one.state and places.state(one.where) != one.state:
        raise BatchError(f"{one.name}: has changed since this run began; restore it and run the same command again")


def recognised(name: str, wanted: Format | None = None) -> Input | None:
    """The format and compression that a file's name tells, as in `.jsonl.gz`."""
    suffixes = [suffix.lstrip(".").lower() for suffix in PurePath(name).suffixes[-2:]]
    compression = suffixes.pop() if suffixes and suffixes[-1] in places.COMPRESSIONS else ""
    kind = wanted or SUFFIXES.get(suffixes[-1] if suffixes else "")
    return Input(name, kind, compression) if kind else None


def rows(one: Input, layout: Layout, start: Start) -> Iterator[InputRow]:
    """The rows of a file in order, beginning at `start`."""
    from gec.batch import tables

    readers: dict[Format, Reader] = {
        "text": _whole if layout.unit == "file" else _text,
        "jsonl": _jsonl,
        "csv": tables.csv_rows,
        "tsv": tables.csv_rows,
        "parquet": tables.parquet_rows,
    }
    yield from readers[one.format](one, layout, start)


def checked(row: InputRow, layout: Layout) -> InputRow:
    """The row, with an error if its text cannot be corrected."""
    if len(row.text) > layout.max_chars:
        return troubled(row, f"has {len(row.text):,} characters, more than --max-chars {layout.max_chars:,}")
    try:
        row.text.encode()
    except UnicodeEncodeError as half:
        return troubled(
            row, f"character {half.start} is not a character ({row.text[half.start]!r}); correct the encoding"
        )
    return row


def too_long(size: int) -> str:
    most = MAX_LINE_BYTES
    return f"is {size:,} bytes long, more than the {most:,} that are read of a document; it stays in the input"


def troubled(row: InputRow, trouble: str, raw: Any = None) -> InputRow:
    return replace(row, trouble=trouble, raw=raw)


# --- lines


@dataclass(frozen=True, slots=True)
class InputLine:
    number: int  # of the row
    line: int
    offset: int
    content: bytes
    size: int
    end: bytes = b"\n"

    @property
    def fits(self) -> bool:
        return self.size <= MAX_LINE_BYTES


def _lines(one: Input, start: Start, *, blank: bool) -> Iterator[InputLine]:
    """Lines without their ends. Blank lines are skipped if `blank` is false."""
    with places.opened(one.where, one.compression) as file:
        seeking = not one.compression
        if seeking:
            file.seek(start.offset)
        number, line, offset = (start.row, start.line, start.offset) if seeking else (0, 1, 0)
        while content := file.readline(MAX_LINE_BYTES + 1):
            size = len(content)
            if size > MAX_LINE_BYTES and not content.endswith(b"\n"):
                size += _rest(file)
            if line == 1:
                _refuse_wide(one, content)
                content = content.removeprefix(MARK)
            held = content[:MAX_LINE_BYTES]
            content = held.rstrip(b"\r\n")
            if blank or content.strip():
                if number >= start.row:
                    yield InputLine(number, line, offset, content, size, held[len(content) :])
                number += 1
            line, offset = line + 1, offset + size


def _rest(file: IO[bytes]) -> int:
    """Skip the rest of a long line, and return its size."""
    size = 0
    while more := file.readline(MAX_LINE_BYTES):
        size += len(more)
        if more.endswith(b"\n"):
            break
    return size


def _refuse_wide(one: Input, content: bytes) -> None:
    if content.startswith(WIDE_MARKS):
        raise BatchError(f"{one.name}: is UTF-16; convert it to UTF-8, or read it as one document with --document file")


def _row(
    one: Input, line: InputLine, id_: Any = None, text: str = "", fields: dict[str, Any] | None = None
) -> InputRow:
    place = f"{one.label}:{line.line}"
    return InputRow(line.number, line.line, line.offset, line.size, place if id_ is None else id_, text, fields or {})


def _text(one: Input, layout: Layout, start: Start) -> Iterator[InputRow]:
    for line in _lines(one, start, blank=True):
        row = replace(_row(one, line), end=line.end)
        if not line.fits:
            yield troubled(row, too_long(line.size))
            continue
        try:
            row = checked(replace(row, text=line.content.decode(layout.encoding)), layout)
        except UnicodeDecodeError as trouble:
            row = troubled(row, _undecodable(trouble, layout), line.content)
        yield row if encodable(row.text) else replace(row, raw=line.content)


def _undecodable(trouble: UnicodeDecodeError, layout: Layout) -> str:
    return f"byte {trouble.start} is not {layout.encoding}; give the encoding with --encoding, or correct the file"


def shown(content: bytes) -> str:
    """Bytes that should be UTF-8, as text; invalid ones are escaped."""
    return content.decode("utf-8", "backslashreplace")


def _whole(one: Input, layout: Layout, start: Start) -> Iterator[InputRow]:
    """A file as one document, read as `gec correct` reads it."""
    if start.row:
        return
    with places.opened(one.where, one.compression) as file:
        content = file.read(MAX_LINE_BYTES + 1)
    line = InputLine(0, 1, 0, content, len(content))
    row = _row(one, line, one.label)
    if not line.fits:
        yield troubled(row, f"is more than {MAX_LINE_BYTES:,} bytes long; it stays in the input")
        return
    try:
        found = document.read(content, layout.encoding, max_line=MAX_LINE_BYTES, name=one.name)
        yield checked(_row(one, line, one.label, found.text), layout)
    except TextError as trouble:
        yield troubled(row, str(trouble), shown(content))


# --- JSON


def _jsonl(one: Input, layout: Layout, start: Start) -> Iterator[InputRow]:
    for line in _lines(one, start, blank=False):
        row = _row(one, line)
        if not line.fits:
            yield troubled(row, too_long(line.size))
            continue
        try:
            found = json.loads(
                line.content,
                parse_float=partial(number, float),
                parse_int=partial(number, int),
                parse_constant=_refused,
                object_pairs_hook=each_once,
            )
            if layout.keep and _is_deep(line.content, found):
                raise RecursionError
        except UnicodeDecodeError as trouble:
            yield troubled(row, f"byte {trouble.start} is not UTF-8", shown(line.content))
        except KeyError as trouble:
            yield troubled(row, f"has the field {trouble.args[0]!r} twice; leave one of them", shown(line.content))
        except ValueError as trouble:
            yield troubled(row, f"not JSON: {first_line(trouble)}", shown(line.content))
        except RecursionError:
            yield troubled(row, "lists or objects in it are nested too deeply to be read", shown(line.content))
        else:
            yield _object(one, layout, line, found)


def _is_deep(content: bytes, value: Any) -> bool:
    """Whether lists and objects in a line are nested deeper than `MAX_NESTING`."""
    level = [value] if content.count(b"[") + content.count(b"{") > MAX_NESTING else []
    for _ in range(MAX_NESTING):
        inner = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list))
        if not (level := [*chain.from_iterable(inner)]):
            return False
    return True


def _refused(word: str) -> float:
    raise ValueError(f"{word} is not a number in JSON")


def _object(one: Input, layout: Layout, line: InputLine, found: Any) -> InputRow:
    row = _row(one, line)
    raw = shown(line.content)
    if not isinstance(found, dict):
        return troubled(row, f"expected an object, found {_kind(found)}", raw)
    names = list(found)
    text = found.pop(layout.field, None)
    id_ = found.pop(layout.id_field, None) if layout.id_field else None
    named = not isinstance(id_, bool) and isinstance(id_, str | int)
    if not isinstance(text, str):
        said = f"the field {layout.field!r} holds {_kind(text)}, not a text; say --field"
        if layout.field not in names:
            said = f"no field {layout.field!r}: it has {', '.join(names[:8]) or 'none'}; say --field"
        return troubled(_row(one, line, id_ if named else None), said, raw)
    if layout.id_field and not named:
        return troubled(
            row, f"expected a text or a whole number in the field {layout.id_field!r}, found {_kind(id_)}", raw
        )
    return checked(_row(one, line, id_, text, found if layout.keep else None), layout)


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a truth value", type(None): "nothing"}
    return names.get(type(value), "a number")
