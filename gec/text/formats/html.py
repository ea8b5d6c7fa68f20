"""HTML, also fragments and templates. Text nodes are prose. Inline tags are hidden inside a sentence, and all other
tags end it. Scripts, styles, preformatted text, code, and text that is declared to be in another language are kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import unescape

from gec.language import word_set
from gec.text.formats.assemble import Ahead, Marks, assemble
from gec.text.prose import Block, Span

INLINE = word_set(
    """a abbr acronym b bdi bdo big cite data del dfn em font i img ins label mark nobr q ruby s small span strike
    strong sub sup time u wbr"""
)
VERBATIM = word_set("code kbd samp tt var")  # kept inside a sentence
BREAKING = word_set(
    """address article aside blockquote body br button caption center dd details dialog div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html iframe legend li main nav object ol option
    p picture section select source summary table tbody td tfoot th thead title tr ul video"""
)
APART = word_set(  # elements without prose, which end a sentence
    "applet canvas iframe listing math noembed noframes plaintext pre script style svg template textarea xmp"
)
_RAW = word_set("iframe noembed noframes plaintext script style textarea xmp")  # tags inside are text
_FOREIGN = word_set("math svg")  # elements that a slash at the end of the tag makes empty
_NBSP = "\u00a0"
_LONG = 40  # characters of a line that may be full
_BREAK = re.compile(r"[^\S\r\n]*(?:\r\n|[\r\n])")
_ONLY_TAGS = re.compile(r"\s*+(?>(?:<[^<>]*+>\s*+)+)")
_SMALL = re.compile(r"\s*[a-z]")
_VOID = word_set("area base br col embed hr img input link meta param source track wbr")
_CLOSED_BY_NEXT = word_set("p li td th tr dt dd option")

_TOKEN = re.compile(
    r"""
    (?P<comment><!--)
  | (?P<cdata><!\[CDATA\[)
  | (?P<php><\?|<%)
  | (?P<tag><(?P<slash>/?)(?P<name>[A-Za-z][\w:.-]*)(?P<attributes>(?>(?:[^<>"']++|"[^"]*+"|'[^']*+')*))>)
  | (?P<declaration><![A-Za-z](?>(?:[^<>\[]++|\[[^\[\]]*+\])*)>)
  | (?P<bogus><!\[[^<>\[\]]*+\][^<>]*+>|</(?![A-Za-z])[^<>]*+>)
  | (?P<entity>&(?:\#\d{1,7}|\#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{1,31});)
  | (?P<brace>\{\{[^{}]{0,500}\}\}|\{%[^{}]{0,500}%\}|\{\#[^{}]{0,500}\#\})
  | (?P<maths>\\\((?>(?:[^\\<]|\\(?![()])){1,500})\\\)|\\\[(?>(?:[^\\<]|\\(?![\[\]])){1,500})\\\]|\$\$[^$<]{1,500}+\$\$)
  | (?P<lone>[<>])
    """,
    re.VERBOSE,
)
_COMMENT_OR_RAW = re.compile(rf"<!--|<(?P<raw>{'|'.join(sorted(_RAW))})(?=[\s/>])", re.IGNORECASE)
_COMMENT_END = re.compile("-->")
_CLOSING = {"comment": "-->", "cdata": "]]>"}
_PHP = re.compile(r"<\?(?:php\b|=)", re.IGNORECASE)
_LANGUAGE = re.compile(r"""(?:^|\s)(?:xml:)?lang\s*=\s*["']?(?:(?P<english>en(?![A-Za-z]))|[A-Za-z])""", re.IGNORECASE)
_FIXED = re.compile(
    r"""\btranslate\s*=\s*["']?no\b|\bclass\s*=\s*["'][^"']*\b(?:notranslate|codehilite|sourceCode|code-header|item-decl|sig(?:nature)?)\b""",
    re.IGNORECASE,
)
# Classes of DocBook for names of things and for phrases in another language.
_NAME = re.compile(
    r"""(?<![\w-])class\s*=\s*(["']?)(?:application|command|constant|envar|filename|foreignphrase|function|literal|option
    |package|parameter|property|replaceable|structfield|systemitem|type|userinput|varname)\1(?=\s|\Z)""",
    re.IGNORECASE | re.VERBOSE,
)


def blocks(
    text: str, format: str = "html", start: int = 0, end: int | None = None, kept: Sequence[Span] = ()
) -> list[Block]:
    """The prose of the text, or of the part from `start` to `end`. `kept` are stretches to keep besides."""
    end = len(text) if end is None else end
    reader = _HtmlReader(text, start, end)
    reader.read()
    reader.marks.kept += kept
    return list(assemble(start, end, reader.marks))


def reach(text: str, start: int, end: int, ahead: Ahead) -> int:
    """The end of code or the like that begins between `start` and `end` and reaches beyond; else `end`. `ahead` is kept
    from call to call for the same text."""
    reader = _HtmlReader(text, start, len(text), ahead)
    at = start
    while token := _TOKEN.search(text, at, end):
        at = reader.take(token)
    return max(at, end)


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    reader = _HtmlReader(text, 0, len(text))
    reader.read()
    return [(start, end, text[start + 4 : end - 3]) for start, end in reader.comments]


def comments(text: str) -> tuple[list[Span], list[Span]]:
    """The comments of HTML, and the scripts and the like, in which a comment is text."""
    found: list[Span] = []
    raw: list[Span] = []
    ahead, at = Ahead(text, len(text)), 0
    while opening := _COMMENT_OR_RAW.search(text, at):
        low, at = opening.span()
        name = (opening["raw"] or "").lower()
        if closing := ahead.search(_closing_tag(name) if name else _COMMENT_END, at, name):
            at = closing.end()
            (raw if name else found).append((low, at))
    return found, raw


def _closing_tag(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{re.escape(name)}\s*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Foreign:
    """An element in another language, or one that is marked as not to be translated."""

    depth: int
    inline: bool
    fixed: bool  # marked as not to be translated
    start: int  # of the stretch to keep


class _HtmlReader:
    """One pass over the tokens, with the open elements and the current one in another language."""

    def __init__(self, text: str, start: int, end: int, ahead: Ahead | None = None) -> None:
        self.text, self.start, self.end = text, start, end
        self.marks = Marks()
        self.comments: list[tuple[int, int]] = []
        self.open: list[str] = []
        self.count: Counter[str] = Counter()
        self.foreign: _Foreign | None = None
        self.outer: list[tuple[int, _Foreign]] = []  # interrupted by an element inside, in English for example
        self.ahead = ahead or Ahead(text, end)

    def read(self) -> None:
        at = self.start
        while token := _TOKEN.search(self.text, at, self.end):
            at = self.take(token)
        self._keep_foreign(self.end)

    def take(self, token: re.Match[str]) -> int:
        low, high = token.span()
        match token.lastgroup:
            case "tag":
                return self._tag(token)
            case "comment" | "cdata" as kind:
                return self._hidden_until(low, high, _CLOSING[kind])
            case "php":
                return self._hidden_until(low, high, "?>" if self.text[low + 1] == "?" else "%>")
            case "declaration":
                self.marks.split(low, high)
            case "bogus":  # a comment by the rules of HTML
                self.marks.hide(low, high)
            case "entity" if len(character := unescape(token.group())) == 1 and character not in "<>":
                self.marks.show(low, high, _NBSP if character.isspace() else character)  # prose.py fills kept spaces
            case "brace" if self.text[low + 1] != "{":
                self.marks.hide(low, high)
            case _:
                self.marks.keep(low, high)
        return high

    def _find(self, closing: str, at: int) -> int:
        """The next place of a closing, or -1."""
        found = self.ahead.search(re.compile(re.escape(closing), re.IGNORECASE), at, closing)
        return found.start() if found else -1

    def _hidden_until(self, low: int, high: int, closing: str) -> int:
        place = self._find(closing, high)
        end = place + len(closing) if place >= 0 else self._unclosed(low, high, closing)
        self.marks.hide(low, end)
        if place >= 0 and closing == _CLOSING["comment"]:
            self.comments.append((low, end))
        return end

    def _unclosed(self, low: int, high: int, closing: str) -> int:
        """The end of something without its closing. A comment or PHP code goes on to the end of the text, anything else
        to the next `>`, as HTML says. A lone `<%` is nothing."""
        if closing == "%>":
            return high
        place = -1 if closing == _CLOSING["comment"] or _PHP.match(self.text, low) else self._find(">", high)
        return place + 1 if place >= 0 else self.end

    def _tag(self, token: re.Match[str]) -> int:
        low, high = token.span()
        name = token["name"].lower()
        if token["slash"]:
            self._close(name, high)
        elif name not in _VOID and not (token["attributes"].endswith("/") and self._empty(name, high)):
            if name in VERBATIM or name in APART:
                end = self._element_end(name, high)
                if name in APART:
                    self.marks.split(low, end)
                else:
                    self.marks.keep(low, end, high - low, end - max(self.text.rfind("</", high, end), high))
                return end
            self._open(name, low, token["attributes"])
        if name in INLINE or name in VERBATIM:
            self.marks.hide(low, high + self._alone(low, high))
        elif name == "br" and self._goes_on(low, high):
            self.marks.show(low, high, _NBSP)
        else:
            self.marks.split(low, high)
        return high

    def _empty(self, name: str, at: int) -> bool:
        """Whether a tag that ends with a slash is an empty element. HTML ignores the slash for elements with text."""
        if name not in APART - _FOREIGN or f"</{name}" in self.ahead.missing:
            return True
        following = re.compile(rf"<(/?){name}(?=[\s/>])", re.IGNORECASE).search(self.text, at, self.end)
        return not (following and following[1])

    def _alone(self, low: int, high: int) -> int:
        """The length of the line break after a tag if its line has only tags, else 0. With its tags hidden the line
        would look blank, so its line break is hidden too."""
        found = _BREAK.match(self.text, high, self.end)
        if found is None:
            return 0
        line = self.text[self.text.rfind("\n", self.start, low) + 1 : high]
        return len(found[0]) if _ONLY_TAGS.fullmatch(line) else 0

    def _goes_on(self, low: int, high: int) -> bool:
        """Whether a sentence goes on after a line break: the line is long and does not end in a stop, and the next
        begins with a small letter."""
        line = self.text[self.text.rfind(">", self.start, low) + 1 : low].strip()
        return len(line) >= _LONG and (line[-1].isalnum() or line[-1] == ",") and bool(_SMALL.match(self.text, high))

    def _element_end(self, name: str, at: int) -> int:
        """The end of the element. Without a closing tag, an inline element is only its tag, and another one reaches to
        the end of the element around it."""
        comments: list[tuple[int, int]] = []
        end = self._closing(name, at, comments)
        if end is None and name not in APART:
            return at
        if end is None:
            holders = (one for one in reversed(self.open) if one != "p" and name not in _RAW)
            place = self._find(f"</{next(holders, name)}", at)
            end = place if place >= 0 else self.end
        self.comments += [comment for comment in comments if comment[1] <= end]
        return end

    def _closing(self, name: str, at: int, comments: list[tuple[int, int]]) -> int | None:
        """The end of the next closing tag of that name, or None. Comments are comments in preformatted text and in code
        too, so a tag inside one closes nothing; they are added to `comments`."""
        while found := self.ahead.search(_closing_tag(name), at, f"</{name}"):
            low = -1 if name in _RAW else self.text.find("<!--", at, found.start())
            if low < 0:
                return found.end()
            place = self._find("-->", low + 4)
            if place < 0:
                return self.end
            comments.append((low, at := place + 3))
        return None

    def _open(self, name: str, place: int, attributes: str) -> None:
        if self.open and self.open[-1] == name and name in _CLOSED_BY_NEXT:
            self._close(name, place)
        self.open.append(name)
        self.count[name] += 1
        language, fixed = _LANGUAGE.search(attributes), bool(_FIXED.search(attributes))
        fixed = fixed or (name in INLINE and _NAME.search(attributes) is not None)
        if not language and not fixed:
            return
        english = not fixed and language and language["english"]
        found = None if english else _Foreign(len(self.open), name in INLINE, fixed, place)
        if self.foreign is None:
            self.foreign = found
        elif not self.foreign.fixed and (found is None or found.fixed):
            self._keep_foreign(place)
            self.outer.append((len(self.open), self.foreign))
            self.foreign = found

    def _close(self, name: str, place: int) -> None:
        if not self.count[name]:
            return
        while True:
            last = self.open.pop()
            self.count[last] -= 1
            if last == name:
                break
        if self.foreign and len(self.open) < self.foreign.depth:
            self._keep_foreign(place)
            self.foreign = None
        while self.outer and len(self.open) < self.outer[-1][0]:
            _, interrupted = self.outer.pop()
            if len(self.open) >= interrupted.depth:
                self.foreign = replace(interrupted, start=place)

    def _keep_foreign(self, end: int) -> None:
        if self.foreign:
            (self.marks.keep if self.foreign.inline else self.marks.split)(self.foreign.start, end)
