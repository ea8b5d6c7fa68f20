"""Caches for words are bounded, however many different words a text has."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any


def cached() -> Iterator[Any]:
    """The functions with a cache."""
    for room in ("language", "spelling", "rules", "rules.code", "guards", "edits"):
        package = importlib.import_module(f"gec.{room}")
        for found in pkgutil.iter_modules(package.__path__, f"gec.{room}."):
            module = importlib.import_module(found.name)
            yield from (
                one for one in vars(module).values() if hasattr(one, "cache_info") and one.__module__ == module.__name__
            )


def test_every_cache_is_bounded() -> None:
    asked = [one for one in cached() if inspect.signature(one).parameters]
    assert asked
    assert [f"{one.__module__}.{one.__name__}" for one in asked if one.cache_info().maxsize is None] == []
