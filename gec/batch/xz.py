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
MEMORY = 128 << 20  # bytes of a decompressor: `xz -9` asks for half of it, a file can ask for 4 GiB
WORD = 4  # bytes; padding between streams is a multiple of it


class Unpacked(io.RawIOBase):
    """The decompressed bytes of all streams in a file."""

    def __init__(self, packed: IO[bytes]) -> None:
        self._packed = packed
        self._stream = _decompressor()
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
            plain = self._decompressed(len(room))
            self._given = self._stream.unused_data
            if plain:
                room[: len(plain)] = plain
                return len(plain)
        return 0

    def _decompressed(self, most: int) -> bytes:
        try:
            return self._stream.decompress(self._given, most)
        except lzma.LZMAError as trouble:
            if "Memory" not in str(trouble):
                raise
            raise lzma.LZMAError(f"it takes more than {MEMORY >> 20} MiB; compress it with xz -9 or less") from None

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
            self._stream = _decompressor()
        return bool(self._given)


def _decompressor() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)
