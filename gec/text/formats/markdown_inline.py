"""The inside of a Markdown paragraph: which characters are markup to hide, and which stretches are not prose and stay.
It is one pass over the tokens, with a stack for brackets and one for each emphasis mark.

Emphasis is paired more simply than in CommonMark. Where the two differ, a mark is hidden that a reader would see, or
kept that a reader would not see. Neither is ever changed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from html import unescape

from gec.text.formats.assemble import Ahead, Marks
from gec.text.formats.html import APART, BREAKING, INLINE, VERBATIM

URL = r"(?:https?://|ftp://|www\.)[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]"
MAIL = r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
_TOKEN = re.compile(
    rf"""
    (?P<escape>\\[!-/:-@\[-`{{-~])
  | (?P<hard>(?:\\|(?<!\ )[ ]{{2,}}+)\r?\n)
  | (?P<ticks>`++)
  | (?P<wiki>!?\[\[[^\[\]\n]{{1,200}}\]\])
  | (?P<foot>\[\^[^\[\]\s]{{1,100}}\])
  | (?P<cite>\[(?:-?@[^\[\]]{{1,300}}\]|[^\[\]@`]{{1,200}}(?<!\w)@\w[^\[\]]{{0,300}}\](?![(\[])))
  | (?P<auto><(?:[A-Za-z][A-Za-z0-9+.-]{{1,31}}:[^\s<>]*|{MAIL})>)
  | (?P<comment><!--)
  | (?P<cdata><!\[CDATA\[)
  | (?P<php><\?)
  | (?P<declaration><!(?=[A-Za-z]))
  | (?P<tag></?(?P<name>[A-Za-z][\w-]*)(?:\s(?>(?:[^<>"']++|"[^"]*+"|'[^']*+')*)>|\s[^<>]*>|/?>))
  | (?P<url>\b{URL})
  | (?P<entity>&(?:\#\d{{1,7}}|\#[xX][\da-fA-F]{{1,6}}|[A-Za-z]\w{{1,31}});)
  | (?P<maths>\$\$?)
  | (?P<brace>\{{\#\s[^{{}}]{{0,500}}\#\}}|\{{\{{[<%][^{{}}]{{0,500}}\}}\}}
      |\{{[^{{}}\n]{{0,200}}\}}|\{{\{{[^{{}}\n]{{0,200}}\}}\}})
  | (?P<emoji>(?<![\w:]):[a-z][a-z0-9_+-]{{0,40}}:(?!\w))
  | (?P<open>!?\[)
  | (?P<close>\])
  | (?P<emphasis>\*++|_++|~~++|==++)
  | (?P<lone>[<>|\\])
    """,
    re.VERBOSE,
)
_CLOSINGS = {"comment": "-->", "cdata": "]]>", "php": "?>", "declaration": ">"}
_BARE = r"[^\s()\\]++|\\\S?"  # of a target
_NESTED = rf"\((?>(?:{_BARE}|\((?>(?:{_BARE}|\((?>(?:{_BARE})*)\))*)\))*)\)"
_TITLE = r"(?>(?:[^%s\\]++|\\(?s:.))*)"
_TARGET = re.compile(
    rf"""\(\s*(?:<[^<>\n]*+>|(?>(?:[^\s()<\\]++|\\\S?|{_NESTED})*))
    (?:\s++(?:"{_TITLE % '"'}"|'{_TITLE % "'"}'|\({_TITLE % "()"}\)))?\s*\)""",
    re.VERBOSE,
)
_BRACKETS = {"(": ")", "[": "]"}
FORMULA = 500  # characters of the longest formula within a line
_LONGEST_LABEL = 1_000  # characters
_LABEL = re.compile(r"\[(?:[^\[\]\\]|\\(?s:.)){0,300}\]")
_ATTRIBUTES = re.compile(r"\{[^{}\n]{0,200}\}")


def marks(text: str, start: int, end: int, labels: Collection[str] = ()) -> Marks:
    """The markup and code in the paragraph between `start` and `end`."""
    return _InlineParagraph(text, start, end, labels).read()


@dataclass(slots=True)
class _InlineParagraph:
    text: str
    start: int
    end: int
    labels: Collection[str]  # of link definitions
    found: Marks = field(default_factory=Marks)
    brackets: list[tuple[int, int]] = field(default_factory=list)  # open ones
    openers: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # of emphasis
    ahead: Ahead = field(init=False)
    ticks: dict[int, int] = field(default_factory=dict)  # from the opening of a code span to its closing

    def __post_init__(self) -> None:
        self.ahead = Ahead(self.text, self.end)

    def read(self) -> Marks:
        self.ticks = _closing_ticks(self.text, self.start, self.end)
        at = self.start
        while token := _TOKEN.search(self.text, at, self.end):
            at = max(self._take(token), token.end())
        for left in (*self.brackets, *(one for some in self.openers.values() for one in some)):
            self.found.kept.append(left)
        return self.found

    def _take(self, token: re.Match[str]) -> int:
        """Record a token. Returns where to read on."""
        low, high = token.span()
        match token.lastgroup:
            case "escape":
                high = self._escaped(low, high)
            case "hard":
                self.found.split(low, high)
            case "ticks":
                high = self._code(low, high)
            case "entity" if len(character := unescape(token.group())) == 1 and character not in "<>":
                self.found.show(low, high, character)
            case "comment" | "cdata" | "php" | "declaration" as kind:
                high = self._hidden_until(_CLOSINGS[kind], low, high)
            case "tag":
                high = self._tag(token)
            case "maths":
                high = self._maths(low, high)
            case "open":
                self.brackets.append((low, high))
            case "close":
                high = self._link(low, high)
            case "emphasis":
                self._emphasis(low, high)
            case "foot" | "brace" as kind if kind == "foot" or self.text[high : high + 1] == "`":
                self.found.hide(low, high)  # a brace before a code span names its role
            case _:
                self.found.keep(low, high)
        return high

    def _escaped(self, low: int, high: int) -> int:
        """An escaped mark, or a formula in `\\(` and `\\)`, whose backslashes may be escaped."""
        doubled = self.text[low:high] == "\\\\" and self.text[high : high + 1] in _BRACKETS
        bracket = self.text[high if doubled else high - 1]
        closing = self.text[low : low + 1 + doubled] + _BRACKETS.get(bracket, "")
        limit = min(high + FORMULA, self.end)
        end = self.text.find(closing, high, limit) if bracket in _BRACKETS else -1
        if end < 0:
            self.found.keep(low, high, opening=1)
            return high
        self.found.keep(low, end + len(closing))
        return end + len(closing)

    def _code(self, low: int, high: int) -> int:
        closing = self.ticks.get(low)
        if closing is None:
            self.found.keep(low, high)
            return high
        width = high - low
        self.found.keep(low, closing + width, width, width)
        return closing + width

    def _hidden_until(self, closing: str, low: int, high: int) -> int:
        end = self.ahead.find(closing, high)
        if end < 0:
            self.found.keep(low, high)
            return high
        self.found.hide(low, end + len(closing))
        return end + len(closing)

    def _tag(self, token: re.Match[str]) -> int:
        low, high = token.span()
        name = token["name"].lower()
        holds_code = (name in VERBATIM or name in APART) and self.text[low + 1] != "/" != self.text[high - 2]
        if holds_code and (closing := self._closing_tag(name, high)):
            if name in APART:
                self.found.split(low, closing.end())
            else:
                self.found.keep(low, closing.end(), high - low, len(closing.group()))
            return closing.end()
        if name in INLINE or name in VERBATIM:
            self.found.hide(low, high)
        elif name in BREAKING:
            self.found.split(low, high)
        else:
            self.found.keep(low, high)  # a placeholder, or a type with a parameter
        return high

    def _closing_tag(self, name: str, at: int) -> re.Match[str] | None:
        return self.ahead.search(re.compile(rf"</{name}\s*>", re.IGNORECASE), at, f"</{name}")

    def _maths(self, low: int, high: int) -> int:
        """Pandoc's rule: no blank after the opening dollar or before the closing one, and no digit after that."""
        mark = self.text[low:high]
        closing = self.text.find(mark, high, self.end)
        inside = self.text[high:closing] if closing > high else ""
        blanks = inside[:1].isspace() or inside[-1:].isspace()
        digit = self.text[closing + len(mark) : closing + len(mark) + 1].isdigit()
        if not inside or (len(mark) == 1 and (blanks or digit)):
            self.found.keep(low, high)
            return high
        self.found.keep(low, closing + len(mark))
        return closing + len(mark)

    def _link(self, low: int, high: int) -> int:
        """A closing bracket ends the text of a link, whose brackets and target are hidden, or an image, which is kept,
        or a mere pair of brackets."""
        if not self.brackets:
            self.found.keep(low, high)
            return high
        start, inner = self.brackets.pop()
        tail = _TARGET.match(self.text, high, self.end) or _LABEL.match(self.text, high, self.end)
        label = " ".join(self.text[inner:low].lower().split()) if low - inner < _LONGEST_LABEL else ""
        if tail is None or tail.group() == "[]":
            # The text is also the label of the target, so it is kept. Without a target these are mere brackets.
            end = tail.end() if tail else high
            if label in self.labels or tail:
                self.found.keep(start, end, inner - start, end - low)
            else:
                self.found.kept += [(start, inner), (low, high)]
            return end
        end = tail.end()
        if attributes := _ATTRIBUTES.match(self.text, end, self.end):
            end = attributes.end()
        if self.text[start] == "!":
            self.found.keep(start, end, inner - start, end - low)
        else:
            self.found.hide(start, inner)
            self.found.hide(low, end)
        return end

    def _emphasis(self, low: int, high: int) -> None:
        before, after = self.text[max(low - 1, self.start) : low], self.text[high : min(high + 1, self.end)]
        mark = self.text[low]
        opens, closes = bool(after) and not after.isspace(), bool(before) and not before.isspace()
        if opens and closes and before.isalnum() and after.isalnum() and (mark == "_" or after.isdigit()):
            return  # inside an identifier or a product of numbers
        waiting = self.openers.setdefault(mark, [])
        if closes and waiting and not (opens and not before.isalnum() and after.isalnum()):
            self.found.hidden += [waiting.pop(), (low, high)]
        elif opens:
            waiting.append((low, high))
        else:
            self.found.keep(low, high)


def _closing_ticks(text: str, start: int, end: int) -> dict[int, int]:
    """Maps each run of backticks to the next one of the same length. A backslash escapes the first backtick of a run
    that would open code, but none of a run that closes it."""
    closing: dict[int, int] = {}
    last: dict[int, int] = {}
    for run in reversed(list(re.compile("`+").finditer(text, start, end))):
        width = run.end() - run.start()
        if width in last:
            closing[run.start()] = last[width]
        if width - 1 in last and text[max(run.start() - 1, start)] == "\\":
            closing[run.start() + 1] = last[width - 1]
        last[width] = run.start()
    return closing
