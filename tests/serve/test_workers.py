"""Several processes that answer at one address: begun and ended together, replaced one by one, counted as one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gec.serve.workers import WorkerMetrics, Workers, _summed
from tests.running import children, until

httpx = pytest.importorskip("httpx")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
ROOT = Path(__file__).parents[2]
WRONG = "She go to school every day."


def ask(url: str) -> bool:
    return httpx.post(f"{url}v1/correct", json={"text": WRONG}, timeout=60).json()["edits"] != []


def answered(url: str) -> float:
    lines = httpx.get(f"{url}metrics").text.splitlines()
    sample = 'gec_http_requests_total{route="/v1/correct",status="200"} '
    return sum(float(line.removeprefix(sample)) for line in lines if line.startswith(sample))


@pytest.mark.slow
def test_workers_are_replaced_and_end_together() -> None:
    program = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "serve", "--port", "0", "--workers", "2"],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        url = program.stderr.readline().split()[3]
        first = children(program.pid)
        assert len(first) == 2
        assert all(ask(url) for _ in range(12))
        until(lambda: answered(url) == 12)

        os.kill(first[0], signal.SIGKILL)
        until(lambda: len(children(program.pid)) == 2 and first[0] not in children(program.pid))
        second = children(program.pid)
        program.send_signal(signal.SIGHUP)
        until(lambda: len(children(program.pid)) == 2 and not {*second} & {*children(program.pid)})
        assert ask(url)
        until(lambda: answered(url) >= 12)

        last = children(program.pid)
        program.send_signal(signal.SIGTERM)
        assert program.wait(20) == -signal.SIGTERM
        assert not [pid for pid in last if Path(f"/proc/{pid}").exists()]
        assert program.stderr.read() == ""
    finally:
        program.kill()
        program.stderr.close()
        program.wait()


SELDOM = """
import gec.cli, gec.serve.workers
gec.serve.workers.WRITE_INTERVAL = 3600
gec.cli.main()
"""


@pytest.mark.slow
def test_what_a_worker_did_last_is_counted_when_it_ends() -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", SELDOM, "serve", "--port", "0", "--workers", "2"], stderr=subprocess.PIPE, text=True
    )
    try:
        url = program.stderr.readline().split()[3]
        first = children(program.pid)
        assert all(ask(url) for _ in range(8))
        program.send_signal(signal.SIGHUP)
        until(lambda: len(children(program.pid)) == 2 and not {*first} & {*children(program.pid)})
        assert answered(url) == 8
    finally:
        program.terminate()
        program.wait(20)
        program.stderr.close()


FAILING = """
import os, gec.cli.serve

def lost(*_):
    print("heard")
    os.close(1)
    raise OSError("lost")

gec.cli.serve.run_worker = lost
gec.cli.main()
"""


def test_a_failing_worker_reports_why_and_ends() -> None:
    program = [sys.executable, "-c", FAILING, "serve", "--port=0", "--workers=2"]
    run = subprocess.run(program, capture_output=True, check=False)
    assert run.returncode == 2
    assert b"OSError: lost" in run.stderr
    assert run.stderr.count(b"error: the workers end as soon as they start") == 1


def test_metrics_can_be_read_by_two_clients_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gec.serve.workers.WRITE_INTERVAL", 0)
    own = "# TYPE a counter\na 1\n"
    figures = WorkerMetrics(tmp_path, lambda: own)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: figures.all(), range(400))) == {own}


def test_the_figures_of_all_are_added_up() -> None:
    own = (
        '# HELP a Some.\n# TYPE a counter\na{x="1"} 2\n# HELP b Now.\n# TYPE b gauge\nb 3\n'
        '# HELP c Times.\n# TYPE c histogram\nc_bucket{le="1"} 1\nc_sum 0.25\nc_count 1\n'
    )
    both = _summed([own, own.replace('x="1"', 'x="2"')])
    assert both == own.replace("b 3", "b 6").replace('a{x="1"} 2', 'a{x="1"} 2\na{x="2"} 2').replace(
        'c_bucket{le="1"} 1\nc_sum 0.25\nc_count 1', 'c_bucket{le="1"} 2\nc_sum 0.5\nc_count 2'
    )
    assert "b 3" not in _summed([own], gauges=False)


def test_the_counters_of_ended_workers_are_kept_in_one_file(tmp_path: Path) -> None:
    figures = WorkerMetrics(tmp_path, lambda: "# TYPE a counter\na 1\n# TYPE b gauge\nb 1\n")
    figures.write()
    for pid in (11, 12, 13):
        (tmp_path / f"{pid}").write_text("# TYPE a counter\na 2\n# TYPE b gauge\nb 2\n")
    parent = Workers(3, lambda ready: None, tmp_path)
    for pid in (11, 12, 12, 99):
        parent._forget(pid)
    assert figures.all() == "# TYPE a counter\na 7\n# TYPE b gauge\nb 3\n"
    assert {file.name for file in tmp_path.glob("[!.]*")} == {"0", "13", f"{os.getpid()}"}
