"""Rows of Parquet: the column they need, and the memory that large values take."""

from __future__ import annotations

import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from gec.batch import parquet_pages, read, tables
from gec.batch.read import InputRow, Layout, Start
from gec.errors import BatchError

PEAK = """
import resource, sys
from gec.batch import places, read
places.arrow()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
[one] = read.find(sys.argv[1:], None)
layout = read.Layout(keep=True)
print(sum(1 for _ in read.rows(one, layout, read.Start())), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def rows(path: Path, *, keep: bool = False) -> list[InputRow]:
    (one,) = read.find([str(path)], None)
    return list(read.rows(one, Layout(keep=keep), Start()))


def test_parquet_wants_a_column_of_text(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"text": [1], "words": [["a"]]}), path)
    with pytest.raises(BatchError, match="'text' holds int64, not text"):
        rows(path)
    pyarrow.parquet.write_table(pyarrow.table({"text": ["a", None]}), path)
    first, empty = rows(path)
    assert (first.trouble, empty.trouble) == ("", "the column 'text' is empty here")


def test_large_rows_of_parquet_are_decoded_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decoded, real = [], tables._batch_rows
    monkeypatch.setattr(tables, "_batch_rows", lambda *given: decoded.append(given[2].num_rows) or real(*given))
    monkeypatch.setattr(tables, "MAX_LINE_BYTES", 1_000)
    path = tmp_path / "t.parquet"
    columns = {"text": [f"{number:400}" for number in range(9)], "picture": [bytes(5_000)] * 9}
    pyarrow.parquet.write_table(pyarrow.table(columns), path, use_dictionary=False)
    assert len(rows(path)) == sum(decoded) == 9
    assert max(decoded) == 2


@pytest.mark.parametrize("kind", ["text", "a.note"])  # the documents, and a field that is kept
@pytest.mark.parametrize("packed", ["none", "zstd"])
def test_a_value_that_many_rows_share_is_not_decoded_for_all_of_them(tmp_path: Path, kind: str, packed: str) -> None:
    columns = {"text": ["Fine."] * 300, kind: ["x" * (8 << 20)] * 300}
    limit = {"dictionary_pagesize_limit": 1 << 30, "compression": packed}
    pyarrow.parquet.write_table(pyarrow.table(columns), path := tmp_path / "t.parquet", **limit)
    run = subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True)
    count, kilobytes = map(int, run.stdout.split())
    assert count == 300
    assert kilobytes < 200_000


def test_a_dictionary_that_no_program_writes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LARGEST_DICTIONARY", 100_000)
    path = tmp_path / "t.parquet"
    limit = {"dictionary_pagesize_limit": 1 << 30, "compression": "zstd"}
    pyarrow.parquet.write_table(pyarrow.table({"text": ["x" * 90_000, "y" * 20_000]}), path, **limit)
    with pytest.raises(BatchError, match=r"'text' has a dictionary of 110,008 bytes, more than the 100,000"):
        rows(path)
    pyarrow.parquet.write_table(pyarrow.table({"text": ["x" * 90_000, "y" * 20_000]}), path, use_dictionary=False)
    assert [len(row.text) for row in rows(path)] == [90_000, 20_000]


def test_a_page_that_is_too_large_to_be_read_whole_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = pyarrow.table({"text": ["x" * 50_000] * 4, "note": ["y" * 50_000] * 4, "other": ["z" * 900_000] * 4})
    path = tmp_path / "t.parquet"
    decoded = list[int]()
    monkeypatch.setattr(tables, "_batch_rows", lambda *given: decoded.append(1) or ())
    monkeypatch.setattr(tables, "LARGEST_PAGES", 300_000)
    for usual, said in ((200_000, ""), (10_000, "'note' has a page of 200,018 bytes, and pages are read whole; write")):
        monkeypatch.setattr(tables, "USUAL_PAGE", usual)
        for compression in ("none", "zstd"):
            pyarrow.parquet.write_table(
                table.drop("other"), path, compression=compression, use_dictionary=False, data_page_version="2.0"
            )
            decoded.clear()
            with pytest.raises(BatchError, match=said) if said else nullcontext():
                rows(path, keep=True)
            assert bool(decoded) != bool(said)
    pyarrow.parquet.write_table(table, path, use_dictionary=False, write_batch_size=1)
    rows(path)  # the column with the large page is not read


def test_statistics_in_headers_of_pages_are_passed(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    table = pyarrow.table({"text": [f"{number} {'x' * 3_000}" for number in range(500)]})
    pyarrow.parquet.write_table(table, path, use_dictionary=False, data_page_size=20_000, write_batch_size=1)
    with path.open("rb") as stored:
        column = pyarrow.parquet.ParquetFile(path).metadata.row_group(0).column(0)
        found = list(parquet_pages.pages(stored, column))
    assert len(found) > 50
    assert sum(page.size for page in found) < column.total_uncompressed_size < sum(page.size + 8_000 for page in found)
    assert len(rows(path)) == 500


@pytest.mark.parametrize(
    "header", [b"\xff" * 5_000, b"\x15\x00" + b"\x0c" * 5_000, b"\x15" + b"\x80" * 5_000, b"\0" * 9]
)
def test_a_damaged_header_of_a_page_is_an_error_of_one_line(tmp_path: Path, header: bytes) -> None:
    path = tmp_path / "t.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"text": ["x" * 9_000]}), path, use_dictionary=False, compression="none")
    content = path.read_bytes()
    path.write_bytes(content[:4] + header + content[4 + len(header) :])
    with pytest.raises(BatchError, match=r"t\.parquet: damaged: the header of a page .*; fetch or make it again$"):
        rows(path)


def test_a_name_of_a_column_that_is_not_utf8_is_an_error_of_one_line(tmp_path: Path) -> None:
    path = tmp_path / "t.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"text": ["a"], "note": ["b"]}), path, store_schema=False)
    for place in range(path.read_bytes().count(b"note")):
        pyarrow.parquet.write_table(pyarrow.table({"text": ["a"], "note": ["b"]}), path, store_schema=False)
        before, *others = path.read_bytes().split(b"note")
        names = [b"no\xe4e" if number == place else b"note" for number in range(len(others))]
        path.write_bytes(before + b"".join(name + rest for name, rest in zip(names, others, strict=True)))
        with pytest.raises(BatchError, match=r"t\.parquet: .*damaged.*; fetch or make it again$"):
            rows(path, keep=True)
