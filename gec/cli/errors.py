"""Errors of the terminal program: one line on stderr and an exit code. Users never see a traceback for an error that
they can correct.

The exit code is 0 for success, 1 if `--check` found something, 2 for an error. An interrupt is 130, SIGTERM 143, a
closed terminal 129 and a closed pipe 141, as in any Unix tool; these print nothing.
"""

from __future__ import annotations

import io
import os
import re
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from gec.cli.signals import Terminated
from gec.errors import GecError, extra

# The extra that installs a module.
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
    "yaml": "vale",
    "pyarrow": "batch",
    "ray": "ray",
}

# Options of `gec correct` that other programs have as commands.
MODES = ("check", "fix", "write", "diff", "watch", "interactive", "rewrite")

_NO_FILE = re.compile(r"(File|Path) '(.*)' (?:(does not exist)|is a directory)\.", re.DOTALL)
_NO_COMMAND = re.compile(r"No such command '(.*?)'\.")
_EXTRA = re.compile(r"(Got unexpected extra arguments? )\((.*)\)", re.DOTALL)
_FULL_STOP = re.compile(r"(?<!\.)\.\Z")
_LONG = 60  # characters of what the user wrote that a message repeats

# Control characters in a file must not control the terminal, so they are replaced by visible ones.
_TAME = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {0x7F: 0x2421}
_TAME |= dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


def tame(text: str) -> str:
    """The text with visible signs for control characters, except tabs and newlines."""
    return text.translate(_TAME)


def say(message: str) -> None:
    """Print a message for people on stderr."""
    click.echo(tame(message), err=True)


def report(message: str, kind: str = "error") -> None:
    """Print one line on stderr. If stderr cannot be written, the exit code is the only sign."""
    with suppress(OSError):
        say(f"{kind}: {' '.join(message.split())}")


@contextmanager
def reporting(refuse: Callable[[GecError], None]) -> Iterator[None]:
    """Report an error that the user can mend, and continue after the block."""
    try:
        yield
    except GecError as error:
        refuse(error)


def _said(error: click.ClickException) -> str:
    """What click found wrong with the command line; for an option: its name, the given value, and what is expected."""
    if not isinstance(error, click.BadParameter) or isinstance(error, click.MissingParameter) or error.param is None:
        return _advised(error)
    if found := _NO_FILE.fullmatch(error.message):
        what = "no such file; give one that exists" if found[3] else "is a folder; name a file"
        return f"{'' if isinstance(error.param, click.Argument) else f'{error.param.opts[0]} '}{found[2]}: {what}"
    name = error.param.get_error_hint(error.ctx).replace("'", "")
    value, wrong, _ = error.message.partition(" is not ")
    expected = _expected(error.param.type) if wrong else ""
    return f"{name}: {value} is not {expected}" if expected else f"{name}: {error.message.rstrip('.')}"


def _advised(error: click.ClickException) -> str:
    """A message of click's own or of ours, which has advice already, behind a semicolon or colon."""
    said, ctx = _FULL_STOP.sub("", error.format_message()), getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        return f"no such option: {error.option_name}; do you mean {' or '.join(sorted(error.possibilities))}?"
    if (found := _NO_COMMAND.match(said)) and (near := getattr(error, "possibilities", None)):
        return f"no such command: {_clipped(found[1])}; do you mean {ctx.command_path if ctx else 'gec'} {near[0]}?"
    if ctx is None or ";" in said or ": " in said or not said[:1].isupper():
        return said
    said = _EXTRA.sub(lambda found: f"{found[1]}({_few(found[2].split(' '))})", said)
    return f"{said[0].lower()}{said[1:]}; {ctx.command_path.removesuffix(' run')} --help shows how to use it"


def no_command(words: list[str], commands: Collection[str]) -> str:
    """What to say about an unknown command: the most similar command and file, or `gec correct` for a file."""
    from gec.text.document import similar

    first, *rest = words
    if first in MODES and not Path(first).exists():
        return f"no such command: {first}; do you mean gec correct --{first} {_few(rest) or 'FILE'}?"
    near = get_close_matches(first, commands, 1, 0.7)
    here = first == "-" or Path(first).exists()
    if here and not near:
        return f"{_clipped(first)} is not a command; to correct it: gec correct {_few(words)}"
    file = Path(first) if here else similar(Path(first))
    meant = [f"gec {_few([name, *rest])}" for name in near]
    meant += [f"gec correct {_few([str(file), *rest])}"] if file else []
    what = "no such command" if here else "no such command or file"
    if meant:
        hint = f"do you mean {' or '.join(meant)}?"
    else:
        hint = "gec correct - reads a text from stdin" if " " in first else "gec --help lists the commands"
    return f"{what}: {_clipped(first)}; {hint}"


def _few(words: Sequence[str]) -> str:
    """The first arguments, as a shell reads them, and dots for those that would make the line long."""
    said = ""
    for word in map(quote, words):
        if len(said) + len(word) > _LONG:
            return f"{said} ...".lstrip()
        said = f"{said} {word}".lstrip()
    return said


def _clipped(text: str) -> str:
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


def _expected(kind: click.ParamType[Any]) -> str:
    """The values that an option takes, in words. Empty if click's own message is clear."""
    if isinstance(kind, click.Choice):
        return f"one of {', '.join(map(str, kind.choices))}"
    if not isinstance(kind, click.IntRange | click.FloatRange):
        return ""
    number = "a whole number" if isinstance(kind, click.IntRange) else "a number"
    if kind.max is not None:
        return f"{number} {f'above {kind.min} up' if kind.min_open else f'from {kind.min}'} to {kind.max}"
    return f"{number} above {kind.min}" if kind.min_open else f"{number} of at least {kind.min}"


def _open_closed_streams() -> None:
    """Open the null device for streams that were closed when the program began; Python sets them to None. The order
    matters: the system assigns the lowest free number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # open until the end


def _buffer_stdout() -> None:
    """Buffer stdout. Without a buffer (PYTHONUNBUFFERED, as in many containers) Python writes a text with one call and
    does not check how much of it was written. A full disk or a closed pipe would go unnoticed."""
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(raw, io.RawIOBase):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), sys.stdout.encoding, sys.stdout.errors, line_buffering=True
        )


@contextmanager
def reported() -> Iterator[None]:
    """Turn whatever ends the block into a message and an exit code."""
    _open_closed_streams()
    _buffer_stdout()
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
        sys.exit(error.code if isinstance(error, Terminated) else 130)
    except BrokenPipeError:
        # Python flushes stdout once more at exit; the null device accepts that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # Writing never fails with FileNotFoundError. Without a name, it means that the current folder is gone.
        nameless = "the current folder" if isinstance(error, FileNotFoundError) else "the output"
        report(f"{error.filename or nameless}: {(error.strerror or str(error)).lower()}")
        sys.exit(2)
    except Exception as error:  # exit code 1, Python's own, would mean that there are findings
        name = error.name or "" if isinstance(error, ModuleNotFoundError) else ""
        if needed := EXTRAS.get(name.partition(".")[0]):
            report(f"this needs {name}, which is not installed; {extra(needed)}")
        else:
            traceback.print_exc()
        sys.exit(2)
