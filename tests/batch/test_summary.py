"""What people are told of a run: while it goes on, and at its end."""

from __future__ import annotations

import re
from collections import Counter
from types import SimpleNamespace

import pytest

from gec.batch.ledger import Mark
from gec.batch.progress import Bar
from gec.batch.summary import Tally, told


def test_reasons_beyond_the_first_are_counted() -> None:
    lines = told(Tally(reasons=Counter({f"it is {kind}": 2 for kind in "abcdefghijk"})))
    assert lines[-2:] == ["  quarantined: 2 because it is h", "  quarantined: 6 for 3 more reasons"]


def test_a_narrow_terminal_still_shows_documents_and_what_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"COLUMNS": "80", "TERM": "xterm", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    bar = Bar()
    bar.begins(SimpleNamespace(rows=1_000_000, before=Tally()))  # type: ignore[arg-type]  # all that a bar asks of a run
    bar.hears(Mark(0, 1, 0, "", Tally(rows=123_456, sentences=30, tokens=700, quarantined=1_234)))
    bar.stops()
    shown = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", capsys.readouterr().err)
    assert re.search(r"documents \S+ +123456/1000000 \S*:\S+", shown)
    assert re.search(r"[\d,.]+ sentences/s, [\d,]+ tokens/s, 0 edits, 1,234 in quarantine", shown)
    assert all(len(line) <= 80 for line in shown.splitlines())
