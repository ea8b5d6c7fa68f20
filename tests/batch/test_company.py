"""A sentence's edits do not depend on what it is corrected together with: the order of inputs, the shards, the number
of workers, the token budget, or a stop in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from gec.batch.ledger import ShardDone
from gec.batch.plan import Limits
from gec.batch.read import Layout
from gec.batch.run import Order, begun, work

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Way:
    """One way to process the same documents."""

    turn: tuple[int, ...]  # order of the inputs
    rows: int  # per shard
    jobs: int
    tokens: int  # decoded at a time
    stop: bool = False  # stop once, and continue with other jobs and tokens


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory, lines: list[str], documents: Any, written: Any) -> list[str]:
    """Documents of one to three sentences. Some sentences occur in several documents."""
    folder = tmp_path_factory.mktemp("inputs")
    some = [{"id": f"l{n}", "text": " ".join(lines[3 * n : 3 * n + 1 + n % 3])} for n in range(30)]
    parts = (documents(10), some[:20], some[20:])
    return [str(written(folder / f"{number}.jsonl", part)) for number, part in enumerate(parts)]


def test_no_edit_depends_on_the_other_rows_of_a_batch(inputs: list[str], records: Any, tmp_path: Path) -> None:
    def edits(way: Way) -> dict[str, Any]:
        """The text and the edits of each document."""
        out = tmp_path / f"{way.rows}"
        go_through([inputs[place] for place in way.turn], out, way)
        found, shown = records(out), ("start", "end", "replacement", "type")
        assert len(found) == 40
        return {one["id"]: (one["text"], [[edit[name] for name in shown] for edit in one["edits"]]) for one in found}

    plain = edits(Way((0, 1, 2), 1000, 1, 512))
    assert sum(bool(found) for _, found in plain.values()) > 15
    assert edits(Way((2, 0, 1), 7, 2, 60, stop=True)) == plain


def go_through(inputs: list[str], out: Path, way: Way) -> None:
    order = Order(
        tuple(inputs),
        str(out),
        layout=Layout(id_field="id"),
        limits=Limits(way.rows),
        devices=("cpu",),
        jobs=way.jobs,
        max_tokens=way.tokens,
    )
    if way.stop:
        with begun(order) as begins:
            events = work(begins)
            assert isinstance(next(events), ShardDone)
            events.close()  # type: ignore[attr-defined]  # a generator
        order = replace(order, jobs=1, max_tokens=1500)
    with begun(order) as begins:
        assert all(isinstance(event, ShardDone) for event in work(begins))
