"""The model behind a door."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

from gec.edits.edit import Edit

Propose = Callable[[Sequence[str]], Iterable[tuple[Edit, ...]]]


class Door:
    """A proposer behind a door, so that a test can say when it is free, and see what it has read."""

    def __init__(self, propose: Propose) -> None:
        self.propose = propose
        self.open = threading.Event()
        self.open.set()
        self.batches: list[list[str]] = []

    def __call__(self, sentences: Sequence[str]) -> Iterable[tuple[Edit, ...]]:
        self.batches.append(list(sentences))
        assert self.open.wait(60)
        return self.propose(sentences)

    @property
    def read(self) -> list[str]:
        return [sentence for batch in self.batches for sentence in batch]


def nothing(sentences: Sequence[str]) -> list[tuple[Edit, ...]]:
    """What a proposer says that finds no error."""
    return [()] * len(sentences)
