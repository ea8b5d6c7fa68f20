"""Errors that users can correct: in a text, a model, an option. Every message is one line that names the thing, says
what is wrong with it and what to do. The terminal prints the message and ends with exit code 2.

Faults of our own are not here: they stay ordinary exceptions with their tracebacks.
"""

from __future__ import annotations


class GecError(Exception):
    """The caller can mend this; `str(error)` is the one line that says how. `of` is what was asked for that cannot be
    had, by the name of its argument or setting, where it is one of these."""

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
    """A setting that names something which does not exist."""


class BatchError(GecError):
    """A corpus, or the folder of a run, that cannot be read, written or gone on with."""


def first_line(trouble: BaseException) -> str:
    """What somebody else's exception says, in one line."""
    return (str(trouble).strip().splitlines() or [type(trouble).__name__])[0]


def extra(name: str) -> str:
    """How to get what an extra brings. No package index has this gec, and one there has its name."""
    return f"in the folder that gec was installed from, run: pip install '.[{name}]'"
