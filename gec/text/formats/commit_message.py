"""Commit messages as git opens them in an editor. Comments, trailers, indented and fenced lines, and the diff are
skipped. Paragraphs are as in plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import dropwhile

from gec.text.formats.assemble import lines as lines_of
from gec.text.formats.plain import blocks_of_lines
from gec.text.prose import Block

TRAILER = re.compile(
    r"[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-(?i:by|to|id):[ \t]|(?:Cc|Bug):[ \t]"
    r"|(?:Closes|Fixes|Refs|Cc|Link|See):?[ \t]+(?:[#<h]|[0-9a-f]{7})"
)
_COMMIT_TRAILER = re.compile(r"(?:Clos|Fix|Resolv)(?:es|ed):[ \t]|(?:Refs?|References|Related|Link|Issues?|See):[ \t]")
_MERGE = re.compile(  # the subject of a merge as git or its hosts write it: only names
    r"Merge (?:(?:remote-tracking )?branch(?:es)?|tags?|commits?)"
    r" \S+(?:(?:, | and )\S+)*(?: of \S+)?(?: into \S+)?\s*\Z"
    r"|Merge pull request #\d+ from \S+\s*\Z"
)
_MARKS = "#;@!$%^&|:"  # what may begin git's comments, as core.commentChar says
_SCISSORS = re.compile(rf"^([{_MARKS}]) -{{3,}} ?>8 ?-{{3,}}", re.MULTILINE)
_BLANK_COMMENT = re.compile(rf"^([{_MARKS}])[^\S\n]*\n\1", re.MULTILINE)  # git writes such a line among its comments
_SUBJECT_MARK = re.compile(r"(?:[a-z]+(?:\([\w./, -]{1,60}\))?!?: )?")
_FIXUPS = ("fixup! ", "squash! ", "amend! ")  # the subject of another commit follows, by which git finds it


def blocks(text: str, format: str) -> list[Block]:
    return list(_blocks(text))


def remarks(text: str, format: str) -> list[tuple[int, int, str]]:
    marks = _comment_marks(text)
    lines = ((start, start + len(text[start:end].rstrip("\r\n"))) for start, end in lines_of(text, 0, len(text)))
    return [(start, end, text[start + 1 : end].strip()) for start, end in lines if text.startswith(marks, start)]


def _blocks(text: str) -> Iterator[Block]:
    lines = []
    fence, marks = "", _comment_marks(text)
    for start, end in lines_of(text, 0, len(text)):
        if _SCISSORS.match(text, start, end) or text.startswith("diff --git ", start):
            break
        if text.startswith(fence or ("```", "~~~"), start):
            fence = "" if fence else text[start : start + 3]
        elif fence:
            continue
        elif not text.startswith((*marks, "    ", "\t"), start) and not _is_from_tool(text[start:end]):
            lines.append((start, end))
    lines = list(dropwhile(lambda line: not text[slice(*line)].strip(), lines))
    if lines:
        start, end = lines[0]
        mark = _SUBJECT_MARK.match(text, start, end)
        if not text.startswith(_FIXUPS, start):
            yield Block(((mark.end() if mark else start, end),), flows=True)
        yield from blocks_of_lines(text, iter(lines[1:]))


def _comment_marks(text: str) -> tuple[str, ...]:
    """What the comments of a commit message begin with, judged by the comments that git wrote."""
    found = _BLANK_COMMENT.search(text) or _SCISSORS.search(text)
    return ("#", found[1]) if found else ("#",)


def _is_from_tool(line: str) -> bool:
    """Whether a line of a commit message is written or read by tools."""
    return any(one.match(line) for one in (TRAILER, _COMMIT_TRAILER, _MERGE))
