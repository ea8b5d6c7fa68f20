"""The number of rows to decode at a time: as many as fit into a budget of source tokens. If the memory of the device is
full, the budget is halved, and grows back later. In int8 and float32 the budget never changes the output of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TypeVar

from gec.decoding.verify import DecodingSettings

Row = TypeVar("Row", bound=Sized)
T = TypeVar("T")

MAX_TOKENS = {"cpu": 512, "cuda": 16384}  # source tokens that are decoded at a time, by default
GOOD = 64  # calls after which a halved budget is doubled

# What ONNX Runtime says of a full memory, and what torch does.
FULL = (
    "Failed to allocate memory",
    "bad_alloc",
    "can't allocate memory",
    "CUBLAS_STATUS_ALLOC_FAILED",
    "out of memory",
)


def usual_tokens(device: str) -> int:
    """The default number of tokens to decode at a time on a device."""
    return MAX_TOKENS.get(device.partition(":")[0], MAX_TOKENS["cpu"])


@dataclass
class Budget:
    """The number of source tokens to decode together, including padding."""

    most: int
    halved: int = 0  # times
    good: int = 0  # calls since it was halved or doubled

    @property
    def tokens(self) -> int:
        return max(1, self.most >> self.halved)

    def allow(self, tokens: int) -> None:
        self.most, self.halved = tokens, 0

    def settings(self, settings: DecodingSettings, rows: Sequence[Sized]) -> DecodingSettings:
        """The settings, with as many slots as rows of the first row's length fit into the budget."""
        fitting = min(len(rows), self.tokens // len(rows[0]))
        return replace(settings, slots=max(1, fitting), encode_tokens=self.tokens)

    def spend(
        self, rows: Sequence[Row], settings: DecodingSettings, work: Callable[[Sequence[Row], DecodingSettings], T]
    ) -> Iterator[T]:
        """Call `work` on all rows, which come longest first. Each call gets rows of similar length."""
        for share in groups_by_length(rows):
            done = None
            while done is None:
                fitting = self.settings(settings, share)
                try:
                    done = [work(share, fitting)]
                except Exception as trouble:  # each engine raises its own kind
                    if not is_full(trouble) or fitting.slots == 1:
                        raise
                # Outside the handler, because its traceback keeps the tensors alive.
                self._after(good=done is not None)
            yield from done

    def _after(self, *, good: bool) -> None:
        """Halve the budget after a call that failed, and double a halved one after some that did not."""
        self.good = self.good + 1 if good else 0
        if not good:
            self.halved += 1
        elif self.halved and self.good >= GOOD:
            self.halved, self.good = self.halved - 1, 0


def groups_by_length(rows: Iterable[Row]) -> Iterator[list[Row]]:
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
    """Whether memory was too small. torch has a class of its own for a full GPU; for a full CPU memory torch and ONNX
    Runtime have only a message. ONNX Runtime has another one where numpy lacked memory for what it is given."""
    if isinstance(trouble, MemoryError) or type(trouble).__name__ == "OutOfMemoryError":
        return True
    theirs = isinstance(trouble, RuntimeError) or type(trouble).__module__.startswith("onnxruntime")
    return theirs and (any(one in str(trouble) for one in FULL) or isinstance(trouble.__cause__, MemoryError))
