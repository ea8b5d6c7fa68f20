"""Where a text quotes somebody: what stands between quotation marks is theirs, faults included.

Marks pair within a paragraph; one that has no partner there quotes nothing. Single straight marks are left out,
because an apostrophe looks the same.
"""

from __future__ import annotations

import re

_PAIRED = re.compile(r"“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‹[^‹›]*›|‘[^‘]*?’(?!\w)|``[^`]*?''")
_STRAIGHT = re.compile(r'(?<![\w"])"(?=\S)([^"]*?)(?<=\S)"(?![\w"])')
_GAP = re.compile(r"\n[^\S\n]*\n|\r[^\S\n\r]*\r|\Z")
_MARKS = re.compile(r"[\"“„«‹‘`]")


def quoted(text: str) -> tuple[tuple[int, int], ...]:
    """The spans of quotations, from mark to mark, in order of their kind."""
    if not _MARKS.search(text):
        return ()
    spans: list[tuple[int, int]] = []
    done = 0
    for gap in _GAP.finditer(text):
        if _MARKS.search(text, done, gap.start()):
            for pattern in (_PAIRED, _STRAIGHT):
                spans += [found.span() for found in pattern.finditer(text, done, gap.start())]
        done = gap.end()
    return tuple(spans)
