"""A turn at an engine is given back, whatever happens."""

from __future__ import annotations

import pytest

from gec.engine import turn


def test_a_turn_that_is_interrupted_as_it_begins_is_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: turn.Gate) -> None:
        raise KeyboardInterrupt

    mine = turn.Turn()
    with monkeypatch.context() as during, pytest.raises(KeyboardInterrupt):
        during.setattr(turn.Gate, "enter", interrupted)
        mine.__enter__()
    with mine:
        pass
