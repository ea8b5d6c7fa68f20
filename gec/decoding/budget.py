"""The number of rows to decode at a time: as many as fit into a budget of source tokens. If the memory of the device is
full, the budget is halved. In int8 and float32 the budget never changes the output of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TypeVar

from gec.decoding.verify import DecodingSettings

Row = TypeVar("Row", bound=Sized)
T = TypeVar("T")


@dataclass
class Budget:
    """The number of source tokens to decode together, including padding."""

    tokens: int

    def settings(self, settings: DecodingSettings, rows: Sequence[Sized]) -> DecodingSettings:
        """The settings, with as many slots as rows of the first row's length fit into the budget."""
        fitting = min(len(rows), self.tokens // len(rows[0]))
        return replace(settings, slots=max(1, fitting), encode_tokens=self.tokens)

    def spend(
        self, rows: Sequence[Row], settings: DecodingSettings, work: Callable[[Sequence[Row], DecodingSettings], T]
    ) -> Iterator[T]:
        """Call `work` on all rows, which come longest first. Each call gets rows of similar length."""
        for share in alike(rows):
            done = None
            while done is None:
                fitting = self.settings(settings, share)
                try:
                    done = [work(share, fitting)]
                except Exception as trouble:  # each engine raises its own kind
                    if not is_full(trouble) or fitting.slots == 1:
                        raise
                # Outside the handler, because its traceback keeps the tensors alive.
                if done is None:
                    self.tokens = max(1, self.tokens // 2)
            yield from done


def alike(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Groups of rows of similar length. The rows come longest first; a group ends at a row half as long as its first
    one. Otherwise one long row would leave slots for only a few short ones."""
    share: list[Row] = []
    for row in rows:
        if share and 2 * len(row) <= len(share[0]):
            yield share
            share = []
        share.append(row)
    if share:
        yield share


def is_full(trouble: BaseException) -> bool:
    """Whether memory was too small. torch has a class of its own for a full GPU; torch and ONNX Runtime have only a
    message for a full CPU memory."""
    return (
        isinstance(trouble, MemoryError) or type(trouble).__name__ == "OutOfMemoryError" or "allocate" in str(trouble)
    )
