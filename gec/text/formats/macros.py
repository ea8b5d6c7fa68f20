"""The inside of an AsciiDoc paragraph: emphasis, code, macros (`name:target[text]`), references, attributes. The texts
of links are prose, and so are footnotes, each separately. Everything else in a macro stays.

Marks pair more simply than Asciidoctor's patterns do; where the two disagree, a mark is hidden that a reader would see,
or kept that they would not, and neither is ever changed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from heapq import heappop, heappush
from html import unescape

from gec.text.formats.assemble import Marks
from gec.text.formats.inline import MAIL
from gec.text.prose import Span

_SCHEME = r"(?:https?|ftps?|irc|file)://"
_WHOLE = re.compile(  # what a backslash in front leaves as it is
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
  | (?P<cross><<(?P<id>[\w\#/.:{{][^<>,]{{0,200}})(?:,\s*(?P<said>(?:[^<>]|>(?!>)){{1,500}}))?>>)
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
_SHOWN = frozenset(("image", "pass"))  # for what stands in their brackets
# Behind a link's text: what opens another window, and attributes.
_ATTRIBUTES = re.compile(r"\^?(?:,\s*(?:[\w-]+\s*=[^\]]*|\s*))?\Z")
_CHARACTERS = {
    "nbsp": " ", "sp": " ", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "amp": "&", "plus": "+", "deg": "°", "empty": "", "blank": "", "zwsp": "", "wj": "",
}  # fmt: skip


def marks(text: str, *, old: bool = False) -> tuple[Marks, list[Span]]:
    """What is no prose in a paragraph, and its footnotes, which are prose of their own. In a text of the old kind
    backticks within quotation marks are code, and what stands between apostrophes are names of commands and files."""
    paragraph = _Paragraph(text, old)
    paragraph.read()
    return paragraph.found, paragraph.notes


@dataclass(slots=True)
class _Paragraph:
    text: str
    old: bool
    found: Marks = field(default_factory=Marks)
    notes: list[Span] = field(default_factory=list)
    openers: dict[str, Span] = field(default_factory=dict)  # of emphasis
    endless: set[str] = field(default_factory=set)  # what closes nothing any more from here on
    closings: list[int] = field(default_factory=list)  # brackets that close and are not escaped
    partners: dict[int, int] = field(default_factory=dict)  # brackets that open, and what closes each
    tails: list[Span] = field(default_factory=list)  # what stands behind a text that is read, the next one first

    def read(self) -> None:
        self._pair()
        at = 0
        while token := _TOKEN.search(self.text, at):
            tail = self._tail(token.start())
            at = tail if tail > token.start() else self._take(token)
        self.found.kept += self.openers.values()

    def _tail(self, at: int) -> int:
        """Where what closes something already ends, if it stands there."""
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
        """Note what the token is; where to read on."""
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
            case "cross" if token["said"]:
                high = self._within(low, token.start("said"), token.end("said"), high)
            case "term":
                high = self._within(low, low + 2, high - 2, high)
            case "marks":
                self._emphasis(low, high)
            case kind:
                self._alone(kind, token)
        return high

    def _alone(self, kind: str | None, token: re.Match[str]) -> None:
        """What has no text of its own."""
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
        """Hide what stands around a text, which is read on."""
        self.found.hide(low, start)
        self.found.hide(end, high)
        heappush(self.tails, (end, high))
        return start

    def _escaped(self, low: int, high: int) -> int:
        """A mark that stands for itself, or a macro that is none."""
        slashes = 2 if self.text.startswith("\\\\", low) else 1
        if high == low + slashes and (whole := _WHOLE.match(self.text, high)):
            high = whole.end()
        self.found.keep(low, high, slashes if high > low + slashes else 0)
        return high

    def _literal(self, low: int, high: int) -> int:
        """Code, or what is passed through as it is."""
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
        """Whether a quotation of the old kind begins: ``so''."""
        code = -1 if "``" in self.endless else self.text.find("``", high)
        if code < 0:
            self.endless.add("``")
        end = self.text.find("''", high, code if code >= 0 else len(self.text))
        if end < 0:
            return False
        self.found.show(low, high, "“")
        self.found.show(end, end + 2, "”")
        return True

    def _closing(self, mark: str, at: int) -> int:
        """Where a mark stands next that closes; once there is none, no search is repeated."""
        if mark in self.endless:
            return -1
        place = self.text.find(mark, at)
        while len(mark) == 1 and place >= 0 and not self._closes(place):
            place = self.text.find(mark, place + 1)
        if place < 0:
            self.endless.add(mark)
        return place

    def _closes(self, place: int) -> bool:
        before, after = self.text[place - 1 : place], self.text[place + 1 : place + 2]
        return bool(before.strip()) and not (after.isalnum() or after == "_")

    def _curved(self, low: int, high: int) -> int:
        """A quotation mark that a backtick makes a curved one: only the backticks go."""
        closing = "`" + self.text[low]
        place = -1 if closing in self.endless else self.text.find(closing, low + 2)
        if place < 0:
            self.endless.add(closing)
            self.found.keep(low + 1, high)
            return high
        self.found.hide(low + 1, high)
        self.found.hide(place, place + 1)
        heappush(self.tails, (place, place + 1))
        return high

    def _bracket(self, at: int) -> int:
        """The next bracket that closes, if one does."""
        following = bisect_left(self.closings, at)
        return self.closings[following] if following < len(self.closings) else -1

    def _link(self, low: int, high: int, *, mail: bool = False) -> int:
        """Hide what stands around the text of a link; of mail the text is followed by a subject and more."""
        closing = self._bracket(high)
        if closing < 0:
            self.found.keep(low, high)
            return high
        said = self.text[high:closing]
        if not said.strip(" ^") or said.startswith("role="):
            self.found.keep(low, closing + 1, closing=closing + 1 - high + 1)
            return closing + 1
        quoted = re.match(r'"([^"]+)"', said)
        if quoted:
            return self._within(low, high + 1, high + quoted.end() - 1, closing + 1)
        start = said.find(",") if mail or "=" in said else -1
        while start >= 0 and not mail and not _ATTRIBUTES.match(said, start):
            start = said.find(",", start + 1)
        end = start if start >= 0 else len(said)
        end -= said[:end].endswith("^")
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
        elif target < high - 1 and (name not in _SHOWN or high == closing):  # what it is about says its target
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
