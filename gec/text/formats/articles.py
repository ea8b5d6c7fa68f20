"""Articles in front of code, a formula or a reference, and *its*. The model sees no marks around it and takes it for a
word of the sentence: *a reference to `worker`* becomes *to the `worker`*, *its `get` returns* becomes *it's*.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gec.edits.edit import Edit
from gec.text.prose import Prose, Span

ARTICLE = "M:DET"


def bare(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without the articles they put before what is kept, unless a noun behind it says what it is, and without
    those of *its* there."""
    asked = {edit for edit in edits if edit.type == ARTICLE or _its(prose.text, edit)}
    if not asked:
        return list(edits)
    kept = sorted(span for block in prose.blocks for span in block.kept)
    shown = sorted(span for block in prose.blocks for span in block.spans)
    return [edit for edit in edits if edit not in asked or not _leads(prose.text, edit, kept, shown)]


def _its(text: str, edit: Edit) -> bool:
    return text[edit.start : edit.end].lower() == "its"


def _leads(text: str, edit: Edit, kept: Sequence[Span], shown: Sequence[Span]) -> bool:
    """Whether a name that is kept is next, and no noun follows it; what has an owner may be followed by one."""
    from gec.edits.technical import unnamed  # with tables that a text without edits need not wait for

    following = bisect_left(kept, (edit.end, edit.end))
    if following == len(kept):
        return False
    start, end = kept[following]
    if not _written(text, start, end, shown)[:1].isalpha() or _written(text, edit.end, start, shown):
        return False
    return edit.type != ARTICLE or unnamed(text, end)


def _written(text: str, start: int, end: int, shown: Sequence[Span]) -> str:
    """The letters and digits that are shown of a stretch."""
    first = bisect_right(shown, start, key=lambda span: span[1])
    last = bisect_left(shown, end, key=lambda span: span[0])
    parts = (text[max(low, start) : min(high, end)] for low, high in shown[first:last])
    return "".join(filter(str.isalnum, "".join(parts)))
