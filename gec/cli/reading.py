"""Reads a file or standard input, with the settings that apply to it. `files.py` finds the files."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from gec.cli.files import absolute
from gec.errors import shown
from gec.settings import Settings
from gec.text.document import Document, read
from gec.text.formats import OTHER, SOURCE, format_of, prose_of
from gec.text.prose import Prose

STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class Text:
    """A text with its settings."""

    document: Document
    settings: Settings
    path: Path  # of the file, or the given name of stdin
    unread: str = ""  # why nothing in it is read

    @property
    def folder(self) -> Path:
        """The folder whose dictionaries and baseline apply."""
        return absolute(self.path.parent)

    @property
    def format(self) -> str:
        return format_of(self.document.name, self.document.text)

    def prose(self) -> Prose:
        return prose_of(self.document.text, self.format, comments=self.settings.comments)


def read_text(path: Path, settings: Settings, *, stdin: bool = False) -> Text:
    """The text of a file, or of standard input under that name. An error if it cannot be read."""
    if stdin:
        document = read(_standard_input(), settings.encoding, max_line=settings.max_line, name=shown(path))
    else:
        document = read(path, settings.encoding, max_line=settings.max_line)
    text = Text(document, settings, path)
    _require_reader(text)
    return text


def _standard_input() -> bytes:
    if sys.stdin.isatty():
        click.echo("type or paste a text, then press Ctrl-D on a new line", err=True)
    return sys.stdin.buffer.read()


def _require_reader(text: Text) -> None:
    """Raise an error if the extra for reading this format is missing."""
    if text.format in SOURCE and text.settings.comments:
        from gec.text.formats.source import require_grammars

        require_grammars()


def why_unread(text: Text) -> str:
    """Why nothing in a text is read, or ""."""
    if text.format == OTHER:
        return "is code, data or markup that gec does not read; to read it as plain text, use stdin: gec correct -"
    if text.format in SOURCE and not text.settings.comments:
        return "is source code; --comments reads its comments"
    if text.format == "notebook":
        from gec.text.formats.notebook import is_json

        if not is_json(text.document.text):
            return "is not JSON, so it is not a notebook and was not read; repair it first"
    return ""


def size_of(file: Path) -> int:
    """The bytes of a file; 0 if that cannot be known."""
    try:
        return file.stat().st_size
    except OSError:  # reading the file reports the error
        return 0
