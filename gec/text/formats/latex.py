"""LaTeX: the text between `\\begin{document}` and its end is prose. Commands that only format their argument are
hidden, and those that stand for a word are shown. Unknown commands are kept. `latex_definitions.py` knows what is no
prose, and `latex_accents.py` the letters that are written as commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gec.language import word_set
from gec.text.formats.assemble import Ahead, Marks, assemble
from gec.text.formats.latex_accents import LETTER, letter
from gec.text.formats.latex_definitions import ENVIRONMENT, SHORT, Definitions, definitions
from gec.text.prose import Block, Span

_FONTS = word_set(
    """emph textbf textit textsl textsc textsf textrm textmd textup textnormal text underline uline enquote mbox
    alert textcolor MakeUppercase uppercase"""
)
_SEPARATE = word_set(  # commands whose argument is a block of prose by itself
    """part chapter section subsection subsubsection paragraph subparagraph caption captionof title subtitle
    frametitle framesubtitle subcaption minisec addchap addsec"""
)
_NOTES = word_set("footnote footnotetext thanks marginpar marginnote sidenote endnote")
_SILENT = word_set(
    """noindent indent centering raggedright raggedleft small footnotesize tiny large Large LARGE huge Huge
    normalsize bf it rm sf tt sl sc em bfseries itshape ttfamily scshape rmfamily sffamily upshape mdseries
    normalfont protect selectfont relax leavevmode allowbreak linebreak nolinebreak nobreak footnotemark
    vspace hspace vskip hskip smallskip medskip bigskip hfill vfill phantom pagebreak nopagebreak null
    sloppy fussy xspace iftrue else fi"""
)
_BREAKS = word_set(
    """par newline newpage clearpage cleardoublepage item hline toprule midrule bottomrule maketitle appendix
    tableofcontents listoffigures listoftables bibliography bibliographystyle printbibliography input include
    includegraphics usepackage documentclass lstnewenvironment newminted newtcblisting DeclareTCBListing NewTCBListing
    DefineVerbatimEnvironment newcommand renewcommand providecommand let newenvironment
    renewenvironment newtheorem DeclareMathOperator setlength addtolength setcounter addtocounter pagestyle
    thispagestyle hypersetup graphicspath cline cmidrule multicolumn multirow addcontentsline
    newmint newmintinline CustomVerbatimCommand RecustomVerbatimCommand NewDocumentCommand RenewDocumentCommand
    ProvideDocumentCommand DeclareDocumentCommand newcounter newlength
    definecolor lstset lstinputlisting inputminted author date institute affiliation email"""
)
_OTHER_LANGUAGE = re.compile(  # the options of an environment, and a language other than English
    r"\s*+(?:\[[^\[\]]{0,300}\]\s*+)?\{\s*+"
    r"(?!(?:(?:us|uk)?english|american|british|australian|canadian|newzealand)\s*\})[^{}]{1,60}\}",
    re.IGNORECASE,
)
_TITLED = word_set("frame block alertblock exampleblock")  # environments with a title in braces
_TOKEN = rf"""
    (?P<made>{SHORT})
  | (?P<comment>%[^\n]*)
  | (?P<begin>\\begin\s?\{{(?P<name>{ENVIRONMENT})\}})
  | (?P<end>\\end\s?\{{{ENVIRONMENT}\}})
  | (?P<maths>\$\$?|\\\(|\\\[)
  | (?P<letter>{LETTER})
  | (?P<line>\\\\\*?(?:\[[^\]\n]{{0,40}}\])?)
  | (?P<symbol>\\[%&$\#_{{}}])
  | (?P<thin>\\[,;:!/@\ \n-])
  | (?P<command>\\(?:[A-Za-z@]++\*?|.))
  | (?P<teletype>\{{\s*\\tt(?![A-Za-z@])\s*)
  | (?P<brace>[{{}}])
  | (?P<cell>&)
  | (?P<quote>``|'')
  | (?P<dash>---?)
  | (?P<tie>~)
    """
_SHOWN = {"``": "“", "''": "”", "--": "–", "---": "—", "~": " "}
_LAST = re.compile(r"[ \t\r]*(?:%[^\n]*)?\n")
_PARAGRAPH = re.compile(r"\n[ \t\r]*\n")
_TWO_WORDS = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")  # one word may be a name
_CONDITION = re.compile(r"\\(?:(?P<end>fi|else)|if[A-Za-z@]*)(?![A-Za-z@])")
_TEX_DEFINITIONS = word_set("def gdef edef xdef write")
_BODY = re.compile(r"\s*+(?:\\(?:[A-Za-z@]+|.)[^{}\n]{0,60}|-?\d+\s*+)\{")  # \def\name{, \write18{
_TITLE = re.compile(r"\\(?:sub)?title\s{0,9}(?:\[[^\[\]]{0,300}\]\s{0,9})?(\{)|\\.|%[^\n]*")  # in the preamble
_IN_OPTION = re.compile(r"\\.|[\[\]{}]|\n[ \t]*\n")
_MAX_OPTION_CHARACTERS = 1_000  # characters of the longest option, not counting those in braces
_BRACE = re.compile(  # in an address a percent sign does not begin a comment
    r"\\(?:url|href|path|nolinkurl)\s*(?P<address>\{[^{}\n]*\})|\\.|%[^\n]*|[{}]"
)
_COMMENT = re.compile(r"(?<!\\)(?>(?:\\\\)*)(%([^\n]*))")


def blocks(text: str, format: str) -> list[Block]:
    found = [block for reader in _readers(text) for block in assemble(reader.start, reader.end, reader.marks)]
    return sorted(found, key=lambda block: block.spans[0])


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    """The comments outside of code."""
    found: list[tuple[int, int, str]] = []
    at = 0
    for low, high in [*sorted(span for reader in _readers(text) for span in reader.code), (len(text), len(text))]:
        found += ((*comment.span(1), comment[2]) for comment in _COMMENT.finditer(text, at, max(at, low)))
        at = max(at, high)
    return found


def _readers(text: str) -> Iterator[_LatexReader]:
    """A reader of the document, and then readers of its titles and footnotes."""
    begin = text.find("\\begin{document}")
    if begin < 0 and "\\documentclass" in text:
        return
    end = text.rfind("\\end{document}")
    known = _Known.of(text)
    waiting = [(begin + 16 if begin >= 0 else 0, end if end > begin else len(text))]
    titles = (title.start(1) for title in _TITLE.finditer(text, 0, max(begin, 0)) if title[1])
    waiting += [(brace + 1, known.braces[brace]) for brace in titles if known.braces.get(brace, begin) < begin]
    while waiting:
        reader = _LatexReader(text, *waiting.pop(), known)
        reader.read()
        yield reader
        waiting += reader.later


def _braces(text: str) -> dict[int, int]:
    """The place of the closing brace for each opening one."""
    closing: dict[int, int] = {}
    waiting: list[int] = []
    for brace in _BRACE.finditer(text):
        if brace["address"]:
            closing[brace.start("address")] = brace.end("address") - 1
        elif brace.group() == "{":
            waiting.append(brace.start())
        elif brace.group() == "}" and waiting:
            closing[waiting.pop()] = brace.start()
    return closing


@dataclass(frozen=True, slots=True)
class _Known:
    """What all readers of a text need."""

    braces: dict[int, int]  # the place of the closing brace for each opening one
    defined: Definitions
    token: re.Pattern[str]

    @classmethod
    def of(cls, text: str) -> _Known:
        defined = definitions(text)
        return cls(_braces(text), defined, re.compile(f"{defined.verb}|{_TOKEN}", re.VERBOSE))


class _LatexReader:
    """One pass over a stretch of text. Its footnotes, titles and labels are left for later passes."""

    def __init__(self, text: str, start: int, end: int, known: _Known) -> None:
        self.text, self.start, self.end = text, start, end
        self.braces, self.token, self.defined = known.braces, known.token, known.defined
        self.marks = Marks()
        self.later: list[Span] = []
        self.code: list[Span] = []
        self.breaking: set[int] = set()  # closing braces that end a block
        self.ahead = Ahead(text, end)
        self.aside = start  # the end of the last label or entry of an index

    def read(self) -> None:
        at = self.start
        while token := self.token.search(self.text, at, self.end):
            at = self._take(token)

    def _take(self, token: re.Match[str]) -> int:
        low, high = token.span()
        match token.lastgroup:
            case "comment":
                return self._comment(low, high)
            case "begin" | "command" if name := token["name"] or self.defined.begun.get(self.text[low + 1 : high]):
                return self._environment(name, low, high)
            case "end" | "line" | "cell" | "made":
                self.marks.split(low, high)
            case "maths":
                return self._maths(low, high)
            case "quote" | "dash" | "tie" | "letter":
                spelt = token.group()
                self.marks.show(low, high, _SHOWN.get(spelt) or letter(spelt))
            case "symbol":
                self.marks.keep(low, high, 1)
            case "thin":
                self.marks.show(low, high, "" if self.text[low + 1] in "/@-!" else " ")
            case "command":
                return self._command(self.text[low + 1 : high].rstrip("*"), low, high)
            case "teletype" | "brace" as kind:
                return self._brace(kind, low, high)
            case _:
                self.code.append((low, high))
                self.marks.keep(low, high)
        return high

    def _brace(self, kind: str, low: int, high: int) -> int:
        if kind == "teletype":  # {\tt name}
            end = min(self.braces.get(low, self.end - 1) + 1, self.end)
            self.marks.keep(low, end, high - low, 1)
            return end
        (self.marks.split if low in self.breaking else self.marks.hide)(low, high)
        return high

    def _comment(self, low: int, high: int) -> int:
        line = self.text.rfind("\n", 0, low) + 1
        if not self.text[line:low].strip():  # a line of its own does not end the paragraph
            low, high = max(line, self.start), min(high + 1, self.end)
        self.marks.hide(low, high)
        return high

    def _find(self, closing: str, at: int) -> int:
        """The end of the next closing, or -1."""
        place = self.ahead.find(closing, at)
        return place + len(closing) if place >= 0 else -1

    def _closing(self, name: str, at: int) -> Span | None:
        """Where the closing of an environment is."""
        if pattern := self.defined.ended.get(name):
            found = self.ahead.search(pattern, at, name)
            return found.span() if found else None
        closing = f"\\end{{{name}}}"
        end = self._find(closing, at)
        return (end - len(closing), end) if end > 0 else None

    def _environment(self, name: str, low: int, high: int) -> int:
        no_prose = name in self.defined.no_prose
        if (no_prose or name in self.defined.maths) and (closing := self._closing(name, high)):
            end = closing[1]
            if no_prose:
                self.code.append((low, end))
                self.marks.split(low, end)
            else:
                self.marks.keep(low, end, high - low, end - closing[0])
            return end
        if name.startswith("otherlanguage") and _OTHER_LANGUAGE.match(self.text, high, self.end):
            end = self._find(f"\\end{{{name}}}", high)
            if end > 0:
                self.marks.split(low, end)
                return end
        title = "[" if name in self.defined.named else "{" if name in _TITLED else ""
        for start, end in self._arguments(high):
            if self.text[start] == title:
                self.later.append((start + 1, end - 1))
            high = end
        self.marks.split(low, high)
        return high

    def _off(self, low: int, high: int) -> int:
        """Hide what `\\iffalse` switches off, up to its `\\fi` or `\\else`."""
        depth = 0 if "\\fi" in self.ahead.missing else 1
        for found in _CONDITION.finditer(self.text, high, self.end if depth else high):
            if found["end"] != "else":
                depth += -1 if found["end"] else 1
            if depth == (1 if found["end"] == "else" else 0):
                high = found.end()
                break
        else:
            self.ahead.missing.add("\\fi")
        self.marks.hide(low, high)
        return high

    def _maths(self, low: int, high: int) -> int:
        mark = self.text[low:high]
        end = self._find({"\\(": "\\)", "\\[": "\\]"}.get(mark, mark), high)
        if end < 0 or _PARAGRAPH.search(self.text, high, min(end, high + 5000)):
            self.marks.keep(low, high)
            return high
        self.marks.keep(low, end, 0 if mark == "$" else len(mark), 0 if mark == "$" else len(mark))
        return end

    def _arguments(self, at: int) -> Iterator[Span]:
        """The arguments directly after a command, including optional ones."""
        for _ in range(9):
            if self.text[at : at + 1] == "[" and (end := self._option(at)) > 0:
                yield at, end
                at = end
            elif self.text[at : at + 1] == "{" and self.braces.get(at, self.end) < self.end:
                yield at, self.braces[at] + 1
                at = self.braces[at] + 1
            else:
                return

    def _option(self, at: int) -> int:
        """The end of the optional argument that begins here, or -1. Brackets inside braces do not count."""
        place, limit = at + 1, min(at + _MAX_OPTION_CHARACTERS, self.end)
        while found := _IN_OPTION.search(self.text, place, limit):
            place = found.end()
            if found.group() == "]":
                return place
            if found.group() == "{" and found.start() in self.braces:
                behind = self.braces[found.start()] + 1
                place, limit = behind, min(limit + behind - place, self.end)
            elif found.group()[0] != "\\":
                break
        return -1

    def _command(self, name: str, low: int, high: int) -> int:
        if name == "iffalse":
            return self._off(low, high)
        if name in _TEX_DEFINITIONS:
            return self._definition(low, high)
        arguments = list(self._arguments(high))
        end = arguments[-1][1] if arguments else high
        last = arguments[-1] if arguments else (high, high)
        if name in _FONTS or name in _SEPARATE:
            if not arguments:
                self.marks.hide(low, high)
            elif name in _SEPARATE:
                self.marks.split(low, last[0] + 1)
                self.breaking.add(last[1] - 1)
            else:
                self.marks.hide(low, last[0] + 1)
            return last[0] + 1 if arguments else high
        if name in _NOTES and arguments:
            self.later.append((last[0] + 1, last[1] - 1))
            self.marks.hide(low, end)
        elif name == "href" and len(arguments) > 1:
            self.marks.hide(low, arguments[1][0] + 1)
            return arguments[1][0] + 1
        elif name in _BREAKS:
            return self._break(name, low, high, arguments)
        elif name in _SILENT or name == "label" or name.startswith("index"):
            end = self._silent(name, low, high, end)
        elif arguments:  # a citation, a reference or an unknown command: its last argument is shown
            self.marks.keep(low, end, last[0] - low)
        else:
            self.marks.keep(low, high, 1)
        return end

    def _silent(self, name: str, low: int, high: int, end: int) -> int:
        """Hide a command, with its arguments if they are never printed. A line that has only labels and entries of the
        index is hidden as a whole, since an empty line would end the paragraph."""
        aside = name not in _SILENT
        if aside or name in ("vspace", "hspace", "phantom"):
            high = end
        if aside:
            begin = max(self.text.rfind("\n", 0, low) + 1, self.aside)
            last = _LAST.match(self.text, high, self.end)
            if last and not self.text[begin:low].strip():
                low, high = begin, last.end()
            self.aside = high
        self.marks.hide(low, high)
        return high

    def _definition(self, low: int, high: int) -> int:
        """The definition of a command, up to the end of its body or, without one, of its line."""
        if body := _BODY.match(self.text, high, self.end):
            end = min(self.braces.get(body.end() - 1, self.end) + 1, self.end)
        else:
            end = self.text.find("\n", high, self.end)
            end = self.end if end < 0 else end
        self.marks.split(low, end)
        return end

    def _break(self, name: str, low: int, high: int, arguments: Sequence[Span]) -> int:
        if name in ("item", "par", "newline"):
            arguments = arguments[:1] if self.text[high : high + 1] == "[" else ()
        start, end = arguments[-1] if arguments else (high, high)
        labelled = name == "item" and _TWO_WORDS.search(self.text, start, end)
        if arguments and (labelled or name in ("multicolumn", "multirow")):
            self.later.append((start + 1, end - 1))
        self.marks.split(low, end)
        return end
