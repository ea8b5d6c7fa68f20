r"""The inside of a line of roff: escapes, text in another font, options, addresses.

What an escape prints is shown, the rest hidden. Words in another font are commands or placeholders, and kept. A
phrase in another font (`\fIat the same time\fR`) is read as prose. `roff_glyphs.py` knows the characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gec.language import word_set
from gec.text.formats import roff_glyphs
from gec.text.formats.assemble import Marks
from gec.text.prose import Span

_CALLED = r"(?:\[[^\]\r\n]{0,100}\]|\([^\r\n]{2}|[^\[(\r\n])"  # a font, a string, a register
_ESCAPES = rf"""
    (?P<comment>(?:(?<![ \t])[ \t]++)?\\(?:"[^\r\n]*|\#[^\r\n]*(?:\r?\n)?))
  | (?P<joined>\\c[ \t]*+(?:\r?\n|\Z)|\\(?:\r?\n|\Z))
  | (?P<font>\\f(?P<set>{_CALLED}))
  | (?P<string>\\\*(?P<called>{_CALLED}))
  | (?P<glyph>\\(?:\[(?P<long>[^\]\r\n]{{0,100}})\]|\((?P<short>[^\r\n]{{2}})|C'(?P<quoted>[^'\r\n]{{0,100}})'))
  | (?P<size>\\s(?:[+-]?(?:\([+-]?\d\d|\[[^\]\r\n]{{0,20}}\]|'[^'\r\n]{{0,20}}')|[+-]\d|[123]\d|\d))
  | (?P<raised>\\u[^\r\n]{{0,20}}?\\d)
  | (?P<drawn>\\[AbBDhHlLNoRSvwxXZ](?P<mark>[^\w\s\\])[^\r\n]{{0,200}}?(?P=mark))
  | (?P<named>\\(?:[FgkmMOVY]|n[+-]?){_CALLED}|\\\$(?:\[[^\]\r\n]{{0,100}}\]|\(..|[\w*@^]))
  | (?P<blank>\\[\ ~0])
  | (?P<nothing>\\[&)|^/,%:!{{}}adprtuz])
  | (?P<unclosed>\\(?:[AbBDhHlLNoRSvwxXZ]|(?:[*fFgkmMnOsVY][+-]?)?\[)[^\r\n]*)
  | (?P<hyphen>\\-)
  | (?P<apostrophe>\\['`])
  | (?P<backslash>\\[e\\E])
  | (?P<stop>\\(?=\.))
  | (?P<other>\\(?s:.)|\\)
"""
_ESCAPE = re.compile(_ESCAPES, re.VERBOSE)
_TOKEN = re.compile(
    rf"""
    (?P<option>(?<![\w\\.-])(?:\\?-){{1,2}}[A-Za-z0-9?](?:(?:[\w=/:+@%.,-]|\\[-&:%.])*(?<=\w))?)
  | (?P<address>\b(?:https?|ftp)://(?:[^\s<>"'`\\]|\\[-&:%/.])*(?<=[\w/=\#]))
  | (?P<place><(?=[^\s<>\\])[^<>\r\n]{{1,200}}>)
  | (?P<code>`(?=[^\s`'])[^\s`']{{1,60}}'(?!\w))
  | (?P<curved>`(?=[^\s`'])[^`']{{1,100}}'(?!\w))
  | (?P<marks>``|'')
  | {_ESCAPES}""",
    re.VERBOSE,
)
_CODE = re.compile(r"\\f[(\[]?[CV]")  # monospaced fonts
_ROMAN = frozenset(("R", "1", "TR", "HR", "NR"))
_PREVIOUS = frozenset(("P", ""))
MAX_WORD_LETTERS = 30  # letters of a word that is partly set in another font
# What may directly follow text in another font: the section of a manual page, or the rest of a word.
_BEHIND = re.compile(rf"(?:\\[|&^])?\(\d[A-Za-z]{{0,10}}\)|\w{{1,{MAX_WORD_LETTERS}}}")
_BEFORE = re.compile(r"(?<![\w\\])[^\W_]+\Z")
_ENDING = re.compile(r"(?<=[\w)>\]])[.,:;!?](?=[ \t\r\n]*\Z)")
_WORDS = re.compile(r"[^\W\d_][^\W\d_]*(?:['’-][^\W\d_]+)*[,;:.!?]?(?:\s+[^\W\d_]+(?:['’-][^\W\d_]+)*[,;:.!?]?)+")
_PHRASE_WORDS = word_set(  # words of phrases, not of commands
    """the an is are was were be been not this that these those you your which must should will would can cannot may
    only of it its they their has have does do if so as at by"""
)


@dataclass(slots=True)
class LineReader:
    """Reads the text lines of a paragraph one by one, and the arguments of macros in it."""

    text: str
    found: Marks = field(default_factory=Marks)
    font: str = "R"
    before: str = "R"
    opening: Span | None = None  # the escape that began another font

    def read(self, start: int, end: int) -> None:
        while token := _TOKEN.search(self.text, start, end):
            low, high = token.span()
            match token.lastgroup:
                case "option" | "address" | "place":
                    self._whole(low, high)
                case "code":
                    self.found.keep(low, high, 1, 1)
                    high = low + 1
                case "curved":
                    self.found.show(low, low + 1, "‘")
                    self.found.show(high - 1, high, "’")
                    high = low + 1
                case "marks":
                    self.found.show(low, high, "“" if self.text[low] == "`" else "”")
                case _:
                    self._escape(token)
            start = high

    def argument(self, start: int, end: int) -> None:
        """Read the escapes in an argument, which is kept as a whole."""
        while token := _ESCAPE.search(self.text, start, end):
            start = token.end()
            if token.lastgroup == "font":
                self.found.hide(*token.span())
            else:
                self._escape(token)

    def close(self, at: int) -> None:
        """Return to the usual font, as at a macro."""
        if self.opening:
            self._apart(*self.opening, at, at)
        self.font = self.before = "R"
        self.opening = None

    def set_apart(self, start: int, end: int) -> None:
        """Read a line that the macro above it sets in another font."""
        self.close(start)
        self.opening = (start, start)
        self.read(start, end)
        self.close(end)

    def _whole(self, low: int, high: int) -> None:
        self.found.keep(low, high)
        self.argument(low, high)

    def _escape(self, token: re.Match[str]) -> None:
        low, high = token.span()
        match token.lastgroup:
            case "font":
                self._font(low, high, token["set"].strip("[]("))
            case "string":
                self._string(low, high, token["called"])
            case "glyph":
                name = token["long"] or token["short"] or token["quoted"] or ""
                self._show(low, high, roff_glyphs.character(name))
            case "blank":
                self.found.show(low, high, " ")
            case "hyphen":
                around = self.text[low - 1 : low] + self.text[high : high + 1]
                self.found.show(low, high, "–" if around.isspace() and len(around) > 1 else "-")
            case "apostrophe":
                self.found.show(low, high, "'" if self.text[low + 1] == "'" else "`")
            case "backslash":
                self.found.show(low, high, "\\")
            case "other" | "unclosed":
                self.found.keep(low, high, min(1, high - low - 1))
            case _:
                self.found.hide(low, high)

    def _show(self, low: int, high: int, character: str) -> None:
        self.found.kept.append((low, high))
        self.found.show(low, high, character)

    def _string(self, low: int, high: int, called: str) -> None:
        name = called.strip("[]") if called[0] == "[" else called.removeprefix("(")
        character = roff_glyphs.string(name)
        if character is None:
            self.found.keep(low, high, high - low - len(name) - (called[0] == "["), int(called[0] == "["))
        else:
            self.found.show(low, high, character)

    # --- fonts

    def _font(self, low: int, high: int, name: str) -> None:
        font = self.before if name in _PREVIOUS else name
        self.before, self.font = self.font, font
        if self.opening:
            self._apart(*self.opening, low, high if font in _ROMAN else low)
            self.opening = None
        if font in _ROMAN:
            self.found.hide(low, high)
        else:
            self.opening = (low, high)

    def _apart(self, low: int, start: int, end: int, high: int) -> None:
        """Record text in another font between `start` and `end`, and the escapes around it, from `low` to `high`."""
        self.found.hide(low, start)
        self.found.hide(end, high)
        inner = self.text[start:end]
        if not _CODE.match(self.text, low) and _is_phrase(inner):
            return
        if not inner.strip():
            return
        if ending := _ENDING.search(inner):
            stop = start + ending.start()
        else:
            behind = _BEHIND.match(self.text, high)
            stop = behind.end() if behind and not inner[-1].isspace() else high
        self.found.keep(low, stop, start - low)
        if before := _BEFORE.search(self.text, max(0, low - MAX_WORD_LETTERS), low):  # the beginning of the word
            self.found.kept.append((before.start(), low))


def _is_phrase(text: str) -> bool:
    """Whether words in another font are a phrase of the sentence, not a name or a command."""
    words = text.replace("\\-", "-").replace("\\&", "").replace("\\(aq", "'").strip()
    return bool(_WORDS.fullmatch(words)) and not _PHRASE_WORDS.isdisjoint(words.lower().split())
