"""Prints documents and their edits for people: one finding per line, unified diffs for `patch`, marked words, counts.

It loads rich only for terminals. `reports.py` prints for programs.
"""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gec.cli.errors import tame
from gec.cli.finding import FileFindings
from gec.edits.edit import Edit, apply
from gec.edits.message import NAMES
from gec.text.document import Document

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDTH = 80  # columns, if the terminal reports none
CONTEXT = 3  # unchanged lines around a change in a unified diff


def emit(output: str | bytes) -> None:
    """Write to stdout. Text is always UTF-8, whatever the locale is, so that programs can rely on it."""
    sys.stdout.buffer.write(output.encode("utf-8", "replace") if isinstance(output, str) else output)
    sys.stdout.buffer.flush()


def is_closed() -> bool:
    """Whether stdout was closed when the program began: then `errors.py` has opened the null device for it."""
    return getattr(sys.stdout, "name", "") == os.devnull


def tell(people: str) -> None:
    """Write to stdout what people read, without control characters."""
    emit(tame(people))


def listed(found: FileFindings, *, explain: bool = False) -> str:
    """A line for each finding, `path:line:column: type message [confidence]`, and the explanation below if asked
    for."""
    lines = []
    for one in found.findings:
        kind = f" {one.type}" if one.type else ""
        lines.append(f"{found.path}:{one.line}:{one.column}:{kind} {one.message} [{one.confidence:.2f}]\n")
        if explain:
            lines.append(f"    {one.why}{f' [{one.rule}]' if one.rule else ''}\n")
    return tame("".join(lines))


def counted(counts: Mapping[str, int]) -> str:
    """How often each type was found, the most frequent first."""
    width = len(f"{max(counts.values(), default=0):,}")
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return "".join(f"{count:{width},} {kind:<12} {NAMES.get(kind[2:], '')}".rstrip() + "\n" for kind, count in ordered)


# --- unified diffs


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines `first` to `last` (excluded) of a document, and the edits in them."""

    first: int
    last: int
    edits: tuple[Edit, ...]


def unified(document: Document, edits: Sequence[Edit], path: str = "") -> bytes:
    """A unified diff. It is in the file's own encoding if that contains ASCII, so that `patch` can apply it. `path` is
    the file's real path, if the document's name is only a printable form of it."""
    starts = _line_starts(document.text)
    lines = _lines(document.text)
    mark = "\ufeff" if document.bom == BOM_UTF8 else ""  # part of the first line for `patch`
    lines[:1] = [mark + line for line in lines[:1]]
    pieces = []
    shift = 0
    for hunk in _hunks(_blocks(starts, edits)):
        first, last = max(hunk[0].first - CONTEXT, 0), min(hunk[-1].last + CONTEXT, len(lines))
        body: list[str] = []
        done, more = first, 0
        for block in hunk:
            old, new = lines[block.first : block.last], _lines(_edited(document.text, starts, block))
            new[:1] = [mark + line if block.first == 0 else line for line in new[:1]]
            body += [f" {line}" for line in lines[done : block.first]]
            body += [*(f"-{line}" for line in old), *(f"+{line}" for line in new)]
            done, more = block.last, more + len(new) - len(old)
        body += [f" {line}" for line in lines[done:last]]
        pieces.append(f"@@ -{_range(first, last)} +{_range(first + shift, last + shift + more)} @@\n")
        pieces += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in body]
        shift += more
    name = _quoted(path or document.name)
    return b"--- %b\n+++ %b\n" % (name, name) + "".join(pieces).encode("utf-8" if wide(document) else document.encoding)


def _quoted(path: str) -> bytes:
    """A path as git and `patch` read it in a diff: the bytes, quoted as in C if they need it."""
    raw = os.fsencode(path)
    if path.isprintable() and path == path.strip() and not set(path) & set('"\\'):
        return raw + b"\t" if b" " in raw else raw  # the tab shows `patch` where a name with spaces ends
    said = (chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\{byte:03o}" for byte in raw)
    return f'"{"".join(said)}"'.encode()


def wide(document: Document) -> bool:
    """Whether the encoding does not contain ASCII. Then no diff can be both readable and applicable."""
    return document.encoding.startswith(("utf-16", "utf-32"))


def _line_starts(text: str) -> list[int]:
    return [0, *(i + 1 for i, char in enumerate(text) if char == "\n")]


def _lines(text: str) -> list[str]:
    """Lines as `patch` counts them: only a newline ends one."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _blocks(starts: Sequence[int], edits: Iterable[Edit]) -> Iterator[Excerpt]:
    """Group the edits by their lines. Edits on the same or neighbouring lines are one block."""
    together: list[Edit] = []
    first = last = 0
    for edit in edits:
        low, high = bisect_right(starts, edit.start) - 1, bisect_right(starts, edit.end)
        if together and low > last:
            yield Excerpt(first, last, tuple(together))
            together = []
        if not together:
            first = low
        last = high
        together.append(edit)
    if together:
        yield Excerpt(first, last, tuple(together))


def _hunks(blocks: Iterable[Excerpt]) -> Iterator[list[Excerpt]]:
    """Group blocks whose context would overlap."""
    hunk: list[Excerpt] = []
    for block in blocks:
        if hunk and block.first - hunk[-1].last > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _span(text: str, starts: Sequence[int], block: Excerpt) -> tuple[int, int]:
    return starts[block.first], starts[block.last] if block.last < len(starts) else len(text)


def _edited(text: str, starts: Sequence[int], block: Excerpt) -> str:
    low, high = _span(text, starts, block)
    return apply(text[low:high], (replace(edit, start=edit.start - low, end=edit.end - low) for edit in block.edits))


def _range(first: int, last: int) -> str:
    return f"{first + 1 if last > first else first},{last - first}"


# --- for a terminal


def for_eyes() -> bool:
    """Whether to print colours: on a terminal, or if the user asks for them."""
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def marked(document: Document, edits: Sequence[Edit]) -> None:
    """Print the changed lines with deleted and inserted words marked."""
    console = _console()
    starts = _line_starts(document.text)
    with console.capture() as captured:  # emit writes UTF-8; rich would use the terminal's encoding
        for block in _blocks(starts, edits):
            console.print(f"{document.name}:{block.first + 1}", style="bold cyan")
            console.print(_line(document.text, _span(document.text, starts, block), block.edits, _coloured(console)))
            console.print()
    emit(captured.get())


def passage(document: Document, edit: Edit, taken: Iterable[Edit] = ()) -> None:
    """Print an edit on stderr: its place, its type, and its lines with the change marked. Accepted edits in these lines
    are applied."""
    console = _console(stderr=True)
    starts = _line_starts(document.text)
    line, column = document.position(edit.start)
    place = f"{document.name}:{line}:{column} {edit.type} [{edit.confidence:.2f}]"
    console.print(place, style="bold cyan", soft_wrap=True)
    [block] = _blocks(starts, [edit])
    low, high = _span(document.text, starts, block)
    done = {one for one in taken if low <= one.start <= one.end <= high}
    console.print(_line(document.text, (low, high), sorted([edit, *done]), _coloured(console), done))


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    console = Console(highlight=False, emoji=False, markup=False, stderr=stderr)
    if not console.width:  # COLUMNS=0 in some shells; rich would print nothing
        console.width = WIDTH
    return console


def _coloured(console: Console) -> bool:
    return console.color_system is not None and not console.no_color


def _line(
    text: str, span: tuple[int, int], edits: Iterable[Edit], coloured: bool, taken: Collection[Edit] = ()
) -> Text:
    from rich.text import Text

    done, high = span
    line = Text()
    for edit in edits:
        line.append(_tame(text[done : edit.start]))
        done = edit.end
        if edit in taken:
            line.append(_tame(edit.replacement), "green")
            continue
        for piece, style, signs in (
            (text[edit.start : edit.end], "red strike", "[--]"),
            (edit.replacement, "bold green", "{++}"),
        ):
            if piece:
                # Without colour, use the signs of wdiff.
                left, right = ("", "") if coloured else (signs[:2], signs[2:])
                line.append(f"{left}{_tame(piece)}{right}", style)
    line.append(_tame(text[done:high]).rstrip())
    return line


def _tame(text: str) -> str:
    return tame(text.replace("\r\n", "\n").replace("\r", "\n"))
