"""reStructuredText, line by line. Paragraphs are the lines that remain without underlines of titles, list marks,
directives, comments, literal blocks, doctests and tables. Tables are kept, because their columns are aligned by hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from gec.language import word_set
from gec.text.formats.assemble import Ahead, Marks, assemble, lines
from gec.text.formats.markdown_inline import URL
from gec.text.prose import Block, Span

_ENTRY = re.compile(r"\*{0,2}[A-Za-z_][\w.]*\s?(?:\([^()\n]{0,100}\))?:[ \t]+(?=\S)")  # Google's arguments
_TYPE = re.compile(r"\*{0,2}[A-Za-z_][\w., *]* : \S")  # NumPy's
_RULE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}+")
_QUOTING = re.compile(r"(?!\.\.[ \t])[!-/:-@\[-`{-~]")
_ITEM = re.compile(r"(?:[-*+•]|(?:\d{1,4}|#|[A-Za-z]|[ivxlc]{1,6})[.)]|\((?:\d{1,4}|#|[A-Za-z])\))[ \t]++(?=\S)")
_FIELD = re.compile(r":(?!:)[^:\r\n`]{1,200}(?::(?=[\w])[^:\r\n`]{1,200})?:(?:[ \t]++|\Z)")
_TYPED = re.compile(r":(?:[ry]type|type|(?:type|vartype)[ \t]+[^:\r\n]{1,200}):(?=\s|\Z)")  # a field without prose
_ENTRIES = word_set(  # NumPy's sections with names and types, below which indented lines are prose
    "parameters returns yields receives raises warns attributes"
)
_SWITCH = r"(?:--?[\w?][\w-]*+|/\w)(?:[ =](?:[A-Za-z][\w-]*+|<[^<>\r\n]{1,100}>))?"
_OPTION = re.compile(rf"{_SWITCH}(?>(?:,?[ ]{_SWITCH})*)(?:[ ]{{2,}}|[ ]*\t[ \t]*)(?=\S)")  # of a command line
_DIRECTIVE = re.compile(r"\.\.[ \t]++(?:\|[^|\r\n]{1,200}\|[ \t]++)?([\w:.+-]{1,100}?)[ \t]?::(?:[ \t]++|\Z)")
_NOTE = re.compile(r"\.\.[ \t]++\[[^\]\r\n]{1,100}\][ \t]++")
_COMMENT = re.compile(r"\.\.(?:[ \t]|\Z)")
_SIMPLE_TABLE = re.compile(r"=++(?>(?:[ \t]++=++)+)(?=[ \t]*+(?:[\r\n]|\Z))")
_PROSE_DIRECTIVES = word_set(  # directives whose argument is prose
    """note warning tip important caution danger error hint attention admonition seealso rubric topic sidebar todo
    versionadded versionchanged versionremoved deprecated figure-caption epigraph"""
)
_NO_PROSE = re.compile(  # parts of names of directives without prose
    r"""code|literal|include|math|highlight|uml|tikz|mermaid|diag(?!nos)|(?<!para)graph|chart|plot|draw|exec|runblock
    |example-block|doctest|^test(?:output|setup|cleanup)\Z|ipython|jupyter|prompt|terminal|console|shell|(?:command|program)-
    |toctree|(?:^|-)table\Z|tabularcolumns|productionlist|image|(?:^|-)role\Z|^eval-|^auto|(?:^|:|current)module\Z
    |^(?:raw|contents|index|meta|replace|unicode|date|click|jinja)\Z""",
    re.VERBOSE,
)
_VERSION = re.compile(r"v?\d[\w.]*+[ \t]*+")
_TOKEN = re.compile(
    rf"""
    (?P<literal>``(?=\S))
  | (?P<role>(?::[\w.+:-]{{1,60}}:)?`(?=[^\s`]))
  | (?P<gap>\\\s)
  | (?P<escape>\\.)
  | (?P<note>\[[^\]\s]{{1,100}}\]_)
  | (?P<subst>\|[^\s|](?:[^|\n]{{0,100}}[^\s|])?\|_{{0,2}})
  | (?P<url>\b{URL})
  | (?P<name>\b[A-Za-z0-9][\w.-]{{0,100}}(?<!_)__?(?!\w))
  | (?P<strong>\*\*?)
    """,
    re.VERBOSE,
)
_TITLED = re.compile(r"([^<]*?)(\s*<[^<>]*>)")
_REFERENCE = re.compile(r"`([^`<>]{1,300})`_(?!_)|\b([A-Za-z0-9][\w.-]{0,100})(?<!_)_(?!\w)")


def blocks(text: str, format: str) -> list[Block]:
    return _blocks(_RstReader(text), list(lines(text, 0, len(text))))


def docstring(text: str, start: int, end: int) -> list[Block]:
    """The prose between the quotes of a docstring, in the style of Sphinx, Google or NumPy."""
    return _blocks(_RstReader(text, docstring=True), list(lines(text, start, end)))


def _blocks(reader: _RstReader, lines: Sequence[Span]) -> list[Block]:
    reader.read(lines)
    references = _REFERENCE.finditer(reader.text, lines[0][0], lines[-1][1]) if lines else ()
    named = {_name(found[1] or found[2]) for found in references}
    found: list[Block] = []
    for start, end, gaps in reader.paragraphs:
        marks = _marks(reader.text, start, end, named, docstring=reader.docstring)
        marks.hidden += gaps
        found += assemble(start, end, marks)
    return found


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    reader = _RstReader(text)
    reader.read(list(lines(text, 0, len(text))))
    return [(start, end, text[start + 2 : end].strip()) for start, end in reader.comments]


@dataclass(slots=True)
class _RstReader:
    text: str
    docstring: bool = False
    paragraphs: list[tuple[int, int, list[Span]]] = field(default_factory=list)  # with what to hide of their lines
    comments: list[Span] = field(default_factory=list)
    lines: list[tuple[int, int, int]] = field(default_factory=list)  # of the open paragraph: start, start of the
    # content, end
    column: int = 0  # of the open or last paragraph; -2 - n stands for any column deeper than n
    skip_below: int = -1  # lines indented deeper than this column are no prose
    comment: bool = False  # the skipped lines are a comment
    literal: bool = False  # the last paragraph announced a literal block
    quoting: str = ""  # the first character of each line in an open literal block that is not indented
    options: bool = False  # a directive's options may follow
    fence: str = ""  # the mark of the open block of code in a docstring written in Markdown
    table: str = ""  # the first character of the borders of the open table
    border: bool = False  # the last line was a border
    types: int = -1  # the column of types, up to the next blank line
    glossary: int = -1  # lines deeper than this column belong to a glossary
    terms: int = -1  # the column of its terms

    def read(self, lines: Sequence[Span]) -> None:
        for start, end in lines:
            content = self.text[start:end].strip()
            if self._fenced(content):
                continue
            if not content:
                self._blank()
                continue
            begin = start + len(self.text[start:end]) - len(self.text[start:end].lstrip())
            self._line(start, begin, begin + len(content), len(self.text[start:begin].expandtabs()))
            if self.docstring and start == lines[0][0] and self.lines:
                self.column = -1  # quotes precede the first line, so its column says nothing
        self._close()

    def _fenced(self, content: str) -> bool:
        """Whether the line begins, ends or is in a fenced block of code as in Markdown."""
        if self.fence:
            self.fence = "" if content == self.fence else self.fence
            return True
        if self.docstring and content.startswith(("```", "~~~")) and content.count(content[:3]) == 1:
            self._close()
            self.fence = content[:3]
            return True
        return False

    def _blank(self) -> None:
        self._close()
        self.options, self.types, self.quoting = False, -1, ""
        if self.table == "+" or self.border:
            self.table, self.border = "", False

    def _line(self, start: int, begin: int, end: int, column: int) -> None:
        if self._is_skipped(start, begin, end, column):
            return
        if self._drawn(begin, end):
            return
        if self.options and _FIELD.match(self.text, begin, end):
            return
        self.options = False
        if self._term(column):
            self._close()
            return
        if self._explicit(start, begin, end, column):
            return
        if self._typed(begin, end, column):
            self._close()
            return
        afresh = column != self.column if self.column >= 0 else column <= -self.column - 2
        indentation = column
        for mark in (_ITEM, _FIELD, _OPTION, _ENTRY) if self.docstring and column else (_ITEM, _FIELD, _OPTION):
            if found := mark.match(self.text, begin, end):
                begin, afresh = found.end(), True
                column = column + len(found.group()) if mark is _ITEM else -indentation - 2
        if self.text.startswith("| ", begin, end):
            begin, afresh = begin + 2, True
        if afresh:
            self._close()
        self.column = column
        self.lines.append((start, begin, end))

    def _is_skipped(self, start: int, begin: int, end: int, column: int) -> bool:
        """Whether the line belongs to a literal block, a comment or a directive without prose."""
        if self.literal:
            self.literal, self.skip_below, self.comment = False, max(self.column, -self.column - 2, 0), False
            self.quoting = self._quoted(start, begin, column)
        if self.quoting and self.text.startswith(self.quoting, begin, end):
            return True
        self.quoting = ""
        if 0 <= self.skip_below < column:
            if self.comment:
                self.comments[-1] = (self.comments[-1][0], end)
            return True
        self.skip_below = -1
        return False

    def _quoted(self, start: int, begin: int, column: int) -> str:
        """The first character of each line if an unindented literal block begins here, else empty. A line that looks
        like a directive is one, and the literal block is missing."""
        parted = self.text.count("\n", self.paragraphs[-1][1], start) > 1
        mark = self.text[begin] if _QUOTING.match(self.text, begin) else ""
        return mark if parted and column == self.column else ""

    def _term(self, column: int) -> bool:
        """Whether the line is a term of a glossary. Other places refer to it by its words, so it must not change."""
        if column <= self.glossary:
            self.glossary = -1
        if self.glossary < 0:
            return False
        self.terms = self.terms if self.terms >= 0 else column
        return column == self.terms

    def _typed(self, begin: int, end: int, column: int) -> bool:
        """Whether the line has only names and types."""
        if _TYPED.match(self.text, begin, end):
            self.skip_below, self.comment = column, False
            return True
        return self.docstring and (column == self.types or _TYPE.match(self.text, begin, end) is not None)

    def _drawn(self, begin: int, end: int) -> bool:
        """Whether the line is the rule of a title or belongs to a table or a doctest."""
        if self.table:
            self.border = set(self.text[begin:end]) <= set("= ")
            return True
        if self.text.startswith(("+-", "+="), begin, end) or _SIMPLE_TABLE.match(self.text, begin, end):
            self._close()
            self.table = self.text[begin]
            return True
        if _RULE.fullmatch(self.text, begin, end):
            if len(self.lines) == 1 and self.lines[0][2] - self.lines[0][1] > end - begin:
                self.lines = []  # a title must not be longer than its rule, so this one is not edited
            title = self.text[slice(*self.lines[-1][1:])] if self.lines else ""
            self.types = self.column if title.lower() in _ENTRIES else -1
            self._close()
            return True
        if (self.docstring or not self.lines) and self.text.startswith(">>>", begin, end):
            self._close()
            self.table = "+"
            return True
        return False

    def _explicit(self, start: int, begin: int, end: int, column: int) -> bool:
        """Whether a directive, a footnote, a target or a comment begins here."""
        if not self.text.startswith("..", begin, end):
            return False
        if note := _NOTE.match(self.text, begin, end):
            self._close()
            if self.docstring:  # a reference, with names and titles
                self.skip_below, self.comment = column, False
                return True
            self.column = -column - 2
            self.lines.append((start, note.end(), end))
            return True
        directive = _DIRECTIVE.match(self.text, begin, end)
        if directive is None and not _COMMENT.match(self.text, begin, end):
            return False
        self._close()
        name = directive[1].lower() if directive else ""
        if directive is None or _NO_PROSE.search(name):
            self.skip_below, self.comment = column, directive is None
            if self.comment:
                self.comments.append((begin, end))
        elif directive.end() < end and name in _PROSE_DIRECTIVES:
            version = _VERSION.match(self.text, directive.end(), end) if name.startswith(("v", "dep")) else None
            self.lines.append((start, version.end() if version else directive.end(), end))
            self.column = -column - 2
        elif name == "glossary":
            self.glossary, self.terms = column, -1
        self.options = True
        return True

    def _close(self) -> None:
        if not self.lines:
            return
        first, last = self.lines[0], self.lines[-1]
        self.literal = self.text.endswith("::", last[1], last[2])
        gaps = [(start, begin) for start, begin, _ in self.lines[1:] if start < begin]
        self.paragraphs.append((first[1], last[2], gaps))
        self.lines = []


def _name(name: str) -> str:
    """The normalized name of a link: case and whitespace do not count."""
    return " ".join(name.lower().split())


def _marks(text: str, start: int, end: int, named: Set[str], *, docstring: bool = False) -> Marks:
    """The markup and code of a paragraph."""
    marks = Marks()
    ahead = Ahead(text, end)
    strong: dict[str, tuple[int, int]] = {}

    at = start
    while token := _TOKEN.search(text, at, end):
        low, high = token.span()
        at = high
        match token.lastgroup:
            case "literal" | "role" as kind:
                mark = "``" if kind == "literal" else "`"
                place = ahead.find(mark, high)
                if place < 0:
                    marks.keep(low, high)
                    continue
                at = _referred(text, marks, (low, high, place, end), len(mark), named)
            case "gap":
                marks.hide(low, high)
            case "escape":
                marks.keep(low, high, 1)
            case "strong":
                mark = token.group()
                before, after = text[max(low - 1, start) : low], text[high : min(high + 1, end)]
                if mark in strong and before.strip() and not after.isalnum():
                    opening = strong.pop(mark)
                    if docstring and mark == "*" and text[opening[1] : low].isidentifier():  # a parameter: *cls*
                        marks.keep(opening[0], high)
                        marks.shown[opening[0]] = marks.shown[low] = "`"
                    else:
                        marks.hidden += [opening, (low, high)]
                elif after.strip() and not before.isalnum() and mark not in strong:
                    strong[mark] = (low, high)
                else:
                    marks.keep(low, high)
            case _:
                marks.keep(low, high)
    marks.kept += strong.values()
    return marks


def _referred(text: str, marks: Marks, places: tuple[int, int, int, int], width: int, named: Set[str]) -> int:
    """Keep or hide what is between backticks, from `high` to `place`. Returns where to read on."""
    low, high, place, end = places
    behind = place + width
    while behind < end and text[behind] == "_" and behind < place + width + 2:
        behind += 1
    titled = _TITLED.fullmatch(text, high, place)
    if width == 2:
        behind = place + 2
        marks.keep(low, behind, 1, 1)
    elif titled and text[low] == "`" and titled[1].strip() and _name(titled[1]) not in named:
        # a link with its own text, which no reference uses as its name
        marks.hide(low, high)
        marks.hide(titled.start(2), behind)
    else:
        marks.keep(low, behind, high - low, behind - (titled.start(2) if titled and titled[1].strip() else place))
    return behind
