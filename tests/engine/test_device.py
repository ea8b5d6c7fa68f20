"""What is asked of a machine before anything is computed on it."""

from __future__ import annotations

import os

import pytest

from gec.engine.device import cores


def test_a_system_that_does_not_tell_whose_cores_are_ours_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)  # as on a Mac
    assert cores() == os.cpu_count()
