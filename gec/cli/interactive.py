"""Going through corrections one by one, a key for each: take it, leave it, or never see it again."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import click

from gec import dictionary
from gec.cli.render import passage
from gec.edits.edit import Edit
from gec.edits.message import message, why
from gec.edits.spelt import entry
from gec.text.document import Document

KEYS = {
    "y": "accept",
    "n": "skip",
    "i": "ignore always",
    "w": "word is right",  # of spelling alone: there the word is the mistake
    "a": "accept all here",
    "e": "why",
    "q": "quit",
}


_END = "\x04"  # Ctrl-D, which ends input elsewhere


@dataclass(frozen=True, slots=True)
class Answers:
    """What became of the corrections of one document."""

    accepted: tuple[Edit, ...]
    ignored: tuple[Edit, ...]  # never to be shown again
    words: tuple[str, ...]  # that are right
    quit: bool
    interrupt: KeyboardInterrupt | None = None  # that ended the questions


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """What gives the next key that is pressed, without Enter; keys pressed ahead count."""
    if not sys.stdin.isatty():
        raise click.UsageError(
            "--interactive asks its questions on a terminal, and stdin is not one; use --write or --diff"
        )
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield click.getchar
        return
    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin, termios.TCSANOW)
    try:
        yield lambda: _key(os.read(stdin, 1))
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(stdin, termios.TCSANOW, before)


def _key(read: bytes) -> str:
    """What was pressed; nothing at all is read where the terminal was closed while we waited."""
    if not read:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return read.decode("ascii", "replace").replace(_END, "q")


def ask(document: Document, edits: Sequence[Edit], key: Callable[[], str]) -> Answers:
    """Show each correction in its line and do what the key says. An interrupt ends like `q`, and is told; so does a
    terminal that is gone."""
    accepted: list[Edit] = []
    ignored: list[Edit] = []
    words: list[str] = []
    answer = ""
    for number, edit in enumerate(edits):
        said = entry(_said(document, edit))
        if said in words:
            continue
        try:
            answer = _answer(document, edit, key)
        except (KeyboardInterrupt, OSError) as error:
            interrupt = error if isinstance(error, KeyboardInterrupt) else KeyboardInterrupt()
            return Answers(tuple(accepted), tuple(ignored), tuple(words), quit=True, interrupt=interrupt)
        if answer == "a":
            accepted += (one for one in edits[number:] if entry(_said(document, one)) not in words)
        if answer in ("a", "q"):
            break
        if answer == "w":
            words.append(said)
        elif answer in ("y", "i"):
            (accepted if answer == "y" else ignored).append(edit)
    return Answers(tuple(accepted), tuple(ignored), tuple(words), quit=answer == "q")


def _said(document: Document, edit: Edit) -> str:
    return document.text[edit.start : edit.end]


def _answer(document: Document, edit: Edit, key: Callable[[], str]) -> str:
    """The key that decides about one correction, which is shown first."""
    original = _said(document, edit)
    a_word = edit.type.endswith(":SPELL") and dictionary.takes(original)
    choices = {name: does for name, does in KEYS.items() if name != "w" or a_word}
    passage(document, edit)
    click.echo(message(original, edit), err=True)
    click.echo("  ".join(f"[{name}] {does}" for name, does in choices.items()), err=True)
    while (answer := key()) not in choices or answer == "e":
        if answer == "e":
            click.echo(why(edit.type, edit.original, edit.replacement), err=True)
    return answer
