"""Org, line by line, as in Emacs's org-element. Paragraphs are the lines that remain without keywords, drawers,
comments, planning lines, tables, fixed-width lines and blocks of code. `org_objects.py` reads the inside of a
paragraph. Tables are kept, because their columns are aligned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from gec.language import word_set
from gec.text.formats import org_objects
from gec.text.formats.assemble import Ahead, assemble, lines
from gec.text.prose import Block, Span

_STARS = re.compile(r"\*+[ \t]")
_STATES = word_set(  # common states; a title in capitals does not begin with one of them
    """TODO DONE NEXT WAIT WAITING HOLD CANCELLED CANCELED STARTED INPROGRESS IN-PROGRESS PROGRESS SOMEDAY MAYBE PROJ
    STRT LOOP KILL IDEA DOING DELEGATED DEFERRED VERIFY REVIEW FEEDBACK KNOWNCAUSE BUG FIXME FIXED ABANDONED"""
)
_OWN_STATES = re.compile(r"^[ \t]*#\+(?:SEQ_|TYP_)?TODO:(.*)$", re.IGNORECASE | re.MULTILINE)
_KEY = re.compile(r"\([^()]*\)\Z")  # the key that selects a state
_TAGS = re.compile(r"(?<=[ \t]):(?:[\w@#%]+:)+\Z")
_KEYWORD = re.compile(r"[ \t]*#\+(?P<name>[A-Za-z][\w-]*)(?:\[[^\]]*\])?:(?:[ \t]*)")
_BEGIN = re.compile(r"[ \t]*#\+BEGIN(?:_(?P<name>[^\s\[]+)|:)", re.IGNORECASE)
_COMMENT = re.compile(r"[ \t]*#(?:[ \t]|\Z)")
_DRAWER = re.compile(r"[ \t]*:[\w-]+:\Z")
_END = re.compile(r"[ \t]*:END:", re.IGNORECASE)
_ENVIRONMENT = re.compile(r"[ \t]*\\begin\{(?P<name>[A-Za-z0-9*]+)\}")
_NO_PROSE = re.compile(
    r"[ \t]*(?:#\+|:(?:[ \t]|\Z)|\||\+-+\+|-{5,}\Z|(?:CLOSED|DEADLINE|SCHEDULED|CLOCK):|%%\(|\[\[[^\[\]]*\]\]\Z)"
)
_ITEM = re.compile(
    r"(?:[ \t]*(?:[-+]|(?:\d{1,9}|[A-Za-z])[.)])|[ \t]+\*)(?:[ \t]++|\Z)"
    r"(?:\[@\w+\][ \t]*+)?(?:\[[ Xx-]\](?:[ \t]++|\Z))?"
)
_TERM = re.compile(r"[ \t]+::(?:[ \t]++|\Z)")
_FOOTNOTE = re.compile(r"\[fn:[\w-]+\][ \t]*")
_TITLES = word_set("title subtitle caption description abstract")  # keywords whose value is prose
_PROSE_BLOCKS = word_set(  # blocks that hold prose
    """quote center abstract note tip warning important caution info attention hint danger error aside sidebar
    details summary definition theorem lemma proof proposition corollary remark exercise solution answer question"""
)


def blocks(text: str, format: str) -> list[Block]:
    found: list[Block] = []
    for start, end, gaps in _read(text).paragraphs:
        marks = org_objects.marks(text, start, end)
        marks.hidden += gaps
        found += assemble(start, end, marks)
    return found


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return [(start, end, text[start:end].strip().removeprefix("#").strip()) for start, end in _read(text).comments]


def quoted(text: str) -> list[Span]:
    """The blocks that are marked as quotations."""
    return _read(text).quoted


def _read(text: str) -> _OrgReader:
    own = {_KEY.sub("", word) for listed in _OWN_STATES.findall(text) for word in listed.split()}
    reader = _OrgReader(text, list(lines(text, 0, len(text))), _headlines(frozenset(own - {"|", "", "COMMENT"})))
    reader.read()
    return reader


@lru_cache(maxsize=8)
def _headlines(own: frozenset[str]) -> re.Pattern[str]:
    """What comes before the title of a headline. A file may define states of its own."""
    states = "|".join(re.escape(word) for word in sorted(_STATES | own, key=lambda word: (-len(word), word)))
    return re.compile(
        rf"(?P<stars>\*+)[ \t]++(?:(?:{states})(?:[ \t]++|\Z))?(?:\[#[A-Za-z0-9]{{1,2}}\][ \t]*+)?"
        r"(?P<comment>COMMENT(?:[ \t]++|\Z))?"
    )


@dataclass(slots=True)
class _OrgReader:
    text: str
    sheet: Sequence[Span]
    headlines: re.Pattern[str]
    paragraphs: list[tuple[int, int, list[Span]]] = field(default_factory=list)  # with what to hide of their lines
    comments: list[Span] = field(default_factory=list)
    quoted: list[Span] = field(default_factory=list)
    lines: list[tuple[int, int, int]] = field(default_factory=list)  # of the open paragraph: start, start of the
    # content, end
    silent: int = 0  # stars of the headline whose section is commented out
    result: bool = False  # the output of code follows
    ends: dict[str, list[int]] = field(default_factory=dict)  # the lines that end blocks of each kind, last first
    ahead: Ahead = field(init=False)  # for the ends of environments

    def __post_init__(self) -> None:
        self.ahead = Ahead(self.text, len(self.text))

    def read(self) -> None:
        for number in range(len(self.sheet) - 1, -1, -1):
            if kind := _closing(self.text[slice(*self.sheet[number])]):
                self.ends.setdefault(kind, []).append(number)
        at = 0
        while at < len(self.sheet):
            at = self._line(at, self._stripped(at))
        self._close()

    def _stripped(self, number: int) -> str:
        return self.text[slice(*self.sheet[number])].rstrip()

    def _line(self, at: int, line: str) -> int:
        """Read a line, or the block that begins with it. Returns the number of the next line to read."""
        start, end = self.sheet[at]
        if line.startswith("*") and (headline := self.headlines.match(self.text[start:end].rstrip("\r\n"))):
            self._headline(start, line, headline)
        elif self.silent:
            return at + 1
        elif not line:
            self._close()
            self.result = False
        elif behind := self._block(at, line):
            self._close()
            return behind
        elif _COMMENT.match(line):
            self._close()
            self.comments.append((start, start + len(line)))
        elif keyword := _KEYWORD.match(line):
            self._close()
            self.result = keyword["name"].lower() == "results"
            if keyword["name"].lower() in _TITLES:
                self._alone(start + keyword.end(), start + len(line))
        elif _NO_PROSE.match(line) or self.result:
            self._close()
        else:
            self._content(start, end, line)
        return at + 1

    def _headline(self, start: int, line: str, found: re.Match[str]) -> None:
        self._close()
        self.result = False
        stars = len(found["stars"])
        if self.silent and stars > self.silent:
            return
        self.silent = stars if found["comment"] else 0
        tags = _TAGS.search(line, found.end())
        if not found["comment"]:
            self._alone(start + found.end(), start + (tags.start() if tags else len(line)))

    def _block(self, at: int, line: str) -> int:
        """The number of the next line to read if a block begins here, else 0: after the block or, if it has prose,
        after its first line. A block of code without an end goes on to the next headline."""
        if begin := _BEGIN.match(line):
            name = (begin["name"] or "").lower()
            last = self._last(at, f"end_{name}" if begin["name"] else "end:")
            if name == "quote" and self._stripped(last).strip().lower() == "#+end_quote":
                self.quoted.append((self.sheet[at][0], self.sheet[last][1]))
            return at + 1 if name in _PROSE_BLOCKS else last + 1
        if environment := _ENVIRONMENT.match(line):
            closing = f"\\end{{{environment['name']}}}"
            ending = self.ahead.find(closing, self.sheet[at][0])
            return self._behind(at, ending) if ending >= 0 else 0
        if _END.fullmatch(line):
            return at + 1
        if _DRAWER.match(line) and (last := self._last(at, ":end:")) < len(self.sheet):
            return last + 1
        return 0

    def _last(self, at: int, kind: str) -> int:
        """The number of the last line of a block: the line that ends it, else the line before the next headline. A
        drawer without an end has none: then the number is past the last line."""
        there = self.ends.get(kind, [])
        while there and there[-1] <= at:
            there.pop()
        stars = self.ends.get("*", [])
        while stars and stars[-1] <= at:
            stars.pop()
        headline = stars[-1] if stars else len(self.sheet)
        if there and there[-1] < headline:
            return there[-1]
        return len(self.sheet) if kind == ":end:" else headline - 1

    def _behind(self, at: int, place: int) -> int:
        while at < len(self.sheet) and self.sheet[at][1] <= place:
            at += 1
        return at + 1

    # --- paragraphs

    def _content(self, start: int, end: int, line: str) -> None:
        begin = len(line) - len(line.lstrip())
        if item := _ITEM.match(line):
            self._close()
            begin = item.end()
            if term := _TERM.search(line, begin):
                begin = term.end()
        elif note := _FOOTNOTE.match(line):
            self._close()
            begin = note.end()
        if begin < len(line):
            self.lines.append((start, start + begin, end))

    def _alone(self, start: int, end: int) -> None:
        if self.text[start:end].strip():
            self.paragraphs.append((start, end, []))

    def _close(self) -> None:
        if self.lines:
            first, last = self.lines[0], self.lines[-1]
            gaps = [(start, begin) for start, begin, _ in self.lines[1:] if start < begin]
            self.paragraphs.append((first[1], last[2], gaps))
            self.lines = []


def _closing(line: str) -> str:
    """The kind of block that a line ends; a star for a headline, which ends all."""
    if line.startswith("*"):
        return "*" if _STARS.match(line) else ""
    bare = line.strip().lower()
    if bare.startswith("#+end"):
        return bare[2:]
    return bare if bare == ":end:" else ""
