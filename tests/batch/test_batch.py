"""`gec batch` as people run it: real processes that are killed and continued, and all error messages."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.running import children, title

Outputs = Callable[[Path], dict[str, bytes]]
CLI = Path(__file__).parents[2] / "cli.py"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory, documents: Any, written: Any) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    written(folder / "a.jsonl", documents(120))
    (folder / "b.txt").write_text("He have two apple.\n\nThey was red.\n")
    with (folder / "a.jsonl").open("a") as file:
        file.write('{"id": "cut", "text": "She go\n')
    return folder


@pytest.fixture(scope="module")
def whole(corpus: Path, gec: Any) -> Path:
    """An undisturbed run."""
    out = corpus.parent / "whole"
    run = gec(corpus, "-o", out, "--shard-rows", 25, "--jobs", 2, "--log-json", "--html", corpus.parent / "report.html")
    assert run.returncode == 1, run.stderr
    events = [json.loads(line) for line in run.stderr.splitlines()]
    assert run.stdout.startswith("123 of 124 documents corrected")
    assert [event["event"] for event in events] == ["begin", *["shard"] * 6, "end"]
    assert (events[0]["documents"], events[-2]["rows_left"]) == (124, 0)
    assert {event["shard"] for event in events[1:-1]} == set(range(6))
    return out


def test_every_row_comes_out_once_and_in_order(whole: Path, records: Any) -> None:
    ids = [record["id"] for record in records(whole)]
    assert [id_.rpartition("/")[2] for id_ in ids] == [
        *(f"a.jsonl:{line}" for line in range(1, 121)),
        *(f"b.txt:{line}" for line in (1, 2, 3)),
    ]
    (kept,) = [json.loads(line) for file in (whole / "_quarantine").iterdir() for line in file.read_text().splitlines()]
    assert (kept["line"], kept["raw"]) == (121, '{"id": "cut", "text": "She go')
    assert kept["reason"].startswith("not JSON")
    report = (whole.parent / "report.html").read_text()
    assert "<svg" in report
    assert "2 inputs,\n" in report
    assert "not JSON" in report


def test_a_document_is_corrected_as_in_the_terminal(tmp_path: Path, gec: Any, lines: list[str]) -> None:
    """Also if a correction makes another one possible. The terminal gets each document as a file."""
    documents = [line for line in lines if line.startswith(("She ", "Although ", "I have ", "When "))]
    (tmp_path / "in.txt").write_text("".join(f"{line}\n" for line in documents))
    assert gec(tmp_path / "in.txt", "-o", tmp_path / "out", "--to", "text", "--jobs", 1).returncode == 0
    (tmp_path / "files").mkdir()
    files = [tmp_path / "files" / f"{number:03}.txt" for number in range(len(documents))]
    for file, document in zip(files, documents, strict=True):
        file.write_text(f"{document}\n")
    words = [sys.executable, str(CLI), "correct", "--isolated", "--no-cache", "--write", *map(str, files)]
    subprocess.run(words, check=True, capture_output=True)
    found = (tmp_path / "out" / "part-0000000.txt").read_text()
    assert "She doesn't like to be photographed" in found
    assert found == "".join(file.read_text() for file in files)


def test_a_corpus_is_rewritten(tmp_path: Path, gec: Any, asked: Any, records: Any) -> None:
    poor = "For go to the office he every day take the bus number 5."
    (tmp_path / "a.txt").write_text(f"{poor}\n")
    run = gec(tmp_path / "a.txt", "-o", tmp_path / "out", "--rewrite", "--jobs", 1)
    assert run.returncode == 0, run.stderr
    [record] = records(tmp_path / "out")
    words = [sys.executable, CLI, "correct", "--rewrite", "--isolated", "-"]
    shown = subprocess.run(words, input=poor, capture_output=True, text=True, check=True)
    assert record["text"] == shown.stdout.strip() != poor
    mixed = asked(tmp_path / "a.txt", "-o", tmp_path / "out", "--jobs", 1)  # a run with another task
    assert mixed.returncode == 2


def test_status_reconciles_what_went_in_and_out(whole: Path, asked: Any) -> None:
    run = asked("status", whole, "--verify")
    assert run.returncode == 1
    assert run.stdout.startswith("124 in = 123 out + 1 in quarantine + 0 left; 6 of 6 shards done\n")
    counts = json.loads(asked("status", whole, "--json").stdout)
    assert counts["rows"] == counts["corrected"] + counts["quarantined"] == 124
    documented = (Path(__file__).parents[2] / "docs/batch.md").read_text(encoding="utf-8")
    assert [name for name in counts if f"`{name}`" not in documented] == []


def test_the_report_overwrites_no_input(corpus: Path, whole: Path, asked: Any) -> None:
    text = (corpus / "b.txt").read_text()
    for words in (["status", whole], [corpus, "-o", whole]):
        run = asked(*words, "--html", corpus / "b.txt")
        assert (run.returncode, run.stdout) == (2, "")
        assert (
            run.stderr
            == f"error: --html {corpus / 'b.txt'}: is an input and would be overwritten; write to another file\n"
        )
    assert (corpus / "b.txt").read_text() == text


@pytest.mark.parametrize("below", ["", "_quarantine"])
def test_status_reads_what_was_written_if_asked_to(whole: Path, asked: Any, tmp_path: Path, below: str) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(whole, copy)
    part = max((copy / below).glob("part-*"), key=lambda file: file.stat().st_size)
    part.write_bytes(part.read_bytes().replace(b"e", b"a", 1))
    assert asked("status", copy).returncode == 1
    run = asked("status", copy, "--verify")
    assert run.returncode == 2
    assert "changed since it was written; delete it and run the same command again" in run.stderr
    part.write_bytes(part.read_bytes() + b"x")
    assert f"{part.relative_to(copy)}: is gone, or changed since it was written" in asked("status", copy).stderr


def test_a_finished_run_is_not_done_again_and_no_other_takes_its_folder(
    corpus: Path, whole: Path, gec: Any, asked: Any, outputs: Outputs
) -> None:
    before = outputs(whole)
    again = gec(corpus, "-o", whole, "--shard-rows", 25, "--jobs", 1, "--quiet")
    assert (again.returncode, again.stdout, again.stderr) == (1, "", "")
    other = asked(corpus, "-o", whole, "--shard-rows", 25, "--min-confidence", 0.9)
    assert other.returncode == 2
    assert f"error: {whole}: holds a run with --min-confidence unset, not 0.9; use the same again" in other.stderr
    assert outputs(whole) == before


def test_a_worker_that_is_killed_is_replaced(
    corpus: Path, whole: Path, command: Any, outputs: Outputs, tmp_path: Path
) -> None:
    """On a machine that does other things as well the kill may come after the last shard; then once more."""
    events: list[str] = []
    for attempt in range(20):
        if "lost" in events:
            return
        events, out = [], tmp_path / f"{attempt}"
        words = command(corpus, "-o", out, "--shard-rows", 25, "--jobs", 1, "--log-json")
        with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as run:
            assert run.stderr is not None
            for line in run.stderr:
                events += [json.loads(line)["event"]] if line.startswith("{") else []
                if events == ["begin", "shard"]:
                    for child in workers_of(run.pid):
                        os.kill(child, signal.SIGKILL)
        assert run.returncode == 1
        assert outputs(out) == outputs(whole)
    raise AssertionError("no worker was killed")


@pytest.mark.parametrize("probe", [True, False])
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_stopped_run_ends_at_once_silently_with_its_workers(
    corpus: Path, command: Any, sent: int, probe: bool, tmp_path: Path
) -> None:
    """Also if a worker has only just started, and gets Ctrl-C too, as from a terminal."""
    words = command(corpus, "-o", tmp_path / "out", "--jobs", 1, "--quiet", probe=probe)
    with subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True) as run:
        while not (workers := workers_of(run.pid)):
            assert run.poll() is None
        time.sleep(0.2)
        os.killpg(run.pid, sent) if sent == signal.SIGINT else os.kill(run.pid, sent)
        _, said = run.communicate(timeout=120)  # until no process is left that could write
    assert (run.returncode, said) == (-sent if sent == signal.SIGKILL else 128 + sent, b"")
    for worker in workers:
        while title(worker):
            time.sleep(0.01)


def workers_of(process: int) -> list[int]:
    """The workers of a run, without Python's own helper for shared memory."""
    return [one for one in children(process) if b"spawn_main" in title(one)]


def test_a_full_disk_stops_a_run_that_goes_on_when_there_is_room(
    corpus: Path, whole: Path, gec: Any, outputs: Outputs, little_room: Any, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = (corpus, "-o", out, "--shard-rows", 25, "--jobs", 1)
    with little_room(out, 44 << 10, 1500) as room:
        full = gec(*words, **room.limits)
        assert full.returncode == 2
        assert f"error: {out}: cannot be written: {room.says}" in full.stderr
        assert "run the same command again" in full.stderr
        room.more()
        assert gec(*words).returncode == 1
        assert outputs(out) == outputs(whole)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["none.jsonl"], "none.jsonl: no such file"),
        (["none"], "none: no such file"),
        (["-"], "-: is not a file; inputs are read more than once, so write it into a file and give that"),
        (["pipe.txt"], "pipe.txt: is a pipe or a device; inputs are read more than once"),
        (["notes.md"], "notes.md: its name does not show its format; use --format"),
        (["t.csv", "--field", "body"], "t.csv: no column 'body' among 'text'; see --field"),
        (["t.csv", "--to", "text"], "--to text writes one line for each line"),
        (["t.csv", "--to", "parquet", "--compress", "xz"], "Parquet is compressed with gz or zst"),
        (["t.csv", "--encoding", "utf-16-le"], "its line endings are not single bytes"),
        (["t.csv", "--devices", "cpu,cpu"], "--devices names either GPUs or cpu, and --jobs how many processes"),
        (["t.csv", "--model", "nowhere/at/all"], "nowhere/at/all: "),
        (["t.csv", "-o", "/proc/out"], "/proc/out: cannot be written: "),
        (["t.csv", "--html", "none/page.html"], "--html none/page.html: cannot write in none"),
        (["t.csv", "-o", "s3://"], "s3://: names no bucket; give one, as in s3://BUCKET/FOLDER"),
        (["t.csv", "-o", "gs:///"], "gs://: names no bucket"),
        (["t.csv", "-o", "notes.md"], "notes.md: is a file; give a folder"),
        (["t.csv", "-o", ""], "OUT_DIR: is empty"),
        (["", "t.csv"], "INPUT: is empty"),
        (["s3://"], "s3://: names no bucket"),
        (["t.csv", "--select", "NOUNS"], "NOUNS is not a type of edit"),
    ],
)
def test_errors_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str) -> None:
    import click.testing

    from gec.cli import group

    (tmp_path / "t.csv").write_text("text\nShe go.\n")
    (tmp_path / "notes.md").write_text("She go.\n")
    os.mkfifo(tmp_path / "pipe.txt")
    monkeypatch.chdir(tmp_path)
    result = click.testing.CliRunner().invoke(group, ["batch", *words, *([] if "-o" in words else ["-o", "out"])])
    assert result.exit_code == 2, result.output
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.glob("out/part-*"))


def test_a_folder_of_other_things_is_left_as_it_is(tmp_path: Path, asked: Any) -> None:
    (tmp_path / "in.txt").write_text("She go.\n")
    home = tmp_path / "home"
    (home / "project").mkdir(parents=True)
    for name in ("letter.txt", ".gec-0123456789ab", "project/.gec-0123456789ab"):
        (home / name).write_text("precious")
    run = asked(tmp_path / "in.txt", "-o", home)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1)
    there = {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}
    assert there == {"letter.txt", ".gec-0123456789ab", "project/.gec-0123456789ab"}


def test_a_run_into_its_own_input_s_folder_can_be_gone_on_with(tmp_path: Path, gec: Any, records: Any) -> None:
    (tmp_path / "in.txt").write_text("She go.\n")
    for _ in range(2):
        assert gec(".", "-o", "corrected", cwd=tmp_path).returncode == 0
    assert len(records(tmp_path / "corrected")) == 1


def test_a_report_s_folder_need_not_be_text(tmp_path: Path) -> None:
    import click.testing

    from gec.batch import ledger, places
    from gec.batch.plan import BatchPlan
    from gec.cli import group

    out = tmp_path / os.fsdecode(b"caf\xe9")
    ledger.begin(places.folder(str(out)), ledger.Terms("1", "m", {}, []), "jsonl", lambda: BatchPlan([]))
    page = tmp_path / "page.html"
    result = click.testing.CliRunner().invoke(group, ["batch", "status", str(out), "--html", str(page)])
    assert result.exit_code == 0, result.output
    assert "caf\\udce9" in page.read_text()


def test_a_report_keeps_the_mode_of_the_one_before(tmp_path: Path, gec: Any) -> None:
    (tmp_path / "in.txt").write_text("Fine.\n")
    page = tmp_path / "page.html"
    page.touch(0o600)
    for _ in range(2):
        assert gec(tmp_path / "in.txt", "-o", tmp_path / "out", "--html", page).returncode == 0
        assert (stat.S_IMODE(page.stat().st_mode), page.read_text()[:9]) == (0o600, "<!doctype")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--field", "confidence"], "gec writes a field of that name itself"),
        (["--id-field", "model"], "gec writes a field of that name itself"),
        (["--field", "id"], "is also the name of the id"),
    ],
)
def test_field_names_that_gec_uses_are_refused(tmp_path: Path, asked: Any, options: list[str], says: str) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": "1", "confidence": "She go.", "model": "m"}\n')
    run = asked(tmp_path / "in.jsonl", "-o", tmp_path / "out", *options)
    assert run.returncode == 2
    assert says in run.stderr


def test_a_table_s_cells_may_hold_any_end_of_a_line(tmp_path: Path, gec: Any) -> None:
    (tmp_path / "in.csv").write_bytes(b'id,text\n1,"All is well.\rShe is here.\r\nIt is late.\nYes."\n2,Fine.\n')
    assert gec(tmp_path / "in.csv", "-o", tmp_path / "out", "--to", "csv", "--id-field", "id").returncode == 0
    with (tmp_path / "out" / "part-0000000.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == ["1", "2"]
    assert rows[0]["text"] == "All is well.\rShe is here.\r\nIt is late.\nYes."


def test_a_lone_surrogate_goes_to_quarantine_if_lines_are_written(tmp_path: Path, gec: Any) -> None:
    (tmp_path / "in.txt").write_bytes(b"hello +2AA- there\nThey was happy.\n")
    run = gec("in.txt", "-o", "out", "--to", "text", "--encoding", "utf-7", cwd=tmp_path)
    assert run.returncode == 1, run.stderr
    assert (tmp_path / "out" / "part-0000000.txt").read_text() == "hello +2AA- there\nThey were happy.\n"
    (held,) = map(json.loads, (tmp_path / "out" / "_quarantine" / "part-0000000.jsonl").read_text().splitlines())
    assert held["reason"] == "character 6 is not a character ('\\ud800'); correct the encoding"
    assert held["raw"] == "hello +2AA- there"


def test_results_are_no_inputs_by_whatever_link(tmp_path: Path, gec: Any) -> None:
    (tmp_path / "posts" / "out").mkdir(parents=True)
    (tmp_path / "posts" / "in.txt").write_text("They was happy.\n")
    (tmp_path / "o").symlink_to("posts/out")
    (tmp_path / "p").symlink_to("posts")
    for inputs, out in (("posts", "o"), ("posts", "o"), ("posts", "p/out"), ("posts/**/*.*", "o")):
        run = gec(inputs, "-o", out, cwd=tmp_path)
        assert (run.returncode, "1 document" in run.stdout) == (0, True), run.stderr


def test_no_report_overwrites_files_of_the_run(tmp_path: Path, gec: Any, asked: Any) -> None:
    (tmp_path / "in.txt").write_text("They was happy.\n")
    (tmp_path / "o").symlink_to("out")
    (tmp_path / "out").mkdir()
    pages = ["out/part-0000000.jsonl", "o/.lock", "out/part-0000001.jsonl"]
    for page in pages[:2]:
        run = asked("in.txt", "-o", "out", "--html", page, cwd=tmp_path)
        assert run.stderr == (
            f"error: --html {page}: is a file of the run and would be overwritten; write to another file\n"
        )
        assert run.returncode == 2
    assert not list((tmp_path / "out").iterdir())
    assert gec("in.txt", "-o", "out", "--html", "out/page.html", cwd=tmp_path).returncode == 0
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    for page in (*pages, "out/_gec/run.json", "out/_gec/new.html", "o/_gec/done/0000000.json", "out/_quarantine"):
        run = asked("status", "o", "--html", page, cwd=tmp_path)
        assert "is a file of the run" in run.stderr
        assert run.returncode == 2
    assert before == {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
