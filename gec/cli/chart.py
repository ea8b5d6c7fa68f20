"""Draws curves as a small SVG: time against another quantity, one curve per way or engine, with logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from itertools import cycle
from pathlib import Path

from gec import atomic

Curves = Mapping[str, Mapping[int, float]]  # name -> x -> y

WIDTH, HEIGHT = 760, 380
LEFT, RIGHT, TOP, BOTTOM = 64, 250, 20, 50
COLOURS = ("#c4422e", "#e08a1e", "#8f5902", "#3465a4", "#729fcf", "#4e9a06", "#73d216", "#75507b", "#555753")


def draw(path: Path, curves: Curves, across: str, up: str) -> None:
    atomic.save(path, svg(curves, across, up))


def svg(curves: Curves, across: str, up: str) -> str:
    xs = sorted({x for curve in curves.values() for x in curve})
    ys = [y for curve in curves.values() for y in curve.values()]
    low, high = min(ys) / 1.2, max(ys) * 1.2
    first, last = math.log(max(xs[0], 0.5)), math.log(max(xs[-1], 1))

    def place(x: int, y: float) -> tuple[float, float]:
        share = (math.log(max(x, 0.5)) - first) / ((last - first) or 1)
        height = math.log(y / low) / math.log(high / low)
        return LEFT + share * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - height * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for x in xs:
        at = place(x, low)[0]
        parts.append(_line(at, TOP, at, HEIGHT - BOTTOM) + _text(at, HEIGHT - BOTTOM + 16, str(x), "middle"))
    for tick in _ticks(low, high):
        at = place(xs[0], tick)[1]
        parts.append(_line(LEFT, at, WIDTH - RIGHT, at) + _text(LEFT - 6, at + 4, f"{tick:g}", "end"))
    ends = []
    for (name, curve), colour in zip(curves.items(), cycle(COLOURS), strict=False):
        points = [place(x, y) for x, y in sorted(curve.items())]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        ends.append((points[-1][1], name, colour))
    below = 0.0
    for height, name, colour in sorted(ends):
        below = max(height + 4, below + 15)
        parts.append(_text(WIDTH - RIGHT + 10, below, name, "start", colour))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, across, "middle"))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<g transform="rotate(-90 16 {middle})">{_text(16, middle, up, "middle")}</g>')
    return "\n".join([*parts, "</svg>\n"])


def _ticks(low: float, high: float) -> list[float]:
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [step * 10.0**power for power in powers for step in (1, 2, 5) if low <= step * 10.0**power <= high]


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="#ddd"/>'


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'
