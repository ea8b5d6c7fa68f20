"""Documents that code cannot stand: they go to quarantine, and no run ends because of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from gec.batch import ledger, places
from gec.batch.local import probed
from gec.batch.plan import Limits, planned
from gec.batch.read import Input, Layout
from gec.batch.work import Job
from gec.batch.write import Shape
from gec.edits.policy import Policy

LOADING = {"device": "cpu", "max_tokens": 512}


@dataclass(frozen=True)
class Sickening(Input):
    """A file whose rows cannot be told of, or whose reader dies of them."""

    deadly: bool = False

    @property
    def label(self) -> str:
        if self.deadly:
            os._exit(7)
        raise ZeroDivisionError("of all things")


@pytest.mark.parametrize("deadly", [False, True])
def test_a_probe_that_fails_leaves_the_usual_budget(tmp_path: Path, deadly: bool) -> None:
    (tmp_path / "a.txt").write_text("She go.\n")
    plain = Input(str(tmp_path / "a.txt"), "text")
    (cut,) = planned([plain], Layout(), Limits()).shards
    run = ledger.Run(places.folder(str(tmp_path / "out")), "key", "jsonl", [cut], ledger.Terms("", "", {}, []))
    job = Job((Sickening(plain.name, "text", "", deadly),), Layout(), Shape(), Policy(), "model", LOADING, 1)
    assert probed(job, run, cut) == 512
