"""A property that is computed once. `functools.cached_property` of Python 3.11 does the same under a lock. If a process
is forked while another thread holds this lock, the child waits for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class cached_property(Generic[Owner, Value]):  # noqa: N801  # the name that everybody knows
    """Two threads may compute the value at the same time; both get the same."""

    def __init__(self, compute: Callable[[Owner], Value]) -> None:
        self.compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, one: None, owner: type[Owner]) -> cached_property[Owner, Value]: ...
    @overload
    def __get__(self, one: Owner, owner: type[Owner]) -> Value: ...
    def __get__(self, one: Owner | None, owner: type[Owner]) -> Value | cached_property[Owner, Value]:
        if one is None:
            return self
        value: Value = self.compute(one)
        one.__dict__[self.name] = value
        return value
