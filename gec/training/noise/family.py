"""A family of errors: the ERRANT type of its correction, the words where it is possible, and how it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from gec.training.noise.sentence import Corruption, TokenSentence

Make = Callable[[TokenSentence, int, Random], Corruption | None]
Item = TypeVar("Item")


@dataclass(frozen=True)
class Family:
    """`make` is called only for tokens whose lower-case form `trigger` accepts, and may return None."""

    name: str
    kind: str
    weight: float
    trigger: Callable[[str], bool]
    make: Make


def pick(items: tuple[Item, ...] | list[Item], rng: Random) -> Item:
    """A random item. It is three times as fast as `rng.choice`, which matters for so many calls."""
    return items[int(rng.random() * len(items))]


class Weighted:
    """Things to draw with unequal chances."""

    __slots__ = ("bounds", "items")

    def __init__(self, counts: dict[str, float]) -> None:
        total = 0.0
        self.items = tuple(counts)
        self.bounds = []
        for item in self.items:
            total += counts[item]
            self.bounds.append(total)

    def draw(self, rng: Random) -> str:
        x = rng.random() * self.bounds[-1]
        for item, bound in zip(self.items, self.bounds, strict=True):
            if x < bound:
                return item
        return self.items[-1]
