"""Divides the rows into shards, which are corrected, written and marked as done together. The same inputs and limits
always give the same shards, in the order of the rows. So a stopped run continues where it was.

Planning reads every input once. So unreadable files and ids that occur twice are found before any work is done.
`read.py` says what a row is.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np

from gec.batch import places, read
from gec.batch.read import Input, InputRow, Layout, Start
from gec.batch.values import encodable, plain
from gec.batch.write import OutputShape
from gec.errors import BatchError

JSONL = OutputShape()
BUCKETS = 64
MAX_ROWS_WITHOUT_TEXT = 100  # at the beginning of an input
SPANNING = ("text", "jsonl")  # formats whose files may share a shard, because their rows have no columns
SEEN = np.dtype([("high", "<u8"), ("low", "<u8"), ("row", "<u8"), ("input", "<u4"), ("line", "<u4")])


@dataclass(frozen=True, slots=True)
class RowRange:
    """Consecutive rows of one input."""

    input: int
    start: Start
    rows: int


@dataclass(frozen=True, slots=True)
class Twice:
    """A row with the id of an earlier row."""

    input: int
    row: int
    first: str  # where the earlier one is


@dataclass(frozen=True, slots=True)
class Shard:
    number: int
    pieces: tuple[RowRange, ...]
    twice: tuple[Twice, ...] = ()

    @property
    def rows(self) -> int:
        return sum(piece.rows for piece in self.pieces)

    def to_json(self) -> str:
        pieces = [[one.input, one.start.row, one.start.line, one.start.offset, one.rows] for one in self.pieces]
        return json.dumps([self.number, pieces, [[one.input, one.row, one.first] for one in self.twice]])

    @classmethod
    def from_json(cls, line: str | bytes) -> Shard:
        number, pieces, twice = json.loads(line)
        return cls(
            number,
            tuple(RowRange(input_, Start(row, at, offset), rows) for input_, row, at, offset, rows in pieces),
            tuple(Twice(*one) for one in twice),
        )


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a shard may be. It limits the memory a shard needs and the work that is lost by a kill."""

    rows: int = 1000
    size: int = 1 << 20  # bytes of input


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """All shards of a corpus. If tables are written, also the fields besides text and id, each with the first input
    that has it."""

    shards: list[Shard]
    fields: dict[str, int] = field(default_factory=dict)


def planned(inputs: Sequence[Input], layout: Layout, limits: Limits, shape: OutputShape = JSONL) -> BatchPlan:
    fields: dict[str, int] = {}
    with IdHashes() as ids:
        found = list(_cut(inputs, layout, limits, shape, ids, fields))
        return BatchPlan(list(_with_twice(found, ids.twice(), inputs)), fields)


def _cut(
    inputs: Sequence[Input], layout: Layout, limits: Limits, shape: OutputShape, ids: IdHashes, fields: dict[str, int]
) -> Iterator[Shard]:
    number, pieces, room, wrong, usable = 0, list[RowRange](), limits, "", False
    for place, one in enumerate(inputs):
        if pieces and (one.format not in SPANNING or inputs[place - 1].format != one.format):
            yield Shard(number, tuple(pieces))
            number, pieces, room = number + 1, [], limits
        start, rows, begin = Start(), 0, _Beginning(one)
        for row in read.rows(one, layout, start):
            if not rows:
                start = Start(row.number, row.line, row.offset)
            if layout.id_field and not row.trouble:
                ids.add(row, place)
            if shape.to == "text" and row.size > read.MAX_LINE_BYTES:
                said = f"is {row.size:,} bytes long, and --to text writes no line above {read.MAX_LINE_BYTES:,}"
                raise BatchError(f"{one.label}:{row.line}: {said}; part the line, or use --to jsonl")
            if shape.is_table and not row.trouble and not fields.keys() >= row.fields.keys():
                fields.update((name, place) for name in row.fields if name not in fields and encodable(name))
            begin.look_at(row)
            rows += 1
            room = Limits(room.rows - 1, room.size - row.size)
            if room.rows <= 0 or room.size <= 0:
                yield Shard(number, (*pieces, RowRange(place, start, rows)))
                number, pieces, room, rows = number + 1, [], limits, 0
        if rows:
            pieces.append(RowRange(place, start, rows))
        wrong, usable = wrong or begin.wrong, usable or begin.usable
    if wrong and not usable:
        raise BatchError(wrong)
    if pieces:
        yield Shard(number, tuple(pieces))


@dataclass(slots=True)
class _Beginning:
    """Whether any row of an input has the field with the text. If none of the first rows has it, nothing is
    planned, as for a table without the column."""

    input: Input
    wrong: str = ""  # with the first row that lacks it
    usable: bool = False

    def look_at(self, row: InputRow) -> None:
        self.usable = self.usable or not row.trouble or bool(row.text)
        if not self.wrong and row.trouble.startswith(read.LACKS):
            self.wrong = f"{self.input.label}:{row.line}: {row.trouble}"
        if self.wrong and not self.usable and row.number >= MAX_ROWS_WITHOUT_TEXT - 1:
            raise BatchError(self.wrong)


def _with_twice(found: Iterable[Shard], seen: Any, inputs: Sequence[Input]) -> Iterator[Shard]:
    done = 0
    for shard in found:
        some = list[Twice]()
        for piece in shard.pieces:
            last = (piece.input, piece.start.row + piece.rows)
            while done < len(seen) and (seen[done]["input"], seen[done]["row"]) < last:
                one = seen[done]
                first = f"{inputs[one['first_input']].label}:{one['first_line']}"
                some.append(Twice(int(one["input"]), int(one["row"]), first))
                done += 1
        yield Shard(shard.number, shard.pieces, tuple(some))


class IdHashes:
    """The hash of every id, in files on disk. Each file holds a range of hashes, so that it can be searched in
    memory."""

    def __init__(self) -> None:
        self._files: list[IO[bytes]] = []

    def __enter__(self) -> IdHashes:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            with suppress(OSError):  # closing may write, and fail on a full disk
                file.close()

    def add(self, row: InputRow, place: int) -> None:
        if not self._files:
            with places.temporary_files():
                self._files = [tempfile.TemporaryFile() for _ in range(BUCKETS)]  # noqa: SIM115
        digest = hashlib.blake2b(json.dumps(row.id, default=plain).encode(), digest_size=16).digest()
        rest = np.array([(0, 0, row.number, place, row.line)], SEEN).tobytes()[16:]
        with places.temporary_files():
            self._files[digest[0] % BUCKETS].write(digest + rest)

    def twice(self) -> Any:
        """For each row with the id of an earlier row: its input and number, and input and line of the first one; in
        order."""
        wanted = [("input", "<u4"), ("row", "<u8"), ("first_input", "<u4"), ("first_line", "<u4")]
        found = [self._twice_in(file, np.dtype(wanted)) for file in self._files]
        every = np.concatenate(found) if found else np.empty(0, np.dtype(wanted))
        return every[np.lexsort((every["row"], every["input"]))]

    def _twice_in(self, file: IO[bytes], wanted: np.dtype[Any]) -> Any:
        with places.temporary_files():
            file.seek(0)
        seen = np.frombuffer(file.read(), SEEN)
        seen = seen[np.lexsort((seen["row"], seen["input"], seen["low"], seen["high"]))]
        again = np.zeros(len(seen), bool)
        again[1:] = (seen["high"][1:] == seen["high"][:-1]) & (seen["low"][1:] == seen["low"][:-1])
        firsts = np.maximum.accumulate(np.where(again, 0, np.arange(len(seen)))) if len(seen) else np.empty(0, int)
        found = np.empty(int(again.sum()), wanted)
        found["input"], found["row"] = seen["input"][again], seen["row"][again]
        found["first_input"], found["first_line"] = seen["input"][firsts[again]], seen["line"][firsts[again]]
        return found
