"""What a run prints while it runs, and at its end."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from gec.batch.ledger import ShardDone
from gec.batch.progress import Bar
from gec.batch.summary import BatchCounts, told

ROOT = Path(__file__).parents[2]


def test_reasons_beyond_the_first_are_counted() -> None:
    lines = told(BatchCounts(reasons=Counter({f"it is {kind}": 2 for kind in "abcdefghijk"})))
    assert lines[-2:] == ["  2 in quarantine: it is h", "  6 in quarantine for 3 more reasons"]


def test_a_narrow_terminal_still_shows_documents_and_what_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"COLUMNS": "80", "TERM": "xterm", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    bar = Bar()
    bar.begin(SimpleNamespace(rows=1_000_000, before=BatchCounts()))  # type: ignore[arg-type]  # all that the bar uses
    bar.report(ShardDone(0, 1, 0, "", BatchCounts(rows=123_456, sentences=30, tokens=700, quarantined=1_234)))
    bar.stop()
    shown = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert re.search(r"documents \S+ +123456/1000000 \S*:\S+", shown)
    assert re.search(r"[\d,.]+ sentences/s, [\d,]+ tokens/s, 0 edits, 1,234 in quarantine", shown)
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_the_race_refuses_a_model_that_others_cannot_run_in_a_line() -> None:
    pytest.importorskip("ctranslate2")
    words = [sys.executable, ROOT / "bench" / "batch.py", ROOT / "corpora" / "sentences.txt"]
    run = subprocess.run(words, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1].endswith("give --model a plain T5 (corpora/plain.toml)")
