"""A note on a correction has both forms: *Change untill to until*, *a apple* becomes *an apple*. If the wrong one were
corrected, the note would say *until to until*. It stays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gec.edits.edit import Edit
from gec.text.prose import Prose

NEAR = 100  # characters on each side of an edit
MOST = 8  # words of a form

_MARK = r"[*_`\"'“”‘’«»()\[\]]"
# What stands between the forms: a sign or words that only such a note has; words that other sentences have as well.
_LINK = re.compile(
    rf"{_MARK}*,?\s*(?:(?P<sure>[-=]*>|[→⇒⟶]|(?:becom(?:es?|ing)|became|instead\sof|rather\sthan|should\s(?:be|read)"
    rf"|(?:and\s)?not)\b)|(?P<noted>(?:to|by|with|into)\b)|(?:for|as|is|and|or|from)\b)\s*{_MARK}*(?=\w)"
)
_NOTE = re.compile(
    r"(?i:\b(?:typos?|misspel|spel[lt]|wr[io]t|renam|replac|correct|chang|fix|turn(?:s|ed)?\b|sa(?:y|ys|id)\b))"
)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_OPENS = re.compile(rf"{_MARK}\Z")


def keep_both_forms(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without those after which a note would have the same form twice."""
    return [edit for edit in edits if not _says_twice(prose.text, edit)]


def _says_twice(text: str, edit: Edit) -> bool:
    """Whether the words of an edit, alone or with others beside them, then stand on both sides of a link."""
    before, behind = text[max(0, edit.start - NEAR) : edit.start], text[edit.end : edit.end + NEAR]
    said = before + edit.replacement + behind
    low, high = len(before), len(said) - len(behind)
    links = [one for one in _LINK.finditer(said) if one.end() <= low or high <= one.start()]
    if not links:
        return False
    words = [(*one.span(), one[0].lower()) for one in _WORD.finditer(said)]
    own = {at for at, (start, end, _) in enumerate(words) if start < high and low < end} if low < high else set()
    noted = _NOTE.search(said) is not None
    for link in links:
        left = sum(end <= link.start() for _, end, _ in words)
        right = sum(start < link.end() for start, _, _ in words)
        for count in range(1, min(MOST, left, len(words) - right) + 1):
            sides = range(left - count, left), range(right, right + count)
            one, other = ([words[at][2] for at in side] for side in sides)
            if one == other and any(own and own <= {*side} for side in sides):
                marked = _OPENS.search(said[: words[left - count][0]]) and _OPENS.search(link[0])
                if link["sure"] or marked or (noted and link["noted"]):
                    return True
    return False
