"""A corrector that stores its model's outputs in a file, separately for each set of weights. So rules, guards and
thresholds can be changed and measured again in minutes.
"""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import gec
from gec.corrector import Corrector
from gec.decoding.verify import Output
from gec.proposer import SentenceProposer

TOGETHER = 256  # outputs per commit


class Remembered:
    """The decoding of a proposer, stored in `path`, separately for each set of weights."""

    def __init__(self, proposer: SentenceProposer, path: Path) -> None:
        self._decoded = proposer.decoded
        self._table = f"of_{_weights(proposer.model.path)}"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = sqlite3.connect(path)
        self._file.execute(f"create table if not exists {self._table} (ids blob primary key, said blob)")
        proposer.decoded = self.decoded  # type: ignore[method-assign]

    def decoded(self, sources: list[list[int]]) -> list[Output]:
        keys = [_key(one) for one in sources]
        known = {key: found for key in set(keys) if (found := self._said(key)) is not None}
        new = {key: ids for key, ids in zip(keys, sources, strict=True) if key not in known}
        for first in range(0, len(new), TOGETHER):
            share = [*new.items()][first : first + TOGETHER]
            said = self._decoded([ids for _, ids in share])
            rows = [
                (key, pickle.dumps((one.ids, one.odds, one.finished)))
                for (key, _), one in zip(share, said, strict=True)
            ]
            self._file.executemany(f"insert or replace into {self._table} values (?, ?)", rows)
            self._file.commit()
            known |= {key: one for (key, _), one in zip(share, said, strict=True)}
        return [known[key] for key in keys]

    def _said(self, key: bytes) -> Output | None:
        found = self._file.execute(f"select said from {self._table} where ids = ?", (key,)).fetchone()
        if found is None:
            return None
        ids, odds, finished = pickle.loads(found[0])
        return Output(ids, odds, 0, 0, finished)


def load(memory: Path, model: str | None = None, preset: str = "balanced") -> Corrector:
    """`gec.load`, with stored outputs."""
    corrector = gec.load(model, preset=preset)
    Remembered(corrector.proposer, memory)
    return corrector


def _key(ids: Sequence[int]) -> bytes:
    return b" ".join(b"%d" % one for one in ids)


def _weights(path: Path) -> str:
    """A name for the weights in a folder."""
    name = hashlib.sha256()
    for file in sorted(path.glob("*.safetensors")):
        name.update(file.read_bytes())
    return name.hexdigest()[:16]
