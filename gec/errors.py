"""Errors that users can correct: in a text, a model, an option. Every message is one line that names the thing, says
what is wrong with it and what to do. The terminal prints the message and exits with code 2.

Bugs are ordinary exceptions with tracebacks.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class GecError(Exception):
    """An error that the caller can mend. `str(error)` is one line that says how. `of` is the name of the argument or
    setting that caused it, if there is one."""

    of = ""

    def __init__(self, message: str, of: str = "") -> None:
        super().__init__(message)
        self.of = of or self.of


class TextError(GecError):
    """A text that cannot be read, decoded, encoded or written."""


class ModelError(GecError):
    """A checkpoint or tokenizer that cannot be found, trusted, read or run."""

    of = "model"


class OptionError(GecError):
    """A wrong value of an option or a setting."""


class BatchError(GecError):
    """A corpus, or the folder of a run, that cannot be read, written or continued."""


Wrong = Callable[[GecError], None]  # is told what is wrong where the rest goes on, or raises it


def raised(error: GecError) -> None:
    """Where nothing goes on."""
    raise error


def first_line(trouble: BaseException) -> str:
    """The message of another library's exception, in one line."""
    return (str(trouble).strip().splitlines() or [type(trouble).__name__])[0]


def extra(name: str) -> str:
    """How to install an extra. A package index does not have gec, only another program with its name."""
    return f"in the folder that gec was installed from, run: pip install -e '.[{name}]'"


def shown(path: Path) -> str:
    """A path in printable characters, even if it is not UTF-8 or has a newline in it."""
    name = os.fsencode(path).decode("utf-8", "backslashreplace")
    return name if name.isprintable() else name.encode("unicode_escape").decode("ascii")
