"""The prose of one comment, line by line: paragraphs, items, and text after documentation tags. Lines that look like
code are kept, even between two lines of a sentence. `comment_tags.py` knows the tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gec.text.formats import comment_tags
from gec.text.formats.assemble import assemble
from gec.text.formats.markdown_inline import marks
from gec.text.prose import Block, Span

Line = tuple[int, int, int]  # start, start of the content, end

_KEYWORD = r"""\A(?:import|from|return|def|class|if|for|while|else|elif|try|except|with|var|let|const|function|fn|func
    |use|pub|impl|\#include|\#define)\b"""
_OPERATOR = r"(?:==|!=|->|=>|::|&&|\|\||\+\+)"
_CODE = re.compile(
    rf"""\A[\w.]+(?:\s*[-+*/|&]?=(?!=)|\(.*\)\s*\Z)|(?:=|\w\().*;\s*\Z|\{{\s*\Z|\A\}}|{_KEYWORD}.*(?:["=].*[:;]|\()\s*\Z
    |\A@\w+\Z|\A[-=*\#~_+/\\|.\s]+\Z""",
    re.VERBOSE,
)
_PLACE = r"[*&]*\w+(?:(?:\.|->|::)\w+)*(?:\[[^\]]*\]|\([^)]*\))*"  # x, *x, a.b, x[0], f(x)
_STATEMENT = re.compile(  # a whole line that is a statement, without the marks that _CODE looks for
    rf"""(?:from\s[\w.]+\simport\s.+|(?:import|package|goto|raise|del|break|continue|return|yield|assert|using|delete)
        \s{_PLACE}
    |import\s[\w.]+\sas\s\w+|pass|break|continue|return|else|end
    |(?:return|yield|assert|if|while|elif|raise)\s{_PLACE}(?:\s?(?:[-+*/%<>|&^]|[<>=!]=|,\s)\s?{_PLACE})+(?:\sthen)?
    |(?:print|echo|puts|case|raise|throw)\s["'].*["']:?|case\s{_PLACE}:
    |yield\sfrom\s{_PLACE}|(?:let|var|val|const|auto)\s\w+(?::\s?\w+)?\s?=\s.*|(?:throw\snew|new|await|defer|go)\s{_PLACE}(?<=[)\]])
    |(?:func|fn|function|def|sub)\s\w+\([^)]*\)(?:\s[^\s]+){{0,2}}
    |(?:(?:const|static|unsigned|signed|volatile|extern|public|private|protected|final)\s)*
        (?:int|char|float|double|long|short|bool|boolean|void|string|String|size_t|u?int\d+(?:_t)?|struct\s\w+)
        \s{_PLACE}(?:,\s{_PLACE})*);?\Z""",
    re.VERBOSE,
)
_LIKE_CODE = re.compile(rf"[;}}]\s*\Z|{_KEYWORD}.*[:;]\s*\Z|{_OPERATOR}", re.VERBOSE)
_LINK = re.compile(r"\{@\w+[^{}]*\}")
_ENGLISH = re.compile(  # words that are not keywords of programming languages
    r"\b(?:the|an|of|to|are|be|been|that|which|we|you|they|its|can|will|should|must|was|were|has|have|than|but)\b"
)
_STRING = re.compile(r"(?<!\w)[\"']")
_CAPITAL = re.compile(r"[A-Z][a-z]*\b")
_WORD = re.compile(r"[^\W\d_]{2}")
_ENDED = (".", "!", "?", ":", ";")
_COMPARED = re.compile(rf"[^\s(]{{0,80}}{_OPERATOR}(?:[^\s,;]*[^\s.,;:!?)])?")
_SET_APART = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})[^\W_](?:[\w.]*[^\W_])?\1(?!\w)")  # a name: __reduce__, *reduce*
_DEEPER = 3  # columns: a line with four spaces after the mark instead of one is an example
_BLOCKS = tuple(  # the beginnings and ends of blocks of code in documentation
    (re.compile(opening), re.compile(closing))
    for opening, closing in (
        (r"```", r"```"),
        (r"~~~", r"~~~"),
        (r"[@\\]code\b", r"[@\\]endcode\b"),
        (r"[@\\]verbatim\b", r"[@\\]endverbatim\b"),
        (r"<pre\b", r"</pre>"),
        (r"\{@(?:code|snippet)\b", r"\}"),
        (r"@example\b", r"^@(?!example\b)\w"),
    )
)
# Such a block on one line.
_ONE_LINE = re.compile(r"[@\\](?P<tag>code|verbatim)\b.*[@\\]end(?P=tag)\s*\Z|<pre\b.*</pre>\s*\Z")


def prose(text: str, lines: Sequence[Line], *, go: bool = False) -> Iterator[Block]:
    """The paragraphs of a group of comments. In Go, more than one space before a line marks code."""
    reader = _CommentReader(text, _margin(text, lines), go)
    for line in lines:
        reader.take(line)
    reader.close()
    for paragraph in reader.paragraphs:
        yield from paragraph.blocks(text)


@dataclass(slots=True)
class _CommentParagraph:
    lines: list[Line] = field(default_factory=list)
    code: list[Span] = field(default_factory=list)  # whole lines of code
    marked: bool = False  # as an item or by a tag, so that line breaks in it mean nothing

    def blocks(self, text: str) -> Iterator[Block]:
        start, end = self.lines[0][1], self.lines[-1][2]
        found = marks(text, start, end)
        found.hidden += [(low, begin) for low, begin, _ in self.lines[1:] if low < begin]
        for low, high in self.code:
            found.keep(low, high)
        for written in (_COMPARED, _SET_APART):
            found.kept += [one.span() for one in written.finditer(text, start, end)]
        for span, opening, closing in comment_tags.kept(text, start, end):
            found.keep(*span, opening, closing)
        yield from assemble(start, end, found, flows=self.marked)


@dataclass(slots=True)
class _CommentReader:
    text: str
    margin: int  # the column where lines begin
    go: bool  # in Go
    paragraphs: list[_CommentParagraph] = field(default_factory=list)
    open: _CommentParagraph = field(default_factory=_CommentParagraph)
    held: Line | None = None  # a line of code after which the sentence may go on
    closing: re.Pattern[str] | None = None  # ends the open block of code
    formula: str = ""  # ends the open formula
    pause: bool = False  # the last line was blank or ended in a colon, so an example may begin
    listed: bool = False  # indented lines belong to an item or a tag
    example: bool = False

    def take(self, line: Line) -> None:
        start, begin, end = line
        content = self.text[begin:end]
        if not content:
            self.close()
            self.pause = bool(self.paragraphs)
        elif self._in_block(content) or self._in_example(start, begin, end):
            self.close()
        elif self.formula or comment_tags.unclosed(content, ""):
            self._read(line, None)
            self.formula = comment_tags.unclosed(content, self.formula)
        elif _is_code(content):
            self._hold(line)
        else:
            self._read(line, comment_tags.MARK.match(self.text, begin, end))

    def close(self) -> None:
        if self.held and self._ends_sentence(self.held):
            self._take_held(self.held)
        self.held, self.formula = None, ""
        if self.open.lines:
            self.paragraphs.append(self.open)
            self.open = _CommentParagraph()

    def _in_block(self, content: str) -> bool:
        """Whether the line begins, ends or is in a block of code."""
        if self.closing is None:
            self.closing = _block_of_code(content)
            return self.closing is not None or _ONE_LINE.match(content) is not None
        if not self.closing.search(content):
            return True
        self.closing = None
        return not content.startswith("@") or content.startswith("@end")  # another tag may have prose

    def _in_example(self, start: int, begin: int, end: int) -> bool:
        """Whether the line belongs to indented code."""
        deeper = _column(self.text, start, begin) - self.margin
        sure = self.go and deeper > 0 and self.text.startswith("//  ", start)
        begins = self.pause and not self.listed and not comment_tags.MARK.match(self.text, begin, end)
        sentence = _CAPITAL.match(self.text, begin, end) and _is_about_code(self.text[begin:end])
        begins = begins and (sure or not sentence)
        tabbed = self.text.startswith("//\t", start) or (deeper > 0 and self.text.startswith("// \t", start))
        self.example = tabbed or ((sure or deeper >= _DEEPER) and (self.example or begins))
        self.listed = self.listed and deeper > 0
        self.pause = self.text.endswith(":", begin, end)
        return self.example

    def _hold(self, line: Line) -> None:
        """Hold a line of code in the middle of a sentence until the next line is known."""
        before = self.open.lines[-1] if self.open.lines else None
        if before is None or self.held or self.text.endswith(_ENDED, before[1], before[2]):
            self.close()
        else:
            self.held = line

    def _ends_sentence(self, line: Line) -> bool:
        """Whether a line that looks like code is the end of the sentence above it: it is still linked as c++."""
        _, begin, end = line
        return self.text[begin].islower() and self.text.endswith((".", "!", "?"), begin, end)

    def _take_held(self, line: Line) -> None:
        self.open.lines.append(line)
        self.open.code.append(line[1:])
        self.held = None

    def _read(self, line: Line, mark: re.Match[str] | None) -> None:
        start, begin, end = line
        self.listed = self.listed or mark is not None
        if mark or (self.held and not self.text[begin].islower()):
            self.close()
        if self.held:
            self._take_held(self.held)
        self.open.marked = self.open.marked or mark is not None
        self.open.lines.append((start, mark.end() if mark else begin, end))


def _margin(text: str, lines: Sequence[Line]) -> int:
    """The column where the lines begin. The first line of a block comment follows its opening and does not count."""
    rest = lines[1:] if lines and text.startswith("/*", lines[0][0]) else lines
    return min((_column(text, start, begin) for start, begin, end in rest if begin < end), default=0)


def _column(text: str, start: int, begin: int) -> int:
    return len(text[start:begin].expandtabs())


def _block_of_code(content: str) -> re.Pattern[str] | None:
    """The closing of the block of code that a line begins, or None. A block on one line does not count."""
    for opening, closing in _BLOCKS:
        if (found := opening.match(content)) and not closing.search(content, found.end()):
            return closing
    return None


def _is_code(content: str) -> bool:
    plain = _LINK.sub("X", content[:300])
    if _CODE.search(plain) or _STATEMENT.match(plain) or not _WORD.search(plain):
        return True
    return _LIKE_CODE.search(plain) is not None and not _is_about_code(plain)


def _is_about_code(content: str) -> bool:
    """Whether a line that could be code is a sentence about code."""
    return len(content.split()) > 3 and bool(_ENGLISH.search(content)) and not _STRING.search(content)
