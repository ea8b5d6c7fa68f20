"""Documents that crash the code go to quarantine."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gec.batch import ledger, places
from gec.batch.ledger import BatchRun
from gec.batch.local import WorkerPool, probed
from gec.batch.plan import Limits, planned
from gec.batch.read import Input, Layout
from gec.batch.summary import BatchCounts
from gec.batch.work import Job
from gec.batch.write import OutputShape
from gec.edits.edit import Edit
from gec.edits.policy import Passed, Policy

LOADING = {"device": "cpu", "max_tokens": 512}


def die(graves: str, times: int) -> None:
    """End this process, unless enough have ended."""
    for number in range(times):
        with suppress(FileExistsError):
            Path(graves, str(number)).touch(exist_ok=False)
            os._exit(7)


@dataclass(frozen=True)
class Sickening(Input):
    """Its rows cannot be reported, or kill the reader."""

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
    run = BatchRun(places.folder(str(tmp_path / "out")), "key", "jsonl", [cut], ledger.Terms("", "", {}, []))
    job = Job((Sickening(plain.name, "text", "", deadly),), Layout(), OutputShape(), Policy(), "model", LOADING, 1)
    assert probed(job, run, cut) == 512


@dataclass(frozen=True, slots=True)
class Deadly(Policy):
    """A policy that kills some processes."""

    graves: str = ""
    times: int = 0

    def filter(self, text: str, edits: Iterable[Edit], *rest: Any, **more: Any) -> Passed:
        if "bag" in text:
            die(self.graves, self.times)
        return Policy.filter(self, text, edits, *rest, **more)


class Stillborn(dict[str, Any]):
    """Settings that kill some processes when they are unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _born, (dict(self),)


def _born(settings: dict[str, Any]) -> dict[str, Any]:
    die(settings.pop("graves"), settings.pop("times"))
    return settings


def shift(tmp_path: Path, workers: int, limits: Limits, **changed: Any) -> BatchRun:
    """Run three documents to the end."""
    (tmp_path / "graves").mkdir()
    (tmp_path / "a.txt").write_text("One.\nHis bag.\nThree.\n")
    inputs = (Input(str(tmp_path / "a.txt"), "text"),)
    cut = planned(inputs, Layout(), limits).shards
    run = BatchRun(places.folder(str(tmp_path / "out")), "key", "jsonl", cut, ledger.Terms("", "", {}, []))
    job = replace(Job(inputs, Layout(), OutputShape(), Policy(), "model", LOADING, 1), **changed)
    list(WorkerPool(run, [job] * workers, 512).work(cut))
    return run


@pytest.mark.parametrize(("times", "kept"), [(3, 0), (4, 1)])
def test_a_document_that_killed_two_workers_goes_to_quarantine(tmp_path: Path, times: int, kept: int) -> None:
    run = shift(tmp_path, 1, Limits(), policy=Deadly(graves=str(tmp_path / "graves"), times=times))
    (mark,) = run.marks()
    assert (mark.tally.quarantined, mark.tally.corrected) == (kept, 3 - kept)
    if kept:
        record = json.loads((tmp_path / "out" / "_quarantine" / "part-0000000.jsonl").read_text())
        assert (record["row"], record["reason"]) == (1, "two workers died of it: ended with code 7")


def test_as_many_workers_as_there_are_may_die_together(tmp_path: Path) -> None:
    graves = {"graves": str(tmp_path / "graves"), "times": 6}
    run = shift(tmp_path, 2, Limits(1), loading=Stillborn(LOADING | graves))
    tally = BatchCounts()
    for mark in run.marks():
        tally.add(mark.tally)
    assert (tally.quarantined, tally.corrected) == (0, 3)
