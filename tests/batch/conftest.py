"""A corpus that is cheap to correct, and `gec batch` as people run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click.testing
import pytest

from gec.cli import group

CLI = Path(__file__).parents[2] / "cli.py"
SENTENCES = (
    "She go to school every day.",
    "They was happy about the letter.",
    "The children were playing in the garden.",
    "He have an apple in his bag.",
)
SETTINGS = ("--max-tokens", "512", "--devices", "cpu")

Gec = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def command() -> Callable[..., list[str]]:
    """How the program is started. Runs get a token budget, unless they are to measure one."""

    def words(*given: object, probe: bool = False) -> list[str]:
        settings = () if given[0] == "status" or probe else SETTINGS
        return [sys.executable, str(CLI), "batch", *map(str, given), *settings]

    return words


@pytest.fixture(scope="session")
def gec(command: Callable[..., list[str]]) -> Gec:
    def run(*given: object, **more: Any) -> subprocess.CompletedProcess[str]:
        more.setdefault("env", {**os.environ, "OMP_NUM_THREADS": "1"})
        return subprocess.run(command(*given), capture_output=True, text=True, check=False, **more)

    return run


@pytest.fixture(scope="session")
def asked(command: Callable[..., list[str]]) -> Gec:
    """The same within this process, for what starts no worker: questions, and what is refused."""

    def ask(*given: object, cwd: Path | str = ".") -> subprocess.CompletedProcess[str]:
        words = command(*given)[2:]
        with chdir(cwd):
            result = click.testing.CliRunner().invoke(group, words)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return subprocess.CompletedProcess(words, result.exit_code, result.stdout, result.stderr)

    return ask


@pytest.fixture(scope="session")
def documents() -> Callable[[int], list[dict[str, Any]]]:
    """Short texts of a few sentences that are repeated."""
    return lambda count: [
        {"id": f"d{number}", "text": " ".join(SENTENCES[(number + i) % 4] for i in range(1 + number % 3))}
        for number in range(count)
    ]


@pytest.fixture(scope="session")
def written() -> Callable[[Path, list[dict[str, Any]]], Path]:
    def write(path: Path, records: list[dict[str, Any]]) -> Path:
        path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
        return path

    return write


@pytest.fixture(scope="session")
def outputs() -> Callable[[Path], dict[str, bytes]]:
    """The output of a run: its parts and its quarantine, byte for byte."""
    return lambda folder: {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted([*folder.glob("part-*"), *folder.glob("_quarantine/*")])
    }


@pytest.fixture(scope="session")
def records() -> Callable[[Path], list[dict[str, Any]]]:
    """The corrected rows in a folder, in order."""
    return lambda folder: [
        json.loads(line) for file in sorted(folder.glob("part-*.jsonl")) for line in file.read_text().splitlines()
    ]


@dataclass(frozen=True)
class Room:
    """A folder that gets full, until there is more room."""

    folder: Path
    mounted: bool
    longest: int  # the largest possible file, if it is not a file system of its own

    @property
    def says(self) -> str:
        return "no space left on device" if self.mounted else "file too large"

    @property
    def limits(self) -> dict[str, Any]:
        """How to start a process so that it finds no more room."""
        return {} if self.mounted else {"preexec_fn": self._shorten}

    def _shorten(self) -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (self.longest, resource.RLIM_INFINITY))

    def more(self) -> None:
        if self.mounted:
            subprocess.run(["mount", "-o", "remount,size=64m", self.folder], check=True)


@pytest.fixture(scope="session")
def little_room() -> Callable[[Path, int, int], AbstractContextManager[Room]]:
    """A file system of limited size. If none can be mounted, a limit on file sizes."""

    @contextmanager
    def made(folder: Path, size: int, longest: int) -> Iterator[Room]:
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder]
        room = Room(folder, subprocess.run(mount, capture_output=True, check=False).returncode == 0, longest)
        try:
            yield room
        finally:
            if room.mounted:
                subprocess.run(["umount", folder], check=True)

    return made


RAY_ENV = {
    **os.environ,
    "OMP_NUM_THREADS": "1",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_worker_niceness": "0",  # the default is 15
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "4",
}


@contextmanager
def _cluster() -> Iterator[Any]:
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        for name, value in RAY_ENV.items():
            patch.setenv(name, value)
        small = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
        found = Cluster(initialize_head=True, head_node_args=small)
        found.second = found.add_node(num_cpus=1, object_store_memory=80 << 20)
        found.env = RAY_ENV
        yield found
        found.shutdown()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Ray cluster of two nodes on this machine, with a CPU each. The first one is also the head. Tests leave it as it
    was."""
    with _cluster() as found:
        yield found


@pytest.fixture
def own_cluster() -> Iterator[Any]:
    """One that a test may spoil."""
    with _cluster() as found:
        yield found
