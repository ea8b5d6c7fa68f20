"""Protects headings in Markdown, AsciiDoc and Org that a link in the same text refers to. Such a link contains the
words of the heading, so an edit of the heading would break it. In a table of contents, the text of the link repeats
these words, and keeps them as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from gec.edits.edit import Edit
from gec.text.prose import Prose

MAX_HEADING_CHARACTERS = 500  # before and after an edit; a longer line is no heading

_ENTRY = re.compile(r"\[([^\[\]\r\n]{1,500})\]\(#([^\s()<>]{1,500})\)")  # of a table of contents in Markdown
_LINE_END = re.compile(r"[\r\n]")
_MARKS = re.compile(r"[^\w\s-]")
_BLANKS = re.compile(r"[\s_-]+")
_COUNTED = re.compile(r"[-_]\d{1,3}\Z")  # the number that distinguishes headings with the same words


@dataclass(frozen=True, slots=True)
class _Syntax:
    """The syntax of links and headings in a format. A heading has a mark before it or a line below it."""

    link: re.Pattern[str]
    heading: re.Pattern[str]
    underline: re.Pattern[str] = re.compile(r"(?!)")


_MARKDOWN = _Syntax(
    re.compile(r"""(?:\]\(|\]:[ \t]|href=["'])[ \t]{0,3}<?#([^\s()<>"']{1,500})"""),
    re.compile(r"[ \t>]{0,20}#{1,6}[ \t]"),
    re.compile(r"(?:\r\n?|\n)[ \t>]{0,20}(?:=|--)"),
)
_ASCIIDOC = _Syntax(
    re.compile(r"(?:<<|\b(?:xref|link):)(?:[^\s\[\]<>,#]{0,200}#)?([^\[\]<>,#]{1,500}?)(?:>>|,|\[)"),
    re.compile(r"(?:={1,6}|#{1,6})[ \t]|\.(?=[^\s.])"),
    re.compile(r"(?:\r\n?|\n)([=\-~^+])\1+[ \t]*(?:[\r\n]|\Z)"),
)
_ORG = _Syntax(re.compile(r"\[\[(?:file:[^\[\]]{0,300}?::)?\*?([^\[\]#:]{1,500})\]"), re.compile(r"\*++[ \t]"))
_NOTEBOOK = _Syntax(_MARKDOWN.link, re.compile(r"""[ \t]*(?:"source":[ \t]*\[?[ \t]*)?"#{1,6}[ \t]"""))
_SYNTAXES = {"notebook": _NOTEBOOK, "markdown": _MARKDOWN, "mdx": _MARKDOWN, "asciidoc": _ASCIIDOC, "org": _ORG}


def without_broken_links(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that change a heading so that a link to it breaks, or its words in a table of
    contents."""
    syntax = _SYNTAXES.get(prose.format) if edits else None
    if syntax is None:
        return list(edits)
    names = {name for said in syntax.link.findall(prose.text) for name in _names(unquote(said))}
    if not names:
        return list(edits)
    entries = [*_ENTRY.finditer(prose.text)] if syntax is _MARKDOWN else []
    return [
        edit
        for edit in edits
        if not (_breaks(prose.text, edit, names, syntax) or any(_renames(one, edit) for one in entries))
    ]


def _renames(entry: re.Match[str], edit: Edit) -> bool:
    """Whether the edit changes the words of an entry, which are those of its heading."""
    low, high = entry.span(1)
    if edit.start < low or high < edit.end:
        return False
    new = entry[1][: edit.start - low] + edit.replacement + entry[1][edit.end - low :]
    return _written(entry[1])[0] == _written(unquote(entry[2]))[0] != _written(new)[0]


def _names(said: str) -> Iterator[str]:
    """The forms of a heading's words that a link may refer to. In AsciiDoc a link may have the title itself, with its
    capitals."""
    if " " in said or said != said.lower():
        yield said
    for one in (said, _COUNTED.sub("", said)):
        yield from filter(None, _written(one))


def _written(words: str) -> tuple[str, str]:
    """Words as links have them: joined with hyphens, and joined without anything."""
    hyphened = _BLANKS.sub("-", _MARKS.sub("", words.lower())).strip("-")
    return hyphened, "".join(filter(str.isalnum, words.lower()))


def _breaks(text: str, edit: Edit, names: set[str], syntax: _Syntax) -> bool:
    """Whether the edit changes a heading so that it no longer contains a name that a link refers to."""
    first = max(0, edit.start - MAX_HEADING_CHARACTERS)
    low = max(text.rfind(end, first, edit.start) for end in "\r\n") + 1
    end = _LINE_END.search(text, edit.end, edit.end + MAX_HEADING_CHARACTERS)
    high = end.start() if end else len(text)
    if (low == 0 and edit.start > MAX_HEADING_CHARACTERS) or high - edit.end > MAX_HEADING_CHARACTERS:
        return False
    if not (syntax.heading.match(text, low, high) or syntax.underline.match(text, high)):
        return False
    before, after = text[low:high], text[low : edit.start] + edit.replacement + text[edit.end : high]
    old, new = ((line, *_written(line)) for line in (before, after))
    return any(name in one and name not in other for name in names for one, other in zip(old, new, strict=True))
