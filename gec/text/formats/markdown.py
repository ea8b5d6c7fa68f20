"""Markdown, line by line. The marks of containers (quotes, list items, footnotes) are stripped from each line. The rest
belongs to a paragraph, a heading, a table, or is no prose. `markdown_inline.py` reads the inside of a paragraph.

gec has its own scanner, because available parsers either give no offsets inside a line or need quadratic time for a
hostile one. `docs/formats.md` has the figures, and tests compare the scanner with markdown-it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gec.text.formats import html
from gec.text.formats.assemble import LINE, Ahead, assemble, blanked
from gec.text.formats.markdown_inline import marks
from gec.text.formats.mdx import Program
from gec.text.prose import Block, Span
from gec.text.remember import Remembered

_NONE: frozenset[str] = frozenset()
DEPTH = 64  # nested containers; deeper ones are read as text

_FRONT = re.compile(
    r"\ufeff?(?:(---|\+\+\+)[ \t]*\r?\n(?![ \t]*\r?\n)(?s:.*?)^(?:\1|\.\.\.)"
    r"|\{[ \t]*\r?\n\s*\"(?s:.*?)^\})[ \t]*(?=[\r\n]|\Z)",  # YAML, TOML, JSON
    re.MULTILINE,
)
_QUOTE = re.compile(r" {0,3}>[ \t]?")
_ITEM = re.compile(r" {0,3}(?:[-+*]|(\d{1,9})[.)])(?:([ \t]++)(?:\[[ xX]\][ \t]++)?|(?=[\r\n]|\Z))")
_NOTE = re.compile(r" {0,3}(?:\[\^[^\]\s]{1,100}\]:(?:[ \t]++|(?=[\r\n]|\Z))|:[ \t]++)")
_FENCE = re.compile(r" {0,3}(?:(`{3,}+)(?=[^`\r\n]*+(?:[\r\n]|\Z))|(~{3,}+))")
_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]++|(?=[\r\n]|\Z))")
_RULE = re.compile(r" {0,3}(?:(?>(?:\*[ \t]*+){3,})|(?>(?:-[ \t]*+){3,})|(?>(?:_[ \t]*+){3,}))(?=[\r\n]|\Z)")
_UNDERLINE = re.compile(r" {0,3}(?:=++|-++)[ \t]*+(?=[\r\n]|\Z)")
_DELIMITER = re.compile(r"\s*+:?-++:?\s*+")
_DEFINITION = re.compile(r" {0,3}\[((?:[^\[\]\\\r\n]|\\[^\r\n]){1,300})\]:[ \t]*+(?=(\S)|\r?\n)")
_ON = r"\r?\n[ \t>]*+(?![\r\n])"  # in the next line
_TITLE = rf"(?>(?:{_ON}|[^\\\r\n%s]|\\.){{0,1000}})"
_TARGET = re.compile(  # of a link definition, with its title, to the end of a line
    rf"""(?:{_ON})?(?:<[^<>\r\n]*+>|(?!<)\S++)(?:(?:[ \t]++|[ \t]*+{_ON})
    (?:"{_TITLE % '"'}"|'{_TITLE % "'"}'|\({_TITLE % "()"}\)))?[ \t]*+(?=[\r\n]|\Z)""",
    re.VERBOSE,
)
_BRACES = re.compile(r"\{\s{0,9}/\*((?:[^*]|\*(?!/)){0,400})\*/\s{0,9}\}")  # a comment in MDX
# A comment in Markdown: [//]: # (so)
_COMMENT = re.compile(r"""^ {0,3}\[//\]:[ \t]{1,9}<?#>?[ \t]{1,9}(\([^\r\n]*\)|"[^\r\n]*"|'[^\r\n]*')""", re.MULTILINE)
# Lines in another language: directives, templates, declarations, imports and exports of MDX, the type of a callout.
_LINE_OF_ANOTHER = re.compile(
    r" {0,3}(?::::|\{[:%#]|<![A-Za-z]|import\s[^\r\n]{0,200}?['\"][\w@./-]++['\"];?[ \t]*+(?=[\r\n]|\Z)"
    r"|export\s+(?:const|let|default|function)\b|\\?\[![\w -]{1,40}\][+-]?[ \t]*+(?=[\r\n]|\Z))"
)
_DIRECTIVE = re.compile(r" {0,3}:{3,}[ \t]*[^\s:]")
_OPTION = re.compile(r"[ \t]*:[\w-]{1,40}:(?=\s|\Z)")  # of a directive
_ASIDE = re.compile(r"(?<![\w%])%%(?!%)(?>(?:[^%`]|%(?!%))+)%%(?![\w%])")  # a comment of Obsidian in a paragraph
_ADMONITION = re.compile(r" {0,3}(?:!!!|\?\?\?\+?|===[+!]?)[ \t]++[\w\"][^\r\n]*+")  # of MkDocs; its text is indented
_BLOCK_OF_ANOTHER = re.compile(
    r" {0,3}(?:(\$\$)(?!\$)|(\\\[)|(<!--)|(<\?)|(<!\[CDATA\[)|(%%)(?=[ \t]*(?:[\r\n]|\Z))"
    r"|(\{#)(?=\s)|(\{\{[<%])(?!-?\s*highlight\b)(?=[^}\r\n]*[\r\n])"  # of Jinja; of Hugo, over several lines
    r"|<(pre|script|style|textarea)(?=[\s>]|\Z)"
    r"|\{%-?\s*(highlight|raw|comment)\b|\{\{[<%]-?\s*(highlight)\b"  # of Jekyll and Hugo
    r"|\\begin\{([\w*]{1,40})\})",
    re.IGNORECASE,
)
_PRE = re.compile(r"<(/?)pre(?=[\s>])", re.IGNORECASE)
_BLANK = re.compile(r"\n[ \t>]*\r?\n")
_MAX_FORMULA_CHARACTERS = 5_000  # characters of a formula, or a comment between percent signs
_CLOSINGS = ("$$", "\\]", "-->", "?>", "]]>", "%%", "#}", "}}")
_SHORT = (1, 2, 6, 7, 8)  # groups of _BLOCK_OF_ANOTHER that count only if the block ends soon
_NAMED_CLOSINGS = ("</{}", "end{}", "/{}", "\\end{{{}}}")
_HTML = re.compile(rf" {{0,3}}</?(?:{'|'.join(sorted(html.BREAKING))})(?=[\s/>]|\Z)", re.IGNORECASE)
_HTML_ALONE = re.compile(
    r""" {0,3}</?[A-Za-z][\w-]*+(?:\s(?>(?:[^<>"']++|"[^"]*+"|'[^']*+')*))?/?>[ \t]*+(?=[\r\n]|\Z)"""
)
_PIPE = re.compile(r"\\.|\|")


def blocks(text: str, format: str = "markdown") -> list[Block]:
    reader = _read(text, format)
    labels = frozenset(reader.labels)
    found: list[Block] = []
    for start, end, gaps in reader.paragraphs:
        paragraph = text[start:end]
        hidden = tuple((low - start, high - start) for low, high in gaps)
        named = labels if "[" in paragraph else _NONE
        found += (block.moved(start) for block in _assembled(paragraph, hidden, named, format))
    for start, end in reader.pages:
        found += html.blocks(text, "html", start, end, _expressions(text, start, end) if format == "mdx" else ())
    return sorted(found, key=lambda block: block.spans[0])


def _expressions(text: str, start: int, end: int) -> list[Span]:
    return [(low + start, high + start) for low, high in Program(text[start:end]).expressions()]


@Remembered
def _assembled(paragraph: str, gaps: Iterable[Span], labels: frozenset[str], format: str) -> tuple[Block, ...]:
    """The blocks of a paragraph, with places relative to its beginning."""
    some = marks(paragraph, 0, len(paragraph), labels)
    if format == "mdx":
        for start, end in Program(paragraph).expressions(some.kept):
            some.keep(start, end)
    some.kept += (aside.span() for aside in _ASIDE.finditer(paragraph))
    some.hidden += gaps
    return tuple(assemble(0, len(paragraph), some))


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    """The comments, except for examples in code or behind a backslash, and for text in scripts and the like."""
    reader = _read(text, format)
    code = [*reader.code, *(span for start, end, _ in reader.paragraphs for span in _code_spans(text, start, end))]
    comments, scripts = html.comments(blanked(text, code))
    bare = blanked(text, [*code, *scripts])
    lines = [(*one.span(), text[one.start(1) + 1 : one.end(1) - 1]) for one in _COMMENT.finditer(bare)]
    braces = [(*one.span(), text[slice(*one.span(1))]) for one in _BRACES.finditer(bare)] if format == "mdx" else []
    return sorted([*((low, high, text[low + 4 : high - 3]) for low, high in comments), *lines, *braces])


def _code_spans(text: str, start: int, end: int) -> Iterator[Span]:
    return (span for span in marks(text, start, end).kept if text[span[0]] in "`\\")


def _read(text: str, format: str) -> _MarkdownReader:
    reader = _MarkdownReader(text, Program(text) if format == "mdx" else None, Ahead(text, len(text)))
    front = _FRONT.match(text)
    reader.read(front.end() if front else 0)
    return reader


@dataclass(slots=True)
class _MarkdownReader:
    text: str
    program: Program | None  # the JavaScript of MDX
    ahead: Ahead  # for closings in HTML
    paragraphs: list[tuple[int, int, list[Span]]] = field(default_factory=list)  # with what to hide of their lines
    pages: list[Span] = field(default_factory=list)  # HTML
    code: list[Span] = field(default_factory=list)  # lines of code
    labels: set[str] = field(default_factory=set)  # of link definitions
    containers: list[int] = field(default_factory=list)  # the indentation an item asks for, 0 for a quote
    lines: list[Span] = field(default_factory=list)  # of the open paragraph: where its content starts, and its end
    gaps: list[Span] = field(default_factory=list)  # before the content of those lines
    until: tuple[int, str] | None = None  # in a block in another language: its depth and its closing
    page: int = -1  # where the open HTML began
    read_on: int = 0  # the open HTML is read up to here
    table: bool = False
    options: bool = False  # a directive's options may follow
    done: int = 0  # end of the line, or of the program that begins in it

    def read(self, start: int) -> None:
        while start < len(self.text):
            line = LINE.match(self.text, start)
            end = line.end() if line else len(self.text)
            self.done = end
            self._line(start, end)
            start = self.done
        self._close(len(self.text))

    def _line(self, start: int, end: int) -> None:
        at, depth, blank = self._peeled(start, end)
        options, self.options = self.options, False
        if self.until:
            if depth >= self.until[0]:
                if self.until[1][0] in "`~":
                    self.code.append((start, end))
                if self._ends_here(at, end):
                    self.until = None
                return
            self.until = None
        if depth < len(self.containers):
            if self.lines and not blank and not self._starts_afresh(at, end):
                self._continue(start, at, end)
                return
            self._close(start)
            del self.containers[depth:]
        if self.program and (behind := self.program.block(start, at, bool(self.lines))) > start:
            self._close(start)
            self.done = behind
        elif options and _OPTION.match(self.text, at, end):
            self.options = True
        elif blank and not self._page_goes_on(start):
            self._leave_open(start)
            self._close(start)
        elif self.page < 0:
            at = self._contained(start, at, end)
            if not _blank(self.text, at, end):
                self._leaf(start, at, end)

    # --- containers

    def _peeled(self, start: int, end: int) -> tuple[int, int, bool]:
        """Where the content of a line starts, how many open containers continue in it, and whether it is blank."""
        at = start
        for depth, width in enumerate(self.containers):
            if width == 0:
                quote = _QUOTE.match(self.text, at, end)
                if quote is None:
                    return at, depth, _blank(self.text, at, end)
                at = quote.end()
            else:
                columns, inner = _indentation(self.text, at, end, width)
                if columns < width:
                    if not _blank(self.text, inner, end):
                        return at, depth, False
                    quotes = self.containers[depth:].count(0)
                    return inner, depth if quotes else len(self.containers), True
                at = inner
        return at, len(self.containers), _blank(self.text, at, end)

    def _contained(self, start: int, at: int, end: int) -> int:
        """Open the containers that begin in a line. Returns where the content starts inside them."""
        while len(self.containers) < DEPTH and (self.lines or _indentation(self.text, at, end, 4)[0] < 4):
            if quote := _QUOTE.match(self.text, at, end):
                width, inner = 0, quote.end()
            elif item := self._item(at, end):
                marker = (item.start(2) if item[2] else item.end()) - at
                blanks = len(item[2] or "")
                if "\t" in (item[2] or ""):
                    before = self.text[start : at + marker].expandtabs(4)
                    blanks = len(f"{before}{item[2]}".expandtabs(4)) - len(before)
                width = marker + (blanks if 0 < blanks < 5 else 1)
                inner = at + marker if blanks > 4 else item.end()  # from where on it is code
            elif note := _NOTE.match(self.text, at, end):
                width, inner = 4, note.end()
            elif box := _ADMONITION.match(self.text, at, end):
                width, inner = 4, box.end()
            else:
                break
            self._close(start)
            self.containers.append(width)
            at = inner
        return at

    def _item(self, at: int, end: int) -> re.Match[str] | None:
        if _RULE.match(self.text, at, end):
            return None
        item = _ITEM.match(self.text, at, end)
        # Inside a paragraph, a line may happen to begin with a number, or to be just a mark. That is no item.
        interrupts = item is None or not self.lines or (item[2] is not None and item[1] in (None, "1"))
        return item if interrupts or self.containers else None

    # --- leaves

    def _leaf(self, start: int, at: int, end: int) -> None:
        text = self.text
        if self.lines and _UNDERLINE.match(text, at, end):
            self._close(start)
        elif self.lines and self._makes_table(at, end):
            self._open_table()
        elif not self.lines and not self.table and _indentation(text, at, end, 4)[0] >= 4:
            self.code.append((start, end))
        elif fence := _FENCE.match(text, at, end):
            self._close(start)
            self.until = len(self.containers), fence[1] or fence[2]
        elif heading := _HEADING.match(text, at, end):
            self._close(start)
            title = text[heading.end() : end].rstrip()
            bare = title.rstrip("#")
            title = bare.rstrip() if bare != title and (not bare or bare[-1] in " \t") else title
            self.paragraphs.append((heading.end(), heading.end() + len(title), []))
        elif _RULE.match(text, at, end):
            self._close(start)
        elif not self.lines and (behind := self._behind_definition(at, end)):
            self.done = max(end, behind)
        elif not self._is_of_another(start, at, end):
            if self.table:
                self._row(at, end)
            else:
                self._continue(start, at, end)

    def _behind_definition(self, at: int, end: int) -> int:
        """The end of the link definition that begins here, or 0. Target and title may be in the next lines."""
        definition = _DEFINITION.match(self.text, at, end)
        target = _TARGET.match(self.text, definition.end()) if definition else None
        if definition is None or not (definition[2] or (target and definition[1][0] != "^")):
            return 0
        self.labels.add(" ".join(definition[1].lower().split()))
        line = LINE.match(self.text, target.end()) if target else None
        return line.end() if line else end

    def _is_of_another(self, start: int, at: int, end: int) -> bool:
        """Whether a line or block in another language begins here: maths, a comment, a directive, HTML."""
        other = _BLOCK_OF_ANOTHER.match(self.text, at, end)
        if other and (other.lastindex not in _SHORT or self._ends_soon(other)):
            named = zip(other.groups()[len(_CLOSINGS) :], _NAMED_CLOSINGS, strict=True)
            closing = next((form.format(name).lower() for name, form in named if name), "")
            closing = closing or _CLOSINGS[(other.lastindex or 1) - 1]
            if closing not in self.text[other.end() : end].lower():
                self.until = len(self.containers), closing
            self._close(start)
            return True
        if _LINE_OF_ANOTHER.match(self.text, at, end):
            self._close(start)
            self.options = _DIRECTIVE.match(self.text, at, end) is not None
            return True
        if _HTML.match(self.text, at, end) or (not self.lines and _HTML_ALONE.match(self.text, at, end)):
            self._close(start)
            self.page = self.read_on = start
            return True
        return False

    def _page_goes_on(self, blank: int) -> bool:
        """Whether a blank line does not end the HTML because it is in code or a comment. Then reading goes on after
        that."""
        if self.page < 0:
            return False
        behind = html.reach(self.text, self.read_on, blank, self.ahead)
        if behind == blank:
            return False
        line = LINE.match(self.text, behind)
        self.read_on, self.done = behind, line.end() if line else behind
        return True

    def _leave_open(self, blank: int) -> None:
        """Skip the rest of a `<pre>` that began in the open paragraph: in browsers a blank line does not end it."""
        first = self.lines[0][0] if self.lines else blank
        tags = list(_PRE.finditer(self.text, first, blank))
        closing = _PRE.search(self.text, blank) if tags and not tags[-1][1] else None
        if closing is None or not closing[1]:
            return
        at = tags[-1].start()
        if not any(low <= at < high for low, high in _code_spans(self.text, first, blank)):
            self.until = len(self.containers), "</pre"
            self.lines = [(low, min(high, at)) for low, high in self.lines if low <= at]
            self.gaps = [gap for gap in self.gaps if gap[1] <= at]

    def _ends_soon(self, opening: re.Match[str]) -> bool:
        """Whether what looks like a formula or a comment ends soon. A formula in brackets ends in its paragraph."""
        end = min(opening.end() + _MAX_FORMULA_CHARACTERS, len(self.text))
        if opening[2] and (blank := _BLANK.search(self.text, opening.end(), end)):
            end = blank.start()
        return self.text.find(_CLOSINGS[(opening.lastindex or 1) - 1], opening.end(), end) >= 0

    def _starts_afresh(self, at: int, end: int) -> bool:
        starts = (_ITEM, _QUOTE, _FENCE, _HEADING, _RULE, _ADMONITION, _HTML, _BLOCK_OF_ANOTHER, _LINE_OF_ANOTHER)
        return any(start.match(self.text, at, end) for start in starts)

    def _ends_here(self, at: int, end: int) -> bool:
        """Whether the line ends the block in another language."""
        closing = self.until[1] if self.until else ""
        if closing[0] in "`~":
            line = self.text[at:end].strip()
            indented = _indentation(self.text, at, end, 4)[0] >= 4
            return line.startswith(closing) and not line.strip(closing[0]) and not indented
        return closing in self.text[at:end].lower()

    def _continue(self, start: int, at: int, end: int) -> None:
        _, inner = _indentation(self.text, at, end, end)
        if self.lines and start < inner:
            self.gaps.append((start, inner))
        self.lines.append((inner, end))

    def _close(self, place: int) -> None:
        """Close the open paragraph, table or HTML before a place."""
        if self.lines:
            first, last = self.lines[0][0], self.lines[-1]
            self.paragraphs.append((first, last[0] + len(self.text[last[0] : last[1]].rstrip()), self.gaps))
            self.lines, self.gaps = [], []
        if self.page >= 0 and 0 not in self.containers:
            self.pages.append((self.page, place))
        self.page, self.table = -1, False

    # --- tables

    def _makes_table(self, at: int, end: int) -> bool:
        line = self.text[at:end].strip()
        if "|" not in line or set(line) - set("|:- \t") or "|" not in self.text[slice(*self.lines[-1])]:
            return False
        return all(_DELIMITER.fullmatch(cell) for cell in line.strip("|").split("|"))

    def _open_table(self) -> None:
        """Make the last line of the paragraph the head of a table."""
        head = self.lines.pop()
        if self.gaps and self.gaps[-1][1] == head[0]:
            self.gaps.pop()
        self._close(head[0])
        self.table = True
        self._row(*head)

    def _row(self, at: int, end: int) -> None:
        pipes = [pipe.start() for pipe in _PIPE.finditer(self.text, at, end) if pipe.group() == "|"]
        for low, high in zip([at, *(pipe + 1 for pipe in pipes)], [*pipes, end], strict=True):
            cell = self.text[low:high]
            inner = low + len(cell) - len(cell.lstrip())
            if cell.strip():
                self.paragraphs.append((inner, inner + len(cell.strip()), []))


def _blank(text: str, start: int, end: int) -> bool:
    return not text[start:end].strip()


def _indentation(text: str, at: int, end: int, enough: int) -> tuple[int, int]:
    """The width of the indentation, counted up to `enough` columns, and where it ends."""
    columns = 0
    while columns < enough and at < end and text[at] in " \t":
        columns += 1 if text[at] == " " else 4 - columns % 4
        at += 1
    return columns, at
