"""Reads .xz files to their end. Python's own reader treats damage after the first stream as the end of the file, so the
rest would be lost without a message.
"""

from __future__ import annotations

import io
import lzma
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

TOGETHER = 1 << 16  # bytes to read at a time
WORD = 4  # bytes; padding between streams is a multiple of it


class Unpacked(io.RawIOBase):
    """The decompressed bytes of all streams in a file."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._packed = packed
        self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        self._given = b""  # read but not yet decompressed

    def readable(self) -> bool:
        return True

    def readinto(self, target: WriteableBuffer) -> int:
        room = memoryview(target)
        while not self._stream.eof or self._next():
            if self._stream.needs_input and not self._given:
                self._given = self._packed.read(TOGETHER)
                if not self._given:
                    raise EOFError("ends within a stream")
            plain = self._stream.decompress(self._given, len(room))
            self._given = self._stream.unused_data
            if plain:
                room[: len(plain)] = plain
                return len(plain)
        return 0

    def _next(self) -> bool:
        """Go to the next stream. Only padding may stand before it. Returns whether there is one."""
        zeros = 0
        while True:
            rest = self._given.lstrip(b"\0")
            zeros += len(self._given) - len(rest)
            self._given = rest or self._packed.read(TOGETHER)
            if rest or not self._given:
                break
        if zeros % WORD:
            raise lzma.LZMAError("bytes behind the last stream")
        if self._given:
            self._stream = lzma.LZMADecompressor(lzma.FORMAT_XZ)
        return bool(self._given)
