"""`gec bench path`: what each stage of a correction takes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from click.testing import CliRunner

from gec import correction, proposer
from gec.cli import group
from gec.cli.bench_path import run_of
from gec.cli.bench_stages import STAGES, Clock, clocked
from gec.cli.flame import flame

CORPORA = Path(__file__).parents[2] / "corpora"


def test_a_correction_passes_all_stages() -> None:
    clock, sentences = run_of(CORPORA / "letter.txt")
    assert [name for name in STAGES if not clock.calls[name]] == []
    assert sentences == 16


def test_every_guard_of_a_text_is_measured() -> None:
    guards = {name for name, one in vars(correction).items() if getattr(one, "__module__", "").startswith("gec.guards")}
    assert guards
    assert {f"gec.correction:{name}" for name in guards} <= {*STAGES["guards"]}


def test_functions_are_restored_after_measuring() -> None:
    before = proposer.respelled, correction.apply
    with clocked():
        assert proposer.respelled is not before[0]
    assert (proposer.respelled, correction.apply) == before


def test_the_time_of_a_stage_excludes_inner_stages() -> None:
    clock = Clock()
    inner = clock.timed("inner", lambda: sum(range(300_000)))
    outer = clock.timed("outer", inner)
    outer()
    assert clock.spent["outer", "inner"] > 10 * clock.spent["outer",]


def test_output_as_json_and_as_a_drawing(tmp_path: Path) -> None:
    graph = tmp_path / "path.svg"
    told = CliRunner().invoke(group, ["bench", "path", str(CORPORA / "letter.txt"), "--json", "--svg", str(graph)])
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert {one["stage"] for one in found["stages"]} == {*STAGES, "rest"}
    titles = [one.text or "" for one in ElementTree.parse(graph).iter() if one.tag.endswith("title")]
    assert any(title.startswith("encoder: ") for title in titles)


def test_output_as_a_table() -> None:
    told = CliRunner().invoke(group, ["bench", "path", str(CORPORA / "letter.txt")])
    assert told.exit_code == 0, told.output
    lines = [line.split() for line in told.stdout.splitlines() if line.strip()]
    assert {line[0] for line in lines} >= {"respelling", "encoder", "host", "all"}


def test_a_text_without_sentences_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("1 2 3\n")
    told = CliRunner().invoke(group, ["bench", "path", str(empty)])
    assert told.exit_code == 2
    assert "no sentences in it" in told.stderr


def test_boxes_are_above_the_box_of_the_outer_stage() -> None:
    drawn = ElementTree.fromstring(flame({("a",): 1.0, ("a", "b"): 3.0}, "ms"))
    boxes = {one[0].text: one[1].attrib for one in drawn if one.tag.endswith("}g")}
    assert boxes["a: 4 ms, 100.0 %"]["width"] == "1000.0"
    assert boxes["b: 3 ms, 75.0 %"]["width"] == "750.0"
    assert float(boxes["b: 3 ms, 75.0 %"]["y"]) < float(boxes["a: 4 ms, 100.0 %"]["y"])
