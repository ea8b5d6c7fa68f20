"""Processes that a program begins: how many there is room for, and that they end with it, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gec.processes import cores

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["correct --check --no-cache --jobs 2 a.txt", "annotate --processes 2 a.txt b.txt"])
def test_who_is_killed_leaves_nobody_behind(command: str, tmp_path: Path, lines: list[str]) -> None:
    some = [f"Item {number}: {line}" for number, line in enumerate(lines * 20)]
    (tmp_path / "a.txt").write_text("\n".join(some), encoding="utf-8")
    (tmp_path / "b.txt").write_text("\n".join(some).replace(" the ", " a "), encoding="utf-8")
    words = [sys.executable, str(ROOT / "cli.py"), *command.split()]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as program:
        while len(children(program.pid)) < 3:  # the two, and who keeps Python's books
            assert program.poll() is None
            time.sleep(0.1)
        program.kill()
        program.communicate(timeout=60)  # to the end of what anybody who is left may say
    assert program.returncode == -signal.SIGKILL


def children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()]


def test_a_system_that_does_not_tell_whose_cores_are_ours_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # as on a Mac
    assert cores() == os.cpu_count()
