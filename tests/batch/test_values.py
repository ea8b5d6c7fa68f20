"""Values are the same in Parquet, and text in JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from gec.batch import read
from gec.batch.read import InputRow, Layout
from gec.batch.write import Done, OutputShape, part

LAYOUT = Layout(keep=True)
BROKEN = pa.Array.from_buffers(pa.string(), 2, pa.array([b"x", b"\xe9"], pa.binary()).buffers())


def rows(path: Path, layout: Layout = LAYOUT, **columns: Any) -> list[InputRow]:
    texts = ["She go."] * len(next(iter(columns.values())))
    pa.parquet.write_table(pa.table({"text": texts, **columns}), path)
    return list(read.rows(read.find([str(path)], None)[0], layout, read.Start()))


TIMES = [
    (pa.timestamp("ns"), 1234567890123456789, "2009-02-13 23:31:30.123456789"),
    (pa.timestamp("ns"), 1234567890000000000, "2009-02-13 23:31:30"),
    (pa.timestamp("us", "UTC"), 0, "1970-01-01 00:00:00+00:00"),
    (pa.timestamp("ms"), 10**15, "1000000000000000"),  # in the year 33658
    (pa.time64("ns"), 10**9 + 1, "00:00:01.000000001"),
    (pa.duration("ns"), 10**9 + 1, "1000000001"),
    (pa.duration("s"), 61, "0:01:01"),
    (pa.timestamp("us", "Foo/Bar"), 5, "5"),
]


@pytest.mark.parametrize(("kind", "value", "words"), TIMES)
def test_a_time_is_kept_however_fine_or_far(tmp_path: Path, kind: Any, value: int, words: str) -> None:
    flat = pa.array([value, None], pa.int64()).cast(kind)
    columns = {
        "flat": flat,
        "list": pa.ListArray.from_arrays(pa.array([0, 1, 2]), flat),
        "object": pa.StructArray.from_arrays([flat], ["at"]),
        "pairs": pa.MapArray.from_arrays(pa.array([0, 1, 2]), pa.array(["k", "k"]), flat),
    }
    path = tmp_path / "in.parquet"
    done = [Done(row, row.text, ()) for row in rows(path, **columns)]
    record, empty = map(json.loads, part(done, OutputShape(), LAYOUT, "").splitlines())
    assert record | {"flat": words, "list": [words], "object": {"at": words}, "pairs": [["k", words]]} == record
    assert empty | {"flat": None, "list": [None], "object": {"at": None}, "pairs": [["k", None]]} == empty
    types = {name: column.type for name, column in columns.items()}
    written = pa.parquet.read_table(pa.BufferReader(part(done, OutputShape("parquet"), LAYOUT, "", types, types)))
    assert written.select(list(columns)).equals(pa.parquet.read_table(path).select(list(columns)))


def test_an_unreadable_value_puts_one_row_into_quarantine(tmp_path: Path) -> None:
    good, bad = rows(tmp_path / "in.parquet", k=BROKEN)
    assert (good.fields, good.trouble) == ({"k": "x"}, "")
    assert bad.trouble.startswith("the column 'k' cannot be read here: 'utf-8' codec can't decode byte 0xe9")
    assert (bad.raw, bad.id) == ("She go.", f"{tmp_path / 'in.parquet'}:2")


def test_json_has_null_where_parquet_has_no_number(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    done = [Done(row, row.text, ()) for row in rows(path, n=[float("nan"), 1.5], l=[[float("inf"), 2.0], None])]
    first, second = part(done, OutputShape(), LAYOUT, "").splitlines()
    assert json.loads(first, parse_constant=pytest.fail) | {"n": None, "l": [None, 2.0]} == json.loads(first)
    assert json.loads(second)["n"] == 1.5


@pytest.mark.parametrize(
    "number",
    ["0.12345678901234567890123", "1e-400", "1E5", "-0", "-0.0", "1.10", "1e999", "12", "7" * 5_000, "[1.0, 2.50]"],
)
@pytest.mark.parametrize("beside", ["", "gec:number"])
def test_a_number_of_json_is_kept_as_it_was_written(tmp_path: Path, number: str, beside: str) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(f'{{"text": "She go.", "n": {number}, "o": {{"gec:number": "{beside}", "m": {number}}}}}\n')
    done = [Done(row, row.text, ()) for row in read.rows(read.find([str(path)], None)[0], LAYOUT, read.Start())]
    written = part(done, OutputShape(), LAYOUT, "").decode()
    assert f'"n": {number}, "o": {{"gec:number": "{beside}", "m": {number}}}, "edits"' in written
    assert number in part(done, OutputShape("csv"), LAYOUT, "", ["n", "o"]).decode()


def test_what_is_kept_of_a_row_can_be_written_again(tmp_path: Path) -> None:
    path = tmp_path / "deep.jsonl"
    path.write_text("".join(f'{{"text": "x", "y": {"[" * deep}{"]" * deep}}}\n' for deep in range(450, 1_000)))
    found = list(read.rows(read.find([str(path)], None)[0], LAYOUT, read.Start()))
    kept = [Done(row, row.text, ()) for row in found if not row.trouble]
    assert part(kept, OutputShape(), LAYOUT, "model").count(b"\n") == len(kept) > 0
