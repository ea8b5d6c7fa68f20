"""Going through corrections one by one, a key for each: take it, leave it, or never see it again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import click

from gec.cli.render import passage
from gec.edits.edit import Edit
from gec.edits.message import message, why
from gec.text.document import Document

KEYS = "[y] accept  [n] skip  [i] ignore always  [w] word is right  [a] accept all here  [e] why  [q] quit"


@dataclass(frozen=True, slots=True)
class Answers:
    """What became of the corrections of one document."""

    accepted: tuple[Edit, ...]
    ignored: tuple[Edit, ...]  # never to be shown again
    words: tuple[str, ...]  # that are right
    quit: bool


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """What gives the next key that is pressed, without Enter; keys pressed ahead count."""
    if not sys.stdin.isatty():
        raise click.UsageError("--interactive asks on a terminal, and stdin is none; use --write or --diff")
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
        yield lambda: os.read(stdin, 1).decode("ascii", "replace") or "q"
    finally:
        termios.tcsetattr(stdin, termios.TCSANOW, before)


def ask(document: Document, edits: Sequence[Edit], key: Callable[[], str]) -> Answers:
    """Show each correction in its line and do what the key says."""
    accepted: list[Edit] = []
    ignored: list[Edit] = []
    words: list[str] = []
    for number, edit in enumerate(edits):
        original = document.text[edit.start : edit.end]
        if original in words:
            continue
        line, column = document.position(edit.start)
        click.secho(f"{document.name}:{line}:{column} {edit.type} [{edit.confidence:.2f}]", fg="cyan", err=True)
        passage(document, edit)
        click.echo(f"{message(original, edit)}\n{KEYS}", err=True)
        answer = key()
        while answer not in ("y", "n", "i", "a", "q") and not (answer == "w" and _is_word(original)):
            if answer == "e":
                click.echo(why(edit.type), err=True)
            answer = key()
        if answer == "a":
            rest = (one for one in edits[number:] if document.text[one.start : one.end] not in words)
            return Answers((*accepted, *rest), tuple(ignored), tuple(words), quit=False)
        if answer == "q":
            return Answers(tuple(accepted), tuple(ignored), tuple(words), quit=True)
        if answer == "w":
            words.append(original)
        elif answer in ("y", "i"):
            (accepted if answer == "y" else ignored).append(edit)
    return Answers(tuple(accepted), tuple(ignored), tuple(words), quit=False)


def _is_word(text: str) -> bool:
    return len(text.split()) == 1 and any(map(str.isalpha, text))
