"""Shards on the shipped model: neither their size nor their order changes an edit, and a row that cannot be corrected
does not affect others.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from gec.batch import ledger, places, read
from gec.batch.plan import Limits, planned
from gec.batch.read import Layout
from gec.batch.summary import BatchCounts
from gec.batch.work import Job, ShardTask, Worker
from gec.batch.write import Done, OutputShape, part, quarantined
from gec.edits.edit import Edit, apply
from gec.edits.policy import Passed, Policy
from gec.errors import BatchError
from gec.loading import load

LAYOUT = Layout(id_field="id", keep=True)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory, lines: list[str], documents: Any, written: Any) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    some = documents(40) + [
        {"id": f"l{number}", "text": f"{line}\n\n{lines[0]}", "n": number} for number, line in enumerate(lines[:12])
    ]
    written(folder / "a.jsonl", some[:30])
    written(folder / "b.jsonl", [*some[30:], {"id": "d1", "text": "The id of another row."}])
    return folder


def hired(corpus: Path, engine: str, layout: Layout = LAYOUT) -> Worker:
    loading = {"device": "cpu", "engine": engine, "max_tokens": 512}
    job = Job(tuple(read.find([str(corpus)], None)), layout, OutputShape(), Policy(), "model@0", loading, 1)
    terms = ledger.Terms("", "", {}, [])
    return Worker(job, ledger.BatchRun(places.folder(str(corpus / "_unused")), "", "jsonl", [], terms))


@pytest.fixture(scope="module")
def worker(corpus: Path) -> Worker:
    return hired(corpus, "int8")


def done(
    worker: Worker, out: Path, limits: Limits, *, backwards: bool = False, **more: Any
) -> tuple[bytes, BatchCounts]:
    """The output of a run with one worker, all parts concatenated."""
    worker.job = replace(worker.job, **more)
    plan = planned(worker.job.inputs, worker.job.layout, limits, worker.job.shape)
    cut = plan.shards
    folder = places.folder(str(out))
    worker.run = ledger.BatchRun(folder, "key", worker.job.shape.suffix, cut, worker.run.terms, plan.fields)
    for shard in cut[::-1] if backwards else cut:
        worker.correct(ShardTask(shard))
    tally = BatchCounts()
    for mark in worker.run.marks():
        tally.add(mark.tally)
    return b"".join(file.read_bytes() for file in sorted(out.glob("part-*"))), tally


def test_order_shards_and_budget_change_no_byte(worker: Worker, tmp_path: Path) -> None:
    found, tally = done(worker, tmp_path / "a", Limits(1000))
    assert (tally.rows, tally.corrected, tally.quarantined) == (53, 52, 1)
    assert tally.changed > 20
    assert tally.all_edits == sum(len(json.loads(line)["edits"]) for line in found.splitlines())
    few, _ = done(worker, tmp_path / "b", Limits(9))
    turned, _ = done(worker, tmp_path / "c", Limits(9), backwards=True)
    worker.allow(60)
    narrow, _ = done(worker, tmp_path / "d", Limits(1000))
    worker.allow(512)
    assert found == few == turned == narrow


@pytest.mark.slow
def test_in_float32_they_change_no_edit(corpus: Path, tmp_path: Path) -> None:
    """Confidences are sums of floats, so their last digits may differ in another batch."""
    worker = hired(corpus, "float")
    found, _ = done(worker, tmp_path / "a", Limits(1000))
    worker.allow(60)
    narrow, _ = done(worker, tmp_path / "b", Limits(9), backwards=True)
    for one, other in zip(found.splitlines(), narrow.splitlines(), strict=True):
        left, right = json.loads(one), json.loads(other)
        for edit in (left, *left["edits"]):
            edit["confidence"] = pytest.approx(edit["confidence"], abs=2e-4)
        assert left == right


def test_documents_are_corrected_as_alone(worker: Worker, tmp_path: Path) -> None:
    found, _ = done(worker, tmp_path, Limits(1000))
    corrector = load(**worker.job.loading)
    originals = {
        row.id: row for one in worker.job.inputs for row in read.rows(one, LAYOUT, read.Start()) if row.id != "d1"
    }
    for line in found.splitlines()[-3:]:
        record = json.loads(line)
        row = originals[record["id"]]
        assert record["n"] == row.fields["n"]
        assert record["model"] == "model@0"
        edits = [Edit(edit["start"], edit["end"], edit["replacement"]) for edit in record["edits"]]
        assert record["text"] == apply(row.text, edits)
        assert [row.text[edit["start"] : edit["end"]] for edit in record["edits"]] == [
            edit["original"] for edit in record["edits"]
        ]
        assert corrector.settled(row.text).text == record["text"]


@dataclass(frozen=True, slots=True)
class Allergic(Policy):
    """A policy that fails on a word, like a bug that a text triggers."""

    word: str = "bag"

    def filter(self, text: str, edits: Iterable[Edit], *rest: Any, **more: Any) -> Passed:
        if self.word in text:
            raise ZeroDivisionError("of all things")
        return Policy.filter(self, text, edits, *rest, **more)


def test_a_poisonous_document_goes_to_quarantine_alone(worker: Worker, tmp_path: Path) -> None:
    policy = worker.job.policy
    found, tally = done(worker, tmp_path / "poison", Limits(10), policy=Allergic())
    kept = [
        json.loads(line)
        for file in sorted((tmp_path / "poison" / "_quarantine").iterdir())
        for line in file.read_text().splitlines()
    ]
    assert {record["reason"] for record in kept if record["id"] != "d1"} == {
        "could not be corrected: ZeroDivisionError: of all things"
    }
    assert all("bag" in record["text"] for record in kept if record["id"] != "d1")
    assert tally.corrected + tally.quarantined == tally.rows == 53
    assert len(found.splitlines()) == tally.corrected > 20
    worker.job = replace(worker.job, policy=policy)


def test_if_every_document_fails_a_harmless_one_is_tried(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.csv").write_text("text\nA bag.\nHis bag.\n")
    worker = hired(tmp_path / "in", "int8", Layout())
    _, tally = done(worker, tmp_path / "poison", Limits(), policy=Allergic())
    assert (tally.corrected, tally.quarantined) == (0, 2)
    with pytest.raises(BatchError, match=r"nothing can be corrected, not even .*: ZeroDivisionError"):
        done(worker, tmp_path / "sick", Limits(), policy=Allergic(word=""))


def test_a_careful_worker_reports_each_row_before_it_tries_it(worker: Worker, tmp_path: Path) -> None:
    cut = planned(worker.job.inputs, LAYOUT, Limits(3)).shards
    worker.run = ledger.BatchRun(places.folder(str(tmp_path)), "key", "jsonl", cut, worker.run.terms)
    tried: list[tuple[int, int]] = []
    deadly = {(0, 1): "a worker died of it: killed by signal 9"}
    mark = worker.correct(ShardTask(cut[0], careful=True, deadly=deadly), lambda place, row: tried.append((place, row)))
    assert tried == [(0, 0), (0, 2)]
    assert (mark.tally.corrected, mark.tally.quarantined) == (2, 1)
    assert b"a worker died of it: killed by signal 9" in (tmp_path / "_quarantine" / "part-0000000.jsonl").read_bytes()


def test_a_probe_finds_a_budget(worker: Worker) -> None:
    (cut, *_) = planned(worker.job.inputs, LAYOUT, Limits(4)).shards
    assert worker.probe(cut) in (256, 512, 1024, 2048)
    worker.allow(512)


def test_simultaneous_shards_count_their_time_once(worker: Worker, tmp_path: Path) -> None:
    cut = planned(worker.job.inputs, LAYOUT, Limits(9)).shards
    worker.run = ledger.BatchRun(places.folder(str(tmp_path)), "key", "jsonl", cut, worker.run.terms)
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as threads:
        marks = list(threads.map(worker.correct, map(ShardTask, cut)))
    took = time.perf_counter() - began
    assert 0 < sum(mark.tally.seconds for mark in marks) <= took


# --- how rows are written


ROWS = [
    Done(
        read.InputRow(0, 1, 0, 9, 7, "He go.", {"model": "T", "date": None}),
        "He goes.",
        (Edit(3, 5, "goes", "R:VERB", 0.5, "go"),),
    ),
    Done(read.InputRow(1, 2, 0, 9, 8, 'Two\n"lines", ', {"model": "U", "date": None}), 'Two\n"lines", ', ()),
    read.InputRow(2, 3, 0, 9, 9, trouble="none", raw="left as it is"),
]


@pytest.mark.parametrize("compression", ["", "gz", "zst", "xz"])
@pytest.mark.parametrize("to", ["jsonl", "csv", "tsv"])
def test_output_can_be_read_as_input(tmp_path: Path, to: Any, compression: str) -> None:
    shape = OutputShape(to, compression)
    path = tmp_path / f"part.{shape.suffix}"
    path.write_bytes(part(ROWS, shape, LAYOUT, "model@0", ("model", "date")))
    (one,) = read.find([str(path)], None)
    first, second = read.rows(one, LAYOUT, read.Start())
    assert (first.text, second.text) == ("He goes.", 'Two\n"lines", ')
    assert str(first.id) == "7"
    assert (first.fields["input_model"], first.fields["model"]) == ("T", "model@0")
    edits = first.fields["edits"]
    (edit,) = json.loads(edits) if isinstance(edits, str) else edits
    assert edit == {"start": 3, "end": 5, "original": "go", "replacement": "goes", "type": "R:VERB", "confidence": 0.5}
    assert (float(first.fields["confidence"]), float(second.fields["confidence"])) == (0.5, 1.0)
    assert part(ROWS, shape, LAYOUT, "model@0", ("model", "date")) == path.read_bytes()


def test_parquet_keeps_its_columns_and_their_types(tmp_path: Path) -> None:
    path = tmp_path / "in" / "in.parquet"
    path.parent.mkdir()
    kept = {"id": pyarrow.array([7, 8], pyarrow.int32()), "text": ["Fine.", "x"], "tags": [["a"], None]}
    table = pyarrow.table({**kept, "when": pyarrow.array([0, None], pyarrow.timestamp("ms")), "model": ["T", "U"]})
    pyarrow.parquet.write_table(table, path)
    content, _ = done(hired(path.parent, "int8"), tmp_path / "out", Limits(), shape=OutputShape("parquet", "zst"))
    written = pyarrow.parquet.read_table(pyarrow.BufferReader(content))
    assert written.column_names == ["id", "text", "tags", "when", "input_model", "edits", "confidence", "model"]
    assert written.drop_columns(["edits", "confidence"]).to_pydict() == {
        **table.to_pydict(), "input_model": ["T", "U"], "model": ["model@0"] * 2,
    }  # fmt: skip
    assert written.schema.field("id").type == pyarrow.int32()
    assert written.schema.field("when").type == pyarrow.timestamp("ms")


HALVES = (
    '{"id": "1", "text": "Fine.", "x": "\\ud800", "y": ["\\ud800"]}',
    '{"id": "\\ud800", "text": "Fine."}',
    '{"id": "3", "text": "Fine.", "\\ud800": "x"}',
    '{"id": "4", "text": "Fine.", "y": ["\\ud800"]}',
)


@pytest.mark.parametrize(("to", "kept"), [("jsonl", 0), ("csv", 3), ("parquet", 3)])
def test_a_row_with_a_lone_surrogate_goes_to_quarantine_if_needed(tmp_path: Path, to: Any, kept: int) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text("\n".join(HALVES))
    _, tally = done(hired(tmp_path / "in", "int8"), tmp_path / "out", Limits(), shape=OutputShape(to))
    assert (tally.corrected, tally.quarantined) == (4 - kept, kept)
    assert list(tally.reasons) == (
        ["the field … has half a character, which only JSON holds; correct the encoding"] if kept else []
    )


def test_cells_without_quotes_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.tsv").write_text('text\tx "y"\n"open quote\t"\n')
    (tmp_path / "in" / "b.jsonl").write_text('{"text": "Fine.", "x": "a\\tb"}\n{"text": "Fine.", "a\\tb": "x"}\n')
    layout = Layout(keep=True, quotes=False)
    found, tally = done(hired(tmp_path / "in", "int8", layout), tmp_path / "out", Limits(), shape=OutputShape("tsv"))
    header, line, other = found.decode().splitlines()
    assert header == other == 'id\ttext\tx "y"\tx\tedits\tconfidence\tmodel'
    assert line.split("\t")[1:4] == ['"open quote', '"', ""]
    assert list(tally.reasons) == ["the field … has a tab or an end of a line, which no cell without quotes holds"]


@pytest.mark.parametrize("to", ["jsonl", "csv", "parquet"])
def test_a_file_s_name_need_not_be_text(tmp_path: Path, to: Any) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / os.fsdecode(b"caf\xe9.txt")).write_text("Fine.\n")
    worker = hired(tmp_path / "in", "int8", Layout())
    done(worker, tmp_path / "out", Limits(), shape=OutputShape(to))
    (part,) = read.find([str(next((tmp_path / "out").glob("part-*")))], None)
    (row,) = read.rows(part, Layout(keep=True), read.Start())
    assert row.fields["id"] == f"{tmp_path}/in/caf\\xe9.txt:1"


def test_parquet_keeps_types_where_names_clash(tmp_path: Path) -> None:
    path = tmp_path / "in" / "in.parquet"
    path.parent.mkdir()
    clashing = {"id": ["a"], "input_id": [1], "edits": [["e"]], "input_edits": [2]}
    pyarrow.parquet.write_table(pyarrow.table({"text": ["Fine."], **clashing}), path)
    shape, layout = OutputShape("parquet"), Layout(keep=True)
    content, _ = done(hired(path.parent, "int8", layout), tmp_path / "out", Limits(), shape=shape)
    (record,) = pyarrow.parquet.read_table(pyarrow.BufferReader(content)).to_pylist()
    kept = {"input_input_id": "a", "input_id": 1, "input_input_edits": ["e"], "input_edits": 2, "edits": []}
    assert record | kept == record


def test_all_parts_of_a_table_have_the_same_columns(tmp_path: Path) -> None:
    (tmp_path / "json").mkdir()
    rows = ['{"id": 1, "text": "Fine.", "x": 1}', '{"id": 2, "text": "Fine.", "y": "z"}', '{"id": 3}']
    (tmp_path / "json" / "a.jsonl").write_text("\n".join(rows))
    done(hired(tmp_path / "json", "int8"), tmp_path / "csv", Limits(1), shape=OutputShape("csv"))
    parts = [file.read_text() for file in sorted((tmp_path / "csv").glob("part-*"))]
    assert [part.splitlines()[0] for part in parts] == ["id,text,x,y,edits,confidence,model"] * 3
    assert [part.splitlines()[1:] for part in parts] == [
        ["1,Fine.,1,,[],1.0,model@0"], ["2,Fine.,,z,[],1.0,model@0"], []
    ]  # fmt: skip


def test_values_that_are_no_text_are_json_in_a_cell() -> None:
    fields = {"yes": True, "nan": float("nan"), "one": 1, "half": 0.5, "list": ["a"], "none": None}
    row = Done(read.InputRow(0, 1, 0, 9, 7, "Fine.", fields), "Fine.", ())
    _, line = part([row], OutputShape("tsv"), LAYOUT, "m", fields).decode().splitlines()
    assert line.split("\t")[2:8] == ["true", "null", "1", "0.5", '"[""a""]"', ""]


def test_all_parts_of_parquet_have_the_same_types(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for number, columns in enumerate(({"n": [1]}, {"n": [2], "tags": [["a"]]})):
        table = pyarrow.table({"id": [number], "text": ["Fine."], **columns})
        pyarrow.parquet.write_table(table, tmp_path / "in" / f"{number}.parquet")
    done(hired(tmp_path / "in", "int8"), tmp_path / "out", Limits(), shape=OutputShape("parquet"))
    first, second = (pyarrow.parquet.read_schema(file) for file in sorted((tmp_path / "out").glob("part-*")))
    assert first.names == second.names == ["id", "text", "n", "tags", "edits", "confidence", "model"]
    assert first.field("tags").type == second.field("tags").type == pyarrow.list_(pyarrow.string())


def test_lines_of_text_stay_side_by_side_and_keep_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfHe go.\r\n\ntwo \xff\r\r\na \r b\nlong line\r\nlast")
    (one,) = read.find([str(path)], None)
    rows = read.rows(one, Layout(max_chars=8), read.Start())
    done = [row if row.trouble else Done(row, row.text, ()) for row in rows]
    assert [bool(row.trouble) for row in done if isinstance(row, read.InputRow)] == [True, True]
    assert part(done, OutputShape("text"), Layout(), "") == path.read_bytes()[3:] + b"\n"
    assert [json.loads(line).get("raw") for line in quarantined(done, ["a.txt"] * 6).splitlines()] == [
        "two \\xff",
        None,
    ]
