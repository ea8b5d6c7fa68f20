"""AsciiDoc, line by line, as in Asciidoctor. Paragraphs are the lines that remain without the header, attributes,
macros, conditionals, comments, delimiters of blocks and blocks of code. `asciidoc_macros.py` reads the inside of a
paragraph, and `asciidoc_cells.py` finds the cells of a table.

Cells, quotations in Markdown's style and some delimited blocks contain blocks. These are read like other texts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gec.language import word_set
from gec.text.formats import asciidoc_macros
from gec.text.formats.asciidoc_cells import cells
from gec.text.formats.assemble import assemble, lines
from gec.text.prose import Block, Span
from gec.text.remember import Remembered

DEPTH = 16  # nested tables and quotations; deeper ones are not read

_FRONT = re.compile(r"---[ \t]*\r?\n(?![ \t]*\r?\n)(?s:.*?)^---[ \t]*(?=[\r\n]|\Z)", re.MULTILINE)
_DELIMITER = re.compile(r'-{4,}|\.{4,}|\+{4,}|/{4,}|={4,}|\*{4,}|_{4,}|~{4,}|--|""|[|!,:]={3,}|(?P<fence>```+)[^`]*')
_UNDERLINE = re.compile(r"([=\-~^+])\1+")
_COMMENT = re.compile(r"//(?!/)")
_PREPROCESSOR = re.compile(r"\\?(?:ifdef|ifndef|ifeval|endif|include)::[^\s\[]*+\[.*\]")
_ATTRIBUTES = re.compile(r"\[(?:|[\w.#%{,\"'].*|\[(?:|[A-Za-z_:][\w:.-]*(?:, *.+)?)\])\]")
_STYLE = re.compile(r"\[[\"']?([A-Za-z][\w-]*)(?=[\]\"'.#%,])")
_ENTRY = re.compile(r":!?\w[^:]{0,100}:(?=\s|\Z)")
_GOES_ON = (" \\", " +")  # the value of an attribute goes on in the next line
_TITLE = re.compile(r"\.(?=\.?[^ \t.])")  # of a block
_FILE = re.compile(r"[^\s./_\\]*+[./_\\]\S*")
_SECTION = re.compile(r"(={1,6}|\#{1,6})[ \t]+(?=\S)")
_REVISION = re.compile(r"[vV]?\d|\{")
_BREAK = re.compile(r"'{3,}|<{3,}|-{3}|\*{3}|_{3}|- - -|\* \* \*|_ _ _")
_MACRO = re.compile(r"[A-Za-z_][\w-]*+::[^\s\[]*+\[.*\]")
_ITEM = re.compile(
    r"[ \t]*(?:-|\*{1,9}|•|\.{1,9}|\d{1,9}\.|[A-Za-z]\.|[IVXivx]{1,9}\)|<(?:\d{1,3}|\.)>)[ \t]++"
    r"(?:\[[ xX*]\][ \t]++)?(?=\S)"
)
_BULLET = re.compile(r"[*-][ \t]+(?=\S)")  # a list that lacks the blank line above it
_TERM = re.compile(r"[ \t]*+((?!//)\S.*?)(?::{2,4}|;;)(?:[ \t]++|\Z)")
_WORDS = re.compile(r"[A-Z\"'`*_(]?[^\W\d_]{2,}[^<>=|/\\{}\[\]_]*")  # a term in words, not an option or a name
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]++")
_QUOTED = re.compile(r">(?: |\Z)")
_ATTRIBUTION = re.compile(r"--[ \t]+\S")

_VERBATIM = word_set("source listing literal pass stem latexmath asciimath comment verse")
_PROSE_STYLES = word_set(  # styles of paragraphs and open blocks that hold prose
    """NOTE TIP IMPORTANT WARNING CAUTION quote abstract partintro example sidebar normal open discrete float appendix
    preface dedication colophon glossary bibliography index acknowledgments horizontal qanda"""
)


def blocks(text: str, format: str) -> list[Block]:
    found: list[Block] = []
    for reader in _readers(text):
        for start, end, gaps, splits in reader.paragraphs:
            pieces, done = [], start
            for low, high in gaps:  # blank out comments, so that their marks do not count
                pieces += [text[done:low], " " * (high - low)]
                done = high
            hidden, broken = (tuple((low - start, high - start) for low, high in some) for some in (gaps, splits))
            whole = _assembled("".join([*pieces, text[done:end]]), hidden, broken, reader.old)
            found += (block.moved(start) for block in whole)
    return sorted(found, key=lambda block: block.spans[0])


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return sorted(comment for reader in _readers(text) for comment in reader.comments)


def quoted(text: str) -> list[Span]:
    """The blocks and paragraphs that are marked as quotations."""
    return [span for reader in _readers(text) for span in reader.quoted]


@Remembered
def _assembled(paragraph: str, gaps: Sequence[Span], splits: Sequence[Span], old: bool) -> tuple[Block, ...]:
    """The blocks of a paragraph and of its footnotes, with places relative to its beginning."""
    marks, notes = asciidoc_macros.marks(paragraph, old=old)
    marks.hidden += gaps
    marks.breaks += splits
    found = list(assemble(0, len(paragraph), marks))
    for start, end in notes:
        found += (block.moved(start) for block in _assembled(paragraph[start:end], (), (), old))
    return tuple(found)


def _readers(text: str) -> Iterator[_AsciidocReader]:
    """A reader of the text, and then readers of its cells and quotations."""
    if text.startswith("-----BEGIN PGP"):  # keys and signed texts are called .asc as well
        return
    front = _FRONT.match(text)
    waiting = [_AsciidocReader(text, list(lines(text, front.end() if front else 0, len(text))))]
    while waiting:
        reader = waiting.pop()
        reader.read()
        yield reader
        later = reader.later if reader.depth < DEPTH else ()
        waiting += [_AsciidocReader(text, sheet, reader.depth + 1, reader.old) for sheet in later]


@dataclass(slots=True)
class _AsciidocReader:
    """One pass over lines, or parts of lines in a cell. Each of `paragraphs` has its start, its end, what to hide of
    its lines, and the lines that split it."""

    text: str
    sheet: Sequence[Span]  # the lines
    depth: int = 0
    old: bool = False  # written for AsciiDoc.py, as the line below the document's title shows
    paragraphs: list[tuple[int, int, list[Span], list[Span]]] = field(default_factory=list)
    comments: list[tuple[int, int, str]] = field(default_factory=list)
    quoted: list[Span] = field(default_factory=list)
    later: list[list[Span]] = field(default_factory=list)  # lines of cells and quotations
    where: dict[str, list[int]] = field(default_factory=dict)  # for each delimiter the numbers of its lines
    waiting: list[Span] = field(default_factory=list)  # first and last line number of blocks that contain blocks
    end: int = 0  # the number of the line that ends the current block
    lines: list[Span] = field(default_factory=list)  # of the open paragraph
    splits: list[Span] = field(default_factory=list)
    item: bool = False  # the open paragraph is a list item
    bare: bool = False  # it began without any mark
    no_prose: bool = False
    literal: bool = False  # no prose because it is indented
    listed: bool = False  # it follows an item
    quote: bool = False  # it is a quotation
    lacking: bool = False  # the text of a term in a list is still to come
    style: str = ""  # of the next block
    attributes: str = ""
    header: int = 0  # how many of the next lines may be the document's author and revision

    def read(self) -> None:
        for number, (start, end) in enumerate(self.sheet):
            if self.text[start : start + 1] and (closing := _closing(self.text[start:end].rstrip())):
                self.where.setdefault(closing, []).append(number)
        self.waiting.append((0, len(self.sheet)))
        while self.waiting:
            at, self.end = self.waiting.pop()
            while at < self.end:
                at = self._line(at)
            self._close()
            self.style = self.attributes = ""
            self.lacking = False

    def _line(self, at: int) -> int:
        """Read a line, or the block that begins with it. Returns the number of the next line to read."""
        start, end = self.sheet[at]
        line = self.text[start:end].rstrip()
        if not line.strip():
            self._close()
            self.header = 0
        elif _COMMENT.match(line):
            self.comments.append((start, start + len(line), line[2:].strip()))
        elif _PREPROCESSOR.fullmatch(line):
            self._split(start, end)
        elif self._underlined(at, line):
            self._close()
        elif _DELIMITER.fullmatch(line):
            self._close()
            return self._delimited(at, line)
        elif _ATTRIBUTES.fullmatch(line):
            if self.lines or self.no_prose:
                self._close()
            style = _STYLE.match(line)
            self.style = style[1] if style else self.style
            self.attributes += line
        elif line == "+":
            self._close()
            self.item = True
        elif not self.no_prose or self._ends_literal(line):
            return self._content(at, start, end, line)
        return at + 1

    def _ends_literal(self, line: str) -> bool:
        """Whether an item follows an indented paragraph of a list."""
        return self.literal and self.listed and line[0] not in " \t" and bool(_ITEM.match(line) or _term(line))

    def _split(self, start: int, end: int) -> None:
        if self.lines:
            self.splits.append((start, end))

    def _underlined(self, at: int, line: str) -> bool:
        """Whether the line makes a title of the one above it: their lengths differ by one character at most. With other
        lengths an edit could make them fit, so the line above is not edited where that would change the meaning."""
        if len(self.lines) != 1 or self.splits or not _UNDERLINE.fullmatch(line):
            return False
        title = self.text[self.sheet[at - 1][0] : self.lines[0][1]].rstrip()
        outermost = self.depth == 0 and self.end == len(self.sheet)
        near = abs(len(title) - len(line)) < 2 and any(map(str.isalnum, title))
        if not self.bare:  # an item would be a title if it were the first
            self.lines = [] if near else self.lines
            return False
        if near and outermost:
            if line[0] == "=" and not self.paragraphs:
                self.header, self.old = 2, True
            return True
        if line[0] in "=~" or (_DELIMITER.fullmatch(line) and self._closed(at, line) == self.end):
            self.lines = []
        return False

    # --- blocks

    def _closed(self, at: int, line: str) -> int:
        """The number of the line that ends the block that begins with a line, or the end of the current block."""
        there = self.where.get(_closing(line), [])
        following = bisect_right(there, at)
        return min(there[following], self.end) if following < len(there) else self.end

    def _delimited(self, at: int, line: str) -> int:
        last = self._closed(at, line)
        behind = min(last + 1, self.end)
        style, attributes, self.style, self.attributes = self.style, self.attributes, "", ""
        self.header, self.lacking = 0, False
        start, end = self.sheet[at][0], self.sheet[behind - 1][1]
        inner = self.sheet[at][1], self.sheet[last - 1][1]
        if line[0] == "/":
            self.comments.append((start, start + len(self.text[start:end].rstrip()), self.text[slice(*inner)].strip()))
        elif line[1] == "=" and line[0] in "|!":
            self._table(inner, line[0], attributes)
        elif line[0] in '=*_~"' or line == "--":
            if style in _VERBATIM or (line == "--" and style and style not in _PROSE_STYLES):
                return behind
            if line[0] in '_"' or style == "quote":
                self.quoted.append((start, end))
            if at + 1 < last:
                self.waiting += [(behind, self.end), (at + 1, last)]
                return self.end
        return behind

    def _table(self, inner: Span, mark: str, attributes: str) -> None:
        for low, high in cells(self.text, *inner, mark, attributes):
            line = self.text[low:high].lstrip()
            if line:
                self.later.append(list(lines(self.text, high - len(line), high)))

    # --- paragraphs

    def _content(self, at: int, start: int, end: int, line: str) -> int:
        """A line of a paragraph, or one that begins something with a mark."""
        if self.header and not _ENTRY.match(line):
            self.header -= 1
            if self.header or _REVISION.match(line):
                return at + 1
        if self.lines and not self._begins(line):
            if _MACRO.fullmatch(line):
                self._split(start, end)
            elif not (self.text[self.lines[0][0]] == '"' and _ATTRIBUTION.match(line)):
                self._add(start, end)
            return at + 1
        if self.lines or self.no_prose:
            self._close()
        style = self.style
        if _ENTRY.match(line):
            return self._behind_entry(at)
        if style in _VERBATIM:
            self._begin(no_prose=True)
        elif title := _TITLE.match(line):
            if not _FILE.fullmatch(line, title.end()):
                self._alone(start + title.end(), start + len(line))
            return at + 1
        elif not self._marked(at, start, line):
            return self._paragraph(at, start, end, line)
        self.style = self.attributes = ""
        return at + 1

    def _begins(self, line: str) -> bool:
        """Whether a line inside a paragraph ends it."""
        if self.item and (_ITEM.match(line) or _term(line)):
            return True
        return bool(_BULLET.match(line) or _ENTRY.match(line) or (line[0] == "=" and _SECTION.match(line)))

    def _behind_entry(self, at: int) -> int:
        while at < self.end and self.text[slice(*self.sheet[at])].rstrip().endswith(_GOES_ON):
            at += 1
        return min(at + 1, self.end)

    def _marked(self, at: int, start: int, line: str) -> bool:
        """Whether a line has a mark: a title, a rule, a macro, an item."""
        if section := _SECTION.match(line):
            first = not (self.paragraphs or self.depth)
            self.header = 2 if first and len(section[1]) == 1 else 0
            title = line.removesuffix(section[1])
            title = title.rstrip() if title[-1] in " \t" else line
            self._alone(start + section.end(), start + max(len(title), section.end()))
        elif _BREAK.fullmatch(line) or _MACRO.fullmatch(line):
            self.lacking = False
        elif item := _ITEM.match(line):
            self._begin(item=True)
            self._add(start + item.end(), self.sheet[at][1])
        elif term := _term(line):
            if _WORDS.fullmatch(term[1]) and " " in term[1].strip():
                self._alone(start + term.start(1), start + term.end(1))
            self._begin(item=True)
            self.lacking = term.end() == len(line)
            if not self.lacking:
                self._add(start + term.end(), self.sheet[at][1])
        else:
            return False
        return True

    def _paragraph(self, at: int, start: int, end: int, line: str) -> int:
        style, indented = self.style, line[0] in " \t"
        if _QUOTED.match(line):
            self.style = self.attributes = ""
            return self._as_markdown(at)
        admonition = _ADMONITION.match(line)
        no_prose = (indented and not self.lacking) or (bool(style) and style not in _PROSE_STYLES)
        self._begin(item=self.item or self.lacking, no_prose=no_prose)
        self.bare = not (indented or admonition or self.item)
        self.literal = no_prose and indented
        self.quote = style == "quote"
        self.style = self.attributes = ""
        if not no_prose:
            self._add(start + (admonition.end() if admonition else 0), end)
        return at + 1

    def _as_markdown(self, at: int) -> int:
        """A quotation whose lines begin with `>`."""
        lines: list[Span] = []
        while at < self.end and self.text[slice(*self.sheet[at])].strip():
            start, end = self.sheet[at]
            mark = _QUOTED.match(self.text[start:end].rstrip())
            lines.append((start + mark.end() if mark else start, end))
            at += 1
        self.later.append(lines)
        return at

    def _begin(self, *, item: bool = False, no_prose: bool = False) -> None:
        self.listed = item or (self.listed and no_prose)
        self.item, self.no_prose = item, no_prose
        self.literal = self.bare = self.quote = self.lacking = False

    def _add(self, start: int, end: int) -> None:
        line = self.text[start:end]
        self.lines.append((start + len(line) - len(line.lstrip(" \t")), end))

    def _alone(self, start: int, end: int) -> None:
        self.paragraphs.append((start, end, [], []))
        self.lacking = False

    def _close(self) -> None:
        """Close the open paragraph."""
        if self.lines:
            first, (begin, end) = self.lines[0][0], self.lines[-1]
            end = begin + len(self.text[begin:end].rstrip())
            borders = zip(self.lines, self.lines[1:], strict=False)
            gaps = [(before[1], line[0]) for before, line in borders if before[1] < line[0]]
            self.paragraphs.append((first, end, gaps, [split for split in self.splits if split[1] <= end]))
            if self.quote:
                self.quoted.append((first, end))
        self.lines, self.splits = [], []
        self.item = self.no_prose = self.bare = self.quote = False


def _closing(line: str) -> str:
    """The closing delimiter of the block that a line begins; empty if it begins none."""
    delimiter = _DELIMITER.fullmatch(line)
    return delimiter["fence"] or line if delimiter else ""


def _term(line: str) -> re.Match[str] | None:
    return _TERM.match(line) if "::" in line or ";;" in line else None
