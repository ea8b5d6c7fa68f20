r"""Manual pages in roff, man(7) and mdoc(7), line by line. Paragraphs are the lines that remain without requests, tags,
headings, tables, definitions of macros, conditions and verbatim text. `roff_requests.py` reads the inside of a
paragraph.

The role of a macro that a page defines follows from its definition. An unknown macro ends a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field

from gec.language import word_set
from gec.text.formats import mdoc, roff_requests
from gec.text.formats.assemble import assemble
from gec.text.formats.roff_requests import CONTROL, logical
from gec.text.prose import Block, Span
from gec.text.remember import Remembered

_SILENT = word_set("""
    ad af als am as bd char cp cs cu da di do ds ec em eo ev fam fp ft ftr gcolor hc hla hw hy hym hys it
    kern lc lf lg ll ls lt mk mso na ne nh nm nn nr ns pc pi pl pm pn po ps rchar rm rn rr rs schar shc so special
    ss sy ta tc tkf tl tm tr trf uf ul vs warn wh '' DT PD IX AT UC LINKSTYLE Tg Sm Bk Ek Bf Ef Os Db""")
_ROLES = {  # of requests and macros; those without a role end a paragraph
    **dict.fromkeys(_SILENT, "silent"),
    **dict.fromkeys((*roff_requests.INLINE, *mdoc.CALLED), "inline"),
    **dict.fromkeys(("nf", "EX", "SY"), "verbatim"),
    **dict.fromkeys(("fi", "EE", "YS"), "filled"),
    **dict.fromkeys(("TP", "TQ"), "tag"),
    **dict.fromkeys(("SH", "SS", "Sh", "Ss", "TH", "Dd", "Dt"), "title"),
    **dict.fromkeys(("de", "de1", "dei", "dei1", "am", "am1", "ami", "ami1", "ig"), "definition"),
    **dict.fromkeys(("if", "ie", "el", "while"), "condition"),
    **dict.fromkeys(("Bd", "Bl", "Ed", "El"), "display"),
}
_UNTIL = {  # the beginning and end of input for other programs, and of references
    "TS": "TE", "EQ": "EN", "PS": "PE", "GS": "GE", "G1": "G2", "IS": "IE", "[": "]", "Rs": "Re", "cstart": "cend",
}  # fmt: skip
_CHANGES = frozenset(("cc", "c2", "ec"))  # the characters that requests and escapes begin with
_SET = re.compile(r"[ \t]*[(\[]?[CV]")  # in a monospaced font
_ITEMS = frozenset(("TP", "TQ", "IP"))
_CLOSES = word_set("PP P LP Pp Lp IP HP TP TQ SH SS Sh Ss")  # macros that restore the usual font
_BODY = re.compile(r"(?:^|[\s{}])[.'][ \t]*([A-Za-z][A-Za-z0-9]*)", re.MULTILINE)
_INNER = re.compile(r"[\s{}][.'][ \t]*(?!(?:if|ie|el|while)\b)(?P<name>[A-Za-z]\w{0,20})")
_COMMENT = re.compile(r"(?<!\\)(?>(?:\\\\)*)(?P<mark>\\[\"#])(?P<text>.*)")
_BRACE = re.compile(r"\\([{}])")
FULL = 60  # characters of a line that counts as full
_SMALL = re.compile(r"(?:\\f(?:\[[^\]]{0,20}\]|\(..|.)|\\&)*[a-z]")
_EXAMPLE = re.compile(r"\\&[.'](?:\\\"|[A-Z][A-Za-z]?(?:[ \t]|\Z))")  # roff shown as an example
_LITERAL = re.compile(r"-(?:literal|unfilled|column)\b")
_MARKUP = re.compile(r"\\f(?:\[[^\]]*\]|\(..|.)|\\s[+-]?\d|\\[&%/,|^]|[\"\\]")
_SILENT_SECTIONS = frozenset(
    (
        "NAME", "SYNOPSIS", "SEE ALSO", "AUTHOR", "AUTHORS", "AUTHOR(S)", "CONTRIBUTORS", "MAINTAINER", "MAINTAINERS",
        "COPYRIGHT", "COPYING", "LICENSE", "LICENCE", "COPYRIGHT AND LICENSE",
    )
)  # fmt: skip
# The end of a clause. A term of a list has no such end.
_CLAUSE = re.compile(r"[.:;!?,](?:\\f(?:\[[^\]]*\]|\(..|.)|\\&|[\"')\]])*\Z")


def blocks(text: str, format: str) -> list[Block]:
    reader = _read(text)
    inline = frozenset(name for name, role in reader.roles.items() if role == "inline")
    found: list[Block] = []
    for start, end in reader.paragraphs:
        found += (block.moved(start) for block in _assembled(text[start:end], inline, reader.page))
    return found


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return _read(text).comments


@Remembered
def _assembled(paragraph: str, inline: Set[str], page: str) -> tuple[Block, ...]:
    """The blocks of a paragraph, with places relative to its beginning."""
    return tuple(assemble(0, len(paragraph), roff_requests.marks(paragraph, inline, page)))


def _read(text: str) -> _RoffReader:
    reader = _RoffReader(text)
    for start, end in logical(text):
        reader.line(start, end)
    reader.close()
    return reader


@dataclass(slots=True)
class _RoffReader:
    text: str
    paragraphs: list[Span] = field(default_factory=list)
    comments: list[tuple[int, int, str]] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=_ROLES.copy)
    page: str = ""  # its name
    first: int = -1  # start of the open paragraph
    last: int = -1  # its end so far
    until: str = ""  # the request that ends the skipped lines
    defined: str = ""  # the macro that is being defined
    body: list[str] = field(default_factory=list)  # its lines
    depth: int = 0  # of conditions
    verbatim: bool = False
    code: bool = False  # in a font for code
    displays: list[bool] = field(default_factory=list)  # for each open list or display, whether it has prose
    silent: str = ""  # title of the current section if it has no prose
    below: str = ""  # title of the current subsection if it has no prose
    begun: str = ""  # the request that ended the last paragraph
    awaited: str = ""  # what the next line is: a tag, a title
    indented: bool = False  # indented lines ended the paragraph

    def line(self, start: int, end: int) -> None:
        line = self.text[start:end].rstrip()
        control = CONTROL.match(line)
        if self.until:
            self._passed(line, control)
            return
        if comment := _COMMENT.search(line) if "\\" in line else None:
            before = line[: comment.start("mark")]
            at = start if (alone := not before.strip(" \t.'")) else start + len(before)
            self.comments.append((at, start + len(line), comment["text"].strip()))
            if alone:
                return
            line = before.rstrip()
        if self.depth:
            self.depth = max(0, self.depth + _braces(line))
        elif control is None:
            self._text(start, line)
        elif control["name"]:
            self._request(control["name"], start, line, line[control.end() :])

    def close(self, *, term: bool = False) -> None:
        """Close the open paragraph. If it may be a `term` with its explanation below, it is prose only as a clause."""
        if self.first >= 0 and not (term and not _CLAUSE.search(self.text, max(self.first, self.last - 40), self.last)):
            self.paragraphs.append((self.first, self.last))
        self.first = -1

    def _passed(self, line: str, control: re.Match[str] | None) -> None:
        if control and control["name"] == self.until:
            if self.defined:
                self.roles[self.defined] = _role("\n".join(self.body), self.roles)
            self.until = self.defined = ""
            self.body = []
        elif self.defined:
            self.body.append(line)

    def _text(self, start: int, line: str) -> None:
        if not line:
            self.close()
            self.indented = False
        elif line.startswith(("\\\n", "\\\r\n")):  # the joined line may be a request
            self.close()
        elif self.awaited:
            self._await(line)
        elif line[0] in " \t" or "\t" in line or _EXAMPLE.match(line):
            self.close()
            self.indented = line[0] in " \t"
        else:
            self._add(start, line)

    def _await(self, line: str) -> None:
        """A tag or a heading on the line after its request."""
        if self.awaited in ("SH", "SS"):
            self._section(self.awaited, line)
        if not line.endswith("\\c"):
            self.awaited = ""

    def _add(self, start: int, line: str) -> None:
        no_prose = self.verbatim or self.code or self.silent or self.below or self.indented or not all(self.displays)
        if not no_prose:
            self.first = start if self.first < 0 else self.first
            self.last = start + len(line)

    # --- requests

    def _request(self, name: str, start: int, line: str, rest: str) -> None:
        role = self.roles.get(name, "")
        if role == "condition":
            self._condition(start, rest)
        elif name == "br" and self._goes_on(start):
            return
        elif name in _UNTIL or (name in _CHANGES and rest.strip() not in ("", "\\")):
            self.close()
            self.until = _UNTIL.get(name, name)
        elif role == "inline":
            self._inline(name, start, line, rest)
        elif role == "silent":
            self._quietly(name, rest)
        elif role == "definition":
            self._define(name, rest.split())
        else:
            self._break(name, role, rest)

    def _goes_on(self, start: int) -> bool:
        """Whether a sentence goes on after a line break: some programs that write pages break every full line."""
        full = self.last - self.text.rfind("\n", 0, self.last) > FULL
        if self.first < 0 or not full or self.text[self.last - 1] in ".:;!?":
            return False
        return _SMALL.match(self.text, self.text.find("\n", start) + 1) is not None

    def _inline(self, name: str, start: int, line: str, rest: str) -> None:
        if not self.awaited:
            self._add(start, line)
        elif rest.strip():
            self._await(line)
        if name == "Nm" and not self.page:
            self.page = rest.strip().partition(" ")[0]

    def _quietly(self, name: str, rest: str) -> None:
        """A request that does not end a paragraph, unless it switches to a font for code."""
        if name == "als" and len(names := rest.split()) > 1:
            self.roles[names[0]] = self.roles.get(names[1], "")
        if name == "ft":
            code = _SET.match(rest) is not None
            if code != self.code:
                self.close()
            self.code = code

    def _define(self, name: str, names: list[str]) -> None:
        self.close()
        if name == "ig":
            names = ["", *names]
        self.until = names[1] if len(names) > 1 else "."
        known = names and self.roles.get(names[0]) in ("title", "definition", "condition")
        self.defined = "" if known or name.startswith("am") or not names else names[0]

    def _condition(self, start: int, rest: str) -> None:
        """A condition over several lines is skipped. The request in a condition on one line is carried out."""
        self.depth = max(0, _braces(rest))
        inner = None if self.depth else _INNER.search(rest)
        if inner is None or self.roles.get(inner["name"]) == "inline":
            self.close()
        else:
            self._request(inner["name"], start, "", rest[inner.end() :])

    def _break(self, name: str, role: str, rest: str) -> None:
        self.close(term=name == "RS" and self.begun not in _ITEMS)
        self.begun, self.awaited = name, ""
        self.indented = name == "in" and rest.lstrip().startswith("+")  # unmarked code
        if name in _CLOSES:
            self.code = False
        match role:
            case "verbatim" | "filled":
                self.verbatim = role == "verbatim"
            case "tag":
                self.awaited = "tag"
            case "title":
                self._titled(name, rest)
            case "display":
                self._display(name, rest)
            case _ if name == "It" and "Xo" in rest.split() and "Xc" not in rest.split():
                self.until = "Xc"

    def _titled(self, name: str, rest: str) -> None:
        self.verbatim = False
        if rest.strip():
            self._section(name, rest)
        else:
            self.awaited = name

    def _section(self, name: str, rest: str) -> None:
        """Begin a section or subsection, and note whether it has prose."""
        title = " ".join(_MARKUP.sub("", rest).upper().split())
        silent = title if title in _SILENT_SECTIONS else ""
        if name in ("SH", "Sh"):
            self.silent, self.below, self.displays = silent, "", []
        elif name in ("SS", "Ss"):  # some pages have only subsections after NAME
            self.silent, self.below = self.silent if self.silent != "NAME" else "", silent

    def _display(self, name: str, rest: str) -> None:
        if name in ("Bd", "Bl"):
            self.displays.append(not _LITERAL.search(rest))
        elif self.displays:
            self.displays.pop()


def _braces(line: str) -> int:
    """How many braces a line opens without closing them."""
    found = _BRACE.findall(line)
    return found.count("{") - found.count("}")


def _role(body: str, roles: dict[str, str]) -> str:
    """The role of a macro with this definition."""
    inner = [roles.get(name, "") for name in _BODY.findall(body)]
    if "verbatim" in inner or "filled" in inner:
        return "" if "verbatim" in inner and "filled" in inner else "verbatim" if "verbatim" in inner else "filled"
    if inner and inner[-1] == "tag":
        return "tag"
    if {"", "tag", "title", "display"}.intersection(inner):
        return ""
    has_text = any(line and not CONTROL.match(line) for line in body.split("\n"))
    return "inline" if has_text or "inline" in inner else "silent"
