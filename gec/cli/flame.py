"""Draws a flame graph as a small SVG: a box for each stage, as wide as its time, above the box of the stage around
it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from zlib import crc32

Path = tuple[str, ...]

WIDTH, ROW = 1000, 22  # the width of the graph, and the height of a box
LETTER = 6.6  # the average width of a letter
LEAST = 0.5  # the width of the narrowest box that is drawn


def flame(spent: Mapping[Path, float], unit: str) -> str:
    """The SVG for the amount spent in each stage, which does not include the stages inside it."""
    whole: dict[Path, float] = {}  # the amount of each stage including the stages inside it
    for path, amount in spent.items():
        for depth in range(len(path) + 1):
            whole[path[:depth]] = whole.get(path[:depth], 0.0) + amount
    height = ROW * max(map(len, whole), default=0) + 4
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12">\n<rect width="{WIDTH}" height="{height}" fill="white"/>'
    )
    return "\n".join([opening, *_boxes(whole, (), 0.0, height, unit), "</svg>\n"])


def _boxes(whole: Mapping[Path, float], outer: Path, left: float, height: float, unit: str) -> Iterator[str]:
    """The boxes of all stages inside a stage."""
    total = whole.get((), 0.0) or 1.0
    for path in sorted(one for one in whole if len(one) == len(outer) + 1 and one[:-1] == outer):
        share = whole[path] / total
        if share * WIDTH >= LEAST:
            said = f"{path[-1]}: {whole[path]:.3g} {unit}, {100 * share:.1f} %"
            yield _box(path[-1], said, left, height - ROW * len(path), share * WIDTH)
            yield from _boxes(whole, path, left, height, unit)
        left += share * WIDTH


def _box(name: str, said: str, left: float, top: float, wide: float) -> str:
    fitting = (one for one in (said, name, "") if LETTER * len(one) <= wide - 6)
    shown = escape(next(fitting, ""))
    shade = crc32(name.encode())
    rect = f'<rect x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{ROW - 1}" fill="hsl({shade % 60},80%,75%)"/>'
    return f'<g><title>{escape(said)}</title>{rect}<text x="{left + 3:.1f}" y="{top + 15}">{shown}</text></g>'
