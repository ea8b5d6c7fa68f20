"""Proposes edits: with one corrector in this process, which is loaded for the first sentence, or with several processes
that have one each. The processes get small shares of sentences, and the results come back in order, so they do not
depend on the number of processes.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from gec.cache import shares
from gec.correction import Propose
from gec.edits.edit import Edit
from gec.errors import GecError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

SHARE = 16  # sentences in a share

Asked = tuple[str, str, str, str, str | None]  # the arguments of `loader`


def loader(model: str, device: str, engine: str, decode: str, prefix: str | None) -> Propose:
    """Load a model and return its proposer. It returns edits of any confidence."""
    from gec import load

    corrector = load(model, device, engine, decode, prefix=prefix, min_confidence=0.0)
    return corrector.propose


@contextmanager
def proposer(jobs: int, asked: Asked) -> Iterator[Propose]:
    """A proposer that loads the model when it is first needed."""
    if jobs == 1:
        loaded: list[Propose] = []

        def propose(sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
            if not loaded:
                loaded.append(loader(*asked))
            return loaded[0](sentences)

        yield propose
        return
    from concurrent.futures import ProcessPoolExecutor  # imported late, for a quick start
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (jobs, asked))
    try:
        yield lambda sentences: _asked(pool, sentences)
    finally:
        pool.shutdown(cancel_futures=True)


def _asked(pool: ProcessPoolExecutor, sentences: Sequence[str]) -> Iterator[tuple[Edit, ...]]:
    from concurrent.futures.process import BrokenProcessPool

    try:
        yield from chain.from_iterable(pool.map(_propose, shares(sentences, SHARE)))
    except BrokenProcessPool:
        raise GecError("a process of --jobs was killed; if there is too little memory, use fewer --jobs") from None


# --- in the processes

_own: dict[str, Propose] = {}
_asked_for: list[Asked] = []


def _begin(jobs: int, asked: Asked) -> None:
    from gec.processes import cores, end_with_parent

    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles the interrupt
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, cores() // jobs)))
    _asked_for[:] = [asked]


def _propose(sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
    if "propose" not in _own:
        _own["propose"] = loader(*_asked_for[0])
    return list(_own["propose"](sentences))
