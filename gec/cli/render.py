"""Prints documents and their edits for people: one finding per line, unified diffs for `patch`, marked words, counts.

This file decides nothing, and it loads rich only for terminals. `reports.py` prints for programs.
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

from gec.cli.finding import Found
from gec.edits.edit import Edit, apply
from gec.edits.message import NAMES
from gec.text.document import Document

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDTH = 80  # of a terminal that does not say
CONTEXT = 3  # unchanged lines around a change in a unified diff

# What a file holds must not drive the terminal: control characters become their pictures.
_TAME = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {0x7F: 0x2421}
_TAME |= dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


def emit(output: str | bytes) -> None:
    """Write to stdout; text as UTF-8, whatever the locale says, so that programs can rely on it."""
    sys.stdout.buffer.write(output.encode("utf-8", "replace") if isinstance(output, str) else output)
    sys.stdout.buffer.flush()


def listed(found: Found, *, explain: bool = False) -> str:
    """`path:line:column: type what to do [confidence]`, a line for each finding, and why below it if one asks."""
    lines = []
    for one in found.findings:
        kind = f" {one.type}" if one.type else ""
        said = one.message.translate(_TAME)
        lines.append(f"{found.path}:{one.line}:{one.column}:{kind} {said} [{one.confidence:.2f}]\n")
        if explain:
            lines.append(f"    {one.why}{f' [{one.rule}]' if one.rule else ''}\n")
    return "".join(lines)


def counted(counts: Mapping[str, int]) -> str:
    """How often each type was found, the most frequent first."""
    width = len(f"{max(counts.values(), default=0):,}")
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return "".join(f"{count:{width},} {kind:<12} {NAMES.get(kind[2:], '')}".rstrip() + "\n" for kind, count in ordered)


# --- unified diffs


@dataclass(frozen=True, slots=True)
class Block:
    """Lines `first` to `last` (excluded) of a document, and the edits in them."""

    first: int
    last: int
    edits: tuple[Edit, ...]


def unified(document: Document, edits: Sequence[Edit], path: str = "") -> bytes:
    """A unified diff; in the file's own encoding where that contains ASCII, so that `patch` can apply it. The path is
    that of the file where the document's name is but a picture of it."""
    starts = _line_starts(document.text)
    lines = _lines(document.text)
    mark = "\ufeff" if document.bom == BOM_UTF8 else ""  # stands in the first line, and `patch` looks at it
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
    """A path as git and `patch` read it in a diff: its bytes, in quotes as in C where they would be misread."""
    raw = os.fsencode(path)
    if path.isprintable() and path == path.strip() and not set(path) & set('"\\'):
        return raw + b"\t" if b" " in raw else raw  # where it ends `patch` cannot tell else
    said = (chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\{byte:03o}" for byte in raw)
    return f'"{"".join(said)}"'.encode()


def wide(document: Document) -> bool:
    """Whether its encoding has no ASCII in it, so that no diff of it can be both read and applied."""
    return document.encoding.startswith(("utf-16", "utf-32"))


def _line_starts(text: str) -> list[int]:
    return [0, *(i + 1 for i, char in enumerate(text) if char == "\n")]


def _lines(text: str) -> list[str]:
    """As `patch` sees them: a newline ends a line, nothing else does."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _blocks(starts: Sequence[int], edits: Iterable[Edit]) -> Iterator[Block]:
    """The edits by the lines they stand on, edits on one line or on neighbouring lines together."""
    together: list[Edit] = []
    first = last = 0
    for edit in edits:
        low, high = bisect_right(starts, edit.start) - 1, bisect_right(starts, edit.end)
        if together and low > last:
            yield Block(first, last, tuple(together))
            together = []
        if not together:
            first = low
        last = high
        together.append(edit)
    if together:
        yield Block(first, last, tuple(together))


def _hunks(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Blocks so near each other that their context would overlap, together."""
    hunk: list[Block] = []
    for block in blocks:
        if hunk and block.first - hunk[-1].last > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _span(text: str, starts: Sequence[int], block: Block) -> tuple[int, int]:
    return starts[block.first], starts[block.last] if block.last < len(starts) else len(text)


def _edited(text: str, starts: Sequence[int], block: Block) -> str:
    low, high = _span(text, starts, block)
    return apply(text[low:high], (replace(edit, start=edit.start - low, end=edit.end - low) for edit in block.edits))


def _range(first: int, last: int) -> str:
    return f"{first + 1 if last > first else first},{last - first}"


# --- for eyes


def for_eyes() -> bool:
    """Whether stdout is a terminal, or the user wants it treated as one."""
    return sys.stdout.isatty() or bool(os.environ.get("FORCE_COLOR"))


def marked(document: Document, edits: Sequence[Edit]) -> None:
    """Print the changed lines with what goes and what comes marked word by word."""
    console = _console()
    starts = _line_starts(document.text)
    with console.capture() as captured:  # as rich writes it, it would have to be in the terminal's encoding
        for block in _blocks(starts, edits):
            console.print(f"{document.name}:{block.first + 1}", style="bold cyan")
            console.print(_line(document.text, _span(document.text, starts, block), block.edits, _coloured(console)))
            console.print()
    emit(captured.get())


def passage(document: Document, edit: Edit, taken: Iterable[Edit] = ()) -> None:
    """Print where one edit is, its type and its lines on stderr, with what goes and what comes marked; what was taken
    in these lines before is shown in its place."""
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
    if not console.width:  # COLUMNS=0, as of a shell that was told no width: rich would print nothing
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
                # Without colour the signs of wdiff tell old from new.
                left, right = ("", "") if coloured else (signs[:2], signs[2:])
                line.append(f"{left}{_tame(piece)}{right}", style)
    line.append(_tame(text[done:high]).rstrip())
    return line


def _tame(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_TAME)
