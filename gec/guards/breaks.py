"""A line that no mark ends may be a statement of its own, as in a chat or in notes. The model then makes one sentence
of two lines: *right⏎what is it* becomes *right,⏎which is it*. The first word behind such a line break stays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gec.edits.change import WORD
from gec.edits.edit import Edit
from gec.text.prose import Prose

NEAR = 60  # characters behind an edit in which the first word is looked for
_BREAK = re.compile(r"\s*[\n\r]\s*")
_MARKS = tuple(".!?…:;,")


def without_joined_lines(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those that end a line with a mark and change the first word of the next one, or take the
    capital from that word."""
    return [edit for edit in edits if not _joins(prose.text, edit)]


def _joins(text: str, edit: Edit) -> bool:
    behind = text[edit.end : edit.end + NEAR]
    old, new = (_BREAK.split(said, 1) for said in (text[edit.start : edit.end], edit.replacement))
    if len(old) == 1 or len(new) == 1:
        return False
    was, becomes = (WORD.search(said[1] + behind) for said in (old, new))
    if was is None or becomes is None or was[0] == becomes[0]:
        return False
    if was[0].lower() == becomes[0].lower():
        return was[0][0].isupper() and was[0] != "I"
    return new[0].endswith(_MARKS) and not old[0].endswith(_MARKS)
