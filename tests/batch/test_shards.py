"""Shards have every row once and in order, whatever their size, and are always cut in the same way."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec.batch import places, read
from gec.batch.plan import Limits, Shard, planned
from gec.batch.read import Input, Layout
from gec.batch.work import OpenReader


def inputs(folder: Path, files: list[list[str]]) -> list[Input]:
    for number, texts in enumerate(files):
        kind = ("txt", "jsonl", "csv")[number % 3]
        lines = {"txt": texts, "jsonl": [json.dumps({"text": text}) for text in texts], "csv": ["text", *texts]}[kind]
        (folder / f"{number:02d}.{kind}").write_text("".join(f"{line}\n" for line in lines))
    return read.find([str(folder)], None)


@given(
    files=st.lists(st.lists(st.text("ab", min_size=1, max_size=9), max_size=7), min_size=1, max_size=5),
    rows=st.integers(1, 9),
    size=st.integers(1, 60),
)
def test_every_row_is_in_one_shard_in_order(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[str]], rows: int, size: int
) -> None:
    found = inputs(tmp_path_factory.mktemp("corpus"), files)
    layout, limits = Layout(), Limits(rows, size)
    cut = planned(found, layout, limits).shards
    reader = OpenReader(found, layout)
    read_again = [row.text for shard in cut for piece in shard.pieces for row in reader.rows(piece)]
    assert read_again == [text for texts in files for text in texts]
    assert [shard.number for shard in cut] == list(range(len(cut)))
    assert all(0 < shard.rows <= rows for shard in cut)
    assert planned(found, layout, limits).shards == cut == [Shard.from_json(shard.to_json()) for shard in cut]


def test_shards_are_read_in_any_order(tmp_path: Path) -> None:
    found = inputs(tmp_path, [["a", "bb", "ccc"] * 5, ["d", "ee"] * 4, ["f"] * 7])
    cut = planned(found, Layout(), Limits(rows=4)).shards
    in_order = {shard.number: [row.text for piece in shard.pieces for row in OpenReader(found, Layout()).rows(piece)]
                for shard in cut}  # fmt: skip
    reader = OpenReader(found, Layout())
    for shard in [*cut[::-1], *cut[::2]]:
        assert [row.text for piece in shard.pieces for row in reader.rows(piece)] == in_order[shard.number]


@pytest.mark.parametrize("packed", [False, True])
def test_every_other_shard_is_read_without_beginning_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    """As one of several workers reads a file that can only be read from its beginning."""
    content = "text\n" + "".join(f"row {number}\n" for number in range(50))
    path = tmp_path / ("a.csv.gz" if packed else "a.csv")
    path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
    found = read.find([str(path)], None)
    cut = planned(found, Layout(), Limits(rows=5)).shards
    opened, raw = list[str](), places.raw
    monkeypatch.setattr(places, "raw", lambda name: opened.append(name) or raw(name))
    reader = OpenReader(found, Layout())
    texts = [row.text for shard in cut[1::3] for piece in shard.pieces for row in reader.rows(piece)]
    assert texts == [f"row {number}" for number in range(50) if number // 5 % 3 == 1]
    assert len(opened) == 1


@given(ids=st.lists(st.one_of(st.integers(0, 9), st.sampled_from("0123")), max_size=30), rows=st.integers(1, 7))
def test_of_rows_with_one_id_the_first_is_taken(
    tmp_path_factory: pytest.TempPathFactory, ids: list[int | str], rows: int
) -> None:
    folder = tmp_path_factory.mktemp("ids")
    half = len(ids) // 2
    for name, some in (("a", ids[:half]), ("b", ids[half:])):
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps({'k': id_, 'text': ''})}\n" for id_ in some))
    found = read.find([str(folder)], None)
    twice = {
        (one.input, one.row): one.first
        for shard in planned(found, Layout(id_field="k"), Limits(rows)).shards
        for one in shard.twice
    }
    places = [(0, row) for row in range(half)] + [(1, row) for row in range(len(ids) - half)]
    expected: dict[tuple[int, int], str] = {}
    first: dict[int | str, tuple[int, int]] = {}
    for place, id_ in zip(places, ids, strict=True):
        if id_ in first:
            expected[place] = f"{found[first[id_][0]].name}:{first[id_][1] + 1}"
        first.setdefault(id_, place)
    assert twice == expected
