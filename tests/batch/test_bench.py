"""The race of `bench/batch.py`, as far as its first line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_a_model_that_others_cannot_run_is_refused_in_a_line() -> None:
    pytest.importorskip("ctranslate2")
    words = [sys.executable, ROOT / "bench" / "batch.py", ROOT / "corpora" / "sentences.txt"]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].endswith("give --model a plain T5 (corpora/plain.toml)")
