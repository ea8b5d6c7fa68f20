"""Documents and their edits as the terminal shows them: findings one a line, unified diffs that `patch`
takes, marked words for eyes, JSON for programs. Nothing is decided here, and rich is loaded for eyes alone.

Line numbers and columns count from 1, offsets from 0; columns and offsets count Unicode code points of the
decoded text, a byte order mark not included.
"""

from __future__ import annotations

import json
import os
import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gec import __version__
from gec.edits.edit import Edit, apply
from gec.edits.message import message
from gec.text.document import Document

CONTEXT = 3  # unchanged lines around a change in a unified diff

# What a file holds must not drive the terminal: control characters become their pictures.
_TAME = {code: 0x2400 + code for code in range(32) if code not in (9, 10)} | {0x7F: 0x2421}
_TAME |= dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


def emit(output: str | bytes) -> None:
    """Write to stdout; text as UTF-8, whatever the locale says, so that programs can rely on it."""
    sys.stdout.buffer.write(output.encode("utf-8", "replace") if isinstance(output, str) else output)
    sys.stdout.buffer.flush()


def findings(document: Document, edits: Iterable[Edit]) -> str:
    """`path:line:column: type what to do [confidence]`, a line for each edit."""
    lines = []
    for edit in edits:
        line, column = document.position(edit.start)
        said = message(document.text[edit.start : edit.end], edit).translate(_TAME)
        kind = f" {edit.type}" if edit.type else ""
        lines.append(f"{document.name}:{line}:{column}:{kind} {said} [{edit.confidence:.2f}]\n")
    return "".join(lines)


def as_json(results: Iterable[tuple[Document, Sequence[Edit]]]) -> str:
    """What was found in every file that could be read, also where that is nothing."""
    files = [
        {"path": document.name, "edits": [_fields(document, edit) for edit in edits]} for document, edits in results
    ]
    return json.dumps({"gec": __version__, "files": files}, ensure_ascii=False, indent=2) + "\n"


def _fields(document: Document, edit: Edit) -> dict[str, Any]:
    original = document.text[edit.start : edit.end]
    line, column = document.position(edit.start)
    return {
        "start": edit.start,
        "end": edit.end,
        "line": line,
        "column": column,
        "original": original,
        "replacement": edit.replacement,
        "type": edit.type,
        "confidence": round(edit.confidence, 4),
        "message": message(original, edit),
    }


# --- unified diffs


@dataclass(frozen=True, slots=True)
class Block:
    """Lines `first` to `last` (excluded) of a document, and the edits in them."""

    first: int
    last: int
    edits: tuple[Edit, ...]


def unified(document: Document, edits: Sequence[Edit]) -> bytes:
    """A unified diff; in the file's own encoding where that contains ASCII, so that `patch` can apply it."""
    starts = _line_starts(document.text)
    lines = _lines(document.text)
    pieces = [f"--- {document.name}\n+++ {document.name}\n"]
    shift = 0
    for hunk in _hunks(_blocks(starts, edits)):
        first, last = max(hunk[0].first - CONTEXT, 0), min(hunk[-1].last + CONTEXT, len(lines))
        body: list[str] = []
        done, more = first, 0
        for block in hunk:
            old, new = lines[block.first : block.last], _lines(_edited(document.text, starts, block))
            body += [f" {line}" for line in lines[done : block.first]]
            body += [*(f"-{line}" for line in old), *(f"+{line}" for line in new)]
            done, more = block.last, more + len(new) - len(old)
        body += [f" {line}" for line in lines[done:last]]
        pieces.append(f"@@ -{_range(first, last)} +{_range(first + shift, last + shift + more)} @@\n")
        pieces += [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in body]
        shift += more
    wide = document.encoding.startswith(("utf-16", "utf-32"))
    return "".join(pieces).encode("utf-8" if wide else document.encoding, "backslashreplace")


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
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, emoji=False, markup=False)
    coloured = console.color_system is not None and not console.no_color
    starts = _line_starts(document.text)
    for block in _blocks(starts, edits):
        done, high = _span(document.text, starts, block)
        console.print(Text(f"{document.name}:{block.first + 1}", "bold cyan"))
        line = Text()
        for edit in block.edits:
            line.append(_tame(document.text[done : edit.start]))
            for piece, style, signs in (
                (document.text[edit.start : edit.end], "red strike", "[--]"),
                (edit.replacement, "bold green", "{++}"),
            ):
                if piece:
                    # Without colour the signs of wdiff tell old from new.
                    left, right = ("", "") if coloured else (signs[:2], signs[2:])
                    line.append(f"{left}{_tame(piece)}{right}", style)
            done = edit.end
        line.append(_tame(document.text[done:high]).rstrip())
        console.print(line)
        console.print()


def _tame(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_TAME)
