"""Headings of Markdown that links of the same text lead to: a link names its heading by its words, so that an edit
of these words would break it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from gec.edits.edit import Edit
from gec.text.prose import Prose

LONGEST = 500  # characters of a heading on either side of an edit

_TARGET = re.compile(r"""(?:\]\(|\]:[ \t]|href=["'])[ \t]{0,3}<?#([^\s()<>"']{1,500})""")
_HEADING = re.compile(r"[ \t>]{0,20}#{1,6}[ \t]")
_UNDERLINE = re.compile(r"\r?\n[ \t>]{0,20}(?:=|--)")
_MARKS = re.compile(r"[^\w\s-]")
_COUNTED = re.compile(r"-\d{1,3}\Z")  # what tells a heading from one with the same words before it


def unlinked(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those of headings that something in the text links to."""
    targets = _targets(prose.text) if edits and prose.format in ("markdown", "mdx") else frozenset()
    return [edit for edit in edits if not (targets and _breaks(prose.text, edit, targets))]


def _targets(text: str) -> frozenset[str]:
    named = [unquote(name).lower() for name in _TARGET.findall(text)]
    return frozenset((*named, *(_COUNTED.sub("", name) for name in named)))


def _breaks(text: str, edit: Edit, targets: frozenset[str]) -> bool:
    """Whether the edit stands in a heading whose name in links is one of the targets, and changes that name."""
    low = text.rfind("\n", max(0, edit.start - LONGEST), edit.start) + 1
    high = text.find("\n", edit.end, edit.end + LONGEST)
    high = len(text) if high < 0 else high
    if (low == 0 and edit.start > LONGEST) or high - edit.end > LONGEST:
        return False
    if not (_HEADING.match(text, low, high) or _UNDERLINE.match(text, high)):
        return False
    before = _name(text[low:high])
    return before in targets and before != _name(text[low : edit.start] + edit.replacement + text[edit.end : high])


def _name(heading: str) -> str:
    """The name that a heading has in links."""
    return "-".join(_MARKS.sub("", heading.strip(" \t\r>#")).lower().split(" "))
