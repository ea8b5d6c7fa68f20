r"""A paragraph of a manual page: text lines, and between them macros whose arguments are part of the sentence
(`.BR open (2),` and `.Xr open 2 ,`). The arguments are shown and kept, except for punctuation at their end. Other
requests are hidden. `roff.py` finds the paragraphs, and `roff_escapes.py` reads the inside of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import takewhile

from gec.language import word_set
from gec.text.formats import mdoc
from gec.text.formats.assemble import LINE, Marks
from gec.text.formats.mdoc import ShownPart
from gec.text.formats.roff_escapes import LineReader
from gec.text.prose import Span

INLINE = word_set("B I R SM SB BI BR IB IR RB RI CW UR UE MT ME MR URL MTO")  # of man(7)
CONTROL = re.compile(r"[.'][ \t]*+(?P<name>(?:if|ie|el|while)(?![A-Za-z0-9])|[^\s\\{}]{1,60})?")

_GOES_ON = re.compile(r"(?<!\\)(?>(?:\\\\)*)\\\r?\n\Z")
_ARGUMENT = re.compile(
    r'[ \t]*+(?:\\["#][^\r\n]*|"(?P<quoted>(?>(?:[^"\\\r\n]|""|\\\r?\n|\\.)*))"?'
    r'|(?P<plain>(?>(?:[^\s\\]|\\(?:\r\n|[^"#]))+)))'
)
_ALTERNATING = frozenset(("BI", "BR", "IB", "IR", "RB", "RI"))
_ENDING = re.compile(r"(?<![.\s(\[])[.,:;!?]\Z|\A[])]*[.,:;!?]?\Z")


def logical(text: str) -> Iterator[Span]:
    """The logical lines of roff: a line that ends in a backslash continues in the next one."""
    at = 0
    while at < len(text) and (line := LINE.match(text, at)):
        low, end = line.span()
        while end < len(text) and _GOES_ON.search(text, low, end) and '\\"' not in text[low:end]:
            low, end = end, LINE.match(text, end).end()  # type: ignore[union-attr]  # it matches anywhere
        yield at, end
        at = end


def marks(text: str, inline: Set[str], page: str) -> Marks:
    """The markup of a paragraph. The macros of `inline` are part of its sentences, and `page` is the name of the
    manual page."""
    paragraph = _RequestParagraph(text, inline, page)
    paragraph.read()
    return paragraph.line.found


@dataclass(slots=True)
class _RequestParagraph:
    text: str
    inline: Set[str]
    page: str
    line: LineReader = field(init=False)
    in_font: bool = False  # the next line is set in another font

    def __post_init__(self) -> None:
        self.line = LineReader(self.text)

    def read(self) -> None:
        for start, end in logical(self.text):
            if control := CONTROL.match(self.text, start, end):
                self._request(control["name"], start, control.end(), end)
            elif self.in_font:
                self.line.set_apart(start, start + len(self.text[start:end].rstrip()))
                self.in_font = False
            else:
                self.line.read(start, end)
        self.line.close(len(self.text))

    def _request(self, name: str, start: int, at: int, end: int) -> None:
        if name not in self.inline:
            self.line.found.hide(start, end)
            return
        self.line.close(start)
        arguments = list(self._arguments(at, end))
        if name in mdoc.CALLED:
            self._called(name, start, end, arguments)
        elif name in ("UE", "ME"):
            self._show(start, end, _pieces(arguments), joined=True)
        elif name in ("UR", "MT"):
            alone = self.text.startswith((".UE", ".ME"), end)
            self._show(start, end, _pieces(arguments[:1]) if alone else [])
        elif name == "MR":
            self._show(start, end, [*_pieces(arguments[:1]), *_pieces(arguments[2:3])])
        elif name in ("URL", "MTO"):
            self._show(start, end, [*(_pieces(arguments[1:2]) or _pieces(arguments[:1])), *_pieces(arguments[2:3])])
        else:
            self.in_font = not arguments
            self._show(start, end, _pieces(arguments, apart=name not in _ALTERNATING))

    def _arguments(self, at: int, end: int) -> Iterator[re.Match[str]]:
        while (found := _ARGUMENT.match(self.text, at, end)) and found.lastgroup:
            yield found
            at = found.end()

    def _called(self, name: str, start: int, end: int, arguments: Sequence[re.Match[str]]) -> None:
        reading = mdoc.MacroLine(self.page)
        reading.read(self.text, start, name, arguments)
        pieces = reading.pieces
        if name == "Pq":  # the sentence is complete without what is in parentheses
            pieces = [*takewhile(lambda piece: piece.closing, reversed(pieces))][::-1]
        self.line.found.shown.update(reading.shown)
        self._show(start, end, pieces, joined=name == "Pq" or name in mdoc.JOINED)
        if name in mdoc.OPENS and not arguments:
            self.line.found.hide(start + 1, end)

    def _show(self, start: int, end: int, pieces: Sequence[ShownPart], *, joined: bool = False) -> None:
        """Show and keep the pieces of a line, except for punctuation at their end. If `joined`, no space separates them
        from the line above."""
        found, line = self.line.found, self.text[start:end].rstrip("\r\n")
        if not pieces:
            found.hide(start, end)
            return
        if joined and start:
            found.hide(start - 2 if self.text.startswith("\r\n", start - 2) else start - 1, start)
        done = start
        for piece in pieces:
            if piece.blank >= 0:
                found.hide(done, piece.blank)
                done = piece.blank + 1
            found.hide(done, piece.low)
            self.line.argument(piece.low, piece.high)
            done = piece.high
        found.hide(done, end if line.endswith("\\c") else start + len(line))
        ending = self._ending(pieces)
        found.keep(start, ending, min(pieces[0].low, ending) - start)

    def _ending(self, pieces: Sequence[ShownPart]) -> int:
        """Where the punctuation at the end of the pieces begins."""
        marks = sum(1 for _ in takewhile(lambda piece: piece.closing, reversed(pieces)))
        if marks:
            return pieces[-marks - 1].high if marks < len(pieces) else pieces[0].low
        last = pieces[-1]
        ending = None if last.low in self.line.found.shown else _ENDING.search(self.text[last.low : last.high])
        return last.low + ending.start() if ending else last.high


def _pieces(arguments: Sequence[re.Match[str]], *, apart: bool = False) -> list[ShownPart]:
    pieces: list[ShownPart] = []
    for one in arguments:
        low, high = one.span(one.lastgroup or 0)
        if low < high:
            pieces.append(ShownPart(low, high, one.start() if apart and pieces and one.start() < low else -1))
    return pieces
