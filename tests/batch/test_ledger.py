"""Which shards are done, and when a run can be continued."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from gec.batch import ledger, places, read
from gec.batch.ledger import BatchRun, Terms
from gec.batch.plan import BatchPlan, Limits, planned
from gec.batch.read import Layout
from gec.batch.summary import BatchCounts
from gec.errors import BatchError


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("one\ntwo\nthree\n")
    return path


def terms(corpus: Path) -> Terms:
    described = ledger.described(read.find([str(corpus)], None))
    return Terms("1", "model@abc", {"output.to": "jsonl", "rows.field": "text"}, described)


def plan(corpus: Path) -> BatchPlan:
    return planned(read.find([str(corpus)], None), Layout(), Limits(rows=1))


def begin(tmp_path: Path, corpus: Path, **more: bool) -> BatchRun:
    return ledger.begin(places.folder(str(tmp_path / "out")), terms(corpus), "jsonl", lambda: plan(corpus), **more)


def test_a_shard_is_done_when_it_is_marked_and_its_files_are_whole(tmp_path: Path, corpus: Path) -> None:
    run = begin(tmp_path, corpus)
    for shard in run.shards:
        run.commit(shard.number, b"{}\n", b"{}\n" if shard.number == 1 else b"", BatchCounts(rows=1))
    again = begin(tmp_path, corpus)
    assert again == replace(run, shards=plan(corpus).shards)
    assert [mark.shard for mark in again.marks()] == [0, 1, 2]
    (tmp_path / "out" / "part-0000000.jsonl").write_bytes(b"{")
    (tmp_path / "out" / "_quarantine" / "part-0000001.jsonl").unlink()
    assert [mark.shard for mark in again.marks()] == [2]
    (tmp_path / "out" / "_gec" / "done" / "0000002.json").write_text('{"key"')
    assert not list(again.marks())


def test_a_mark_that_gec_has_not_written_counts_for_nothing(tmp_path: Path, corpus: Path) -> None:
    run = begin(tmp_path, corpus)
    run.commit(0, b"{}\n", b"", BatchCounts(rows=1))
    path = tmp_path / "out" / "_gec" / "done" / "0000000.json"
    path.with_name("0000000 (copy).json").write_text(said := path.read_text())
    assert [mark.shard for mark in run.marks()] == [0]
    for old, new in (('"shard": 0', '"shard": []'), ('"rows": 1', '"rows": "1"'), ('"edits": {}', '"edits": 1')):
        path.write_text(said.replace(old, new))
        assert not list(run.marks())


def test_a_quarantine_file_of_a_killed_attempt_is_replaced(tmp_path: Path, corpus: Path) -> None:
    run = begin(tmp_path, corpus)
    run.folder.write(run.quarantine(0), b'{"reason": "a worker died of it"}\n')
    run.commit(0, b"{}\n", b"", BatchCounts(rows=1))
    assert [mark.shard for mark in run.marks()] == [0]


def test_a_result_that_was_changed_is_found(tmp_path: Path, corpus: Path) -> None:
    run = begin(tmp_path, corpus)
    for number, name in enumerate(("part-0000000.jsonl", "_quarantine/part-0000001.jsonl")):
        mark = run.commit(number, b"as it was\n", b"as it was\n", BatchCounts(rows=1))
        assert run.intact(mark)
        (tmp_path / "out" / name).write_bytes(b"as it is!\n")
        assert not run.intact(mark)


def test_a_run_continues_only_with_the_same_terms(tmp_path: Path, corpus: Path) -> None:
    begin(tmp_path, corpus).commit(0, b"{}\n", b"", BatchCounts(rows=1))
    now = terms(corpus)
    for other, says in (
        (replace(now, model="model@def"), "the model model@abc, not model@def"),
        (replace(now, gec="2"), "gec 1, not 2"),
        (replace(now, settings={**now.settings, "rows.field": "body"}), "--field text, not body"),
        (replace(now, settings={**now.settings, "rows.keep": True}), "--keep-fields unset, not on"),
        (replace(now, settings={**now.settings, "edits.select": ["NOUN", "VERB"]}), "--select unset, not NOUN,VERB"),
        (replace(now, settings={**now.settings, "shard.rows": 7}), "--shard-rows unset, not 7"),
        (replace(now, settings={**now.settings, "engine": "auto on cpu"}), r"unset, not auto \(--devices cpu\)"),
        (replace(now, inputs=[]), f"the input {corpus}"),
    ):
        with pytest.raises(BatchError, match=says):
            ledger.begin(places.folder(str(tmp_path / "out")), other, "jsonl", lambda: plan(corpus))
    with pytest.raises(BatchError, match="contains a run already"):
        begin(tmp_path, corpus, resume=False)


def test_a_run_without_results_may_be_replaced(tmp_path: Path, corpus: Path) -> None:
    begin(tmp_path, corpus)
    corpus.write_text("one\ntwo\n")
    other = replace(terms(corpus), settings={"decode": "blockwise"})
    run = ledger.begin(places.folder(str(tmp_path / "out")), other, "csv", lambda: plan(corpus))
    assert (len(run.shards), run.suffix) == (2, "csv")
    assert ledger.load(run.folder) == run
    run.commit(0, b"", b"{}\n", BatchCounts(rows=1))
    with pytest.raises(BatchError, match="holds a run with --decode blockwise, not unset"):
        begin(tmp_path, corpus)


def test_an_input_may_have_a_new_time_but_not_other_contents(tmp_path: Path, corpus: Path) -> None:
    begin(tmp_path, corpus).commit(0, b"{}\n", b"", BatchCounts(rows=1))
    corpus.write_text(corpus.read_text())
    begin(tmp_path, corpus)
    corpus.write_text("one\ntwo\nTHREE\n")
    with pytest.raises(BatchError, match="as it was before it changed"):
        begin(tmp_path, corpus)


def test_an_input_that_changes_while_it_is_planned_is_not_begun_with(tmp_path: Path, corpus: Path) -> None:
    """The hash would belong to the new content and the plan to the old one, unnoticed."""

    def planned_and_overtaken() -> BatchPlan:
        made = plan(corpus)
        corpus.write_text("one\ntwo\nTHREE\n")
        os.utime(corpus, (1, 1))
        return made

    out = places.folder(str(tmp_path / "out"))
    with pytest.raises(BatchError, match=r"corpus\.txt: has changed while it was read"):
        ledger.begin(out, terms(corpus), "jsonl", planned_and_overtaken)
    assert ledger.load(begin(tmp_path, corpus).folder).terms == begin(tmp_path, corpus).terms


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path, corpus: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.doc").touch()
    with pytest.raises(BatchError, match=r"holds thesis\.doc but no run of gec"):
        begin(tmp_path, corpus)
    with pytest.raises(BatchError, match="no run of gec batch in it"):
        ledger.load(places.folder(str(tmp_path / "elsewhere")))
    with pytest.raises(BatchError, match="cannot be written"):
        places.folder("/proc/here").write("a", b"b")


def test_a_plan_that_was_changed_is_refused(tmp_path: Path, corpus: Path) -> None:
    begin(tmp_path, corpus)
    (tmp_path / "out" / "_gec" / "plan.jsonl").write_bytes(b"")
    with pytest.raises(BatchError, match=r"plan\.jsonl: changed since gec wrote it"):
        begin(tmp_path, corpus)


def test_two_runs_do_not_work_in_one_folder(tmp_path: Path) -> None:
    folder = places.LocalFolder(tmp_path / "out")
    with folder.locked(), pytest.raises(BatchError, match="another run is at work"), folder.locked():
        pass
    with folder.locked():
        (tmp_path / "out" / ".gec-0123456789ab").touch()
        folder.sweep(ledger.FOLDERS)
    assert [file.name for file in (tmp_path / "out").iterdir()] == [".lock"]
