"""`gec correct`: texts in, corrections out. Reads what it can, says in one line what it cannot, and goes on.

What is printed: the corrected text for stdin or one file, a list of findings for several; `--diff`, `--check`
and `--format json` say otherwise, `--write` changes the files instead. Finding the corrections is the
corrector's business, showing them is `render.py`'s.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gec.cli import render
from gec.cli.errors import report
from gec.decoding.route import MODES
from gec.edits.edit import Edit
from gec.edits.kinds import known
from gec.edits.policy import Policy
from gec.errors import TextError
from gec.text.document import MAX_LINE, Document, codec_named, read, shown, write

if TYPE_CHECKING:
    from gec.corrector import Corrector

STDIN = Path("-")
SUFFIXES = (".txt", ".text")


@dataclass
class Tally:
    """What a run has come to so far; it decides the exit code and the last line."""

    files: int = 0
    touched: int = 0
    edits: int = 0
    errors: int = 0

    def refuse(self, error: TextError) -> None:
        self.errors += 1
        report(str(error))

    def count(self, edits: Sequence[Edit]) -> None:
        self.files += 1
        self.touched += bool(edits)
        self.edits += len(edits)

    def told(self) -> str:
        if not self.edits:
            return f"nothing to correct in {_many(self.files, 'file')}"
        return f"{_many(self.edits, 'correction')} in {self.touched} of {_many(self.files, 'file')}"


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _prefixes(ctx: click.Context, option: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    return known(prefix for one in given for prefix in one.split(","))


def _codec(ctx: click.Context, option: click.Parameter, given: str | None) -> str | None:
    return codec_named(given) if given else None


@click.command("correct")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, allow_dash=True, readable=False))
@click.option("--diff", is_flag=True, help="Show what would change: words on a terminal, unified diff when piped.")
@click.option("--write", "writing", is_flag=True, help="Correct the files in place.")
@click.option("--check", is_flag=True, help="List what should change; exit with 1 if there is anything.")
@click.option("--format", "layout", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--select", multiple=True, callback=_prefixes, help="Only these types of edit, e.g. VERB,R:SPELL.")
@click.option("--ignore", multiple=True, callback=_prefixes, help="Not these types of edit, e.g. PUNCT.")
@click.option("--min-confidence", type=click.FloatRange(0, 1), default=0.0, help="Only edits at least this sure.")
@click.option("--encoding", callback=_codec, help="Of texts without a byte order mark.  [default: utf-8]")
@click.option("--max-line", type=click.IntRange(1), default=MAX_LINE, show_default=True, help="Longest line read.")
@click.option("--stdin-filename", default="-", metavar="NAME", help="What to call stdin in messages.")
@click.option("--model", metavar="DIR_OR_HUB_ID", help="A checkpoint to use instead of the one shipped.")
@click.option("--device", default="auto", show_default=True, metavar="DEVICE", help="cpu, cuda, cuda:1, ...")
@click.option("--engine", type=click.Choice(["auto", "float"]), default="auto", show_default=True)
@click.option("--decode", type=click.Choice(MODES), default="auto", show_default=True)
@click.pass_context
def command(
    ctx: click.Context,
    *,
    paths: tuple[Path, ...],
    diff: bool,
    writing: bool,
    check: bool,
    layout: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    min_confidence: float,
    encoding: str | None,
    max_line: int,
    stdin_filename: str,
    model: str | None,
    device: str,
    engine: str,
    decode: str,
) -> None:
    """Correct texts: files, folders (their *.txt and *.text), or stdin when there is none or it is `-`.

    Prints the corrected text of stdin or of one file, and a list of findings for several files.

    Exits with 0 when done, 1 when --check found something, 2 when something could not be read or written.
    """
    paths = paths or (STDIN,)
    _refuse_contradictions(paths, diff, writing, check, layout)
    listing = check or len(paths) > 1 or _is_folder(paths[0])
    found: list[tuple[Document, Sequence[Edit]]] = []

    def finish(document: Document, edits: Sequence[Edit]) -> None:
        if writing:
            write(document, edits)
        if layout == "json":
            found.append((document, edits))
        elif diff and edits:
            _show_diff(document, edits)
        elif listing and not (diff or writing):
            render.emit(render.findings(document, edits))
        elif not (diff or writing):
            render.emit(document.with_edits(edits))

    policy = Policy(select, ignore, min_confidence)
    tally = Tally()
    documents = _documents(paths, encoding, max_line, stdin_filename, tally)
    if (first := next(documents, None)) is not None:
        from gec import load

        corrector = load(model, device=device, engine=engine, decode=decode)
        for document, proposed in _corrected(chain([first], documents), corrector):
            try:
                edits = _encodable(document, policy.filter(document.text, proposed).edits)
                finish(document, edits)
                tally.count(edits)
            except TextError as error:
                tally.refuse(error)
    if layout == "json":
        render.emit(render.as_json(found))
    elif tally.files and (writing or (listing and not diff)):
        click.echo(tally.told(), err=True)
    ctx.exit(2 if tally.errors else int(check and tally.edits > 0))


def _refuse_contradictions(paths: Sequence[Path], diff: bool, writing: bool, check: bool, layout: str) -> None:
    if writing and (diff or check):
        raise click.UsageError("--write changes files, --diff and --check only look; use one or the other")
    if writing and STDIN in paths:
        raise click.UsageError("--write needs files; what comes on stdin is printed corrected")
    if diff and layout == "json":
        raise click.UsageError("--diff is for people and patch, --format json for programs; use one or the other")


def _documents(
    paths: Iterable[Path], encoding: str | None, max_line: int, stdin_filename: str, tally: Tally
) -> Iterator[Document]:
    """Every text that can be read, once; what cannot is reported and counted."""
    seen: set[str] = set()
    for path in paths:
        try:
            if path == STDIN:
                _invite()
                yield read(sys.stdin.buffer.read(), encoding, max_line=max_line, name=stdin_filename)
                continue
            files = _texts_in(path, tally) if _is_folder(path) else [path]
        except TextError as error:
            tally.refuse(error)
            continue
        for file in files:
            real = os.path.realpath(file)
            if real in seen:
                continue
            seen.add(real)
            try:
                document = read(file, encoding, max_line=max_line)
            except TextError as error:
                tally.refuse(error)
            else:
                yield document


def _texts_in(folder: Path, tally: Tally) -> list[Path]:
    """The texts below a folder in order; hidden folders and linked ones are passed over."""
    files: list[Path] = []

    def unreadable(error: OSError) -> None:
        tally.refuse(TextError(f"{shown(Path(error.filename))}: cannot be read: {str(error.strerror).lower()}"))

    for place, below, names in os.walk(folder, onerror=unreadable):
        below[:] = sorted(name for name in below if not name.startswith("."))
        files += [Path(place, name) for name in sorted(names) if name.lower().endswith(SUFFIXES)]
    if not files:
        raise TextError(
            f"{shown(folder)}: holds no {' or '.join('*' + s for s in SUFFIXES)}; name the files themselves"
        )
    return files


def _is_folder(path: Path) -> bool:
    """Whether it is known to be one; what cannot even be looked at is left for `read` to refuse."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _invite() -> None:
    if sys.stdin.isatty():
        click.echo("type or paste a text, then end it with Ctrl-D on a line of its own", err=True)


def _corrected(documents: Iterable[Document], corrector: Corrector) -> Iterator[tuple[Document, tuple[Edit, ...]]]:
    """Documents with the edits proposed for them, in order, read no faster than they are corrected."""
    waiting: deque[Document] = deque()

    def texts() -> Iterator[str]:
        for document in documents:
            waiting.append(document)
            yield document.text

    for correction in corrector.correct_many(texts()):
        yield waiting.popleft(), correction.edits


def _encodable(document: Document, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """The edits that the document's encoding can hold; the others are left out, and that is said."""
    held = tuple(filter(document.holds, edits))
    if len(held) < len(edits):
        left = _many(len(edits) - len(held), "correction")
        click.echo(f"{document.name}: left out {left} with characters that {document.encoding} lacks", err=True)
    return held


def _show_diff(document: Document, edits: Sequence[Edit]) -> None:
    if render.for_eyes():
        render.marked(document, edits)
    else:
        render.emit(render.unified(document, edits))
