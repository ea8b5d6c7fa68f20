"""The cells of AsciiDoc tables. Each begins with a bar, which may come after the number of spanned columns and rows and
the style. `asciidoc.py` reads the contents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gec.text.prose import Span

_CODE = frozenset("lm")  # styles of cells with code
_ELSEWHERE = re.compile(r"[\[,% ](?:format|separator)\s*=|[\"']\[")  # other separators than bars
_COLUMNS = re.compile(r"[\[, ]cols\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^,\]\s]*))")
_COLUMN = re.compile(r"\s*(?:(\d{1,3})\*)?[^A-Za-z]*([a-z]?)")
_SPEC = r"(?:(?P<across>\d{1,4})?(?P<down>\.\d{1,4})?(?P<times>[*+]))?(?:[<^>](?:\.[<^>])?|\.[<^>])?(?P<style>[a-z])?"
_CELL = {mark: re.compile(rf"(?:(?<=\s){_SPEC})?(?<!\\){re.escape(mark)}") for mark in "|!"}


def cells(text: str, start: int, end: int, mark: str, attributes: str) -> Iterator[Span]:
    """The cells with prose of the table between `start` and `end`."""
    if mark not in _CELL or _ELSEWHERE.search(attributes):
        return
    bars = list(_CELL[mark].finditer(text, start, end))
    styles = _styles(attributes)
    # A cell that spans rows shifts the cells below it. Then their columns are unknown without laying out the table.
    spans_rows = any(bar["down"] for bar in bars)
    column = 0
    for number, bar in enumerate(bars):
        behind = bars[number + 1].start() if number + 1 < len(bars) else end
        style = bar["style"] or _style(styles, column, spans_rows)
        column += int(bar["across"] or 1)
        if style not in _CODE:
            yield bar.end(), behind


def _styles(attributes: str) -> Sequence[str]:
    """The style of each column."""
    found = _COLUMNS.search(attributes)
    listed = next(filter(None, found.groups()), "") if found else ""
    columns = [_COLUMN.match(one) for one in re.split("[,;]", listed)]
    return [column[2] for column in columns if column for _ in range(int(column[1] or 1))]


def _style(styles: Sequence[str], column: int, spans_rows: bool) -> str:
    if spans_rows:
        return next((style for style in styles if style in _CODE), "")
    return styles[column % len(styles)] if styles else ""
