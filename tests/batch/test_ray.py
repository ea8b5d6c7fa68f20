"""A real Ray cluster of two nodes on this machine, one of which is killed in the middle of a run."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")

ENV = {
    **os.environ,
    "OMP_NUM_THREADS": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",  # 15 unless one says so
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "4",
}
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two nodes with a CPU each; the first one is also the head."""
    from ray.cluster_utils import Cluster

    for name, value in ENV.items():
        monkeypatch.setenv(name, value)
    small = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    found = Cluster(initialize_head=True, head_node_args=small)
    found.second = found.add_node(num_cpus=1, object_store_memory=80 << 20)
    yield found
    found.shutdown()


def test_a_node_that_is_killed_loses_no_row(
    cluster: Any, command: Any, gec: Any, outputs: Any, documents: Any, written: Any, tmp_path: Path
) -> None:
    corpus = written(tmp_path / "corpus.jsonl", documents(400))
    settings = (corpus, "--id-field", "id", "--shard-rows", 10)
    assert gec(*settings, "-o", tmp_path / "here", "--jobs", 1, "--quiet").returncode == 0
    words = command(*settings, "-o", tmp_path / "there", "--ray", cluster.address, "--log-json")
    events = []
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=ENV) as run:
        assert run.stderr is not None
        for line in run.stderr:
            if line.startswith("{"):
                events.append(json.loads(line))
                if len(events) == 4:
                    cluster.remove_node(cluster.second, allow_graceful=False)
    assert run.returncode == 0, events
    assert outputs(tmp_path / "there") == outputs(tmp_path / "here")
    assert [event["event"] for event in events].count("shard") == 40
    assert gec("status", tmp_path / "there").returncode == 0


def test_a_cluster_that_is_not_there_is_said_in_a_line(gec: Any, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("She go.\n")
    run = gec(tmp_path / "a.txt", "-o", tmp_path / "out", "--ray", "127.0.0.1:1", env=ENV)
    assert run.returncode == 2
    assert "no Ray cluster at 127.0.0.1:1" in run.stderr
