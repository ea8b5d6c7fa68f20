"""Headings of Markdown, AsciiDoc and Org that links in the same text lead to. A link names its heading by its words, so
an edit of these words would break the link."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from gec.edits.edit import Edit
from gec.text.prose import Prose

LONGEST = 500  # characters of a heading on either side of an edit

_LINE_END = re.compile(r"[\r\n]")
_MARKS = re.compile(r"[^\w\s-]")
_ORG_TAGS = re.compile(r"[ \t]:(?:[\w@#%]+:)+\Z")
_STRING_END = re.compile(r'(?:\\n)?"[ \t]*[],}]?[ \t\r]*\Z')
_COUNTED = re.compile(r"[-_]\d{1,3}\Z")  # what tells a heading from one with the same words before it


def _hyphened(heading: str) -> frozenset[str]:
    """The name that a heading of Markdown has in links."""
    return frozenset(("-".join(_MARKS.sub("", heading.strip(" \t\r>#")).lower().split(" ")),))


def _unwrapped(line: str) -> frozenset[str]:
    """The name of a heading of Markdown that stands in a string of JSON."""
    return _hyphened(_STRING_END.sub("", line.partition('"#')[2]))


def _joined(heading: str) -> frozenset[str]:
    """The names of an AsciiDoc title: as it stands, and as an identifier, without what joins its words."""
    title = heading.strip(" \t\r=#.")
    return frozenset((title, _identified(title)))


def _worded(said: str) -> frozenset[str]:
    """An Org title as a link names it: case and the number of blanks do not matter."""
    return frozenset((" ".join(said.lower().split()),))


def _told(heading: str) -> frozenset[str]:
    """The names of an Org headline: its title with and without the words before it."""
    words = _ORG_TAGS.sub("", heading.strip(" \t\r*")).split()
    return frozenset(" ".join(words[first:]).lower() for first in range(min(3, len(words))))


def _identified(words: str) -> str:
    return "".join(filter(str.isalnum, words.lower()))


def _hyphened_target(said: str) -> frozenset[str]:
    name = unquote(said).lower()
    return frozenset((name, _COUNTED.sub("", name)))


def _joined_target(said: str) -> frozenset[str]:
    """The names that a target of AsciiDoc can mean: a title has blanks or capitals, an identifier has neither."""
    if " " in said or said != said.lower():
        return frozenset((" ".join(said.split()),))
    return frozenset((_identified(said), _identified(_COUNTED.sub("", said))))


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a format writes links and headings."""

    link: re.Pattern[str]
    target: Callable[[str], frozenset[str]]
    heading: re.Pattern[str]
    underline: re.Pattern[str]
    names: Callable[[str], frozenset[str]]


_MARKDOWN = _Manner(
    re.compile(r"""(?:\]\(|\]:[ \t]|href=["'])[ \t]{0,3}<?#([^\s()<>"']{1,500})"""),
    _hyphened_target,
    re.compile(r"[ \t>]{0,20}#{1,6}[ \t]"),
    re.compile(r"(?:\r\n?|\n)[ \t>]{0,20}(?:=|--)"),
    _hyphened,
)
_ASCIIDOC = _Manner(
    re.compile(r"(?:<<|\b(?:xref|link):)(?:[^\s\[\]<>,#]{0,200}#)?([^\[\]<>,#]{1,500}?)(?:>>|,|\[)"),
    _joined_target,
    re.compile(r"(?:={1,6}|#{1,6})[ \t]|\.(?=[^\s.])"),
    re.compile(r"(?:\r\n?|\n)([=\-~^+])\1+[ \t]*(?:[\r\n]|\Z)"),
    _joined,
)
_ORG = _Manner(
    re.compile(r"\[\[(?:file:[^\[\]]{0,300}?::)?\*?([^\[\]#:]{1,500})\]"),
    _worded,
    re.compile(r"\*++[ \t]"),
    re.compile(r"(?!)"),
    _told,
)
_NOTEBOOK = _Manner(
    _MARKDOWN.link,
    _hyphened_target,
    re.compile(r"""[ \t]*(?:"source":[ \t]*\[?[ \t]*)?"#{1,6}[ \t]"""),
    re.compile(r"(?!)"),
    _unwrapped,
)
_MANNERS = {"notebook": _NOTEBOOK, "markdown": _MARKDOWN, "mdx": _MARKDOWN, "asciidoc": _ASCIIDOC, "org": _ORG}


def unlinked(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those of headings that a link in the text leads to."""
    manner = _MANNERS.get(prose.format) if edits else None
    if manner is None:
        return list(edits)
    said = manner.link.findall(prose.text)
    targets = frozenset[str]().union(*map(manner.target, said))
    return [edit for edit in edits if not (targets and _breaks(prose.text, edit, targets, manner))]


def _breaks(text: str, edit: Edit, targets: frozenset[str], manner: _Manner) -> bool:
    """Whether the edit is in a heading that a link leads to, and changes its name."""
    first = max(0, edit.start - LONGEST)
    low = max(text.rfind(end, first, edit.start) for end in "\r\n") + 1
    end = _LINE_END.search(text, edit.end, edit.end + LONGEST)
    high = end.start() if end else len(text)
    if (low == 0 and edit.start > LONGEST) or high - edit.end > LONGEST:
        return False
    if not (manner.heading.match(text, low, high) or manner.underline.match(text, high)):
        return False
    before = manner.names(text[low:high]) & targets
    return bool(before - manner.names(text[low : edit.start] + edit.replacement + text[edit.end : high]))
