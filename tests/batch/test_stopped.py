"""Many documents, and what can kill a run: all its processes, or a Ray cluster's workers, nodes and drivers. Afterwards
the same command continues the run, and every byte is as in an undisturbed run. `GEC_DOCUMENTS` says how many there are.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.running import title

DOCUMENTS = int(os.environ.get("GEC_DOCUMENTS", "5_000"))
ROWS = 80  # of a shard
SHARDS = -(-DOCUMENTS // ROWS)
Outputs = Callable[[Path], dict[str, bytes]]

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, documents: Any, written: Any) -> tuple[object, ...]:
    corpus = written(tmp_path_factory.mktemp("corpus") / "corpus.jsonl", documents(DOCUMENTS))
    return (corpus, "--id-field", "id", "--shard-rows", ROWS)


@pytest.fixture(scope="module")
def whole(settings: tuple[object, ...], gec: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An undisturbed run."""
    out = tmp_path_factory.mktemp("whole") / "out"
    assert gec(*settings, "-o", out, "--jobs", 2, "--quiet").returncode == 0
    assert len(marks(out)) == SHARDS
    ids = [json.loads(line)["id"] for part in sorted(out.glob("part-*")) for line in part.read_text().splitlines()]
    assert ids == [f"d{number}" for number in range(DOCUMENTS)]
    return out


def marks(out: Path) -> list[Path]:
    return list(out.glob("_gec/done/*.json"))


def strike(run: subprocess.Popen[bytes], kind: str) -> None:
    """End a run: all of its processes, or only the one above the workers."""
    with suppress(ProcessLookupError):
        if kind == "all":
            os.killpg(run.pid, signal.SIGKILL)
        else:
            os.kill(run.pid, signal.Signals[kind])


def killed(
    words: list[str],
    out: Path,
    more: int,
    rng: random.Random,
    env: dict[str, str] | None = None,
    kind: str = "all",
) -> None:
    """Start a run, and kill it some time after this many more shards are done. Where all are done already, because
    kills come late, begin anew."""
    if len(marks(out)) == SHARDS:
        shutil.rmtree(out)
    enough = min(SHARDS, len(marks(out)) + more)
    with subprocess.Popen(words, start_new_session=True, env=env) as run:
        while len(marks(out)) < enough:
            assert run.poll() is None or len(marks(out)) >= enough
            time.sleep(0.01)
        time.sleep(rng.random() / 20)
        strike(run, kind)


def test_a_run_killed_ten_times_gives_the_same_result(
    settings: tuple[object, ...], whole: Path, command: Any, gec: Any, outputs: Outputs, tmp_path: Path
) -> None:
    out, rng = tmp_path / "killed", random.Random(7)
    here = (*settings, "-o", out, "--jobs", 2, "--quiet")
    for _ in range(10):
        killed(command(*here), out, rng.randint(0, 3), rng)
    assert gec(*here).returncode == 0
    assert outputs(out) == outputs(whole)


@pytest.mark.parametrize("to", ["csv", "parquet", "text"])
def test_tables_and_lines_of_a_killed_run_are_the_same_too(
    documents: Any, command: Any, gec: Any, outputs: Outputs, to: str, tmp_path: Path
) -> None:
    texts = [one["text"] for one in documents(DOCUMENTS)]
    corpus = tmp_path / f"corpus.{'txt' if to == 'text' else to}"
    if to == "parquet":
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet")
        pyarrow.parquet.write_table(pyarrow.table({"text": texts}), corpus)
    else:
        corpus.write_text("\n".join([*(["text"] if to == "csv" else []), *texts, ""]))
    here = (corpus, "--to", to, "--shard-rows", ROWS, "--jobs", 2, "--quiet", "-o")
    assert gec(*here, tmp_path / "whole").returncode == 0
    out, rng = tmp_path / "out", random.Random(7)
    for kind in ("all", "SIGKILL", "SIGTERM", "SIGKILL", "all"):
        killed(command(*here, out), out, rng.randint(0, 3), rng, kind=kind)
    assert gec(*here, out).returncode == 0
    assert outputs(out) == outputs(tmp_path / "whole")


# --- on a Ray cluster


@pytest.mark.parametrize("kind", ["worker", "node"])
def test_shards_of_lost_actors_are_done_by_others(
    settings: tuple[object, ...],
    whole: Path,
    request: pytest.FixtureRequest,
    command: Any,
    outputs: Outputs,
    kind: str,
    tmp_path: Path,
) -> None:
    """Both workers, one after the other, or the node that is not the head, each while it works."""
    cluster = request.getfixturevalue("own_cluster" if kind == "node" else "cluster")
    first, second = raylet(cluster.head_node), raylet(cluster.second)
    early, late = SHARDS * 4 // 25, SHARDS * 14 // 25
    strikes = {"worker": [(early, second, first), (late, first, second)], "node": [(early, second, first)]}[kind]
    words = command(*settings, "-o", tmp_path / "out", "--ray", cluster.address, "--jobs", 2, "--log-json")
    events: list[str] = []
    due = [*strikes]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=cluster.env) as run:
        assert run.stderr is not None
        for line in run.stderr:
            events.append(json.loads(line)["event"])
            if due and events.count("shard") >= due[0][0]:
                _, node, other = due.pop(0)
                worker = comes_to_work(node, other)
                # A worker continues for some seconds after the process of its node has ended.
                for process in (node, worker) if kind == "node" else (worker,):
                    os.kill(process, signal.SIGKILL)
    assert run.returncode == 0
    assert events.count("lost") == len(strikes)
    assert events.count("shard") == SHARDS
    assert outputs(tmp_path / "out") == outputs(whole)


def test_a_driver_that_is_killed_is_followed_by_another(
    settings: tuple[object, ...], whole: Path, cluster: Any, command: Any, gec: Any, outputs: Outputs, tmp_path: Path
) -> None:
    """At once, so that actors of the first driver may still be writing."""
    out, rng = tmp_path / "out", random.Random(7)
    there = (*settings, "-o", out, "--ray", cluster.address, "--quiet")
    for _ in range(2):
        killed(command(*there), out, rng.randint(0, SHARDS // 8), rng, cluster.env)
    assert gec(*there, env=cluster.env).returncode == 0
    assert outputs(out) == outputs(whole)


def raylet(node: Any) -> int:
    """The process of a node."""
    return int(node.all_processes["raylet"][0].process.pid)


def comes_to_work(node: int, other: int) -> int:
    """Wait until an actor of the node corrects a shard. The other one is stopped until then, so that shards are
    left."""
    end, still = time.monotonic() + 120, at_work(other)
    if still:
        os.kill(still, signal.SIGSTOP)
    while not (found := at_work(node)):
        assert time.monotonic() < end, "its actor never began"
        time.sleep(0.05)
    if still:
        os.kill(still, signal.SIGCONT)
    return found


def at_work(node: int) -> int | None:
    """The process of a node's actor while it corrects a shard, by the name that Ray gives it."""
    found = [
        int(one) for task in Path(f"/proc/{node}/task").iterdir() for one in (task / "children").read_text().split()
    ]
    return next((one for one in found if title(one).startswith(b"ray::Actor.correct")), None)
