"""A corpus that costs little to correct, and `gec batch` as people run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
    """How the program is started; runs have a budget that needs no probe, unless they are to have one."""

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
def documents() -> Callable[[int], list[dict[str, Any]]]:
    """Short texts of a few sentences that occur again and again."""
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
    """All that a run says: its parts and its quarantine, byte for byte."""
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
