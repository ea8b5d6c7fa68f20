"""Converts bytes to text and back. A document keeps its bytes, so that everything outside an edit is written back
unchanged: encoding, byte order mark, newlines of any kind, a missing final newline.

What cannot be read or written without harm is refused with an error that names the place and says what to do. `formats`
finds the prose in a document.
"""

from __future__ import annotations

import codecs
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from gec import atomic
from gec.edits.edit import Edit, apply
from gec.errors import OptionError, TextError, shown
from gec.lazy import cached_property
from gec.text import legacy

MAX_LINE = 1_000_000  # characters; a longer line is data rather than prose

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HOST_CODECS = ("idna", "punycode")  # for host names, not for texts
# How .docx, .odt and .epub begin; .doc; .pdf; .rtf.
_OFFICE = re.compile(rb"PK\x03\x04|\xd0\xcf\x11\xe0|%PDF-\d\.\d\s|(?P<rtf>\{\\rtf\d)")
_NEWLINE = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Document:
    """A text and the bytes it stands for: `bom + text.encode(encoding) == raw`."""

    name: str
    raw: bytes
    text: str
    encoding: str
    bom: bytes = b""
    path: Path | None = None

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(newline.end() for newline in _NEWLINE.finditer(self.text))]

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of a character, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def with_edits(self, edits: Iterable[Edit]) -> bytes:
        """The document's bytes with the edits applied. Raises an error if any other byte would change."""
        edits = sorted(edits)
        after = self.bom + self._encoded(apply(self.text, edits))
        if after != self._spliced(edits):
            raise TextError(
                f"{self.name}: {self.encoding} edits would touch other bytes too; convert it to UTF-8 first"
            )
        return after

    def holds(self, edit: Edit) -> bool:
        """Whether the document's encoding has every character of the replacement."""
        try:
            edit.replacement.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True

    def _encoded(self, text: str) -> bytes:
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError as error:
            missing = error.object[error.start]
            raise TextError(f"{self.name}: {self.encoding} has no {missing!r}; convert the file to UTF-8") from None

    def _spliced(self, edits: Sequence[Edit]) -> bytes:
        """The result computed a second way, to check the first: replacing in the bytes instead of in the text."""
        pieces: list[bytes] = []
        char = 0
        byte = len(self.bom)
        kept = 0
        for edit in edits:
            byte += len(self.text[char : edit.start].encode(self.encoding))
            pieces += [self.raw[kept:byte], self._encoded(edit.replacement)]
            byte += len(self.text[edit.start : edit.end].encode(self.encoding))
            char, kept = edit.end, byte
        return b"".join([*pieces, self.raw[kept:]])


def read(
    source: str | os.PathLike[str] | bytes,
    encoding: str | None = None,
    *,
    max_line: int = MAX_LINE,
    name: str | None = None,
) -> Document:
    """The document at a path or in bytes. The encoding is that of the byte order mark, else `encoding`, else UTF-8,
    else an older one that suits English (`legacy.py`)."""
    if isinstance(source, bytes):
        path, raw, name = None, source, name or "-"
    else:
        path = Path(source)
        name = name or shown(path)
        try:
            _check_kind(path, name)
            raw = path.read_bytes()
        except IsADirectoryError:
            raise TextError(f"{name}: is a folder, not a text") from None
        except FileNotFoundError:
            raise TextError(missing(path, name)) from None
        except (OSError, ValueError) as error:
            raise TextError(f"{name}: cannot be read: {_reason(error)}") from None
    bom, found = next(((mark, codec) for mark, codec in _MARKS if raw.startswith(mark)), (b"", ""))
    text, codec = _decoded(raw, bom, found or (codec_named(encoding) if encoding else ""), name)
    _check_lines(text, max_line, name)
    return Document(name, raw, text, codec, bom, path)


def missing(path: Path, name: str) -> str:
    """What to say about a file that does not exist."""
    if path.is_symlink():
        return f"{name}: is a link to {shown(path.readlink())}, which does not exist; correct or remove the link"
    near = similar(path)
    return f"{name}: no such file; {f'do you mean {shown(near)}?' if near else 'give a file that exists'}"


def similar(path: Path) -> Path | None:
    """A file or folder beside the place of a path, with nearly its name."""
    try:
        names = [one.name for one in path.parent.iterdir()]
    except (OSError, ValueError):
        return None
    return next((path.parent / name for name in get_close_matches(path.name, names, 1, 0.7)), None)


def write(document: Document, edits: Iterable[Edit]) -> bool:
    """Apply all edits to the document's file, or none. False if the file did not change.

    The file keeps its mode, owner, group and extended attributes, and a link to it stays a link. If the owner cannot be
    kept, the group must be, or the write is refused.
    """
    after = document.with_edits(edits)
    if after == document.raw:
        return False
    target, before = file_to_write(document)

    def refuse_changed(changed: bool) -> None:
        if changed:
            raise TextError(f"{document.name}: has changed since it was read, so gec did not change it; run gec again")

    try:
        refuse_changed(target.read_bytes() != document.raw)
        # writing takes a moment, in which an editor may save the file
        atomic.replace(target, after, before, lambda: refuse_changed(_version(target.stat()) != _version(before)))
    except OSError as error:
        raise TextError(f"{document.name}: cannot be written, left as it was: {_reason(error)}") from None
    return True


def _version(state: os.stat_result) -> tuple[int, int, int]:
    return state.st_mtime_ns, state.st_size, state.st_ino


def file_to_write(document: Document) -> tuple[Path, os.stat_result]:
    """The document's file with links followed, and its `stat`. Raises an error if it cannot be written."""
    if document.path is None:
        raise TextError(f"{document.name}: was not read from a file, so there is none to write")
    try:
        target = document.path.resolve(strict=True)
        state = target.stat()
    except OSError as error:
        raise TextError(f"{document.name}: cannot be written, left as it was: {_reason(error)}") from None
    if not stat.S_ISREG(state.st_mode):
        raise TextError(f"{document.name}: not a regular file; print the corrected text instead")
    if not state.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise TextError(f"{document.name}: is read-only, left as it was; make it writable first")
    return target, state


def not_utf8(path: Path, error: UnicodeDecodeError, before: int = 0) -> str:
    """The error message for a file that is not UTF-8; `before` lines of it were decoded before."""
    line = before + error.object.count(b"\n", 0, error.start) + 1
    return f"{shown(path)}:{line}: 0x{error.object[error.start]:02x} is not UTF-8; save the file as UTF-8"


def _check_kind(path: Path, name: str) -> None:
    """Refuse devices and sockets, which may never end. Reading a folder raises an error of its own."""
    kind = stat.S_IFMT(path.stat().st_mode)
    if kind not in (stat.S_IFREG, stat.S_IFIFO, stat.S_IFDIR):
        raise TextError(f"{name}: is a device or a socket, not a file; use - for standard input")


def codec_named(encoding: str) -> str:
    """Python's own name of a text encoding."""
    try:
        codec = codecs.lookup(encoding).name
        if codec in _HOST_CODECS:
            raise LookupError(codec)
        "".encode(codec)
    except (LookupError, ValueError):
        raise OptionError(
            f"{encoding or 'an empty name'}: no such encoding; try utf-8, utf-16-le, latin-1 or cp1252"
        ) from None
    return "utf-8" if codec == "utf-8-sig" else codec


def _decoded(raw: bytes, bom: bytes, codec: str, name: str) -> tuple[str, str]:
    if office := _OFFICE.match(raw):
        kind = "RTF, not plain text" if office["rtf"] else "binary, not text"
        raise TextError(f"{name}: is {kind}; save it as plain text, Markdown or HTML in the program that made it")
    guessed = not codec
    codec = codec or "utf-8"
    if codec in ("utf-16", "utf-32"):
        raise TextError(f"{name}: has no byte order mark; use --encoding {codec}-le or {codec}-be")
    body = raw[len(bom) :]
    try:
        text = body.decode(codec)
    except UnicodeDecodeError as error:
        older = legacy.codec_of(body) if guessed else None
        if older is None:
            raise _undecodable(raw, len(bom) + error.start, codec, name) from None
        text, codec = body.decode(older), older
    except UnicodeError as error:
        raise TextError(f"{name}: not {codec}: {error}; give the encoding with --encoding") from None
    if "\0" in text:
        raise TextError(_binary(raw, codec, name))
    if text.encode(codec) != body:
        raise TextError(f"{name}: cannot be written back unchanged as {codec}; convert it to UTF-8 first")
    return text, codec


def _undecodable(raw: bytes, at: int, codec: str, name: str) -> TextError:
    if codec == "utf-8" and b"\0" in raw:
        return TextError(_binary(raw, codec, name))
    line = len(_NEWLINE.findall(raw[:at].decode("latin-1"))) + 1
    # 0x80 to 0x9f are printable in the Windows code page and control characters in Latin-1.
    likely = "cp1252" if any(0x80 <= byte <= 0x9F for byte in raw[at : at + 10_000]) else "latin-1"
    hint = (
        f"if it is an older text, say --encoding {likely}" if codec == "utf-8" else "give the encoding with --encoding"
    )
    return TextError(f"{name}: line {line}, byte {at}: 0x{raw[at]:02x} is not {codec}; {hint}")


def _binary(raw: bytes, codec: str, name: str) -> str:
    at = raw.find(b"\0")
    order = "be" if at % 2 == 0 else "le"
    # In UTF-16 every second byte of English is zero, and a program has other zeros too.
    wide = "".join(raw[:1000].decode(f"utf-16-{order}", "ignore").split())
    if codec == "utf-8" and wide.isprintable() and 2 * raw[:1000].count(0) >= 0.8 * len(raw[:1000]):
        return f"{name}: byte {at} is NUL; if it is UTF-16 without a mark, say --encoding utf-16-{order}"
    return f"{name}: has NUL characters (byte {at}), so it is binary, not text; leave it out"


def _check_lines(text: str, max_line: int, name: str) -> None:
    if len(text) <= max_line:
        return
    for number, line in enumerate(_NEWLINE.split(text), 1):
        if len(line) > max_line:
            raise TextError(
                f"{name}: line {number} has {len(line):,} characters, more than {max_line:,}; if this is"
                " prose and not data, raise the limit with --max-line"
            )


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
