"""Articles in front of code, a formula or a reference. The model sees no marks around it and takes it for a noun of the
sentence: *a reference to `worker`* becomes *to the `worker`*.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gec.edits.edit import Edit
from gec.text.prose import Prose, Span

ARTICLE = "M:DET"


def bare(prose: Prose, edits: Sequence[Edit]) -> list[Edit]:
    """The edits without the articles they put before what is kept, unless a noun behind it says what it is."""
    if all(edit.type != ARTICLE for edit in edits):
        return list(edits)
    kept = sorted(span for block in prose.blocks for span in block.kept)
    shown = sorted(span for block in prose.blocks for span in block.spans)
    return [edit for edit in edits if edit.type != ARTICLE or not _leads(prose.text, edit.end, kept, shown)]


def _leads(text: str, at: int, kept: Sequence[Span], shown: Sequence[Span]) -> bool:
    """Whether a name that is kept is next, and no noun follows it."""
    from gec.edits.technical import unnamed  # with tables that a text without edits need not wait for

    following = bisect_left(kept, (at, at))
    if following == len(kept):
        return False
    start, end = kept[following]
    name = _written(text, start, end, shown)
    return name[:1].isalpha() and not _written(text, at, start, shown) and unnamed(text, end)


def _written(text: str, start: int, end: int, shown: Sequence[Span]) -> str:
    """The letters and digits that are shown of a stretch."""
    first = bisect_right(shown, start, key=lambda span: span[1])
    last = bisect_left(shown, end, key=lambda span: span[0])
    parts = (text[max(low, start) : min(high, end)] for low, high in shown[first:last])
    return "".join(filter(str.isalnum, "".join(parts)))
