"""One shard after the other on the shipped model: neither how many are together nor in which order they come changes an
edit, and a row that cannot be corrected keeps no other from it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from gec.batch import ledger, places, read, tables
from gec.batch.plan import Limits, shards
from gec.batch.read import Layout
from gec.batch.summary import Tally
from gec.batch.work import Job, Task, Worker
from gec.batch.write import Done, Shape, part
from gec.edits.edit import Edit, apply
from gec.edits.policy import Passed, Policy

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


def hired(corpus: Path, engine: str) -> Worker:
    loading = {"device": "cpu", "engine": engine, "max_tokens": 512}
    job = Job(tuple(read.find([str(corpus)], None)), LAYOUT, Shape(), Policy(), "model@0", loading, 1)
    terms = ledger.Terms("", "", {}, [])
    return Worker(job, ledger.Run(places.folder(str(corpus / "_unused")), "", "jsonl", [], terms))


@pytest.fixture(scope="module")
def worker(corpus: Path) -> Worker:
    return hired(corpus, "int8")


def done(worker: Worker, out: Path, limits: Limits, *, backwards: bool = False, **more: Any) -> tuple[bytes, Tally]:
    """What a run of one worker writes, all parts behind one another."""
    worker.job = replace(worker.job, **more)
    cut = shards(worker.job.inputs, worker.job.layout, limits)
    worker.run = ledger.Run(places.folder(str(out)), "key", worker.job.shape.suffix, cut, worker.run.terms)
    for shard in cut[::-1] if backwards else cut:
        worker.correct(Task(shard))
    tally = Tally()
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
    """A confidence comes out of sums of floats, so its last digits may be others in another company."""
    worker = hired(corpus, "float")
    found, _ = done(worker, tmp_path / "a", Limits(1000))
    worker.allow(60)
    narrow, _ = done(worker, tmp_path / "b", Limits(9), backwards=True)
    for one, other in zip(found.splitlines(), narrow.splitlines(), strict=True):
        left, right = json.loads(one), json.loads(other)
        for edit in (left, *left["edits"]):
            edit["confidence"] = pytest.approx(edit["confidence"], abs=2e-4)
        assert left == right


def test_documents_are_corrected_as_alone(worker: Worker, corpus: Path, tmp_path: Path) -> None:
    found, _ = done(worker, tmp_path, Limits(1000))
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
        alone = worker.corrector.correct(row.text)
        assert [(edit.start, edit.end) for edit in Policy().filter(row.text, alone.edits).edits] == [
            (edit.start, edit.end) for edit in edits
        ]


@dataclass(frozen=True, slots=True)
class Allergic(Policy):
    """A policy that cannot stand a word, as code that meets a text nobody thought of."""

    word: str = "bag"

    def filter(self, text: str, edits: Iterable[Edit], remarks: Sequence[Any] = ()) -> Passed:
        if self.word in text:
            raise ZeroDivisionError("of all things")
        return Policy.filter(self, text, edits, remarks)


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
    with pytest.raises(ZeroDivisionError):  # where every row fails it is not the rows
        done(worker, tmp_path / "sick", Limits(1000), policy=Allergic(word=""))
    worker.job = replace(worker.job, policy=policy)


def test_a_careful_worker_says_which_row_it_tries(worker: Worker, tmp_path: Path) -> None:
    cut = shards(worker.job.inputs, LAYOUT, Limits(3))
    worker.run = ledger.Run(places.folder(str(tmp_path)), "key", "jsonl", cut, worker.run.terms)
    tried: list[tuple[int, int]] = []
    deadly = {(0, 1): "a worker died of it: killed by signal 9"}
    mark = worker.correct(Task(cut[0], careful=True, deadly=deadly), lambda place, row: tried.append((place, row)))
    assert tried == [(0, 0), (0, 2)]
    assert (mark.tally.corrected, mark.tally.quarantined) == (2, 1)
    assert b"a worker died of it: killed by signal 9" in (tmp_path / "_quarantine" / "part-0000000.jsonl").read_bytes()


def test_a_probe_finds_a_budget(worker: Worker) -> None:
    (cut, *_) = shards(worker.job.inputs, LAYOUT, Limits(4))
    assert worker.probe(cut) in (256, 512, 1024, 2048)
    worker.allow(512)


# --- how rows are written


ROWS = [
    Done(
        read.Row(0, 1, 0, 9, 7, "He go.", {"model": "T", "date": None}),
        "He goes.",
        (Edit(3, 5, "goes", "R:VERB", 0.5, "go"),),
    ),
    Done(read.Row(1, 2, 0, 9, 8, 'Two\n"lines", ', {"model": "U", "date": None}), 'Two\n"lines", ', ()),
    read.Row(2, 3, 0, 9, 9, trouble="none", raw="left as it is"),
]


@pytest.mark.parametrize("compression", ["", "gz", "zst", "xz"])
@pytest.mark.parametrize("to", ["jsonl", "csv", "tsv"])
def test_what_is_written_is_read_again(tmp_path: Path, to: Any, compression: str) -> None:
    shape = Shape(to, compression)
    path = tmp_path / f"part.{shape.suffix}"
    path.write_bytes(part(ROWS, shape, LAYOUT, "model@0"))
    (one,) = read.find([str(path)], None)
    first, second = read.rows(one, LAYOUT, read.Start())
    assert (first.text, second.text) == ("He goes.", 'Two\n"lines", ')
    assert str(first.id) == "7"
    assert (first.fields["input_model"], first.fields["model"]) == ("T", "model@0")
    edits = first.fields["edits"]
    (edit,) = json.loads(edits) if isinstance(edits, str) else edits
    assert edit == {"start": 3, "end": 5, "original": "go", "replacement": "goes", "type": "R:VERB", "confidence": 0.5}
    assert (float(first.fields["confidence"]), float(second.fields["confidence"])) == (0.5, 1.0)
    assert part(ROWS, shape, LAYOUT, "model@0") == path.read_bytes()


def test_parquet_keeps_its_columns_and_their_types(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    kept = {"id": pyarrow.array([7, 8], pyarrow.int32()), "text": ["He go.", "x"], "tags": [["a"], None]}
    table = pyarrow.table({**kept, "when": pyarrow.array([0, None], pyarrow.timestamp("ms")), "model": ["T", "U"]})
    pyarrow.parquet.write_table(table, path)
    (one,) = read.find([str(path)], None)
    rows = [Done(row, row.text.upper(), ()) for row in read.rows(one, LAYOUT, read.Start())]
    content = part(rows, Shape("parquet", "zst"), LAYOUT, "model@0", tables.parquet_schema(one))
    written = pyarrow.parquet.read_table(pyarrow.BufferReader(content))
    assert written.column_names == ["id", "text", "tags", "when", "input_model", "edits", "confidence", "model"]
    assert written.drop_columns(["edits", "confidence"]).to_pydict() == {
        **table.to_pydict() , "text": ["HE GO.", "X"], "input_model": ["T", "U"], "model": ["model@0"] * 2,
    }  # fmt: skip
    assert written.schema.field("id").type == pyarrow.int32()
    assert written.schema.field("when").type == pyarrow.timestamp("ms")


def test_lines_of_text_stay_side_by_side(tmp_path: Path) -> None:
    assert part([ROWS[0], ROWS[2]], Shape("text"), Layout(), "") == b"He goes.\nleft as it is\n"
