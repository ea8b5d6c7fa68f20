"""Rows of Parquet: the column they need, and the memory that large values take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from gec.batch import read, tables
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


def rows(path: Path) -> list[InputRow]:
    (one,) = read.find([str(path)], None)
    return list(read.rows(one, Layout(), Start()))


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
