r"""Manual pages in roff, man(7) and mdoc(7), line by line: paragraphs are what is left when requests, tags, headings,
tables, definitions of macros, conditions and what is set as it is written are taken away. `requests.py` decides what
stands inside a paragraph.

Macros that a page defines itself are known by what they are made of. A macro that is not known ends a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass, field

from gec.language import word_set
from gec.text.formats import mdoc, requests
from gec.text.formats.assemble import assemble
from gec.text.formats.requests import CONTROL, logical
from gec.text.prose import Block, Span
from gec.text.remember import Remembered

_SILENT = word_set("""
    ad af als am as bd char cp cs cu da di do ds ec em eo ev fam fp ft ftr gcolor hc hla hw hy hym hys it
    kern lc lf lg ll ls lt mk mso na ne nh nm nn nr ns pc pi pl pm pn po ps rchar rm rn rr rs schar shc so special
    ss sy ta tc tkf tl tm tr trf uf ul vs warn wh '' DT PD IX AT UC LINKSTYLE Tg Sm Bk Ek Bf Ef Os Db""")
_ROLES = {  # what requests and macros are for; all others end a paragraph
    **dict.fromkeys(_SILENT, "silent"),
    **dict.fromkeys((*requests.SPOKEN, *mdoc.CALLED), "spoken"),
    **dict.fromkeys(("nf", "EX", "SY"), "verbatim"),
    **dict.fromkeys(("fi", "EE", "YS"), "filled"),
    **dict.fromkeys(("TP", "TQ"), "tag"),
    **dict.fromkeys(("SH", "SS", "Sh", "Ss", "TH", "Dd", "Dt"), "title"),
    **dict.fromkeys(("de", "de1", "dei", "dei1", "am", "am1", "ami", "ami1", "ig"), "definition"),
    **dict.fromkeys(("if", "ie", "el", "while"), "condition"),
    **dict.fromkeys(("Bd", "Bl", "Ed", "El"), "display"),
}
_UNTIL = {  # what belongs to other programs, or is a list of references
    "TS": "TE", "EQ": "EN", "PS": "PE", "GS": "GE", "G1": "G2", "IS": "IE", "[": "]", "Rs": "Re", "cstart": "cend",
}  # fmt: skip
_CHANGES = frozenset(("cc", "c2", "ec"))  # the characters that requests and escapes begin with
_SET = re.compile(r"[ \t]*[(\[]?[CV]")  # in a font whose letters are all as wide
_ITEMS = frozenset(("TP", "TQ", "IP"))
_CLOSES = word_set("PP P LP Pp Lp IP HP TP TQ SH SS Sh Ss")  # what sets the usual font again
_BODY = re.compile(r"(?:^|[\s{}])[.'][ \t]*([A-Za-z][A-Za-z0-9]*)", re.MULTILINE)
_INNER = re.compile(r"[\s{}][.'][ \t]*(?!(?:if|ie|el|while)\b)(?P<name>[A-Za-z]\w{0,20})")
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*+(?P<mark>\\[\"#])(?P<said>.*)")
_BRACE = re.compile(r"\\([{}])")
FULL = 60  # characters of a line that could hold no more
_SMALL = re.compile(r"(?:\\f(?:\[[^\]]{0,20}\]|\(..|.)|\\&)*[a-z]")
_EXAMPLE = re.compile(r"\\&[.'](?:\\\"|[A-Z][A-Za-z]?(?:[ \t]|\Z))")  # a line of roff that is shown as such
_LITERAL = re.compile(r"-(?:literal|unfilled|column)\b")
_MARKUP = re.compile(r"\\f(?:\[[^\]]*\]|\(..|.)|\\s[+-]?\d|\\[&%/,|^]|[\"\\]")
_SILENT_SECTIONS = frozenset(
    (
        "NAME", "SYNOPSIS", "SEE ALSO", "AUTHOR", "AUTHORS", "AUTHOR(S)", "CONTRIBUTORS", "MAINTAINER", "MAINTAINERS",
        "COPYRIGHT", "COPYING", "LICENSE", "LICENCE", "COPYRIGHT AND LICENSE",
    )
)  # fmt: skip
# What ends a clause; a term of a list has none.
_CLAUSE = re.compile(r"[.:;!?,](?:\\f(?:\[[^\]]*\]|\(..|.)|\\&|[\"')\]])*\Z")


def blocks(text: str, format: str) -> list[Block]:
    reader = _read(text)
    spoken = frozenset(name for name, role in reader.roles.items() if role == "spoken")
    found: list[Block] = []
    for start, end in reader.paragraphs:
        found += (block.moved(start) for block in _assembled(text[start:end], spoken, reader.page))
    return found


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    return _read(text).comments


@Remembered
def _assembled(said: str, spoken: Set[str], page: str) -> tuple[Block, ...]:
    """The block of a paragraph, counted from its beginning."""
    return tuple(assemble(0, len(said), requests.marks(said, spoken, page)))


def _read(text: str) -> _Reader:
    reader = _Reader(text)
    for start, end in logical(text):
        reader.line(start, end)
    reader.close()
    return reader


@dataclass(slots=True)
class _Reader:
    text: str
    paragraphs: list[Span] = field(default_factory=list)
    comments: list[tuple[int, int, str]] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=_ROLES.copy)
    page: str = ""  # what it is about
    first: int = -1  # where the open paragraph begins
    last: int = -1  # and ends so far
    until: str = ""  # the request that ends what is passed over
    defined: str = ""  # the macro that is being defined
    body: list[str] = field(default_factory=list)  # and its lines
    depth: int = 0  # of conditions
    verbatim: bool = False  # lines are set as they are written
    code: bool = False  # in a font for code
    displays: list[bool] = field(default_factory=list)  # open lists and displays, and whether they hold prose
    silent: str = ""  # a section without prose
    below: str = ""  # or a part of one
    begun: str = ""  # the request that ended the last paragraph
    awaited: str = ""  # what the next line is: a tag, a title
    indented: bool = False  # what is indented by hand ended the paragraph

    def line(self, start: int, end: int) -> None:
        said = self.text[start:end].rstrip()
        control = CONTROL.match(said)
        if self.until:
            self._passed(said, control)
            return
        if comment := _COMMENT.search(said) if "\\" in said else None:
            before = said[: comment.start("mark")]
            at = start if (alone := not before.strip(" \t.'")) else start + len(before)
            self.comments.append((at, start + len(said), comment["said"].strip()))
            if alone:
                return
            said = before.rstrip()
        if self.depth:
            self.depth = max(0, self.depth + _braces(said))
        elif control is None:
            self._text(start, said)
        elif control["name"]:
            self._request(control["name"], start, said, said[control.end() :])

    def close(self, *, term: bool = False) -> None:
        """End the open paragraph; one that what is indented below explains, and that is no sentence, is no prose."""
        if self.first >= 0 and not (term and not _CLAUSE.search(self.text, max(self.first, self.last - 40), self.last)):
            self.paragraphs.append((self.first, self.last))
        self.first = -1

    def _passed(self, said: str, control: re.Match[str] | None) -> None:
        if control and control["name"] == self.until:
            if self.defined:
                self.roles[self.defined] = _role("\n".join(self.body), self.roles)
            self.until = self.defined = ""
            self.body = []
        elif self.defined:
            self.body.append(said)

    def _text(self, start: int, said: str) -> None:
        if not said:
            self.close()
            self.indented = False
        elif said.startswith(("\\\n", "\\\r\n")):  # what is joined to nothing may be a request
            self.close()
        elif self.awaited:
            self._await(said)
        elif said[0] in " \t" or "\t" in said or _EXAMPLE.match(said):
            self.close()
            self.indented = said[0] in " \t"
        else:
            self._add(start, said)

    def _await(self, said: str) -> None:
        """A tag, or a heading below its request."""
        if self.awaited in ("SH", "SS"):
            self._section(self.awaited, said)
        if not said.endswith("\\c"):
            self.awaited = ""

    def _add(self, start: int, said: str) -> None:
        dead = self.verbatim or self.code or self.silent or self.below or self.indented or not all(self.displays)
        if not dead:
            self.first = start if self.first < 0 else self.first
            self.last = start + len(said)

    # --- requests

    def _request(self, name: str, start: int, said: str, rest: str) -> None:
        role = self.roles.get(name, "")
        if role == "condition":
            self._condition(start, rest)
        elif name == "br" and self._goes_on(start):
            return
        elif name in _UNTIL or (name in _CHANGES and rest.strip() not in ("", "\\")):
            self.close()
            self.until = _UNTIL.get(name, name)
        elif role == "spoken":
            self._spoken(name, start, said, rest)
        elif role == "silent":
            self._quietly(name, rest)
        elif role == "definition":
            self._define(name, rest.split())
        else:
            self._break(name, role, rest)

    def _goes_on(self, start: int) -> bool:
        """Whether a line that was full goes on below the request that breaks it: some programs break every line."""
        full = self.last - self.text.rfind("\n", 0, self.last) > FULL
        if self.first < 0 or not full or self.text[self.last - 1] in ".:;!?":
            return False
        return _SMALL.match(self.text, self.text.find("\n", start) + 1) is not None

    def _spoken(self, name: str, start: int, said: str, rest: str) -> None:
        if not self.awaited:
            self._add(start, said)
        elif rest.strip():
            self._await(said)
        if name == "Nm" and not self.page:
            self.page = rest.strip().partition(" ")[0]

    def _quietly(self, name: str, rest: str) -> None:
        """What does not end a paragraph, unless it sets what follows as code."""
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
        """One of several lines is passed over; what one of a single line asks for is done."""
        self.depth = max(0, _braces(rest))
        inner = None if self.depth else _INNER.search(rest)
        if inner is None or self.roles.get(inner["name"]) == "spoken":
            self.close()
        else:
            self._request(inner["name"], start, "", rest[inner.end() :])

    def _break(self, name: str, role: str, rest: str) -> None:
        self.close(term=name == "RS" and self.begun not in _ITEMS)
        self.begun, self.awaited = name, ""
        self.indented = name == "in" and rest.lstrip().startswith("+")  # code that nobody marked as such
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
        """A section, or a part of one, and whether it holds prose."""
        title = " ".join(_MARKUP.sub("", rest).upper().split())
        silent = title if title in _SILENT_SECTIONS else ""
        if name in ("SH", "Sh"):
            self.silent, self.below, self.displays = silent, "", []
        elif name in ("SS", "Ss"):  # some pages have nothing but parts behind their name
            self.silent, self.below = self.silent if self.silent != "NAME" else "", silent

    def _display(self, name: str, rest: str) -> None:
        if name in ("Bd", "Bl"):
            self.displays.append(not _LITERAL.search(rest))
        elif self.displays:
            self.displays.pop()


def _braces(said: str) -> int:
    """How many blocks of lines a line opens that it does not close."""
    found = _BRACE.findall(said)
    return found.count("{") - found.count("}")


def _role(body: str, roles: dict[str, str]) -> str:
    """What a macro is for that consists of these lines."""
    inner = [roles.get(name, "") for name in _BODY.findall(body)]
    if "verbatim" in inner or "filled" in inner:
        return "" if "verbatim" in inner and "filled" in inner else "verbatim" if "verbatim" in inner else "filled"
    if inner and inner[-1] == "tag":
        return "tag"
    if {"", "tag", "title", "display"}.intersection(inner):
        return ""
    said = any(line and not CONTROL.match(line) for line in body.split("\n"))
    return "spoken" if said or "spoken" in inner else "silent"
