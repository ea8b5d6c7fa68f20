"""Processes of a program: how many may run, and that they end with it, however that ends."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gec import processes
from gec.processes import cores
from tests.running import children

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["correct --check --no-cache --jobs 2 a.txt", "annotate --processes 2 a.txt b.txt"])
def test_child_processes_end_with_a_killed_parent(command: str, tmp_path: Path, lines: list[str]) -> None:
    some = [f"Item {number}: {line}" for number, line in enumerate(lines * 20)]
    (tmp_path / "a.txt").write_text("\n".join(some), encoding="utf-8")
    (tmp_path / "b.txt").write_text("\n".join(some).replace(" the ", " a "), encoding="utf-8")
    words = [sys.executable, str(ROOT / "cli.py"), *command.split()]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as program:
        while len(children(program.pid)) < 3:  # the two, and Python's resource tracker
            assert program.poll() is None
            time.sleep(0.1)
        program.kill()
        program.communicate(timeout=60)  # until no process is left that could write
    assert program.returncode == -signal.SIGKILL


def test_without_affinity_all_cores_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # as on a Mac
    assert cores() == os.cpu_count()


def test_a_container_has_as_many_cores_as_its_quota(tmp_path: Path) -> None:
    own, files = tmp_path / "own", {"a/cpu.max": "150000 100000", "a/b/cpu.max": "max 100000"}
    files |= {"cpu/cpu.cfs_quota_us": "50000", "cpu/cpu.cfs_period_us": "100000"}
    for name, said in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{said}\n")
    for groups, most in (
        ("0::/a/b", 1.5),
        ("3:cpu,cpuacct:/gone\n1:name=x:/", 0.5),
        ("0::/", math.inf),
        ("", math.inf),
    ):
        own.write_text(groups)
        assert processes._cgroup_cores(tmp_path, own) == most
