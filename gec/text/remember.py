"""Remembers results for pieces of text, because most of a text stays the same while somebody writes it.

What is remembered is bounded in number and in length, so that a corpus takes no more memory than a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, update_wrapper
from typing import Generic, TypeVar

T = TypeVar("T")

PIECES = 20_000  # more than a text of a megabyte has
LONGEST = 1_000  # characters of a piece; longer ones are few


class Remembered(Generic[T]):
    """A function of a piece of text, and of whatever else, that need not find out the same twice."""

    def __init__(self, find: Callable[..., T]) -> None:
        self.find, self.known = find, lru_cache(PIECES)(find)
        update_wrapper(self, find)

    def __call__(self, piece: str, *others: Hashable) -> T:
        return self.known(piece, *others) if len(piece) <= LONGEST else self.find(piece, *others)

    def forget(self) -> None:
        self.known.cache_clear()
