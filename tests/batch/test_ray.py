"""Runs on a real Ray cluster. `test_stopped.py` kills processes and nodes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gec.batch import ledger, places, ray, read
from gec.batch.plan import Limits, planned
from gec.batch.read import Layout
from gec.batch.run import Order, begun, work
from gec.batch.work import Job
from gec.batch.write import OutputShape
from gec.edits.edit import Edit
from gec.edits.policy import Passed, Policy
from gec.errors import BatchError

pytest.importorskip("ray")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


def test_relative_names_refer_to_the_folder_of_the_driver(
    cluster: Any, gec: Any, outputs: Any, documents: Any, written: Any, tmp_path: Path
) -> None:
    written(tmp_path / "corpus.jsonl", documents(4))
    for out, more in (("here", ("--jobs", 1)), ("there", ("--ray", cluster.address))):
        run = gec("corpus.jsonl", "-o", out, *more, cwd=tmp_path, env=cluster.env)
        assert run.returncode == 0, run.stderr
    assert outputs(tmp_path / "there") == outputs(tmp_path / "here")


@dataclass(frozen=True, slots=True)
class Deadly(Policy):
    """A policy that kills its process, like a bug that a text triggers."""

    def filter(self, text: str, edits: Iterable[Edit], *rest: Any, **more: Any) -> Passed:
        if "poison" in text:
            os._exit(7)
        return Policy.filter(self, text, edits, *rest, **more)


def test_a_row_that_kills_actors_goes_to_quarantine(cluster: Any, written: Any, tmp_path: Path) -> None:
    import ray as cluster_side

    corpus = written(tmp_path / "a.jsonl", [{"text": "poison" if n in (2, 6) else "Fine."} for n in range(10)])
    inputs = tuple(read.find([str(corpus)], None))
    cut = planned(inputs, Layout(), Limits(5)).shards
    run = ledger.BatchRun(places.folder(str(tmp_path / "out")), "key", "jsonl", cut, ledger.Terms("", "", {}, []))
    job = Job(inputs, Layout(), OutputShape(), Deadly(), "model", {"device": "cpu", "max_tokens": 512}, 1)
    cluster_side.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    ray.connect(cluster.address)
    try:
        list(ray.ActorPool(run, job, ray.Share(), 512).work(cut, 2))
    finally:
        cluster_side.shutdown()
    tallies = [mark.tally for mark in run.marks()]
    assert [(tally.corrected, tally.quarantined) for tally in tallies] == [(4, 1), (4, 1)]
    kept = [json.loads(file.read_text()) for file in sorted((tmp_path / "out" / "_quarantine").iterdir())]
    assert [(one["row"], one["reason"].partition(":")[0]) for one in kept] == [
        (2, "two workers died of it"), (6, "two workers died of it"),
    ]  # fmt: skip
    assert not [*(tmp_path / "out" / "_gec").glob("trying-*")]


def test_a_cluster_without_what_is_asked_for_is_said_in_a_line(cluster: Any, tmp_path: Path) -> None:
    import ray as cluster_side

    (tmp_path / "a.txt").write_text("She go.\n")
    order = Order((str(tmp_path / "a.txt"),), str(tmp_path / "out"), ray=cluster.address, devices=("cuda",))
    try:
        with begun(order) as begins, pytest.raises(BatchError, match=r"has no GPU; add a node with one"):
            list(work(begins))
    finally:
        cluster_side.shutdown()


@pytest.mark.parametrize("gpus", [0, 1])
def test_the_cluster_decides_about_the_kind_of_device(cluster: Any, gpus: int, tmp_path: Path) -> None:
    import ray as cluster_side

    node = cluster.add_node(num_cpus=1, num_gpus=gpus, object_store_memory=80 << 20)
    (tmp_path / "a.txt").write_text("She go.\n")
    order = Order((str(tmp_path / "a.txt"),), str(tmp_path / "out"), ray=cluster.address)
    try:
        with begun(order) as begins:
            assert begins.devices == (("cpu", "cuda")[gpus],)
            if not gpus:  # an actor measures the budget
                assert [event.tally.corrected for event in work(begins) if isinstance(event, ledger.ShardDone)] == [1]
                assert (tmp_path / "out" / "_gec" / "max_tokens").read_text().startswith(begins.run.key)
    finally:
        cluster_side.shutdown()
        cluster.remove_node(node)


@pytest.fixture
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ray kill actors while more than this share of a node's memory is in use."""
    monkeypatch.setenv("RAY_memory_usage_threshold", "0.001")
    monkeypatch.setenv("RAY_memory_monitor_refresh_ms", "100")


def test_actors_that_are_killed_for_their_memory_are_replaced(
    no_memory: None, own_cluster: Any, gec: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("She go.\n")
    more = ("--ray", own_cluster.address, "--jobs", 1, "--quiet")
    run = gec(tmp_path / "a.txt", "-o", tmp_path / "out", *more, env=own_cluster.env)
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert "error: actors end before they have done anything: " in run.stderr
    assert "low on memory" in run.stderr


def test_a_cluster_that_is_not_there_is_said_in_a_line(gec: Any, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("She go.\n")
    run = gec(tmp_path / "a.txt", "-o", tmp_path / "out", "--ray", "127.0.0.1:1")
    assert run.returncode == 2
    assert "no Ray cluster at 127.0.0.1:1" in run.stderr
