"""The inside of an AsciiDoc paragraph: emphasis, code, macros (`name:target[text]`), references, attributes. The texts
of links are prose, and so are footnotes, each separately. Everything else in a macro stays.

Marks are paired more simply than in Asciidoctor. Where the two differ, a mark is hidden that a reader would see, or
kept that a reader would not see. Neither is ever changed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from heapq import heappop, heappush
from html import unescape

from gec.text.formats.assemble import Ahead, Marks
from gec.text.formats.markdown_inline import MAIL
from gec.text.prose import Span

_SCHEME = r"(?:https?|ftps?|irc|file)://"
_WHOLE = re.compile(  # what a backslash before it escapes as a whole
    rf"""\{{[^{{}}\n]{{1,200}}\}}|<<[^<>]{{1,500}}>>|\(\([^()]{{1,300}}\)\)
    |(?:{_SCHEME}[^\s\[\]<>]{{1,2000}}|[A-Za-z][\w-]{{0,60}}:[^\s\[\]]{{0,500}})(?:\[[^\]]{{0,500}}\])?
    |\[\[[^\[\]]{{1,200}}\]\]|\[[^\[\]\n]{{1,200}}\]""",
    re.VERBOSE,
)
_TOKEN = re.compile(
    rf"""
    (?P<escape>\\{{1,2}}(?=[^\s\w]|[A-Za-z][\w-]{{0,60}}:)(?:(?:\*\*?|__?|``?|\#\#?|\+{{1,3}}|[^\s\w\\\[({{<])(?!:))?)
  | (?P<hard>(?<![ \t])[ \t]++\+[ \t]*+(?:\r?\n|\Z))
  | (?P<link>(?:\b{_SCHEME}[^\s\[\]<>]{{1,2000}}|\{{\w[\w-]{{0,100}}\}}(?!\w{{1,30}}:\[)[^\s\[\]<>]{{0,500}})\[)
  | (?P<path>\{{\w[\w-]{{0,100}}\}}/[^\s\[\]<>"'`]*[^\s\[\]<>"'`.,;:!?)*_+])
  | (?P<attribute>\{{(?P<called>\w[\w-]{{0,100}}|(?:counter2?|set):[^{{}}\n]{{1,100}})\}})
  | (?P<raw>\+{{2,3}}|\$\$)
  | (?P<plus>(?<![\w+])\+(?=[^\s+]))
  | (?P<curved>(?<![\w`])["']`(?=[^\s`]))
  | (?P<ticks>`++)
  | (?P<name_of_old>(?<![\w'])'(?=[^\s'`]))
  | (?P<url>\b{_SCHEME}(?:[^\s\[\]<>"'`]|<[\w.-]{{1,60}}>)*[^\s\[\]<>"'`.,;:!?)*_+])
  | (?P<mail>(?<![\w.+/:-]){MAIL})
  | (?P<menu>\bmenu:[^\s\[\]][^\[\]\n]{{0,100}}\[[^\[\]\n]{{0,300}}\])
  | (?P<macro>(?<![\w:])(?P<name>[A-Za-z][\w-]{{0,60}}):(?P<target>[^\s\[\]:][^\s\[\]]{{0,500}})?\[)
  | (?P<cross><<(?P<id>[\w\#/.:{{][^<>,]{{0,200}})(?:,\s*(?P<label>(?:[^<>]|>(?!>)){{1,500}}))?>>)
  | (?P<cited>\[\[\[[^\[\]]{{1,200}}\]\]\])
  | (?P<anchor>\[\[[^\[\]]{{1,200}}\]\])
  | (?P<role>(?<!\w)\[[^\[\]\n]{{1,200}}\](?=(?:[*_`\#+]|["']`)\S))
  | (?P<hiddenterm>\(\(\([^()]{{1,300}}\)\)\))
  | (?P<term>\(\((?!\()[^()]{{1,300}}\)\)(?!\)))
  | (?P<raised>\^[^\s^]{{1,100}}\^|~[^\s~]{{1,100}}~)
  | (?P<entity>&(?:\#\d{{1,7}}|\#[xX][\da-fA-F]{{1,6}}|[A-Za-z]\w{{1,31}});)
  | (?P<dash>(?<=\s)--(?=\s)|(?<=\w)--(?=\w))
  | (?P<marks>\*++|_++|\#++)
  | (?P<callout><(?:\d{{1,3}}|\.|!--\d{{1,3}}--)>)
  | (?P<lone>[<>|\\{{}}\[\]])
    """,
    re.VERBOSE,
)
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_NAMED_LINKS = frozenset(("link", "mailto", "xref"))
_SHOWN = frozenset(("image", "pass"))  # macros whose brackets are shown instead of the target
# After the text of a link: the mark for a new window, and attributes.
_ATTRIBUTES = re.compile(r"\^?(?:,\s*(?:[\w-]+\s*=[^\]]*|\s*))?\Z")
_CHARACTERS = {
    "nbsp": " ", "sp": " ", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "amp": "&", "plus": "+", "deg": "°", "empty": "", "blank": "", "zwsp": "", "wj": "",
}  # fmt: skip


def marks(text: str, *, old: bool = False) -> tuple[Marks, list[Span]]:
    """The markup of a paragraph, and its footnotes, which are separate prose. In an `old` text, written for
    AsciiDoc.py, backticks in quotation marks are code, and apostrophes enclose names of commands and files."""
    paragraph = _MacroParagraph(text, old)
    paragraph.read()
    return paragraph.found, paragraph.notes


@dataclass(slots=True)
class _MacroParagraph:
    text: str
    old: bool
    found: Marks = field(default_factory=Marks)
    notes: list[Span] = field(default_factory=list)
    openers: dict[str, Span] = field(default_factory=dict)  # of emphasis
    ahead: Ahead = field(init=False)
    closings: list[int] = field(default_factory=list)  # closing brackets that are not escaped
    partners: dict[int, int] = field(default_factory=dict)  # from each opening bracket to its closing one
    tails: list[Span] = field(default_factory=list)  # closing markup of texts that are being read, the next one first

    def __post_init__(self) -> None:
        self.ahead = Ahead(self.text, len(self.text))

    def read(self) -> None:
        self._pair()
        at = 0
        while token := _TOKEN.search(self.text, at):
            tail = self._tail(token.start())
            at = tail if tail > token.start() else self._take(token)
        self.found.kept += self.openers.values()

    def _tail(self, at: int) -> int:
        """The end of the closing markup of an open text, if a place is in it; else -1."""
        while self.tails and self.tails[0][1] <= at:
            heappop(self.tails)
        return self.tails[0][1] if self.tails and self.tails[0][0] <= at else -1

    def _pair(self) -> None:
        waiting: list[int] = []
        for bracket in _BRACKET.finditer(self.text):
            if bracket.group() == "[":
                waiting.append(bracket.start())
            elif bracket.group() == "]":
                self.closings.append(bracket.start())
                if waiting:
                    self.partners[waiting.pop()] = bracket.start()

    def _take(self, token: re.Match[str]) -> int:
        """Record a token. Returns where to read on."""
        low, high = token.span()
        match token.lastgroup:
            case "escape":
                high = self._escaped(low, high)
            case "raw" | "plus" | "ticks":
                high = self._literal(low, high)
            case "curved":
                high = self._literal(high - 1, high) if self.old else self._curved(low, high)
            case "name_of_old":
                high = self._literal(low, high) if self.old else high
            case "link":
                high = self._link(low, high)
            case "macro":
                high = self._macro(token["name"], low, high)
            case "cross" if token["label"]:
                high = self._within(low, token.start("label"), token.end("label"), high)
            case "term":
                high = self._within(low, low + 2, high - 2, high)
            case "marks":
                self._emphasis(low, high)
            case kind:
                self._alone(kind, token)
        return high

    def _alone(self, kind: str | None, token: re.Match[str]) -> None:
        """Record a token that has no text of its own."""
        low, high = token.span()
        match kind:
            case "hard":
                self.found.split(low, high)
            case "anchor" | "role" | "hiddenterm":
                self.found.hide(low, high)
            case "cross":
                self.found.keep(low, high, 2, 2)
            case "raised":
                self.found.keep(low, high, 1, 1)
            case "menu":
                self.found.keep(low, high, len("menu:"), high - self.text.index("[", low))
            case "attribute" if (character := _CHARACTERS.get(token["called"])) is not None:
                self.found.show(low, high, character)
            case "entity" if len(character := unescape(token.group())) == 1 and character not in "<>":
                self.found.show(low, high, character)
            case "dash":
                self.found.show(low, high, "—")
            case _:
                self.found.keep(low, high)

    def _within(self, low: int, start: int, end: int, high: int) -> int:
        """Hide the markup around a text. Returns the start of the text, which is read next."""
        self.found.hide(low, start)
        self.found.hide(end, high)
        heappush(self.tails, (end, high))
        return start

    def _escaped(self, low: int, high: int) -> int:
        """An escaped mark or macro."""
        slashes = 2 if self.text.startswith("\\\\", low) else 1
        if high == low + slashes and (whole := _WHOLE.match(self.text, high)):
            high = whole.end()
        self.found.keep(low, high, slashes if high > low + slashes else 0)
        return high

    def _literal(self, low: int, high: int) -> int:
        """Code or a passthrough."""
        mark, before = self.text[low:high], self.text[low - 1 : low]
        if mark == "`" and before.isalnum() and self.text[high : high + 1] == "'":
            self.found.hide(low, high)  # an apostrophe
            return high
        if mark == "``" and self._quoted(low, high):
            return high
        opens = (not _word(before) and self.text[high : high + 1].strip()) if len(mark) == 1 else mark
        if mark == "`" and opens == "+" and (end := self._closing("+`", high + 1) + 2) > 1:
            self.found.keep(low, end, 2, 2)
            return end
        closing = self._closing(mark, high + 1) if opens else -1
        if closing < 0:
            self.found.keep(low, high)
            return high
        end = closing + len(mark)
        self.found.keep(low, end, len(mark), len(mark))
        return end

    def _quoted(self, low: int, high: int) -> bool:
        """Whether a quotation in the old style begins: ``so''."""
        code = self.ahead.find("``", high)
        end = self.text.find("''", high, code if code >= 0 else len(self.text))
        if end < 0:
            return False
        self.found.show(low, high, "“")
        self.found.show(end, end + 2, "”")
        return True

    def _closing(self, mark: str, at: int) -> int:
        """The next place where a mark closes, or -1. One character does so behind a word, not inside one."""
        if len(mark) > 1:
            return self.ahead.find(mark, at)
        found = self.ahead.search(re.compile(rf"(?<=\S){re.escape(mark)}(?!\w)"), at, mark)
        return found.start() if found else -1

    def _curved(self, low: int, high: int) -> int:
        """A quotation mark made curved by a backtick: only the backticks are hidden."""
        closing = "`" + self.text[low]
        place = self.ahead.find(closing, low + 2)
        if place < 0:
            self.found.keep(low + 1, high)
            return high
        self.found.hide(low + 1, high)
        self.found.hide(place, place + 1)
        heappush(self.tails, (place, place + 1))
        return high

    def _bracket(self, at: int) -> int:
        """The next closing bracket, or -1."""
        following = bisect_left(self.closings, at)
        return self.closings[following] if following < len(self.closings) else -1

    def _link(self, low: int, high: int, *, mail: bool = False) -> int:
        """Hide the markup around the text of a link. In a mail link a subject and more may follow the text."""
        closing = self._bracket(high)
        if closing < 0:
            self.found.keep(low, high)
            return high
        label = self.text[high:closing]
        if not label.strip(" ^") or label.startswith("role="):
            self.found.keep(low, closing + 1, closing=closing + 1 - high + 1)
            return closing + 1
        quoted = re.match(r'"([^"]+)"', label)
        if quoted:
            return self._within(low, high + 1, high + quoted.end() - 1, closing + 1)
        start = label.find(",") if mail or "=" in label else -1
        while start >= 0 and not mail and not _ATTRIBUTES.match(label, start):
            start = label.find(",", start + 1)
        end = start if start >= 0 else len(label)
        end -= label[:end].endswith("^")
        return self._within(low, high, high + end, closing + 1)

    def _macro(self, name: str, low: int, high: int) -> int:
        note = name.startswith("footnote")
        closing = self.partners.get(high - 1, -1) if note else -1
        closing = closing if closing >= 0 else self._bracket(high)
        if closing < 0:
            self.found.keep(low, high)
            return high
        end, target = closing + 1, low + len(name) + 1
        if name in _NAMED_LINKS:
            return self._link(low, high, mail=name == "mailto")
        if note:
            if name == "footnote":
                self.notes.append((high, closing))
            self.found.hide(low, end)
        elif name in ("indexterm", "anchor"):
            self.found.hide(low, end)
        elif name == "indexterm2":
            return self._within(low, high, closing, end)
        elif target < high - 1 and (name not in _SHOWN or high == closing):  # the target is shown
            self.found.keep(low, end, target - low, end - high + 1)
        else:
            self.found.keep(low, end, high - low, 1)
        return end

    def _emphasis(self, low: int, high: int) -> None:
        mark = self.text[low:high]
        before, after = self.text[low - 1 : low] if low else "", self.text[high : high + 1]
        if len(mark) > 2:
            self.found.keep(low, high)
        elif mark in self.openers and (len(mark) == 2 or self._ends(before, after)):
            self.found.hidden += [self.openers.pop(mark), (low, high)]
        elif after.strip() and mark not in self.openers and (len(mark) == 2 or not _word(before)):
            self.openers[mark] = (low, high)
        elif not (_word(before) and _word(after)):
            self.found.keep(low, high)

    def _ends(self, before: str, after: str) -> bool:
        return bool(before.strip()) and not _word(after)


def _word(character: str) -> bool:
    return character.isalnum() or character == "_"
