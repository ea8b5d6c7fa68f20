"""Errors of the terminal program: one line on stderr and an exit code. Users never see a traceback for an error that
they can correct.

The exit code is 0 for success, 1 if `--check` found something, 2 for an error. An interrupt is 130, SIGTERM 143, a
closed terminal 129 and a closed pipe 141, as in any Unix tool; these print nothing.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from gec.cli.signals import Ended
from gec.errors import GecError, extra

# Which extra installs a module that not every correction needs.
EXTRAS = {
    "torch": "torch",
    "tree_sitter": "source",
    "spacy": "score",
    "errant": "score",
    "transformers": "hub",
    "huggingface_hub": "hub",
    "sentencepiece": "hub",
    "lemminflect": "train",
    "lsprotocol": "lsp",
    "pygls": "lsp",
    "starlette": "serve",
    "uvicorn": "serve",
    "h11": "serve",
    "zstandard": "train",
    "pyarrow": "batch",
    "ray": "ray",
}


def report(message: str, kind: str = "error") -> None:
    """One line on stderr; if that takes none, its disk being full or its reader gone, the exit code tells."""
    with suppress(OSError):
        click.echo(f"{kind}: {' '.join(message.split())}", err=True)


@contextmanager
def told(refuse: Callable[[GecError], None]) -> Iterator[None]:
    """What the user can mend is told, and stops nothing beyond the block."""
    try:
        yield
    except GecError as error:
        refuse(error)


def _said(error: click.ClickException) -> str:
    """What click found wrong with the command line; of an option its name, what was said, and what would do."""
    if not isinstance(error, click.BadParameter) or isinstance(error, click.MissingParameter) or error.param is None:
        return error.format_message().rstrip(".")
    name = error.param.get_error_hint(error.ctx).replace("'", "")
    value, wrong, _ = error.message.partition(" is not ")
    expected = _expected(error.param.type) if wrong else ""
    return f"{name}: {value} is not {expected}" if expected else f"{name}: {error.message.rstrip('.')}"


def _expected(kind: click.ParamType[Any]) -> str:
    """The values that an option takes, in words; nothing where click says it well."""
    if isinstance(kind, click.Choice):
        return f"one of {', '.join(map(str, kind.choices))}"
    if not isinstance(kind, click.IntRange | click.FloatRange):
        return ""
    number = "a whole number" if isinstance(kind, click.IntRange) else "a number"
    if kind.max is not None:
        return f"{number} from {kind.min} to {kind.max}"
    return f"{number} above {kind.min}" if kind.min_open else f"{number} of at least {kind.min}"


def _open_what_is_closed() -> None:
    """Who closes the output wants none, and who closes the input says nothing: Python has no streams there. In the
    order of their numbers, for the system gives out the lowest that is free."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # until the end


def _ask_how_much_is_written() -> None:
    """Where Python keeps no buffer (PYTHONUNBUFFERED, as in many containers) it hands a text to the system once, and
    does not ask how much of it a full disk took, or a pipe whose reader leaves."""
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), sys.stdout.encoding, sys.stdout.errors, line_buffering=True
        )


@contextmanager
def reported() -> Iterator[None]:
    """Whatever ends the block ends the program as its user expects."""
    _open_what_is_closed()
    _ask_how_much_is_written()
    try:
        yield
        sys.stdout.flush()
    except GecError as error:
        report(str(error))
        sys.exit(2)
    except (NoArgsIsHelpError, click.exceptions.Exit, click.Abort):
        raise
    except click.ClickException as error:
        report(_said(error))
        sys.exit(error.exit_code)
    except KeyboardInterrupt as error:
        sys.exit(error.code if isinstance(error, Ended) else 130)
    except BrokenPipeError:
        # Python flushes stdout once more on its way out; give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # writing misses no file, and what is missing without a name is where the program was started
        nameless = "the current folder" if isinstance(error, FileNotFoundError) else "the output"
        report(f"{error.filename or nameless}: {(error.strerror or str(error)).lower()}")
        sys.exit(2)
    except Exception as error:  # 1, as Python has it, would say that there is something to correct
        name = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
        if needed := EXTRAS.get(name.partition(".")[0]):
            report(f"this needs {name}, which is not installed; {extra(needed)}")
        else:
            traceback.print_exc()
        sys.exit(2)
