"""The sizes of the pages in a column of Parquet, from the headers of the pages. A page is decoded as a whole, whatever
the number of rows that are wanted, and the directory of the file does not say how large its pages are.

A header is a struct in Thrift's compact protocol: its first three numbers are the kind of the page, its size once it is
unpacked, and its size in the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

DICTIONARY = 2  # the kind of a page
HEADER = 1 << 12  # bytes that are read of a header at first
LONGEST_HEADER = 1 << 24  # a header may hold the least and the greatest value of its page
DEPTH = 16  # structs and lists in each other
# Kinds of values in Thrift's compact protocol.
_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a column."""

    kind: int
    size: int  # in bytes, once it is unpacked
    stored: int  # in the file


def pages(file: IO[bytes], column: Any) -> Iterator[Page]:
    """The pages of a column in a row group. Raises ValueError if a header cannot be read."""
    at = max(0, min(column.data_page_offset, column.dictionary_page_offset or column.data_page_offset))
    end = at + column.total_compressed_size
    while at < end:
        page, length = _page(file, at)
        yield page
        at += length + page.stored


def _page(file: IO[bytes], at: int) -> tuple[Page, int]:
    """The page whose header begins here, and the length of the header."""
    length = HEADER
    while True:
        file.seek(at)
        content = file.read(length)
        try:
            reader = _Compact(content)
            said = reader.struct(DEPTH)
        except IndexError:
            if len(content) < length or length >= LONGEST_HEADER:
                raise ValueError("the header of a page is cut short") from None
            length *= 16
            continue
        page = Page(*(said.get(number, -1) for number in (1, 2, 3)))
        if min(page.kind, page.size, page.stored) < 0:
            raise ValueError("the header of a page has no size")
        return page, reader.at


class _Compact:
    """Reads values in Thrift's compact protocol. Raises IndexError at the end of the bytes."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def struct(self, depth: int) -> dict[int, int]:
        """The whole numbers of a struct, by the numbers of their fields."""
        found, field = dict[int, int](), 0
        while head := self._byte():
            field = field + (head >> 4) if head >> 4 else self._signed()
            kind = head & 15
            if kind in (_I16, _I32, _I64):
                found[field] = self._signed()
            elif kind not in (_TRUE, _FALSE):
                self._pass(kind, depth)
        return found

    def _pass(self, kind: int, depth: int) -> None:
        """Pass a value."""
        if not depth:
            raise ValueError("the header of a page is nested too deeply")
        if kind in (_TRUE, _FALSE, _BYTE):
            self._skip(1)
        elif kind in (_I16, _I32, _I64):
            self._number()
        elif kind == _DOUBLE:
            self._skip(8)
        elif kind == _BINARY:
            self._skip(self._number())
        elif kind in (_LIST, _SET):
            head = self._byte()
            for _ in range(head >> 4 if head >> 4 < 15 else self._number()):
                self._pass(head & 15, depth - 1)
        elif kind == _MAP:
            count = self._number()
            kinds = self._byte() if count else 0
            for _ in range(count):
                self._pass(kinds >> 4, depth - 1)
                self._pass(kinds & 15, depth - 1)
        elif kind == _STRUCT:
            self.struct(depth - 1)
        else:
            raise ValueError(f"the header of a page has a value of the unknown kind {kind}")

    def _byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def _skip(self, count: int) -> None:
        self.at += count
        if self.at > len(self.content):
            raise IndexError

    def _number(self) -> int:
        number = shift = 0
        while (byte := self._byte()) >= 128:
            number |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise ValueError("the header of a page has a number that is too long")
        return number | byte << shift

    def _signed(self) -> int:
        number = self._number()
        return number >> 1 ^ -(number & 1)
