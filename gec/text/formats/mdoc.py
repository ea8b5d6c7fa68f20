"""What a reader sees of a line of mdoc(7): `-vfile,` for `.Fl v Ns Ar file ,`. Names of macros are not shown. Brackets
and quotation marks are shown only if they enclose several lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gec.language import word_set

CALLED = word_set(
    """Ad An Ao Ap Aq Ar At Bc Bo Bq Brc Bro Brq Bsx Bx Cd Cm Dc Do Dq Dv Dx Ec Em Eo Eq Er Es Ev Fa Fl Fn Fx Ic In Lb
    Li Lk Ms Mt Nm No Ns Nx Oc Oo Op Ox Pa Pc Pf Po Pq Ql Qc Qo Qq Sc So Sq St Sx Sy Tn Ux Va Vt Xc Xo Xr"""
)
OPENS = {"Do": "“", "Qo": '"', "So": "‘", "Po": "(", "Bo": "[", "Oo": "[", "Ao": "<", "Bro": "{", "Eo": "", "Xo": ""}
CLOSES = {"Dc": "”", "Qc": '"', "Sc": "’", "Pc": ")", "Bc": "]", "Oc": "]", "Ac": ">", "Brc": "}", "Ec": "", "Xc": ""}
JOINED = frozenset(("Ns", "Ap", *CLOSES))  # no space comes before their text

_SYSTEMS = {  # names of systems, cut to the length of the macro
    "Bx": "BSD", "Nx": "NetBSD", "Ox": "OpenBSD", "Fx": "FreeBSD", "Dx": "DragonFly", "At": "ATT", "Ux": "Unix",
}  # fmt: skip
_CLOSING = frozenset(".,:;!?)]")
_OPENING = frozenset("([")
_ONE_NAME = frozenset(("Xr", "Fn"))  # a section or parameters follow the name


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A visible stretch of a line, the place of a space to show before it, and whether it is closing punctuation."""

    low: int
    high: int
    blank: int = -1
    closing: bool = False


@dataclass(frozen=True, slots=True)
class _Word:
    low: int
    high: int
    blank: int  # place of the space before it
    content: str
    macro: bool = False


@dataclass(slots=True)
class MacroLine:
    """Reads one line word by word."""

    page: str  # name of the manual page
    pieces: list[ShownPart] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)  # characters to show at places
    blank: int = -1  # place of the space to show before the next piece
    joined: bool = True  # no space is shown there
    macro: str = ""
    count: int = 0  # of its arguments

    def read(self, text: str, start: int, name: str, arguments: Sequence[re.Match[str]]) -> None:
        words = [_Word(start, start + 1 + len(name), -1, name, True), *_words(text, arguments)]
        for number, word in enumerate(words):
            behind = words[number + 1] if number + 1 < len(words) else None
            plain = behind is not None and not behind.macro and behind.content not in _CLOSING
            if word.macro:
                self._begin(word, plain)
            elif word.content in _CLOSING:
                self.pieces.append(ShownPart(word.low, word.high, closing=True))
                self.joined = False
            elif not (self.macro in _ONE_NAME and self.count) and not (self.macro == "Lk" and plain and not self.count):
                self._argument(word)
            else:
                self.count += 1

    def _begin(self, word: _Word, plain: bool) -> None:
        """A macro. `plain` tells whether a plain argument follows."""
        self.macro, self.count = word.content, 0
        if self.blank < 0 and not self.joined:
            self.blank = word.blank
        first = word.blank < 0
        character = OPENS.get(word.content) or CLOSES.get(word.content)
        if word.content == "Nm" and not plain:
            self._show(word, self.page)
        elif word.content in _SYSTEMS:
            self._show(word, _SYSTEMS[word.content])
        elif word.content == "Fl" and not plain:
            self._show(word, "-")
        elif word.content == "Ap" or (first and character):
            self.joined = self.joined or word.content == "Ap"
            self._show(word, character or "'")
            self.joined = word.content not in CLOSES
        elif word.content == "Ns":
            self.joined = True

    def _show(self, word: _Word, characters: str) -> None:
        shown = characters[: word.high - word.low]
        self.shown.update(zip(range(word.low, word.high), shown, strict=False))
        if shown:
            self._add(word.low, word.low + len(shown))

    def _argument(self, word: _Word) -> None:
        if self.blank < 0:
            self.blank = word.blank
        low = word.low
        if self.macro == "Fl" and not self.count:
            low -= 1
            self.shown[low] = "-"
        self.count += 1
        self._add(low, word.high)
        self.joined = word.content in _OPENING or (self.macro == "Pf" and self.count == 1)

    def _add(self, low: int, high: int) -> None:
        self.pieces.append(ShownPart(low, high, -1 if self.joined else self.blank))
        self.blank, self.joined = -1, False


def _words(text: str, arguments: Sequence[re.Match[str]]) -> Iterator[_Word]:
    for one in arguments:
        low, high = one.span(one.lastgroup or 0)
        content = text[low:high]
        if low < high:
            blank = one.start() if one.start() < low else -1
            yield _Word(low, high, blank, content, one["plain"] is not None and content in CALLED)
