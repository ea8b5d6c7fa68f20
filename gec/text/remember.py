"""A cache of results for pieces of text: most of a text stays the same while somebody edits it.

The number of pieces and their length are bounded, so a large corpus needs no more memory than a small one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, update_wrapper
from typing import Generic, TypeVar

T = TypeVar("T")

PIECES = 20_000  # more than a text of a megabyte has
MAX_PIECE_CHARACTERS = 1_000  # characters of a piece; of longer ones, which are rare, only the last few are cached
FEW, LONG = 8, 100_000  # so many, up to so many characters


class Remembered(Generic[T]):
    """A function of a piece of text and other arguments, with its results cached."""

    def __init__(self, find: Callable[..., T]) -> None:
        self.find, self.known, self.long = find, lru_cache(PIECES)(find), lru_cache(FEW)(find)
        update_wrapper(self, find)

    def __call__(self, piece: str, *others: Hashable) -> T:
        if len(piece) <= MAX_PIECE_CHARACTERS:
            return self.known(piece, *others)
        return self.long(piece, *others) if len(piece) <= LONG else self.find(piece, *others)

    def forget(self) -> None:
        self.known.cache_clear()
        self.long.cache_clear()
