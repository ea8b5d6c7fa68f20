"""Reads text and pair files, plain or compressed (.xz, .gz, .zst). The lines of a corpus can be accessed by index
without one Python object a line. `records.py` makes training pairs of them.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import IO, Any

import numpy as np

from gec import atomic
from gec.errors import GecError
from gec.model.tokenizer import HALF
from gec.text.document import not_utf8

NEWLINE, BOM = 10, b"\xef\xbb\xbf"
PACKED = (".xz", ".gz", ".zst")
INLINE = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
FAULTY = re.compile(r" {2,}| (?=[,.;:!?](?:\s|$|[\"')]))")
KEPT = "\0"


class SharedLines:
    """The non-empty lines of some files, in one block of bytes that worker processes share."""

    def __init__(self, paths: Iterable[Path]) -> None:
        with ThreadPoolExecutor(8) as threads:  # decompression releases the interpreter lock
            blocks = list(threads.map(_block, paths))
        self._blob = b"".join(blocks)
        ends = np.flatnonzero(np.frombuffer(self._blob, dtype=np.uint8) == NEWLINE)
        starts = np.concatenate([[0], ends[:-1] + 1]) if len(ends) else ends
        filled = ends > starts
        self._starts, self._ends = starts[filled], ends[filled]

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> str:
        return self._blob[self._starts[index] : self._ends[index]].decode()


@cache
def lines_of(paths: tuple[Path, ...]) -> SharedLines:
    """The lines of some files, held only once even if several sources of a recipe name them."""
    return SharedLines(paths)


def _block(path: Path) -> bytes:
    with _readable(path), _open(path) as file:
        block = file.read()
        if not block.isascii():
            try:
                block.decode()  # find what is not UTF-8 now, not in the middle of a run
            except UnicodeDecodeError as trouble:
                raise GecError(not_utf8(path, trouble)) from None
        block = block.removeprefix(BOM).replace(b"\r\n", b"\n")
        return block if block.endswith(b"\n") or not block else block + b"\n"


def read_lines(path: Path) -> Iterator[str]:
    """The lines of a text file, compressed or not, without line ends."""
    with _readable(path), _open(path) as file:
        for number, line in enumerate(file):
            try:
                yield (line if number else line.removeprefix(BOM)).decode().rstrip("\r\n")
            except UnicodeDecodeError as trouble:
                raise GecError(not_utf8(path, trouble, number)) from None


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (lzma.LZMAError, EOFError, gzip.BadGzipFile, zlib.error) as trouble:
        raise GecError(f"{path}: damaged ({trouble}); fetch or make it again") from None
    except OSError as trouble:
        raise GecError(f"{path}: cannot be read: {trouble.strerror or trouble}") from None


def unpacked(name: str) -> str:
    """The name of a file without the ending of its compression."""
    return name.removesuffix(next((packed for packed in PACKED if name.endswith(packed)), ""))


def _open(path: Path) -> IO[bytes]:
    if path.suffix == ".xz":
        return lzma.open(path, "rb")
    if path.suffix == ".gz":
        return gzip.open(path, "rb")  # type: ignore[return-value]
    if path.suffix == ".zst":
        return io.BytesIO(b"".join(_frames(path.read_bytes())))
    return path.open("rb")


def _frames(data: bytes) -> Iterator[bytes]:
    """What is in a .zst file. zstandard's own reader takes a cut frame for a whole one."""
    import zstandard

    while data:
        frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            yield frame.decompress(data)
        except zstandard.ZstdError as trouble:
            raise EOFError(trouble) from None
        if not frame.eof:
            raise EOFError("it is cut short")
        data = frame.unused_data


def read_json(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a JSON-lines file, each with the number of its line."""
    for number, line in enumerate(read_lines(path), 1):
        if line.strip():
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as trouble:
                raise GecError(f"{path}:{number}: not JSON: {trouble}") from None
            if not isinstance(record, dict):
                raise GecError(f"{path}:{number}: expected an object, found {type(record).__name__}")
            yield number, record


def expand(line: str) -> tuple[str, str]:
    """`I [has|have] it.` -> the sentence as written and as it should be."""
    return mended(line), tidy(INLINE.sub(r"\2", line))


def mended(line: str, share: float = 0.0, rng: Random | None = None) -> str:
    """The sentence as written, with a random share of its errors corrected. Marked blanks stay: `[ ?|?]`."""

    def side(found: re.Match[str]) -> str:
        if rng and rng.random() < share:
            return found[2]
        return FAULTY.sub(lambda blanks: KEPT * len(blanks[0]), found[1])

    return re.sub(f" *({KEPT}+) *", r"\1", tidy(INLINE.sub(side, line))).replace(KEPT, " ")


def tidy(sentence: str) -> str:
    """Remove double spaces and spaces before stops, which deletions and insertions leave."""
    sentence = re.sub(r" {2,}", " ", sentence).strip()
    return re.sub(r" +([,.;:!?])(?=\s|$|[\"')])", r"\1", sentence)


def read_pairs(path: Path, where: Mapping[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """The pairs of a .jsonl file whose records have these values."""
    for number, record in read_json(path):
        if "src" not in record or "tgt" not in record:
            raise GecError(f"{path}:{number}: a pair needs the keys src and tgt, found {sorted(record)}")
        if not isinstance(record["src"], str) or not isinstance(record["tgt"], str):
            raise GecError(f"{path}:{number}: src and tgt of a pair are texts")
        if HALF.search(record["src"] + record["tgt"]):
            raise GecError(f"{path}:{number}: src or tgt has half of a surrogate pair (\\ud800 to \\udfff); correct it")
        if all(record.get(key) == value for key, value in (where or {}).items()):
            yield record["src"], record["tgt"]


def write_pairs(path: Path, pairs: Iterable[tuple[str, str]]) -> int:
    """Write all pairs or none, packed as the path's name says. Returns their number."""
    lines = as_lines(pairs)
    atomic.write(path, packed(path, lines))
    return lines.count(b"\n")


def packed(path: Path, data: bytes) -> bytes:
    if path.suffix == ".xz":
        return lzma.compress(data)
    if path.suffix == ".gz":
        return gzip.compress(data, mtime=0)
    if path.suffix == ".zst":
        import zstandard

        return zstandard.ZstdCompressor().compress(data)
    return data


def as_lines(pairs: Iterable[tuple[str, str]]) -> bytes:
    """Pairs in the form of a .jsonl file."""
    lines = (json.dumps({"src": source, "tgt": target}, ensure_ascii=False) + "\n" for source, target in pairs)
    return "".join(lines).encode()


def learner_texts(path: Path) -> Iterator[list[str]]:
    """The texts of a learner file, each a list of sentences with inline corrections."""
    text: list[str] = []
    for line in read_lines(path):
        if line.startswith("# "):
            if text:
                yield text
            text = []
        elif line.strip():
            text.append(line)
    if text:
        yield text


def rewrite_passages(path: Path) -> Iterator[list[tuple[str, str]]]:
    """The records with the same number of sentences on both sides, sentence by sentence."""
    return (list(zip(poor, better, strict=True)) for poor, better in rewrites(path) if len(poor) == len(better))


def rewrites(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """The records of a rewrite file: the lines of a poor paragraph, and those of its rewritten form."""
    sides: dict[str, list[str]] = {"<": [], ">": []}
    for number, line in enumerate([*read_lines(path), "#"], 1):
        if line[:1] in sides:
            sides[line[0]].append(line[1:].strip())
        elif any(sides.values()):
            if not all(sides.values()):
                raise GecError(f"{path}:{number}: the record before has no line with {'<>'[bool(sides['<'])]}; add it")
            yield sides["<"], sides[">"]
            sides = {"<": [], ">": []}
