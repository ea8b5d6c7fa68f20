"""What is remembered of words is bounded, however many different ones a text has."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any


def remembering() -> Iterator[Any]:
    """The functions that remember what they were asked."""
    for room in ("language", "spelling", "rules", "rules.code", "guards", "edits"):
        package = importlib.import_module(f"gec.{room}")
        for found in pkgutil.iter_modules(package.__path__, f"gec.{room}."):
            module = importlib.import_module(found.name)
            yield from (
                one for one in vars(module).values() if hasattr(one, "cache_info") and one.__module__ == module.__name__
            )


def test_what_is_asked_of_any_word_is_forgotten_again() -> None:
    asked = [one for one in remembering() if inspect.signature(one).parameters]
    assert asked
    assert [f"{one.__module__}.{one.__name__}" for one in asked if one.cache_info().maxsize is None] == []
