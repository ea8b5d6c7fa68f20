"""The number of rows to decode at a time: as many as fit into a budget of source tokens. If the memory of the device is
full, the budget is halved. The budget never changes the output of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TypeVar

from gec.decoding.verify import Settings

Row = TypeVar("Row", bound=Sized)
T = TypeVar("T")


@dataclass
class Budget:
    """Source tokens that are being decoded together, the blanks behind short rows counted in."""

    tokens: int

    def settings(self, settings: Settings, rows: Sequence[Sized]) -> Settings:
        """The settings with as many slots as rows of the first one's length fit into the budget."""
        fitting = min(len(rows), self.tokens // len(rows[0]))
        return replace(settings, slots=max(1, fitting), encode_tokens=self.tokens)

    def spend(
        self, rows: Sequence[Row], settings: Settings, work: Callable[[Sequence[Row], Settings], T]
    ) -> Iterator[T]:
        """`work` on all rows, the longest first, some of a like length at a time."""
        for share in alike(rows):
            done = None
            while done is None:
                fitting = self.settings(settings, share)
                try:
                    done = [work(share, fitting)]
                except (RuntimeError, MemoryError) as trouble:
                    if not is_full(trouble) or fitting.slots == 1:
                        raise
                # Outside the handler, whose traceback holds on to the tensors that were too many.
                if done is None:
                    self.tokens = max(1, self.tokens // 2)
            yield from done


def alike(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Rows in falling order of length, cut wherever they are half as long as at the last cut: a long row would
    otherwise leave room for a few only, and most of a run is short ones."""
    share: list[Row] = []
    for row in rows:
        if share and 2 * len(row) <= len(share[0]):
            yield share
            share = []
        share.append(row)
    if share:
        yield share


def is_full(trouble: BaseException) -> bool:
    """Whether memory was too small: torch has a class of its own for a GPU's and says it in words of a CPU's."""
    return (
        isinstance(trouble, MemoryError) or type(trouble).__name__ == "OutOfMemoryError" or "allocate" in str(trouble)
    )
