"""Asks about corrections one by one: a key accepts a correction, skips it, or hides it for good."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from shutil import get_terminal_size

import click

from gec import dictionary
from gec.cli.errors import say
from gec.cli.render import passage
from gec.cli.signals import hang_up
from gec.edits.edit import Edit
from gec.edits.message import message
from gec.language.spelt import entry
from gec.rules.engine import reason
from gec.text.document import Document

KEYS = {
    "y": "accept",
    "n": "skip",
    "o": "own words",
    "u": "undo",
    "i": "always ignore",
    "w": "word is right",  # only for spelling, where the word itself is reported
    "a": "accept all here",
    "e": "why",
    "?": "more",
    "q": "quit",
}
MORE = {
    "y, n": "accept this correction, or skip it",
    "Y, N": "accept or skip all corrections with the same words",
    "t, T": "accept or skip all corrections of this type",
    "o": "write your own words in place of these",
    "u": "undo the last answer",
    "i": "always ignore: add this finding to the baseline",
    "w": "the word is right: add it to the dictionary",
    "a": "accept all remaining corrections in this file",
    "e": "explain the correction",
    "q": "quit; accepted corrections are written",
}
ALSO = ("Y", "N", "t", "T")  # keys that are shown only in `MORE`

_END = "\x04"  # Ctrl-D
_ENTER, _ERASE, _ESCAPE = ("\r", "\n"), ("\x7f", "\x08"), "\x1b"


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers for one document."""

    accepted: tuple[Edit, ...]
    ignored: tuple[Edit, ...]  # to be hidden in later runs
    words: tuple[str, ...]  # for the dictionary
    quit: bool
    interrupt: KeyboardInterrupt | None = None  # what ended the questions


@contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for the next key, without Enter. Keys that were pressed earlier count."""
    if not sys.stdin.isatty():
        raise click.UsageError("--interactive needs a terminal, and stdin is not one; use --write or --diff")
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
        yield lambda: _key(lambda size: os.read(stdin, size))
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(stdin, termios.TCSANOW, before)


def _key(read: Callable[[int], bytes]) -> str:
    """The next key. Reading nothing means that the terminal was closed."""
    pressed = read(1)
    if not pressed:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    while pressed[0] >= 0xC0 and len(pressed) < 4:  # a character of several bytes
        with suppress(UnicodeDecodeError):
            return pressed.decode()
        pressed += read(1)
    return pressed.decode("utf-8", "replace")


def ask(document: Document, edits: Sequence[Edit], key: Callable[[], str]) -> Answers:
    """Show each correction in its line and ask about it. An interrupt or a closed terminal ends the questions like `q`,
    and is in the answers."""
    questions = _Questions(document, edits, key)
    try:
        try:
            questions.go()
        except OSError:  # the terminal was closed, and its signal must not come while answers are saved
            hang_up()
            return questions.answers(KeyboardInterrupt())
    except KeyboardInterrupt as interrupt:
        return questions.answers(interrupt)
    return questions.answers()


class _Questions:
    """The questions about one document and the answers so far. One answer may decide several edits; undo takes back all
    of them."""

    def __init__(self, document: Document, edits: Sequence[Edit], key: Callable[[], str]) -> None:
        self.document, self.edits, self.key = document, edits, key
        self.decided: dict[int, tuple[str, Edit]] = {}  # by number: y, n, i or w, and the edit to make
        self.groups: list[list[int]] = []  # the edits that each answer decided
        self.quit = False

    def answers(self, interrupt: KeyboardInterrupt | None = None) -> Answers:
        words = dict.fromkeys(entry(self._said(edit)) for said, edit in self.decided.values() if said == "w")
        return Answers(
            self._answered("y"), self._answered("i"), tuple(words), self.quit or interrupt is not None, interrupt
        )

    def _answered(self, answer: str) -> tuple[Edit, ...]:
        return tuple(edit for _, (said, edit) in sorted(self.decided.items()) if said == answer)

    def _said(self, edit: Edit) -> str:
        return self.document.text[edit.start : edit.end]

    def go(self) -> None:
        while (number := next((one for one in range(len(self.edits)) if one not in self.decided), None)) is not None:
            edit = self.edits[number]
            passage(self.document, edit, self._answered("y"))
            say(message(self._said(edit), edit.replacement, edit.type))
            answer = self._answer(edit)
            if answer == "q":
                self.quit = True
                return
            if answer == "u":
                for one in self.groups.pop():
                    del self.decided[one]
            elif answer == "o":
                self._own(number)
            else:
                self._decide(answer, number)

    def _answer(self, edit: Edit) -> str:
        """Ask until a key decides about the correction."""
        a_word = edit.type.endswith(":SPELL") and dictionary.takes(self._said(edit))
        away = {"" if a_word else "w", "" if self.groups else "u"}
        choices = {name: does for name, does in KEYS.items() if name not in away}
        click.echo(_in_lines((f"[{name}] {does}" for name, does in choices.items()), "  "), err=True)
        told = False  # once, because an arrow key sends three characters
        while (answer := self.key().replace(_END, "q")) not in {*choices, *ALSO} or answer in "e?":
            if answer == "e":
                say(_in_lines(reason(edit, self._said(edit)).split(), " "))
            elif answer == "?":
                click.echo("\n".join(f"  {name:<4}  {does}" for name, does in MORE.items()), err=True)
            elif not told:
                say("no such key here; ? lists them")
            told = answer not in "e?"
        return answer

    def _decide(self, answer: str, number: int) -> None:
        """Apply an answer to this edit and to all undecided edits that the key includes."""
        this = self.edits[number]
        alike = _ALIKE.get(answer, _same)
        like = alike(self._said(this), this)
        left = ((one, edit) for one, edit in enumerate(self.edits) if one not in self.decided)
        group = [one for one, edit in left if alike(self._said(edit), edit) == like]
        said = {"a": "y", "t": "y", "T": "n"}.get(answer, answer.lower())
        self.decided.update({one: (said, self.edits[one]) for one in group})
        self.groups.append(group)

    def _own(self, number: int) -> None:
        """Let the user type other words, between the same blanks. Escape or an empty line asks again."""
        edit, typed = self.edits[number], self._typed().strip()
        said = self._said(edit)
        outer = edit.replacement or said
        own = replace(edit, replacement=re.sub(r"(?s)\S(.*\S)?|\Z", lambda _: typed, outer, count=1))
        if typed and not self.document.holds(own):
            click.echo(
                f"the file is {self.document.encoding}, which does not have these characters; use others", err=True
            )
        elif typed:
            self.decided[number] = ("n" if own.replacement == said else "y", own)
            self.groups.append([number])

    def _typed(self) -> str:
        """Read a line and echo it, because the terminal does not."""
        typed = ""
        click.echo("your words: ", err=True, nl=False)
        while (letter := self.key()) not in (*_ENTER, _END):
            if letter == _ESCAPE:
                typed = ""
                break
            if letter in _ERASE:
                click.echo("\b \b" * len(typed[-1:]), err=True, nl=False)
                typed = typed[:-1]
            elif letter.isprintable():
                click.echo(letter, err=True, nl=False)
                typed += letter
        click.echo(err=True)
        return typed


def _in_lines(pieces: Iterable[str], between: str) -> str:
    """Join pieces into lines that fit the terminal."""
    room, lines = get_terminal_size().columns, [""]
    for piece in pieces:
        longer = f"{lines[-1]}{between if lines[-1] else ''}{piece}"
        if lines[-1] and len(longer) >= room:
            lines.append(piece)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def _same(said: str, edit: Edit) -> object:
    return edit


# What must be equal for edits that one key decides together.
_ALIKE: Mapping[str, Callable[[str, Edit], object]] = {
    "a": lambda said, edit: True,
    "w": lambda said, edit: entry(said),
    "Y": lambda said, edit: (said, edit.replacement),
    "N": lambda said, edit: (said, edit.replacement),
    "t": lambda said, edit: edit.type,
    "T": lambda said, edit: edit.type,
}
