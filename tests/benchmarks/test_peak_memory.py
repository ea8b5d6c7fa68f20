"""The peak memory of a piece of work does not include anything else."""

from __future__ import annotations

import sys

import pytest

from gec.benchmarks.peak_memory import MEGA, peak

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")


def held(megabytes: int) -> float:
    with peak("cpu") as found:
        block = bytearray(megabytes * MEGA)
        for place in range(0, len(block), 4096):
            block[place] = 1
        del block
    assert found.mb is not None
    return found.mb


def test_what_was_held_before_or_between_does_not_count() -> None:
    assert [held(size) for size in (64, 16, 64)] == pytest.approx([64, 16, 64], abs=4)


def test_work_without_memory_has_a_peak_of_zero() -> None:
    assert held(0) < 4
